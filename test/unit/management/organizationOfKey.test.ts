import type { RawResponse } from '../../../nodes/engine/http/response';
import { json, shown, text } from '../core/fakes';
import { ORGANIZATION_ID } from './context';
import type { ManagementRun } from './runManagement';
import { newCredential, refusal, runManagement } from './runManagement';

const OTHER_ID = '7a1b2c3d-7b1d-4e8a-9c64-2d5e8f7a1b90';
const KEY_ID = '5b1b2c3d-7b1d-4e8a-9c64-2d5e8f7a1b91';
const LIST = 'GET /v1/organizations';
const GET_KEYS = { resource: 'apiKey', operation: 'getAll', returnAll: true };
const shop = { id: ORGANIZATION_ID, name: 'Shop' };
const lab = { id: OTHER_ID, name: 'Lab' };

/** The credential lacks an Organization ID, and its key belongs to these organizations. */
function openRun(organizations: unknown[] = [shop], changes: Partial<ManagementRun> = {}) {
	return {
		fields: GET_KEYS,
		credential: newCredential({ organizationId: ' ' }),
		answer: (request: string) => json({ result: request === LIST ? organizations : [] }),
		...changes,
	};
}

describe('Organization ID (empty)', () => {
	it("reads the key's organization once per process", async () => {
		const run = openRun();
		expect((await runManagement(run)).requests).toEqual([LIST, 'GET keys?limit=250']);
		expect((await runManagement(run)).requests).toEqual(['GET keys?limit=250']);
	});

	it('plans the same dry run as an entered ID', async () => {
		const remove = { resource: 'apiKey', operation: 'delete', apiKeyId: OTHER_ID };
		const fields = { ...remove, options: { dryRun: true } };
		const run = openRun([shop], { fields });
		const { items, requests } = await runManagement(run);
		const named = `GET keys/${OTHER_ID}`;
		expect(requests).toEqual([LIST, named]);
		const entered = { ...run.credential, organizationId: ORGANIZATION_ID };
		const known = await runManagement({ ...run, credential: entered });
		expect(known.requests).toEqual([named]);
		expect(items).toEqual(known.items);
	});

	it('skips the read if Options sets an organization', async () => {
		const fields = { ...GET_KEYS, options: { organizationId: OTHER_ID } };
		const { requests } = await runManagement(openRun([shop], { fields }));
		expect(requests).toEqual(['GET keys?limit=250']);
	});

	it.each([
		{ organizations: [], message: 'The key belongs to no organization.' },
		{ organizations: [shop, lab], message: 'The key belongs to 2 organizations.' },
		{ organizations: [shop, { id: OTHER_ID }], message: 'The key belongs to 2 organizations.' },
		{
			organizations: [shop, { id: OTHER_ID, name: '' }],
			message: 'The key belongs to 2 organizations.',
		},
	])(
		"sends no change if the key doesn't have one organization: $message",
		async ({ organizations, message }) => {
			const { error, requests } = await runManagement(openRun(organizations));
			expect(requests).toEqual([LIST]);
			expect(shown(error)).toMatchObject({ message, details: { outcome: 'notSent' } });
			for (const { id } of organizations) expect(shown(error).description).toContain(id);
			expect(shown(error).description).not.toContain('  (');
		},
	);

	it.each([
		{ second: [lab], message: 'The key belongs to 2 organizations.' },
		{ second: [], message: undefined },
	])('reads every page of organizations: $second', async ({ second, message }) => {
		const next = `${LIST}?cursor=next`;
		const answer = (request: string) => {
			if (request === LIST) return json({ result: [shop], nextCursor: 'next' });
			return json({ result: request === next ? second : [] });
		};
		const { error, requests } = await runManagement(openRun([], { answer }));
		expect(requests.slice(0, 2)).toEqual([LIST, next]);
		expect(requests).toHaveLength(message === undefined ? 3 : 2);
		expect(error && shown(error).message).toBe(message);
	});

	it('reads the organization again after a failed read', async () => {
		const run = openRun([shop], { answer: () => refusal(401, 'UNAUTHORIZED: key is inactive') });
		const { error } = await runManagement(run);
		expect(shown(error)).toMatchObject({ details: { outcome: 'notSent', reason: 'unauthorized' } });
		expect(shown(error).description).toContain('Organization ID');
		expect((await runManagement({ ...run, answer: openRun().answer })).requests[0]).toBe(LIST);
	});

	it.each([
		[[{ id: '' }]],
		[[{ id: 5, name: 'Shop' }]],
		[[{ id: 'shop' }]],
		[[{ name: 'Shop' }]],
		[[shop, { id: '' }]],
		[[null]],
		[['text']],
		[{ id: ORGANIZATION_ID }],
	])('reads the organization again after a broken list: %j', async (list) => {
		const run = openRun();
		const answer = () => json({ result: list });
		const broken = await runManagement({ ...run, answer });
		expect(broken.requests).toEqual([LIST]);
		expect(shown(broken.error)).toMatchObject({
			message: "The API's list of organizations can't be read.",
			details: { outcome: 'notSent' },
		});
		expect(shown(broken.error).description).toContain('Nothing was changed.');
		expect((await runManagement(run)).requests).toEqual([LIST, 'GET keys?limit=250']);
	});

	it.each([
		[text('<html>')],
		[text('')],
		[json({})],
		[json({ result: 5 })],
		[json({ result: 'text' })],
		[text('', 502)],
	])("rereads the organization if the response isn't a list (%#)", async (response) => {
		const run = openRun();
		const broken = await runManagement({ ...run, answer: () => response });
		expect(new Set(broken.requests)).toEqual(new Set([LIST]));
		expect(shown(broken.error)).toMatchObject({ details: { outcome: 'notSent' } });
		expect((await runManagement(run)).requests[0]).toBe(LIST);
	});

	it.each([[5], [null], [{}], [undefined]])(
		'accepts an organization with the name %j',
		async (name) => {
			const { error, requests } = await runManagement(openRun([{ id: ORGANIZATION_ID, name }]));
			expect(error).toBeUndefined();
			expect(requests).toEqual([LIST, 'GET keys?limit=250']);
		},
	);

	it('reports other invalid input before it reads the organization', async () => {
		const fields = { resource: 'organization', operation: 'update', updateFields: {} };
		const { error, requests } = await runManagement(openRun([shop], { fields }));
		expect(shown(error).message).toMatch(/^Update Fields/);
		expect(shown(error).description).not.toContain('Organization ID');
		expect(requests).toEqual([]);
	});

	it('fails only items in need of the ID under On Error: Continue', async () => {
		const fields = {
			...GET_KEYS,
			options: (index: number) => (index === 0 ? {} : { organizationId: OTHER_ID }),
		};
		const answer = (request: string) =>
			request === LIST ? refusal(401, 'UNAUTHORIZED') : json({ result: [{ id: OTHER_ID }] });
		const changes = { count: 2, fields, answer, onError: 'continueErrorOutput' } as const;
		const { error, items, requests } = await runManagement(openRun([shop], changes));
		expect(error).toBeUndefined();
		expect(requests).toEqual([LIST, 'GET keys?limit=250']);
		expect(items).toMatchObject([
			{ error: { outcome: 'notSent', reason: 'unauthorized' } },
			{ id: OTHER_ID },
		]);
	});

	it.each([
		{ name: 'the read failed', changes: {} },
		{ name: 'the item is invalid', changes: { method: 'POST', body: '{' } },
	])("names no invented ID in an error's target if $name", async ({ changes }) => {
		const path = '/v1/organizations/{organizationId}/activities';
		const fields = { resource: 'apiRequest', operation: 'send', method: 'GET', path, ...changes };
		const answer = () => refusal(401, 'UNAUTHORIZED');
		const run = openRun([], { fields, answer, onError: 'continueErrorOutput' });
		const { items } = await runManagement(run);
		const { method } = fields;
		expect(items).toMatchObject([{ error: { target: `${method} ${path}` } }]);
	});

	it('requires an organization ID for any other API', async () => {
		const credential = newCredential({ organizationId: '', baseUrl: 'https://api.example.com' });
		const { error, requests } = await runManagement(openRun([shop], { credential }));
		expect(requests).toEqual([]);
		expect(shown(error).message).toMatch(
			/^Organization ID in the credential is empty\. .* set API Dialect to ClickHouse Cloud /,
		);
	});
});

