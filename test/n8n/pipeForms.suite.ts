import assert from 'node:assert/strict';

import { PIPE_SOURCES } from '../docs/pipes/sources';
import { openNode } from './editor/openNode';
import { takePicture } from './editor/picture';
import { AROUND_FORM, formOf } from './editor/regions';
import type { Checks } from './harness/checks';
import { progress } from './harness/progress';
import type { SharedN8n } from './harness/sharedN8n';
import { example } from './harness/workflows';

const ISSUES = '[data-test-id="ndv"] [data-test-id="parameter-issues"]';

/** The forms of the four sources, as docs/pipes.md shows them. */
export async function pipeFormsSuite(checks: Checks, { url, page }: SharedN8n): Promise<void> {
	progress('Pipe forms: each source of the demo in Chromium');
	for (const { title, picture, nodeId } of PIPE_SOURCES) {
		await checks.check(
			`the form of a pipe from ${title} opens with nothing to correct`,
			async () => {
				await openNode(page, url, example('demo'), nodeId);
				await takePicture(page, picture, formOf(page), AROUND_FORM);
				assert.equal(await page.locator(ISSUES).count(), 0);
			},
		);
	}
}
