import type { Locator, Page } from 'playwright-core';

import type { Look } from './picture';

const NDV = '[data-test-id="ndv"]';
/** Selects the header's button, credential selectors, and all fields. */
const FORM = ['node-execute-button', 'credentials-label', 'parameter-item'].map(
	(id) => `${NDV} [data-test-id="${id}"]`,
);
const OUTPUT = '[data-test-id="output-panel"]';

/** Margins that end with the fields' column. */
export const AROUND_FORM: Look = { margins: [7, 8, 16, 16] };
export const AROUND_PANEL: Look = { margins: [0, 0, 24, 16] };
/** Labels are below the nodes and may be wider. */
export const AROUND_CANVAS: Look = { tall: false, margins: [24, 62, 24, 48] };

export function formOf(page: Page): Locator {
	return page.locator(FORM.join(', '));
}

/** The open panel's field with a label. */
export function fieldOf(page: Page, label: string): Locator {
	const field = page.locator(`${NDV} [data-test-id="parameter-item"]`);
	return field.filter({ has: page.getByText(label, { exact: true }) });
}

export function formAndOutput(page: Page): Locator {
	return page.locator([...FORM, OUTPUT].join(', '));
}

export function canvasOf(page: Page): Locator {
	return page.locator('.vue-flow__node');
}
