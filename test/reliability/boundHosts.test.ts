import type { IDataObject } from 'n8n-workflow';

import type { Emulator, Sink } from '../emulator';
import { startEmulator, startSink } from '../emulator';
import {
	OPERATION_SAMPLES,
	SAMPLE_SOURCE,
	sampleNode,
	sampleOf,
	SINGLE_REQUESTS,
} from '../engine/harness/operationSamples';
import { loadPackage } from '../engine/harness/package';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, detailsOf, workflowOf } from '../engine/harness/workflow';

const SAMPLES = Object.entries(OPERATION_SAMPLES);

let emulator: Emulator;
let elsewhere: Sink;

beforeEach(async () => {
	emulator = await startEmulator({ cloudOperations: true });
	elsewhere = await startSink();
});

afterEach(async () => {
	await emulator.close();
	await elsewhere.close();
});

async function run(name: string, credential: IDataObject) {
	const changes = { management: credential, dashboard: credential, source: SAMPLE_SOURCE };
	return await runWorkflow(workflowOf(sampleNode(sampleOf(name), emulator.ids)), {
		credentials: credentialsOf(emulator, changes),
	});
}

describe.each(SAMPLES.map(([name]) => name))('%s', (name) => {
	it('sends nothing where the credential’s Allowed Domains leave its host out', async () => {
		const allowedDomains = 'api.example.com, *.example.org';
		const { error } = await run(name, { allowedHttpRequestDomains: 'domains', allowedDomains });
		expect(detailsOf(error)).toMatchObject({ outcome: 'notSent', reason: 'invalidInput' });
		expect(emulator.requests).toEqual([]);
	});

	it('sends where the credential’s Allowed Domains name its host', async () => {
		const allowedDomains = 'api.example.com,127.0.0.1';
		const { error } = await run(name, { allowedHttpRequestDomains: 'domains', allowedDomains });
		expect(error).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
	});
});

describe.each(SINGLE_REQUESTS.map(([name]) => name))('%s', (name) => {
	it('takes no redirect to another host, with or without its key', async () => {
		for (const status of [301, 302, 303, 307, 308] as const) {
			emulator.faults.add({ kind: 'redirect', location: elsewhere.url, status, times: 1 });
			const { error } = await run(name, {});
			expect(detailsOf(error)).toMatchObject({ httpCode: String(status) });
		}
		expect(elsewhere.requests).toEqual([]);
		expect(emulator.requests).toHaveLength(5);
	});
});

describe.each(['cloudManagementApi', 'cloudDashboardApi'])('The credential %s', (type) => {
	const data = {
		...{ baseUrl: 'https://api.example.com/base', keyId: 'id', keySecret: 'secret' },
		accessToken: 'token',
	};

	async function authorized(request: { url: string; baseURL?: string }): Promise<unknown> {
		const { authenticate } = (await loadPackage()).getCredential(type).type;
		if (typeof authenticate !== 'function') throw new Error(`${type} cannot authenticate`);
		return (await authenticate(data, request)).headers?.['Authorization'];
	}

	it.each([
		{ url: 'https://api.example.com/base/v1' },
		{ url: 'https://API.example.com:443/base/other' },
	])('signs a request to its own host: %j', async (request) => {
		expect(await authorized(request)).toMatch(/^(Basic|Bearer) /);
	});

	it.each([
		{ url: 'https://api.example.com.evil.example/' },
		{ url: 'https://api.example.com@evil.example/' },
		{ url: 'https://evil.example/?https://api.example.com' },
		{ url: 'http://api.example.com/' },
		{ url: 'https://api.example.com:8443/' },
		{ url: '//evil.example/', baseURL: 'https://api.example.com' },
		{ url: '\\\\evil.example\\', baseURL: 'https://api.example.com' },
		{ url: '/v1/x', baseURL: 'https://evil.example' },
		{ url: '' },
		{ url: 'https://api.example.com/other' },
		{ url: '/base/v1/x', baseURL: 'https://api.example.com' },
	])('gives its key to no other host: %j', async (request) => {
		await expect(authorized(request)).rejects.toThrow();
	});
});
