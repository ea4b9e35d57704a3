import type { Page } from 'playwright-core';

/** Goes to an address of n8n: as the browser's history does, since to load the editor anew takes seconds. */
export async function goTo(page: Page, address: string): Promise<void> {
	if (new URL(address).origin !== new URL(page.url()).origin) {
		await page.goto(address);
		return;
	}
	await page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate', { state: null }));
	}, address);
}
