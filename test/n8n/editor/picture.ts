import path from 'node:path';

import type { Page } from 'playwright-core';

import { picturesFolder } from '../harness/pictures';

/** Takes a picture of the whole window without passing notices, once nothing moves in it any more. */
export async function takePicture(page: Page, name: string): Promise<void> {
	const notices = page.locator('.el-notification');
	for (const notice of await notices.all())
		await notice.locator('.el-notification__closeBtn').click();
	await notices.first().waitFor({ state: 'detached' });
	await page.evaluate(async () => {
		const running = document.getAnimations().filter(({ effect }) => {
			const { iterations } = effect?.getComputedTiming() ?? {};
			return iterations !== Infinity;
		});
		await Promise.allSettled(running.map(({ finished }) => finished));
	});
	await page.screenshot({ path: path.join(picturesFolder(), `${name}.png`) });
}
