import type { Locator, Page } from 'playwright-core';

import type { Look } from './picture';

const NDV = '[data-test-id="ndv"]';
/** The button of the head, the selectors of credentials, and every field. */
const FORM = ['node-execute-button', 'credentials-label', 'parameter-item'].map(
	(id) => `${NDV} [data-test-id="${id}"]`,
);
const OUTPUT = '[data-test-id="output-panel"]';

/** Margins that end with the column of the fields. */
export const AROUND_FORM: Look = { margins: [7, 8, 16, 16] };
export const AROUND_PANEL: Look = { margins: [0, 0, 24, 16] };
/** The labels stand below the nodes, and may be wider. */
export const AROUND_CANVAS: Look = { tall: false, margins: [24, 62, 24, 48] };

/** The fields of the open panel. */
export function formOf(page: Page): Locator {
	return page.locator(FORM.join(', '));
}

/** The fields of the open panel, and its output. */
export function formAndOutput(page: Page): Locator {
	return page.locator([...FORM, OUTPUT].join(', '));
}

/** The nodes and notes of the open workflow. */
export function canvasOf(page: Page): Locator {
	return page.locator('.vue-flow__node');
}
