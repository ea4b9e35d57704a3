import type { Locator, Page } from 'playwright-core';

import { goTo } from './goTo';

export const MODAL = '[data-test-id="editCredential-modal"]';
const GREEN = '[data-test-id="credentials-config-container-test-success"]';

/**
 * The dialog is found by the vendor's name, which starts the name of the credential's type. Closes the previous dialog.
 */
export async function openNewCredential(page: Page, url: string, typeName: string): Promise<void> {
	const create = page.getByRole('button', { name: 'Create credential' });
	if (await page.locator(MODAL).isVisible()) await closeDialog(page);
	else await goTo(page, `${url}/home/credentials`, create);
	await create.click();
	const [vendor = ''] = typeName.toLowerCase().split(' ');
	await page.locator('[data-test-id="new-credential-type-select"] input').fill(vendor);
	await page.getByRole('option', { name: typeName, exact: true }).click();
	await page.locator('[data-test-id="new-credential-type-button"]').click();
	// n8n names the credential a moment later, and saves nothing without a name.
	const named = page.locator(MODAL).getByText(/ account( \d+)?$/);
	await named.filter({ visible: true }).first().waitFor();
}

export async function closeDialog(page: Page): Promise<void> {
	await page.locator(MODAL).getByLabel('Close').click();
	await page.locator(MODAL).waitFor({ state: 'hidden' });
}

export async function choose(page: Page, member: string, entry: string): Promise<void> {
	await page.locator(`${MODAL} [data-test-id="parameter-input-${member}"] input`).click();
	await page.getByRole('option', { name: entry }).click();
}

export function inputOf(page: Page, member: string): Locator {
	const wrapper = `${MODAL} [data-test-id="parameter-input-${member}"]`;
	return page.locator(`${wrapper} [data-test-id="parameter-input-field"]`);
}

/** Pastes from the clipboard, like a user. */
export async function paste(page: Page, member: string, text: string): Promise<void> {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.evaluate(async (copied) => await navigator.clipboard.writeText(copied), text);
	await inputOf(page, member).focus();
	await page.keyboard.press('Control+V');
}

/** Returns the credential's ID. */
export async function save(page: Page): Promise<string> {
	const [response] = await Promise.all([
		page.waitForResponse(
			(one) => one.request().method() === 'POST' && one.url().endsWith('/rest/credentials'),
		),
		page.locator('[data-test-id="credential-save-button"]').click(),
	]);
	if (!response.ok()) throw new Error(`n8n saved nothing: ${await response.text()}`);
	const { data } = await response.json();
	return String(data.id);
}

/** Undefined if n8n's credential test passes. */
export async function testResultOf(page: Page): Promise<string | undefined> {
	const details = page.locator(MODAL).getByText('More details');
	const green = page.locator(GREEN);
	await green.or(details).filter({ visible: true }).first().waitFor();
	if (await green.isVisible()) return undefined;
	await details.click();
	await details.waitFor({ state: 'hidden' });
	return await page.locator('[data-test-id="node-credentials-config-container"]').innerText();
}
