import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import { PIPE_SOURCES } from '../docs/pipes/sources';
import { openNode } from './editor/openNode';
import { takePicture } from './editor/picture';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import type { SharedN8n } from './harness/sharedN8n';
import { example } from './harness/workflows';

const PANEL = '[data-test-id="ndv"]';
const FIELD = `${PANEL} [data-test-id="parameter-item"]`;
/** Tall enough for the longest form, which would scroll otherwise. */
const WINDOW = { width: 1440, height: 3600 };
const MARGIN = 24;

/** The forms of the four sources, as docs/pipes.md shows them. */
export async function pipeFormsSuite(checks: Checks, { url, page }: SharedN8n): Promise<void> {
	progress('Pipe forms: each source of the demo in Chromium');
	const demo = example('demo');
	const before = page.viewportSize();
	await page.setViewportSize(WINDOW);
	for (const { title, picture, nodeId } of PIPE_SOURCES) {
		await checks.check(`the form of a pipe from ${title} fits into its picture`, async () => {
			await openNode(page, url, demo, nodeId);
			const clip = await formOf(page);
			assert.ok(clip.y + clip.height < WINDOW.height, 'The form is longer than the window');
			await takePicture(page, picture, clip);
			assert.equal(await page.locator(`${PANEL} [data-test-id="parameter-issues"]`).count(), 0);
		});
	}
	if (before !== null) await page.setViewportSize(before);
}

/** The column of the panel that contains the fields. */
async function formOf(page: Page): Promise<Record<'x' | 'y' | 'width' | 'height', number>> {
	const panel = await page.locator(PANEL).boundingBox();
	const boxes = await page.locator(FIELD).evaluateAll((fields) =>
		fields
			.map((field) => field.getBoundingClientRect())
			.map(({ left, right, bottom, width }) => ({ left, right, bottom, width }))
			// n8n keeps some fields in the page that it does not show.
			.filter(({ width }) => width > 0),
	);
	const left = Math.min(...boxes.map((box) => box.left)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.right)) + MARGIN;
	const bottom = Math.max(...boxes.map((box) => box.bottom)) + MARGIN;
	const y = panel?.y ?? 0;
	return { x: left, y, width: right - left, height: bottom - y };
}