describe('API Key → Get Current and Organization → Get Many', () => {
	const WHO = 'GET /v1/whoami';
	const current = (key: object, answer: (request: string) => RawResponse) =>
		runManagement(
			openRun([], {
				fields: { resource: 'apiKey', operation: 'getCurrent' },
				answer: (request) => (request === WHO ? json({ result: key }) : answer(request)),
			}),
		);
	const key = { actorType: 'apiKey', keyId: KEY_ID, name: 'n8n', organizationId: OTHER_ID };

	it('outputs the key with its expiry', async () => {
		const record = { id: KEY_ID, name: 'n8n', state: 'enabled', expireAt: '2027-01-01T00:00:00Z' };
		const { items, requests, hints } = await current(key, () => json({ result: record }));
		const { state, expireAt } = record;
		expect([items, hints]).toEqual([[{ ...key, state, expireAt }], []]);
		expect(requests).toEqual([WHO, `GET keys/${KEY_ID}`]);
	});

	it.each([403, 404])(
		"warns about the missing expiry if the key's record returns a %s",
		async (status) => {
			const { items, hints } = await current(key, () => refusal(status, 'NO'));
			expect(items).toEqual([{ ...key, warnings: hints }]);
			expect(hints).toEqual([expect.stringContaining('organization:view-api-keys')]);
		},
	);

	it("fails if the key's record can't be read", async () => {
		const broken = await current(key, () => refusal(500, 'NO'));
		expect(shown(broken.error).details).toMatchObject({ outcome: 'unknown', httpCode: '500' });
		expect(broken.requests.filter((request) => request === WHO)).toHaveLength(1);
		const { items, requests } = await current({ actorType: 'user' }, () => json({}));
		expect([items, requests]).toEqual([[{ actorType: 'user' }], [WHO]]);
	});

	it('requests the key once if the API refuses it', async () => {
		const { error, requests } = await runManagement(
			openRun([], {
				fields: { resource: 'apiKey', operation: 'getCurrent' },
				answer: () => refusal(401, 'NO'),
			}),
		);
		expect(shown(error).details).toMatchObject({ outcome: 'refused', httpCode: '401' });
		expect(requests).toEqual([WHO]);
	});

	it('reads the organizations page by page', async () => {
		const fields = { resource: 'organization', operation: 'getAll', returnAll: true };
		const answer = (request: string) =>
			json(
				request.includes('cursor=next')
					? { result: [lab], nextCursor: null }
					: { result: [shop], nextCursor: 'next' },
			);
		const { items, requests } = await runManagement(openRun([], { fields, answer }));
		expect(items).toMatchObject([shop, lab]);
		expect(requests).toEqual([`${LIST}?limit=250`, `${LIST}?limit=250&cursor=next`]);
	});
});
