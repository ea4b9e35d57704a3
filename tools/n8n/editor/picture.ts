import path from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { type Box, boxAround } from './shownIn';

/** The folder with the pictures of the docs. */
const PICTURES = path.resolve(__dirname, '../../../docs/images');
/** Tall enough for the longest form, which would scroll otherwise. */
const TALL = 3600;
const WINDOW = { width: 1440, height: 960 };
/** n8n's layers over the canvas and the panel. */
export const HIDDEN =
	'[data-test-id="panel-drag-button"], [data-test-id^="execute-workflow-button"], [data-test-id="workflow-chat-button"], [data-test-id="canvas-controls"] { visibility: hidden }';
const MARGINS = [16, 16, 16, 16] as const;
const PAUSE_MS = 100;
/** How many consecutive times the window must be the same before its picture is taken. */
const SAME = 6;

/** How a picture is cropped. */
export interface Look {
	/** Whether the window is made tall first, so that nothing of a form scrolls. */
	tall?: boolean;
	/** The shown margins around the region: above it, to its right, below it and to its left. */
	margins?: readonly [number, number, number, number];
	/** The end of the picture, if the region continues. */
	until?: Locator;
}

/** Whether pictures are taken, which UPDATE_PICTURES=1 asks for. */
export function picturesAreTaken(): boolean {
	return process.env.UPDATE_PICTURES === '1';
}

/** Takes the picture of a region for the docs, if pictures are taken: cropped to it, at twice the resolution. */
export async function takePicture(
	page: Page,
	name: string,
	region: Locator,
	{ tall = true, margins, until }: Look = {},
): Promise<void> {
	if (!picturesAreTaken()) return;
	// n8n shows buttons under the mouse that belong to no picture.
	await page.mouse.move(0, 0);
	await withoutNotices(page);
	const before = page.viewportSize() ?? WINDOW;
	if (tall) await page.setViewportSize({ ...before, height: TALL });
	const box = await settled(() => region.evaluateAll(boxAround));
	const { bottom } = until === undefined ? box : await until.evaluateAll(boxAround);
	const clip = clipOf(page, { ...box, bottom }, margins);
	await page.screenshot({ path: path.join(PICTURES, `${name}.png`), clip, style: HIDDEN });
	if (tall) await page.setViewportSize(before);
}

/** A box with margins, as far as it is in the window. */
export function clipOf(page: Page, box: Box, margins: Look['margins'] = MARGINS) {
	const window = page.viewportSize() ?? WINDOW;
	const [above, right, below, left] = margins;
	const [x, y] = [Math.max(box.left - left, 0), Math.max(box.top - above, 0)];
	const width = Math.min(box.right + right, window.width) - x;
	const height = Math.min(box.bottom + below, window.height) - y;
	return { x, y, width, height };
}

/** Repeatedly: a notice that is still sliding in accepts no click, and one of an error does not disappear by itself. */
export async function withoutNotices(page: Page): Promise<void> {
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
}

/** Waits until a reading stays the same for some time. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
	let last = await read();
	for (let same = 1; same < SAME;) {
		await pause();
		const now = await read();
		same = JSON.stringify(now) === JSON.stringify(last) ? same + 1 : 1;
		last = now;
	}
	return last;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
