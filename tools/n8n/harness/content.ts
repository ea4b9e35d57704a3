import { randomUUID } from 'node:crypto';

import { ask, dataOf, type LoggedIn } from './rest';
import type { Workflow } from './workflows';

/** Workflows refer to the credential by this ID. */
export interface ImportedCredential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

interface Content {
	credentials?: readonly ImportedCredential[];
	workflows?: readonly Workflow[];
}

const SCOPES = ['create', 'list', 'read', 'update'].map((may) => `credential:${may}`);

/** Imports credentials and workflows with their own IDs. n8n's command line would load all of n8n for each. */
export async function bringIn(n8n: LoggedIn, { credentials = [], workflows = [] }: Content) {
	// Deletes the API key afterward, because a user can have only one.
	const asked = { label: randomUUID(), scopes: SCOPES, expiresAt: null };
	const { id: keyId, rawApiKey } = await dataOf(n8n, '/rest/api-keys', asked);
	for (const one of credentials) await putCredential(n8n.url, String(rawApiKey), one);
	await ask(n8n, `/rest/api-keys/${String(keyId)}`, undefined, 'DELETE');
	for (const { id, name, nodes, connections, settings, pinData } of workflows) {
		await ask(n8n, '/rest/workflows', { id, name, nodes, connections, settings, pinData });
	}
}

/** Uses n8n's public API, and updates records that exist. */
export async function putContent(
	url: string,
	key: string,
	{ credentials = [], workflows = [] }: Content,
): Promise<void> {
	for (const credential of credentials) await putCredential(url, key, credential);
	for (const workflow of workflows) await putWorkflow(url, key, workflow);
}

async function putCredential(url: string, key: string, { id, ...data }: ImportedCredential) {
	const updated = await call(url, key, 'PATCH', `credentials/${id}`, data);
	if (updated.status === 404) await json(call(url, key, 'POST', 'credentials', { id, ...data }));
	else await json(updated);
}

async function putWorkflow(url: string, key: string, workflow: Workflow): Promise<void> {
	const { name, nodes, connections, settings } = workflow;
	const found = await json(call(url, key, 'GET', `workflows?name=${encodeURIComponent(name)}`));
	const [there] = Object(found).data;
	const body = { name, nodes, connections, settings };
	if (there === undefined) await json(call(url, key, 'POST', 'workflows', body));
	else await json(call(url, key, 'PUT', `workflows/${String(there.id)}`, body));
}

async function call(url: string, key: string, method: string, path: string, body?: object) {
	return await fetch(`${url}/api/v1/${path}`, {
		method,
		headers: { 'x-n8n-api-key': key, 'content-type': 'application/json', connection: 'close' },
		body: body === undefined ? null : JSON.stringify(body),
	});
}

/** Throws if the response isn't a success. */
async function json(calling: Response | Promise<Response>): Promise<unknown> {
	const response = await calling;
	const text = await response.text();
	if (response.ok) return JSON.parse(text);
	throw new Error(`${response.url} responded with ${String(response.status)}: ${text}`);
}
