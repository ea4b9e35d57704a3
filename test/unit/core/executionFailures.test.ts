import { byCursor } from '../../../nodes/engine/http/pages';
import { isJsonObject } from '../../../nodes/engine/json';
import type { ListOperation, OperationTable } from '../../../nodes/engine/operation';
import type { FakeNode } from './fakes';
import {
	byItem,
	CREATE,
	execute,
	GET,
	json,
	like,
	nameIn,
	REMOVE,
	shown,
	withOptions,
} from './fakes';

const TABLE = { thing: { get: withOptions(GET), create: withOptions(CREATE), remove: REMOVE } };

const run = async (setup: FakeNode, table: OperationTable = TABLE) => await execute(setup, table);

/** Names the list that a payload should contain, but doesn't. */
function listMissingIn(payload: unknown): string | undefined {
	return isJsonObject(payload) ? 'costs' : undefined;
}

describe('executeOperation (failures)', () => {
	it('interrupts reads in flight after a failure', async () => {
		const broken: string[] = [];
		const { error, sent } = await run({
			count: 50,
			fields: { thingId: byItem, options: { maxConcurrency: 4 } },
			respond: async ({ url }, { signal }) => {
				if (url.endsWith('/t2')) return json({ error: 'no such thing' }, 404);
				return await new Promise((_, reject) => {
					signal?.addEventListener('abort', () => {
						broken.push(url);
						reject(new Error('broken off'));
					});
				});
			},
		});
		expect(shown(error)).toMatchObject({
			message: "Item 3: The API can't find the record (404 for GET /things/t2): no such thing",
			description: 'Advice for 404.',
		});
		// The failed read's permit had moved to the next request.
		expect([sent.length, broken.length]).toEqual([5, 4]);
	});

	const PROGRESS = 'of 3 items succeeded before this one';

	it.each([
		{ failing: 't0', progress: `0 ${PROGRESS}; the 2 after it were not sent.` },
		{ failing: 't1', progress: `1 ${PROGRESS}; the one after it was not sent.` },
		{ failing: 't2', progress: `2 ${PROGRESS}.` },
	])('reports how far the changes got if $failing fails', async ({ failing, progress }) => {
		const { error } = await run({
			operation: 'create',
			count: 3,
			fields: { name: byItem },
			respond: ({ body }) => json({ result: {} }, nameIn(body) === failing ? 400 : 200),
		});
		expect(shown(error).description).toBe(`Advice for 400. ${progress}`);
	});

	it("shows n8n's own text if a credential can't be read", async () => {
		const credentials = { testApi: new Error('Credential could not be decrypted') };
		const { error } = await run({ fields: { thingId: 'x' }, credentials });
		expect(shown(error)).toMatchObject({
			message: 'Credential could not be decrypted',
			description: 'Nothing was sent.',
		});
	});

	it('reports an unknown outcome if the operation throws after its change was sent', async () => {
		const pick = (): never => {
			throw new Error('canary/secret');
		};
		const setup = { operation: 'create', fields: { name: 'n' } };
		const { error } = await run(setup, { thing: { create: { ...CREATE, output: { pick } } } });
		expect(shown(error).details).toMatchObject({ outcome: 'unknown' });
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it.each<{ response: string; list: Partial<ListOperation>; body: object; says: RegExp }>([
		{
			response: 'without the list to output',
			list: { missingList: listMissingIn },
			body: { result: { total: 1 } },
			says: /^The response has no list "costs" \(200 for GET \/things\/x\)\.\nThe request was sent once\. Check the credential's Base URL/,
		},
		{
			response: 'whose pages repeat',
			list: { pages: () => ({ paging: byCursor(250, 'nextCursor', 'id'), maxRecords: Infinity }) },
			body: { result: [{ id: 1 }], nextCursor: 'a' },
			says: /^The list is incomplete: its pages repeat, are empty, or don't end \(200 for GET \/things\/x\)\.\n.* A proxy may be dropping/,
		},
	])('reports a success $response as unclear', async ({ list, body, says }) => {
		const table: OperationTable = { thing: { get: { ...GET, ...list, kind: 'list' } } };
		const fields = { thingId: 'x' };
		const { error } = await run({ fields, respond: () => json(body) }, table);
		const { message, description, details } = shown(error);
		expect(`${message}\n${description}`).toMatch(says);
		expect(details).toMatchObject({ outcome: 'unknown', reason: 'unavailable' });
		const { items } = await run({ fields, respond: () => json({ result: [{ id: 1 }] }) }, table);
		expect(items).toMatchObject([{ json: { id: 1 } }]);
	});

	it.each([
		{
			when: 'before a read is sent',
			operation: 'get',
			says: /^The node couldn't finish checking the items .*\nNothing was sent\./,
			details: { outcome: 'notSent', reason: 'defect', nextAction: 'lookFirst' },
		},
		{
			when: 'after a change was sent',
			operation: 'create',
			says: /^Some requests may have gone through\. .*\nCheck which changes were made/,
			details: { outcome: 'unknown', reason: 'outcomeUnknown', nextAction: 'lookFirst' },
		},
	])('explains a defect in n8n $when', async ({ operation, says, details }) => {
		// A read ends in its dry run's hint, a write in its notice.
		const fields = { thingId: 'x', name: 'n', options: { dryRun: operation === 'get' } };
		const addExecutionHints = () => {
			throw new Error('canary/secret');
		};
		const create = { ...withOptions(CREATE), output: { successHint: () => 'Accepted.' } };
		const table = { thing: { ...TABLE.thing, create } };
		const { error } = await run({ operation, fields, members: { addExecutionHints } }, table);
		const { message, description, details: facts } = shown(error);
		expect(`${message}\n${description}`).toMatch(says);
		expect(facts).toMatchObject(details);
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it.each(['cloudManagement', 'cloudDashboard'])(
		'logs a defect under the node type %s',
		async (name) => {
			const toItem = (): never => {
				throw new TypeError('a bug');
			};
			const plan = (): never => toItem();
			const type = `n8n-nodes-cloud-management.${name}`;
			for (const members of [{ output: { toItem } }, { plan }]) {
				const table = { thing: { get: { ...GET, ...members } } };
				const { logged } = await run({ fields: { thingId: 'x' }, node: { type } }, table);
				const errors = logged.filter(([level]) => level === 'error');
				expect(errors).toEqual([
					['error', like(RegExp(`^${type}: .* failed unexpectedly`)), undefined],
				]);
			}
		},
	);

	it('advises to run a failed read again', async () => {
		const fields = { thingId: 'x', options: { maxRetries: 0 } };
		const failed = shown((await run({ fields, respond: () => json({}, 503) })).error);
		expect(failed.details).toMatchObject({ reason: 'unavailable', nextAction: 'runAgain' });
		expect(failed.description).not.toContain('report it');
		const toItem = (): never => {
			throw new TypeError('a bug');
		};
		const table = { thing: { get: { ...withOptions(GET), output: { toItem } } } };
		const broken = shown((await run({ fields }, table)).error);
		expect(broken.details).toMatchObject({ reason: 'defect', nextAction: 'lookFirst' });
		expect(broken.description).toContain('report it');
	});
});
