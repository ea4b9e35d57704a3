import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { text } from 'node:stream/consumers';

import { CredentialTestContext } from 'n8n-core';

import { cloudDashboardApiTest } from '../../../nodes/CloudDashboard/methods/credentialTest';
import { cloudPipeSourceApiTest } from '../../../nodes/CloudManagement/methods/credentialTest';

interface Seen {
	request: IncomingMessage;
	body: unknown;
}

let server: Server;
let seen: Seen[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };

beforeAll(async () => {
	server = createServer((request, response) => {
		void text(request).then((body) => {
			seen.push({ request, body: JSON.parse(body) });
			response.writeHead(answer.status, answer.headers).end(answer.body);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

beforeEach(() => {
	seen = [];
});

afterAll(() => {
	server.closeAllConnections();
	server.close();
});

function baseUrl(): string {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return `http://127.0.0.1:${String(address.port)}`;
}

const testDashboard = async (data: Record<string, string>) =>
	await cloudDashboardApiTest.call(new CredentialTestContext(), {
		id: '1',
		name: 'test',
		type: 'cloudDashboardApi',
		data,
	});

describe('cloudDashboardApiTest, with the helpers that n8n gives it', () => {
	it('updates a dashboard that cannot exist and takes "not found" as proof', async () => {
		answer = { status: 404, body: '{"message":"Dashboard not found"}' };
		const result = await testDashboard({ baseUrl: `${baseUrl()}/api-root/`, accessToken: ' tok ' });
		expect(result.status).toBe('OK');
		expect(seen).toHaveLength(1);
		expect(seen[0]?.request.method).toBe('PUT');
		expect(seen[0]?.request.url).toBe('/api-root/api/v2/dashboards/000000000000000000000000');
		expect(seen[0]?.request.headers.authorization).toBe('Bearer tok');
		expect(seen[0]?.body).toEqual({ name: 'Credential test', tiles: [], tags: [] });
	});

	it.each([
		[401, '{"message":"API key is missing or invalid"}', 'does not accept this token'],
		[502, '<html>Bad Gateway</html>', 'answered 502: <html>Bad Gateway'],
	])('reports %d in its own words', async (status, body, words) => {
		answer = { status, body };
		const result = await testDashboard({ baseUrl: baseUrl(), accessToken: 'tok' });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(words);
	});

	it('follows no redirect', async () => {
		answer = { status: 307, body: '', headers: { location: `${baseUrl()}/elsewhere` } };
		const result = await testDashboard({ baseUrl: baseUrl(), accessToken: 'tok' });
		expect(result).toMatchObject({ status: 'Error' });
		expect(result.message).toContain('answered 307');
		expect(seen).toHaveLength(1);
	});

	it('says that a service cannot be reached, without the token', async () => {
		const result = await testDashboard({ baseUrl: 'http://127.0.0.1:1', accessToken: 'canary' });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/could not be reached: .*ECONNREFUSED/);
		expect(result.message).not.toContain('canary');
	});

	it.each([
		[{ baseUrl: 'http://api.example.com', accessToken: 't' }, 'must start with https://'],
		[{ baseUrl: 'https://api.example.com', accessToken: ' ' }, 'Access Token is empty'],
	])('asks nobody when the credential is at fault: %j', async (data, words) => {
		const result = await testDashboard(data);
		expect(result.status).toBe('Error');
		expect(result.message).toContain(words);
	});
});

describe('cloudPipeSourceApiTest', () => {
	const testSource = async (data: Record<string, string>) =>
		await cloudPipeSourceApiTest.call(new CredentialTestContext(), {
			id: '1',
			name: 'test',
			type: 'cloudPipeSourceApi',
			data,
		});

	it('is green when nothing is wrong', async () => {
		const result = await testSource({ method: 'usernamePassword', username: 'u', password: 'p' });
		expect(result.status).toBe('OK');
	});

	it('is red and names every member at fault', async () => {
		const result = await testSource({ method: 'accessKey' });
		expect(result.status).toBe('Error');
		expect(result.message).toBe(
			'Access Key ID is empty. Enter it in the credential. Secret Key is empty. Enter it in the credential.',
		);
	});
});
