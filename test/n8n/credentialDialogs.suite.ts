import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import {
	choose,
	closeDialog,
	inputOf,
	MODAL,
	openNewCredential,
	paste,
	save,
	testResultOf,
} from '../../tools/n8n/editor/credentialDialog';
import { takePicture } from '../../tools/n8n/editor/picture';
import type { Checks } from './harness/checks';
import { n8nCommand } from '../../tools/n8n/harness/n8n';
import { ask } from '../../tools/n8n/harness/rest';
import { pem } from '../../tools/samples/canaries';
import type { SharedN8n } from './harness/sharedN8n';

/** A user enters the credential and sees the test's message. */
interface Case {
	name: string;
	type: string;
	method?: string;
	members: Readonly<Record<string, string>>;
	/** The failing test's message contains this. */
	red?: string;
	/** The dialog is shown in this picture after the test. */
	picture?: string;
}

/** The credentials' unit tests cover all other input. */
function casesFor({ emulator }: SharedN8n): Case[] {
	const { baseUrl, organizationId, keyId, keySecret } = emulator.credentials.management;
	const key = { baseUrl, organizationId, keyId, keySecret };
	const wrongKey = { ...key, keySecret: 'wrong' };
	const token = { ...emulator.credentials.dashboard };
	const [management, dashboard] = ['cloudManagementApi', 'cloudDashboardApi'];
	const source = { type: 'cloudPipeSourceApi', method: 'clientCertificate' };
	const pair = { certificate: pem('client.crt'), privateKey: pem('client.key') };
	const encrypted = { ...pair, privateKey: pem('client.encrypted.key') };
	return [
		{ type: management, name: 'the right key', members: key },
		{
			type: management,
			name: 'a wrong key',
			members: wrongKey,
			red: 'Key Secret',
			picture: 'credential-red',
		},
		{ type: dashboard, name: 'the right token', members: token },
		{
			type: source.type,
			name: 'a login',
			members: { username: 'pipe', password: 'not-a-real-secret' },
		},
		{ ...source, name: 'a certificate', members: pair },
		{
			...source,
			name: 'a certificate with an encrypted key',
			members: encrypted,
			red: 'Private Key',
			picture: 'credential-source-red',
		},
	];
}

/** Saves and tests credentials in their dialogs, and checks n8n's stored data. */
export async function credentialDialogsSuite(checks: Checks, n8n: SharedN8n): Promise<void> {
	const saved = new Map<string, Case['members']>();
	const { page } = n8n;
	const types = await ask(n8n, '/types/credentials.json');
	assert.ok(Array.isArray(types));
	for (const credential of casesFor(n8n)) {
		const { type, name, members, red, picture } = credential;
		const title = `${type}: ${name} is saved and tests ${red === undefined ? 'green' : 'red'}`;
		await checks.check(title, async () => {
			const described = types.find((known: { name: string }) => known.name === type);
			await openNewCredential(page, n8n.url, described.displayName);
			await enter(page, credential, described.properties);
			saved.set(await save(page), members);
			const message = await testResultOf(page);
			if (picture !== undefined) await pictureOf(page, picture, members);
			if (red === undefined) assert.equal(message, undefined);
			else assert.ok(message?.includes(red), message ?? 'the test is green');
		});
	}
	await closeDialog(page);
	await checks.check('n8n stored the entered values, line breaks included', async () => {
		const stored = await storedCredentials(n8n);
		assert.equal(saved.size, casesFor(n8n).length);
		for (const [id, members] of saved) {
			const data = stored.get(id);
			assert.deepEqual({ ...data, ...members }, data);
		}
	});
}

/** The picture ends with the last entered field. */
async function pictureOf(page: Page, name: string, members: Case['members']) {
	const until = page.locator(
		Object.keys(members)
			.map((member) => `${MODAL} [data-test-id="parameter-input-${member}"]`)
			.join(', '),
	);
	await takePicture(page, name, page.locator(MODAL), { margins: [0, 0, 16, 0], until });
}

interface Field {
	name: string;
	options?: { name: string; value: string }[];
}

/** Fills in the open dialog. Multi-line text is pasted, other text is typed. */
async function enter(page: Page, { method, members }: Case, fields: Field[]): Promise<void> {
	const methods = fields.find(({ name }) => name === 'method')?.options ?? [];
	const chosen = methods.find(({ value }) => value === method);
	if (chosen !== undefined) await choose(page, 'method', chosen.name);
	for (const [member, text] of Object.entries(members)) {
		if (text.includes('\n')) await paste(page, member, text);
		else await inputOf(page, member).fill(text);
	}
}

/** The stored credentials, decrypted, by ID. */
async function storedCredentials({ n8n, env, userFolder }: SharedN8n) {
	const file = path.join(userFolder, 'exported.json');
	await n8nCommand(n8n, env, 'export:credentials', '--all', '--decrypted', `--output=${file}`);
	const exported: { id: string; data: Record<string, unknown> }[] = JSON.parse(
		readFileSync(file, 'utf8'),
	);
	rmSync(file);
	return new Map(exported.map(({ id, data }) => [id, data]));
}
