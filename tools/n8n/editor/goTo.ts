import type { Locator, Page } from 'playwright-core';

/** Navigates within the loaded editor, because reloading it takes seconds, and waits for a part of the page. */
export async function goTo(page: Page, address: string, part: Locator): Promise<void> {
	if (new URL(address).origin !== new URL(page.url()).origin) {
		await page.goto(address);
	} else {
		await page.evaluate((to) => {
			history.pushState(null, '', to);
			dispatchEvent(new PopStateEvent('popstate', { state: null }));
		}, address);
	}
	// n8n fills in values that an opened node doesn't store, and asks whether to save them.
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	await part.or(leave).first().waitFor();
	if (await leave.isVisible()) await leave.click();
	await part.waitFor();
}
