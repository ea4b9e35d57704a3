import type { Page } from 'playwright-core';

import { goTo } from './goTo';

/** Opens a workflow and fits it into the window. */
export async function openCanvas(page: Page, url: string, id: string, node: string): Promise<void> {
	const part = page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`);
	await goTo(page, `${url}/workflow/${id}`, part);
	await page.locator('[data-test-id="zoom-to-fit"]').click();
	// The canvas draws icons slightly after nodes.
	await page.waitForFunction(() => {
		const icons = [...document.querySelectorAll<HTMLImageElement>('.vue-flow img')];
		return icons.length > 0 && icons.every(({ complete }) => complete);
	});
}
