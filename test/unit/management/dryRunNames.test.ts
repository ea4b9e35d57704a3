import type { JsonObject } from '../../../nodes/engine/json';
import { json } from '../core/fakes';
import { SERVICE_ID } from './context';
import { refusal, runManagement } from './runManagement';

const ROLE_ID = '00000070-0000-4000-8000-000000000001';
const KEY_ID = '00000060-0000-4000-8000-000000000001';
const USER_ID = '00000050-0000-4000-8000-000000000001';

const LISTS: Readonly<Record<string, JsonObject[]>> = {
	'GET roles': [{ id: ROLE_ID, name: 'Pipe admin' }],
	'GET keys': [{ id: KEY_ID, name: 'Reporting' }],
	'GET members': [{ userId: USER_ID, name: 'Ada', email: 'ada@example.com' }],
	'GET services': [{ id: SERVICE_ID, name: 'Shop' }],
	[`GET services/${SERVICE_ID}`]: [],
};

/** `canRead` is false if the key may not read lists. */
async function dryRun(fields: Record<string, unknown>, canRead = true, dry = true) {
	const { error, items, requests } = await runManagement({
		fields: { operation: 'create', ...fields, options: { dryRun: dry } },
		answer: (request) => {
			const result = LISTS[request.split('?')[0] ?? ''];
			return canRead && result ? json({ result }) : refusal(403, 'FORBIDDEN');
		},
	});
	return {
		error,
		summary: items[0]?.['summary'],
		requests: requests.map((request) => request.split('?')[0]),
	};
}

const INVITATION = {
	resource: 'invitation',
	email: 'bob@example.com',
	additionalFields: { assignedRoleIds: [ROLE_ID] },
};

describe('a dry run', () => {
	it.each([
		{ of: INVITATION, text: 'with the roles "Pipe admin" (0000…0001)', reads: ['GET roles'] },
		{
			of: {
				...{ resource: 'apiKey', name: 'Loading', assignedRoleIds: [ROLE_ID] },
			},
			text: 'assigned roles "Pipe admin" (0000…0001)',
			reads: ['GET roles'],
		},
		{
			of: {
				...{ resource: 'role', name: 'Stopper', actors: [`user/${USER_ID}`, `apiKey/${KEY_ID}`] },
				policies: {
					values: [
						{
							allowDeny: 'ALLOW',
							permissions: ['control-plane:service:view'],
							resources: [`instance/${SERVICE_ID}`],
						},
					],
				},
			},
			text:
				'2 actors ("ada@example[.]com" (user/' +
				USER_ID +
				'), "Reporting" (apiKey/' +
				KEY_ID +
				')); 1 policy (ALLOW control-plane:service:view on "Shop" (instance/' +
				SERVICE_ID +
				'))',
			reads: ['GET keys', 'GET members', 'GET services'],
		},
		{
			of: {
				...{ resource: 'queryEndpoint', serviceId: SERVICE_ID, name: 'Orders', sql: 'SELECT 1' },
				...{ database: 'default', apiKeyIds: [KEY_ID], roles: ['reader'] },
			},
			text: 'API Key IDs ("Reporting" (0000…0001))',
			reads: ['GET keys', `GET services/${SERVICE_ID}`],
		},
	])('shows who gets access: $text', async ({ of, text, reads }) => {
		const { error, summary, requests } = await dryRun(of);
		expect(error).toBeUndefined();
		expect(summary).toContain(text);
		expect(requests).toEqual(expect.arrayContaining(reads));
	});

	it("keeps an ID whose name the key can't read", async () => {
		const { error, summary } = await dryRun(INVITATION, false);
		expect(error).toBeUndefined();
		expect(summary).toContain(`with the roles ${ROLE_ID}`);
	});

	it("doesn't read a list for an empty choice", async () => {
		const { requests } = await dryRun({
			...{ resource: 'apiKey', name: 'Loading', assignedRoleIds: [] },
		});
		expect(requests).not.toContain('GET roles');
	});

	it('alone reads names', async () => {
		const { requests } = await dryRun(INVITATION, true, false);
		expect(requests).toEqual(['POST invitations']);
	});
});

it.each([
	{ stored: { clickhouse_max_threads: 4 }, text: 'Max Threads from 4 to 8' },
	{ stored: {}, text: 'Max Threads 8' },
])('a dry run shows a pipe\'s setting as "$text"', async ({ stored, text }) => {
	const { items } = await runManagement({
		fields: {
			...{ resource: 'pipe', operation: 'updateSettings', serviceId: SERVICE_ID, pipeId: KEY_ID },
			...{ updateFields: { engineMaxThreads: 8 }, options: { dryRun: true } },
		},
		answer: () => json({ result: { id: KEY_ID, name: 'Orders', settings: stored } }),
	});
	expect(items[0]).toMatchObject({
		summary: expect.stringMatching(new RegExp(`: ${text}$`)) as unknown,
		body: { clickhouse_max_threads: 8 },
	});
});
