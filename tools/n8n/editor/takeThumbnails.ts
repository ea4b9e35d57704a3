import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { example, exampleNames, EXAMPLES } from '../harness/workflows';
import { openCanvas } from './canvas';
import { clipOf, HIDDEN, settled } from './picture';
import { AROUND_CANVAS, canvasOf } from './regions';
import { boxAround } from './shownIn';

/** The examples' thumbnails are here. */
const THUMBNAILS = path.join(EXAMPLES, 'images');
const WIDTH = 640;
const NOTE = '[data-node-type="n8n-nodes-base.stickyNote"]';
/** Notes are unreadable at this size. An attribute makes them visible, so this must override it. */
const NO_NOTES = `.vue-flow__node:has(${NOTE}) { visibility: hidden !important }`;
/** Hides the button after an unconnected output, which the margin would cut. */
const NO_PLUS = '[data-test-id="canvas-handle-plus-wrapper"] { visibility: hidden }';

/** Takes a thumbnail of each example's canvas. */
export async function takeThumbnails(page: Page, url: string): Promise<void> {
	mkdirSync(THUMBNAILS, { recursive: true });
	const session = await page.context().newCDPSession(page);
	for (const name of exampleNames()) {
		const node = example(name).nodes.find(({ type }) => !type.endsWith('.stickyNote'));
		await openCanvas(page, url, name, node?.name ?? '');
		// Lines that lead back run below the nodes, and n8n fits only nodes into the window.
		await page.locator('[data-test-id="zoom-out-button"]').click();
		const style = await page.addStyleTag({ content: [HIDDEN, NO_NOTES, NO_PLUS].join('\n') });
		const nodes = canvasOf(page).filter({ hasNot: page.locator(NOTE) });
		const drawn = nodes.or(page.locator('.vue-flow__edge-path'));
		const box = await settled(() => drawn.evaluateAll(boxAround));
		const clip = clipOf(page, box, AROUND_CANVAS.margins);
		const shot = { format: 'png', clip: { ...clip, scale: WIDTH / clip.width } } as const;
		const { data } = await session.send('Page.captureScreenshot', shot);
		writeFileSync(path.join(THUMBNAILS, `${name}.png`), Buffer.from(data, 'base64'));
		// With the style in place, the button that fits the next canvas couldn't be clicked.
		await style.evaluate((tag) => tag.parentNode?.removeChild(tag));
	}
	await session.detach();
}
