import type { Locator, Page } from 'playwright-core';

/**
 * Goes to an address of n8n and waits until a part of it is there. It does so by the browser's history, since
 * loading the editor again takes seconds.
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
	// n8n fills in what a node that it opened does not store, and asks whether to save that.
	const leave = page.getByRole('button', { name: 'Leave without saving' });
	await part.or(leave).first().waitFor();
	if (await leave.isVisible()) await leave.click();
	await part.waitFor();
}
