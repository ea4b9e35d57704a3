import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asObject } from '../../nodes/engine/parameters/values';
import type { JsonObject } from '../../tools/contract/json';
import type { FaultKind } from '../../tools/emulator';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { retryWorkflow, runWorkflow } from '../../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import {
	agentWorkflow,
	credentialsOf,
	detailsOf,
	hintsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { skipWaits } from '../skipWaits';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud' });
skipWaits();

const OTHER_ID = '00000150-0000-4000-8000-0000000000ff';
const UUID = '8b9c0d1e-2f3a-4b4c-8d5e-6f7a8b9c0d1e';
/** Parts that a redacted record would lose. */
const SECRET_SQL =
	"SELECT * FROM s3('https://ada:pass-word-1@h/x', 'AKIAIOSFODNN7EXAMPLE', 'wJalrXUtn')";
const SECRETS = { password: 'pass-word-2', token: 'eyJhbGciOiJIUzI1NiJ9.e30.abc' };

const line = fc
	.string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
	.filter((text) => text.trim() !== '')
	.map((text) => text.trim());
const parameters = fc.dictionary(
	fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== '__proto__'),
	fc.oneof(line, fc.integer(), fc.boolean(), fc.constant(SECRETS.password)),
	{ minKeys: 1, maxKeys: 4 },
);
const QUERY = { name: line, sql: fc.oneof(line, fc.constant(SECRET_SQL)), database: line };
const ENDPOINT = {
	apiKeyIds: fc.uniqueArray(fc.uuid({ version: 4 }), { minLength: 1, maxLength: 3 }),
	roles: fc.uniqueArray(line, { minLength: 1, maxLength: 3 }),
	allowedOrigins: fc.array(fc.webUrl(), { minLength: 1, maxLength: 3 }),
};

const KINDS = [
	{
		title: 'Saved Query → Update',
		noun: 'saved query',
		resource: 'savedQuery',
		collection: 'savedQueries',
		id: CLOUD_IDS.savedQueryId,
		members: { ...QUERY, parameters },
	},
	{
		title: 'Query Endpoint → Update',
		noun: 'query endpoint',
		resource: 'queryEndpoint',
		collection: 'queryEndpoints',
		id: CLOUD_IDS.queryEndpointId,
		members: { ...QUERY, ...ENDPOINT, parameters },
	},
];

