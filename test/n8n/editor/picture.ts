import path from 'node:path';

import type { Page } from 'playwright-core';

import { picturesFolder } from '../harness/pictures';

/** A part of the window, in pixels. */
type Clip = Record<'x' | 'y' | 'width' | 'height', number>;

/** Takes a picture of the window, or a part of it, without temporary notices, once nothing moves in it any more. */
export async function takePicture(page: Page, name: string, clip?: Clip): Promise<void> {
	// Repeatedly: a notice that is still sliding in takes no click, and one of an error does not go away by itself.
	await page.waitForFunction(
		() => {
			for (const button of document.querySelectorAll<HTMLElement>('.el-notification__closeBtn')) {
				button.click();
			}
			return document.querySelector('.el-notification') === null;
		},
		undefined,
		{ polling: 300 },
	);
	await page.evaluate(async () => {
		const running = document.getAnimations().filter(({ effect }) => {
			const { iterations } = effect?.getComputedTiming() ?? {};
			return iterations !== Infinity;
		});
		await Promise.allSettled(running.map(({ finished }) => finished));
	});
	const file = path.join(picturesFolder(), `${name}.png`);
	await page.screenshot({ path: file, ...(clip === undefined ? {} : { clip }) });
}
