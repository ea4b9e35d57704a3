import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { example, exampleNames, EXAMPLES } from '../harness/workflows';
import { openCanvas } from './canvas';
import { clipOf, HIDDEN, settled } from './picture';
import { AROUND_CANVAS, canvasOf } from './regions';
import { boxAround } from './shownIn';

/** The folder with a small picture of each example. */
const THUMBNAILS = path.join(EXAMPLES, 'images');
const WIDTH = 640;
const NOTE = '[data-node-type="n8n-nodes-base.stickyNote"]';
/** At this size, nobody can read notes. They are visible by an attribute, which wins otherwise. */
const NO_NOTES = `.vue-flow__node:has(${NOTE}) { visibility: hidden !important }`;
/** The button after an output that leads nowhere: it has no meaning, and the margin would cut it. */
const NO_PLUS = '[data-test-id="canvas-handle-plus-wrapper"] { visibility: hidden }';

/** Takes a small picture of the canvas of each example, for their list. */
export async function takeThumbnails(page: Page, url: string): Promise<void> {
	mkdirSync(THUMBNAILS, { recursive: true });
	const session = await page.context().newCDPSession(page);
	for (const name of exampleNames()) {
		const node = example(name).nodes.find(({ type }) => !type.endsWith('.stickyNote'));
		await openCanvas(page, url, name, node?.name ?? '');
		// A line that leads back is below the nodes, and n8n fits only nodes into the window.
		await page.locator('[data-test-id="zoom-out-button"]').click();
		const style = await page.addStyleTag({ content: [HIDDEN, NO_NOTES, NO_PLUS].join('\n') });
		const nodes = canvasOf(page).filter({ hasNot: page.locator(NOTE) });
		const drawn = nodes.or(page.locator('.vue-flow__edge-path'));
		const box = await settled(() => drawn.evaluateAll(boxAround));
		const clip = clipOf(page, box, AROUND_CANVAS.margins);
		const shot = { format: 'png', clip: { ...clip, scale: WIDTH / clip.width } } as const;
		const { data } = await session.send('Page.captureScreenshot', shot);
		writeFileSync(path.join(THUMBNAILS, `${name}.png`), Buffer.from(data, 'base64'));
		// Or the button that fits the next canvas into the window could not be clicked.
		await style.evaluate((tag) => tag.parentNode?.removeChild(tag));
	}
	await session.detach();
}
