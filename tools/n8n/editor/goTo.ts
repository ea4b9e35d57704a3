import type { Locator, Page } from 'playwright-core';

/**
 * Opens an address of n8n and waits until a part of it is there. It uses the browser's history, since loading the
 * editor again takes seconds.
 */
export async function goTo(page: Page, address: string, part: Locator): Promise<void> {
	if (new URL(address).origin !== new URL(page.url()).origin) {
		await page.goto(address);
	} else {
		await page.evaluate((to) => {
			history.pushState(null, '', to);
			dispatchEvent(new PopStateEvent('popstate', { state: null }));
		}, address);
	}
	// n8n fills in values that an opened node does not store, and asks whether to save them.
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	await part.or(leave).first().waitFor();
	if (await leave.isVisible()) await leave.click();
	await part.waitFor();
}
