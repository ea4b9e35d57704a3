import path from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { type Box, boxAround } from './shownIn';

/** The docs' pictures are here. */
const PICTURES = path.resolve(__dirname, '../../../docs/images');
/** Fits the longest form without scrolling. */
const TALL = 3600;
const WINDOW = { width: 1440, height: 960 };
/** n8n draws these layers over canvas and panel. */
export const HIDDEN =
	'[data-test-id="panel-drag-button"], [data-test-id^="execute-workflow-button"], [data-test-id="workflow-chat-button"], [data-test-id="canvas-controls"] { visibility: hidden }';
const MARGINS = [16, 16, 16, 16] as const;
const PAUSE_MS = 100;
/** Number of equal frames in a row before a picture is taken. */
const SAME = 6;
const MAX_SETTLING_MS = 30_000;

export interface Look {
	/** Enlarges the window first, so that a form doesn't scroll. */
	tall?: boolean;
	/** Above, right, below, and left. */
	margins?: readonly [number, number, number, number];
	/** The picture ends with this element. */
	until?: Locator;
}

/** UPDATE_PICTURES=1 turns pictures on. */
export function picturesAreTaken(): boolean {
	return process.env.UPDATE_PICTURES === '1';
}

/** Takes a cropped picture at double resolution, if pictures are on. */
export async function takePicture(
	page: Page,
	name: string,
	region: Locator,
	{ tall = true, margins, until }: Look = {},
): Promise<void> {
	if (!picturesAreTaken()) return;
	// n8n shows buttons under the mouse.
	await page.mouse.move(0, 0);
	await withoutNotices(page);
	const before = page.viewportSize() ?? WINDOW;
	if (tall) await page.setViewportSize({ ...before, height: TALL });
	await region.first().waitFor();
	const box = await settled(() => region.evaluateAll(boxAround));
	const { bottom } = until === undefined ? box : await until.evaluateAll(boxAround);
	const clip = clipOf(page, { ...box, bottom }, margins);
	await page.screenshot({ path: path.join(PICTURES, `${name}.png`), clip, style: HIDDEN });
	if (tall) await page.setViewportSize(before);
}

/** A margin can't reach beyond the window. */
export function clipOf(page: Page, box: Box, margins: Look['margins'] = MARGINS) {
	const window = page.viewportSize() ?? WINDOW;
	const [above, right, below, left] = margins;
	const [x, y] = [Math.max(box.left - left, 0), Math.max(box.top - above, 0)];
	const width = Math.min(box.right + right, window.width) - x;
	const height = Math.min(box.bottom + below, window.height) - y;
	return { x, y, width, height };
}

/** Repeats, because a notice that is still sliding in can't be clicked, and error notices stay. */
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

/**
 * n8n moves and resizes parts for a while, so a value counts once it stays the same. Throws if that takes too long.
 */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
	const until = Date.now() + MAX_SETTLING_MS;
	let last = await read();
	for (let same = 1; same < SAME;) {
		if (Date.now() > until) throw new Error(`The editor keeps moving: ${JSON.stringify(last)}`);
		await pause();
		const now = await read();
		same = JSON.stringify(now) === JSON.stringify(last) ? same + 1 : 1;
		last = now;
	}
	return last;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
