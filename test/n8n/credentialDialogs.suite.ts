import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import {
	certificateOnOneLine,
	type CredentialCase,
	credentialCases,
} from './editor/credentialCases';
import {
	choose,
	closeDialog,
	inputOf,
	MODAL,
	openNewCredential,
	paste,
	save,
	type TestResult,
	testResultOf,
} from './editor/credentialDialog';
import { takePicture } from './editor/picture';
import type { Checks } from './harness/checks';
import { n8nCommand } from './harness/n8n';
import { progress } from './harness/progress';
import { addCredential, ask } from './harness/rest';
import type { SharedN8n } from './harness/sharedN8n';
import type { Stage } from './harness/stage';

/** Saves and tests every credential, right and wrong, most in the dialog, and looks at what n8n stored. */
export async function credentialDialogsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	progress('Credential dialogs in Chromium');
	const saved = new Map<string, Readonly<Record<string, string>>>();
	const { page, url } = n8n;
	for (const credential of credentialCases(n8n.emulator)) {
		await checks.check(titleOf(credential), async () => {
			const { id, testResult } = credential.withoutDialog
				? await post(n8n, credential)
				: await enter(page, url, credential);
			const { members, method } = credential;
			saved.set(id, method === undefined ? members : { ...members, method: method.value });
			assertTestResult(testResult, credential.red);
			if (credential.picture !== undefined) await pictureOf(page, credential.picture, members);
		});
	}
	await checks.check('a certificate without line breaks tests green, too', async () => {
		const members = certificateOnOneLine();
		const method = { label: 'Client Certificate', value: 'clientCertificate' };
		const type = 'cloudPipeSourceApi';
		const credential = {
			name: '',
			type,
			typeName: 'ClickHouse Cloud Pipe Source API',
			method,
			members,
		};
		assertTestResult((await enter(page, url, credential)).testResult);
	});
	await closeDialog(page);
	await checks.check('n8n stored what was entered, line breaks included', async () => {
		const stored = await storedCredentials(n8n);
		assert.equal(saved.size, credentialCases(n8n.emulator).length);
		for (const [id, members] of saved) {
			const data = stored.get(id);
			assert.deepEqual({ ...data, ...members }, data);
		}
	});
}

/** The dialog, down to the last member that was entered. */
async function pictureOf(page: Page, name: string, members: CredentialCase['members']) {
	const until = page.locator(
		Object.keys(members)
			.map((member) => `${MODAL} [data-test-id="parameter-input-${member}"]`)
			.join(', '),
	);
	await takePicture(page, name, page.locator(MODAL), { margins: [0, 0, 16, 0], until });
}

function titleOf({ typeName, name, red }: CredentialCase): string {
	return `${typeName}: ${name} is saved and tests ${red === undefined ? 'green' : 'red'}`;
}

/** Enters a credential in a new dialog and saves it: text of several lines is pasted, other text is typed. */
async function enter(
	page: Page,
	url: string,
	{ typeName, method, members }: CredentialCase,
): Promise<{ id: string; testResult: TestResult }> {
	await openNewCredential(page, url, typeName);
	if (method !== undefined) await choose(page, 'method', method.label);
	for (const [member, text] of Object.entries(members)) {
		if (text.includes('\n')) await paste(page, member, text);
		else await inputOf(page, member).fill(text);
	}
	return { id: await save(page), testResult: await testResultOf(page) };
}

/** Saves and tests a credential as the dialog does, without the dialog. */
async function post(
	n8n: SharedN8n,
	{ type, name, method, members }: CredentialCase,
): Promise<{ id: string; testResult: TestResult }> {
	const data = method === undefined ? members : { ...members, method: method.value };
	const id = await addCredential(n8n, { name, type, data });
	const credentials = { id, name, type, data };
	const tested = await ask(`${n8n.url}/rest/credentials/test`, n8n.cookie, { credentials });
	const { status, message } = Object(Object(tested).data);
	const testResult: TestResult =
		status === 'OK' ? { green: true } : { green: false, message: String(message) };
	return { id, testResult };
}

function assertTestResult(testResult: TestResult, red?: string): void {
	if (red === undefined) {
		assert.deepEqual(testResult, { green: true });
		return;
	}
	assert.ok(!testResult.green, 'the test is green');
	assert.ok(testResult.message.includes(red), testResult.message);
}

/** All credentials of an n8n, decrypted, by their ID. */
async function storedCredentials({
	n8n,
	env,
	userFolder,
}: Stage): Promise<Map<string, Record<string, unknown>>> {
	const file = path.join(userFolder, 'exported.json');
	await n8nCommand(n8n, env, 'export:credentials', '--all', '--decrypted', `--output=${file}`);
	const exported: { id: string; data: Record<string, unknown> }[] = JSON.parse(
		readFileSync(file, 'utf8'),
	);
	rmSync(file);
	return new Map(exported.map(({ id, data }) => [id, data]));
}
