import path from 'node:path';

import type { Page } from 'playwright-core';

import { picturesFolder } from '../harness/pictures';

/** Takes a picture of the whole window without passing notices, once nothing moves in it any more. */
export async function takePicture(page: Page, name: string): Promise<void> {
	await page.evaluate(() => {
		for (const button of document.querySelectorAll<HTMLElement>('.el-notification__closeBtn')) {
			button.click();
		}
	});
	await page.waitForFunction(() => document.querySelector('.el-notification') === null);
	await page.evaluate(async () => {
		const running = document.getAnimations().filter(({ effect }) => {
			const { iterations } = effect?.getComputedTiming() ?? {};
			return iterations !== Infinity;
		});
		await Promise.allSettled(running.map(({ finished }) => finished));
	});
	await page.screenshot({ path: path.join(picturesFolder(), `${name}.png`) });
}