describe.each(KINDS)('$title', ({ noun, resource, collection, id, members }) => {
	const updating = (fields: INodeParameters, node: Partial<NodeUnderTest> = {}): NodeUnderTest => ({
		type: MANAGEMENT,
		...node,
		parameters: {
			resource,
			operation: 'update',
			serviceId: CLOUD_IDS.serviceId,
			[`${resource}Id`]: `={{ $json.id ?? '${id}' }}`,
			...fields,
		},
	});
	const run = async (
		fields: INodeParameters,
		items: IDataObject[] = [{}],
		node: Partial<NodeUnderTest> = {},
	) =>
		await runWorkflow(workflowOf(updating(fields, node), items), {
			credentials: credentialsOf(emulator),
		});
	const stored = (of = id) => emulator.stored(collection, of);
	const change = (changes: JsonObject, of = id) => {
		emulator.change(collection, of, (record) => ({ ...record, ...changes }));
	};
	const addOther = () => {
		emulator.change(collection, id, (record) => ({ ...record, id: OTHER_ID, name: 'Other' }));
	};
	const methods = () => emulator.requests.map(({ method }) => method);
	const fail = (fault: FaultKind, method: string, times = 1) =>
		emulator.faults.add({ ...fault, times, match: { method } });
	const both = [{ id }, { id: OTHER_ID }];

	it('changes only the entered keys of any record', async () => {
		const record = fc.record(members);
		const entered = fc.record(members, { requiredKeys: [] });
		await fc.assert(
			fc.asyncProperty(record, entered, async (before, changes) => {
				fc.pre(Object.keys(changes).length > 0);
				change(before);
				const whole = stored();
				emulator.clearLog();
				const updateFields = Object.fromEntries(
					Object.keys(changes).map((key) => [key, `={{ $json.${key} }}`]),
				);
				const item = JSON.parse(JSON.stringify(changes)) as IDataObject;
				const { error } = await run({ updateFields }, [item]);
				expect(error?.message).toBeUndefined();
				expect(methods()).toEqual(['GET', 'PUT']);
				expect(stored()).toEqual({ ...whole, ...changes });
			}),
			{ numRuns: 25 },
		);
	});

	it('sends secrets in SQL and parameters back unchanged, and shows none', async () => {
		change({ sql: SECRET_SQL, parameters: SECRETS });
		const whole = stored();
		const { error, items } = await run({ updateFields: { name: 'New' } });
		expect(error).toBeUndefined();
		expect(stored()).toEqual({ ...whole, name: 'New' });
		const shown = JSON.stringify(items(NODE));
		expect(shown).not.toContain('pass-word');
	});

	it('is one call of an agent', async () => {
		const tool = updating({ updateFields: { name: "={{ $fromAI('name', '', 'string') }}" } });
		const whole = stored();
		await runWorkflow(agentWorkflow(tool, [{ name: 'New' }]), {
			credentials: credentialsOf(emulator),
		});
		expect(methods()).toEqual(['GET', 'PUT']);
		expect(stored()).toEqual({ ...whole, name: 'New' });
	});

	it('refuses to change what a person created in the console, with advice', async () => {
		change({ ownerType: 'user' });
		const whole = stored();
		const { error } = await run({ updateFields: { name: 'New' } });
		expect(detailsOf(error)).toMatchObject({ httpCode: '409', outcome: 'refused' });
		expect(error?.description).toMatch(/that was created in the console. Change it there/);
		expect(stored()).toEqual(whole);
	});

	describe('when reading the record', () => {
		it.each<[string, FaultKind, object]>([
			['a 500', { kind: 'status', status: 500 }, { httpCode: '500' }],
			['a 403', { kind: 'status', status: 403 }, { httpCode: '403', reason: 'forbidden' }],
			['a 404', { kind: 'status', status: 404 }, { httpCode: '404' }],
			['a web page with 404', { kind: 'status', status: 404, body: '<html>' }, { httpCode: '404' }],
			['a web page', { kind: 'html200' }, {}],
			['an empty body', { kind: 'empty200' }, {}],
			['a body without a result', { kind: 'noResult200' }, {}],
			['a cut body', { kind: 'cutJson200' }, {}],
			['an empty list', { kind: 'result200', result: [] }, { reason: 'invalidInput' }],
			['a broken connection', { kind: 'resetBeforeHeaders' }, {}],
			['no answer', { kind: 'hang' }, {}],
		])('changes nothing after %s', async (_what, fault, details) => {
			const whole = stored();
			fail(fault, 'GET', Infinity);
			const options = { maxRetries: 0, ...(fault.kind === 'hang' && { timeout: 1 }) };
			const { error } = await run({ updateFields: { name: 'New' }, options });
			expect(methods()).not.toContain('PUT');
			expect(detailsOf(error)).toMatchObject({ outcome: 'notSent', ...details });
			expect(error?.description).toContain('Nothing was changed.');
			expect(stored()).toEqual(whole);
		});

		it('waits for a slow answer, and repeats a failed read', async () => {
			const whole = stored();
			fail({ kind: 'status', status: 503 }, 'GET');
			fail({ kind: 'delay', ms: 300 }, 'GET');
			const { error } = await run({ updateFields: { name: 'New' } });
			expect(error).toBeUndefined();
			expect(methods()).toEqual(['GET', 'GET', 'PUT']);
			expect(stored()).toEqual({ ...whole, name: 'New' });
		});

		it('fails only the item of a failed read under On Error: Continue', async () => {
			addOther();
			emulator.faults.add({
				kind: 'status',
				status: 404,
				match: { method: 'GET', path: new RegExp(OTHER_ID) },
			});
			const node = { onError: 'continueErrorOutput' } as const;
			const { error, items } = await run({ updateFields: { database: 'shop' } }, both, node);
			expect(error).toBeUndefined();
			expect(items(NODE, 0)).toMatchObject([{ json: { id, database: 'shop' } }]);
			expect(items(NODE, 1)).toMatchObject([{ json: { error: { outcome: 'notSent' } } }]);
			expect(stored(OTHER_ID)['database']).not.toBe('shop');
		});

		it('sends no change if one read fails', async () => {
			addOther();
			const missing = '00000150-0000-4000-8000-00000000dead';
			const items = [...both, { id: missing }, { id: missing.replace('dead', 'beef') }];
			const { error } = await run({ updateFields: { database: 'shop' } }, items);
			expect(methods()).toEqual(['GET', 'GET', 'GET', 'GET']);
			expect(detailsOf(error)).toMatchObject({ httpCode: '404', outcome: 'notSent' });
			expect(error?.description).toContain("1 more item couldn't be read either.");
		});
	});

	describe('with an empty field', () => {
		const PARAMETERS = { parameters: { day: 1 } };

		it('clears parameters for null', async () => {
			change(PARAMETERS);
			const whole = stored();
			const { error, items } = await run({ updateFields: { parameters: '={{ null }}' } });
			expect(error).toBeUndefined();
			expect(stored()).toEqual({ ...whole, parameters: {} });
			expect(items(NODE)[0]?.json['summary']).toMatch(/clears Parameters/);
		});

		it.each(['', '={{ "" }}', '={{ undefined }}', '={{ $json.none }}', '={{ {} }}', '{}'])(
			'keeps parameters for %j, with a warning',
			async (empty) => {
				change(PARAMETERS);
				const whole = stored();
				const result = await run({ updateFields: { name: 'New', parameters: empty } });
				expect(result.error).toBeUndefined();
				expect(stored()).toEqual({ ...whole, name: 'New' });
				expect(hintsOf(result)).toEqual([
					expect.stringMatching(/^Parameters is empty, so it stays as it is\. .*\{\{ null \}\}/),
				]);
			},
		);

		it.each(['', '={{ "" }}', '={{ undefined }}', '={{ {} }}', '{}'])(
			'reads nothing if %j leaves nothing to change',
			async (empty) => {
				const { error } = await run({ updateFields: { parameters: empty } });
				expect(error?.message).toMatch(/nothing would change/);
				expect(emulator.requests).toEqual([]);
			},
		);

		it.each(['={{ null }}', '={{ undefined }}', '={{ "" }}'])(
			'reads nothing if Update Fields is %s',
			async (updateFields) => {
				const { error } = await run({ updateFields });
				expect(error?.message).toMatch(/^Update Fields /);
				expect(emulator.requests).toEqual([]);
			},
		);

		it('refuses to clear the SQL before it reads', async () => {
			const { error } = await run({ updateFields: { sql: '={{ null }}' } });
			expect(error?.message).toMatch(/^SQL can't be cleared: it is required/);
			expect(emulator.requests).toEqual([]);
		});
	});

	describe('with several items on one record', () => {
		const fields = { updateFields: { additionalMembers: '={{ $json.body }}' } };
		const FIRST = { body: { name: 'New' } };
		const SECOND = { body: { database: 'shop' } };

		it('builds the second item on the first response, and reads once', async () => {
			const whole = stored();
			const { error } = await run(fields, [FIRST, SECOND]);
			expect(error).toBeUndefined();
			expect(methods()).toEqual(['GET', 'PUT', 'PUT']);
			expect(stored()).toEqual({ ...whole, name: 'New', database: 'shop' });
		});

		it.each<[string, FaultKind]>([
			['is refused', { kind: 'status', status: 400 }],
			['has no clear outcome', { kind: 'status', status: 504 }],
		])('leaves the second item unsent if the first %s', async (_what, fault) => {
			addOther();
			const whole = stored();
			fail(fault, 'PUT');
			const items = [FIRST, SECOND, { id: OTHER_ID, body: { database: 'shop' } }];
			const node = { onError: 'continueRegularOutput' } as const;
			const { items: output } = await run(fields, items, node);
			expect(output(NODE)).toMatchObject([
				{ json: { error: {} } },
				{ json: { error: { outcome: 'notSent', reason: 'earlierFailed' } } },
				{ json: { id: OTHER_ID } },
			]);
			expect(stored()).toEqual(whole);
			expect(stored(OTHER_ID)['database']).toBe('shop');
		});
	});

	describe('if a person changes the record', () => {
		const plan = async (fields: INodeParameters, items?: IDataObject[]) => {
			const { items: output } = await run({ ...fields, options: { dryRun: true } }, items);
			const { hash } = asObject(output(NODE)[0]?.json['plan']);
			return { ...fields, options: { approvedPlan: String(hash) } };
		};
		const fields = { updateFields: { name: 'New' } };

		it('names the record when it refuses an approved plan', async () => {
			const approved = await plan(fields);
			expect(methods()).toEqual(['GET']);
			change({ sql: 'SELECT 2' });
			const whole = stored();
			const { error } = await run(approved);
			expect(error?.message).toBe(`Changed since the plan was approved: ${noun} ${id}.`);
			expect(detailsOf(error)).toMatchObject({ outcome: 'notSent', reason: 'planDiffers' });
			expect(stored()).toEqual(whole);
		});

		it('names the item when it refuses an approved plan with other values', async () => {
			const approved = await plan(fields);
			const { error } = await run({ ...approved, updateFields: { name: 'Other' } });
			expect(error?.message).toBe('The requests differ from the approved plan in item 1.');
			expect(methods()).not.toContain('PUT');
		});

		it('sends an approved plan if nothing changed, or only API fields', async () => {
			const approved = await plan(fields);
			if (resource === 'queryEndpoint') change({ url: 'https://other.example.com' });
			const { error } = await run(approved);
			expect(error).toBeUndefined();
			expect(stored()['name']).toBe('New');
		});

		it('leaves the item unsent in the middle of a long run', async () => {
			addOther();
			fail({ kind: 'status', status: 429, headers: { 'retry-after': '40' } }, 'PUT');
			fail({ kind: 'delay', ms: 1000 }, 'PUT');
			const node = { onError: 'continueRegularOutput' } as const;
			const running = run({ updateFields: { database: 'shop' } }, both, node);
			while (!emulator.requests.some(({ status }) => status === 429)) {
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
			change({ sql: 'SELECT 2' }, OTHER_ID);
			const { items } = await running;
			expect(items(NODE)).toMatchObject([
				{ json: { id, database: 'shop' } },
				{ json: { error: { outcome: 'notSent', reason: 'recordChanged' } } },
			]);
			expect(stored(OTHER_ID)).toMatchObject({ sql: 'SELECT 2' });
			expect(stored(OTHER_ID)['database']).not.toBe('shop');
		});
	});

	describe('when n8n runs it again', () => {
		const RETRIES = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const fields = { updateFields: { database: 'shop' } };

		it.each<[string, FaultKind, boolean, number]>([
			['refused', { kind: 'status', status: 409 }, false, 3],
			['without a clear outcome', { kind: 'status', status: 504 }, true, 3],
			['without a clear outcome, and not applied', { kind: 'status', status: 504 }, false, 3],
		])('completes an approved plan after a PUT %s', async (_what, fault, actAnyway, puts) => {
			addOther();
			const [whole, other] = [stored(), stored(OTHER_ID)];
			const dry = await run({ ...fields, options: { dryRun: true } }, both);
			const { hash } = asObject(dry.items(NODE)[0]?.json['plan']);
			emulator.clearLog();
			emulator.faults.add({ kind: 'delay', ms: 0, times: 1, match: { method: 'PUT' } });
			emulator.faults.add({ ...fault, times: 1, actAnyway, match: { method: 'PUT' } });
			const approved = { ...fields, options: { approvedPlan: String(hash) } };
			const { error, items } = await run(approved, both, RETRIES);
			expect(error?.message).toBeUndefined();
			expect(items(NODE)).toMatchObject([{ json: { id } }, { json: { id: OTHER_ID } }]);
			expect(methods().filter((method) => method === 'PUT')).toHaveLength(puts);
			// The first item was done, so only the second is read again.
			expect(methods().filter((method) => method === 'GET')).toHaveLength(3);
			expect(stored()).toEqual({ ...whole, database: 'shop' });
			expect(stored(OTHER_ID)).toEqual({ ...other, database: 'shop' });
		});

		it('reads again, and keeps what a person changed meanwhile', async () => {
			fail({ kind: 'status', status: 409 }, 'PUT');
			const failed = await run(fields);
			expect(failed.error).toBeDefined();
			change({ sql: 'SELECT 2' });
			const whole = stored();
			const retried = await retryWorkflow(failed, workflowOf(updating(fields), [{}]), {
				credentials: credentialsOf(emulator),
			});
			expect(retried.error).toBeUndefined();
			expect(stored()).toEqual({ ...whole, database: 'shop' });
		});

		it('refuses an approved plan whose record a person changed meanwhile', async () => {
			const dry = await run({ ...fields, options: { dryRun: true } });
			const { hash } = asObject(dry.items(NODE)[0]?.json['plan']);
			const approved = { ...fields, options: { approvedPlan: String(hash) } };
			fail({ kind: 'status', status: 409 }, 'PUT');
			const failed = await run(approved);
			change({ sql: 'SELECT 2' });
			const whole = stored();
			const retried = await retryWorkflow(failed, workflowOf(updating(approved), [{}]), {
				credentials: credentialsOf(emulator),
			});
			expect(retried.error?.message).toMatch(/^Changed since the plan was approved/);
			expect(stored()).toEqual(whole);
		});
	});
});

it('Saved Query → Update never replaces a record with another kind of ID', async () => {
	const { error } = await runWorkflow(
		workflowOf({
			type: MANAGEMENT,
			parameters: {
				resource: 'savedQuery',
				operation: 'update',
				serviceId: CLOUD_IDS.serviceId,
				savedQueryId: UUID,
				updateFields: { name: 'New', sql: 'SELECT 2', database: 'default' },
			},
		}),
		{ credentials: credentialsOf(emulator) },
	);
	expect(detailsOf(error)).toMatchObject({ httpCode: '404', outcome: 'notSent' });
	expect(emulator.requests.map(({ method }) => method)).toEqual(['GET']);
});
