import { getEventListeners } from 'node:events';

import { executeOperation } from '../../../nodes/engine/execution/execute';
import { BY_CURSOR } from '../../../nodes/engine/http/pages';
import { isJsonObject } from '../../../nodes/engine/json';
import type { Operation, OperationTable } from '../../../nodes/engine/operation';
import type { FakeNode, Respond } from './fakes';
import {
	API,
	byItem,
	CREATE,
	CREDENTIAL,
	execute,
	fakeContext,
	GET,
	json,
	like,
	malformed,
	nameIn,
	REMOVE,
	shown,
	withOptions,
} from './fakes';

const TABLE = { thing: { get: withOptions(GET), create: withOptions(CREATE), remove: REMOVE } };
const onError = 'continueRegularOutput' as const;

const run = async (setup: FakeNode, table: OperationTable = TABLE) => await execute(setup, table);
const turn = async () => {
	await new Promise(setImmediate);
};

/** Returns the list that a payload lacks. */
function listMissingIn(payload: unknown): string | undefined {
	return isJsonObject(payload) ? 'costs' : undefined;
}

/** Counts how many requests are in flight at most. */
function counting(): { most: number; respond: Respond } {
	let inFlight = 0;
	const counted = {
		most: 0,
		respond: async () => {
			inFlight += 1;
			counted.most = Math.max(counted.most, inFlight);
			await turn();
			inFlight -= 1;
			return json({ result: {} });
		},
	};
	return counted;
}

describe('a run without faults', () => {
	it('outputs nothing for no items', async () => {
		expect(await run({ count: 0 })).toMatchObject({ items: [], sent: [] });
	});

	it('outputs reads in item order, whatever the order of the responses, one item per element', async () => {
		const { items } = await run({
			count: 3,
			fields: { thingId: byItem },
			respond: async ({ url }) => {
				const id = Number(url.at(-1));
				for (let time = 0; time < 10 - id * 4; time += 1) await Promise.resolve();
				return json({ result: [{ id }, { id: id + 10 }] });
			},
		});
		expect(items).toEqual(
			[0, 1, 2].flatMap((item) => [
				{ json: { id: item }, pairedItem: { item } },
				{ json: { id: item + 10 }, pairedItem: { item } },
			]),
		);
	});

	it('sends writes one after another in item order, and as many reads at a time as allowed', async () => {
		const [writes, reads] = [counting(), counting()];
		const fields = { name: byItem, thingId: byItem, options: { maxConcurrency: 3 } };
		const write = { operation: 'create', count: 4, fields, respond: writes.respond };
		const { sent } = await run(write);
		expect(sent.map(({ options }) => options.body)).toEqual(
			[0, 1, 2, 3].map((item) => `{"name":"t${String(item)}"}`),
		);
		await run({ count: 30, fields, respond: reads.respond });
		expect([writes.most, reads.most]).toEqual([1, 3]);
	});

	it('sends identical writes as often as there are items, and a read again after a write', async () => {
		const plan: Operation['plan'] = ({ thingId }) => ({
			request: { method: thingId === 't1' ? 'POST' : 'GET', path: '/things' },
			issues: [],
		});
		const setup = { count: 3, fields: { thingId: byItem, name: 'n' } };
		const mixed = await run(setup, { thing: { get: { ...GET, plan } } });
		expect(mixed.sent.map(({ options }) => options.method)).toEqual(['GET', 'POST', 'GET']);
		expect((await run({ ...setup, operation: 'create' })).sent).toHaveLength(3);
	});

	it("redacts the item's own secrets, and no other item’s", async () => {
		const passwords = ['canary-one', 'canary-one', 'canary-two', 'canary-one'];
		const { items } = await run({
			operation: 'create',
			onError,
			count: passwords.length,
			fields: { name: byItem, password: (index: number) => passwords[index] },
			respond: () => json({ error: 'No: canary-one, canary-two' }, 400),
		});
		expect(items.map(({ json: { error } }) => error)).toMatchObject(
			passwords.map((password) => ({
				message: like(
					password === 'canary-one' ? /: \*\*\*, canary-two$/ : /: canary-one, \*\*\*$/,
				),
			})),
		);
	});

	it("outputs the service's own data value for value, except keys for secrets", async () => {
		const result = { name: 'warehouse', credentials: { password: 'x' } };
		const fields = { name: 'n', password: 'warehouse' };
		const { items } = await run({ operation: 'create', fields, respond: () => json({ result }) });
		expect(items[0]?.json).toMatchObject({ ...result, credentials: { password: '***' } });
	});

	it('leaves nothing behind on n8n’s cancel signal', async () => {
		const { signal } = new AbortController();
		await run({ fields: { thingId: 'x' }, cancel: signal });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

describe('checking before sending', () => {
	it('names the item only in the text if one of several is invalid', async () => {
		const thingId = (item: number) => (item === 2 ? '' : 'x');
		const { error, sent } = await run({ count: 3, fields: { thingId } });
		// With an index, n8n would add its own count of items, from 0, to the message.
		expect(shown(error)).toMatchObject({ itemIndex: undefined, details: { outcome: 'notSent' } });
		expect(shown(error).description).toContain('(item 3)');
		expect(sent).toEqual([]);
	});

	it('lists each issue on a line of its own, including in the HTML that n8n shows', async () => {
		const failed = await run({
			count: 2,
			fields: { name: '', password: 'weak-pass' },
			operation: 'create',
		});
		const { description } = shown(failed.error);
		expect(description.split('\n')).toHaveLength(3);
		expect(failed.error).toHaveProperty(
			'context.descriptionTemplate',
			description.replaceAll('\n', '<br>'),
		);
	});

	it.each([
		{
			resource: 'thing',
			operation: 'explode',
			message: 'The operation "explode" of the resource "thing" is unknown',
		},
		{
			resource: 'thing',
			operation: 'toString',
			message: 'The operation "toString" of the resource "thing" is unknown',
		},
		{ resource: 'toString', operation: 'call', message: 'The resource "toString" is unknown' },
		{
			resource: '{{ "thing" }}',
			operation: 'get',
			message: 'The resource "{{ "thing" }}" is unknown',
		},
	])('refuses $resource → $operation: $message', async ({ resource, operation, message }) => {
		const { error } = await run({ operation, fields: { resource } });
		expect(shown(error).message).toBe(message);
	});
});

describe('a second credential', () => {
	const credentials = { testApi: CREDENTIAL, sourceApi: { password: 'changeme' } };

	it('hides a secret that is an ordinary word only in text from the API', async () => {
		const named: Operation = {
			...CREATE,
			extraCredentialType: 'sourceApi',
			unknownOutcome: ['It may be changeme', 'Look for changeme.'],
			plan: (parameters, context) => {
				const { request, issues } = CREATE.plan(parameters, context);
				return { request, issues: issues.map(({ path }) => malformed(path, 'is changeme.')) };
			},
		};
		const respond = () => json({ error: 'changeme is not unchangeme' }, 500);
		const errorOf = async (name: string) => {
			const setup = { operation: 'create', fields: { name }, credentials, respond };
			return shown((await run(setup, { thing: { create: named } })).error);
		};
		const { message, description } = await errorOf('n');
		expect([message, description]).toEqual([
			like(/^It may be changeme\. .*: \*\*\* is not unchangeme$/),
			'Look for changeme. The request was for POST /things.',
		]);
		expect((await errorOf('')).message).toBe('Name is changeme.');
	});

	it('passes its name to plans', async () => {
		const names: unknown[] = [];
		const plan: Operation['plan'] = (parameters, context) => {
			names.push(context.extraCredentialName);
			return GET.plan(parameters, context);
		};
		const table = { thing: { get: { ...GET, extraCredentialType: 'sourceApi', plan } } };
		await run({ fields: { thingId: 'a' }, credentials }, table);
		await run({ fields: { thingId: 'a' } }, table);
		expect(names).toEqual(['sourceApi name', undefined]);
	});
});

describe('failures', () => {
	it('stop the reads with the first, and interrupt those under way', async () => {
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
			itemIndex: 2,
			description: 'Advice for 404. The request was for GET /things/t2.',
		});
		// The permit of the failed read had moved to the next one.
		expect([sent.length, broken.length]).toEqual([5, 4]);
	});

	it.each([
		{
			failing: 't0',
			progress: '0 of 3 items succeeded before this one; the 2 after it were not sent.',
		},
		{
			failing: 't1',
			progress: '1 of 3 items succeeded before this one; the one after it was not sent.',
		},
		{ failing: 't2', progress: '2 of 3 items succeeded before this one.' },
	])('of $failing say how far the changes got', async ({ failing, progress }) => {
		const { error } = await run({
			operation: 'create',
			count: 3,
			fields: { name: byItem },
			respond: ({ body }) => json({ result: {} }, nameIn(body) === failing ? 400 : 200),
		});
		expect(shown(error).description).toContain(` ${progress} The request was for `);
	});

	it('show n8n’s own words while it reads credentials, and no others', async () => {
		const credentials = { testApi: new Error('Credential could not be decrypted') };
		const { error } = await run({ fields: { thingId: 'x' }, credentials });
		expect(shown(error)).toMatchObject({
			message: 'Credential could not be decrypted',
			description: 'Nothing was sent.',
		});
	});

	it("are an unknown outcome in an operation's code after a request was sent", async () => {
		const select = (): never => {
			throw new Error('canary/secret');
		};
		const setup = { operation: 'create', fields: { name: 'n' } };
		const { error } = await run(setup, { thing: { create: { ...CREATE, select } } });
		expect(shown(error).details).toMatchObject({ outcome: 'unknown' });
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it.each<{
		response: string;
		traits: Partial<Operation>;
		body: object;
		message: RegExp;
		advice: RegExp;
	}>([
		{
			response: 'without the list to output',
			traits: { missingList: listMissingIn },
			body: { result: { total: 1 } },
			message: /^The response has no list "costs" \(status 200\)\.$/,
			advice: /^The request was sent once\. Check the Base URL/,
		},
		{
			response: 'without it, if the operation has advice',
			traits: { missingList: listMissingIn, advice: { 200: 'Do without it.' } },
			body: { result: { total: 1 } },
			message: /no list "costs"/,
			advice: / Do without it\. The request was for GET \/things\/x\.$/,
		},
		{
			response: 'whose pages repeat',
			traits: { pages: () => ({ paging: BY_CURSOR, wanted: Infinity }) },
			body: { result: [{ id: 1 }], nextCursor: 'a' },
			message: /^The list is incomplete: its pages repeat or don't end \(status 200\)\.$/,
			advice: / Check whether a proxy/,
		},
	])('are a success $response, which is unclear', async ({ traits, body, message, advice }) => {
		const table = { thing: { get: { ...GET, ...traits } } };
		const fields = { thingId: 'x' };
		const { error } = await run({ fields, respond: () => json(body) }, table);
		expect(shown(error)).toMatchObject({
			message: like(message),
			description: like(advice),
			details: { outcome: 'unknown', reason: 'unavailable' },
		});
		const { items } = await run({ fields, respond: () => json({ result: [{ id: 1 }] }) }, table);
		expect(items).toMatchObject([{ json: { id: 1 } }]);
	});

	it.each([
		{
			when: 'before a read is sent',
			operation: 'get',
			message: /^The node couldn't finish checking the items/,
			description: /^Nothing was sent\./,
			details: { outcome: 'notSent', reason: 'defect', nextAction: 'lookFirst' },
		},
		{
			when: 'after a change was sent',
			operation: 'create',
			message: /^Requests may have been applied\. /,
			description: /^Check the results/,
			details: { outcome: 'unknown', reason: 'outcomeUnknown', nextAction: 'lookFirst' },
		},
	])('explain a defect of n8n $when', async ({ operation, message, description, details }) => {
		// A read ends in the hint of its dry run, a write in its notice's.
		const fields = { thingId: 'x', name: 'n', options: { dryRun: operation === 'get' } };
		const addExecutionHints = () => {
			throw new Error('canary/secret');
		};
		const create = { ...withOptions(CREATE), successHint: () => 'Accepted.' };
		const table = { thing: { ...TABLE.thing, create } };
		const { error } = await run({ operation, fields, members: { addExecutionHints } }, table);
		expect(shown(error)).toMatchObject({
			message: like(message),
			description: like(description),
			details,
		});
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it('advise to run a read again if the API fails, and to report a bug', async () => {
		const fields = { thingId: 'x', options: { maxRetries: 0 } };
		const failed = shown((await run({ fields, respond: () => json({}, 503) })).error);
		expect(failed.details).toMatchObject({ reason: 'unavailable', nextAction: 'runAgain' });
		expect(failed.description).not.toContain('report it');
		const shape = (): never => {
			throw new TypeError('a bug');
		};
		const table = { thing: { get: { ...withOptions(GET), shape } } };
		const broken = shown((await run({ fields }, table)).error);
		expect(broken.details).toMatchObject({ reason: 'defect', nextAction: 'lookFirst' });
		expect(broken.description).toContain('report it');
	});
});

describe('hints', () => {
	const plan: Operation['plan'] = (parameters, context) => ({
		...GET.plan(parameters, context),
		hints: ['Look here.'],
	});
	const successHint: Operation['successHint'] = ({ state }, _request, quoted) =>
		typeof state === 'string' ? `It is ${quoted(state)}.` : undefined;
	const table = {
		thing: {
			get: { ...withOptions(GET), successHint },
			create: { ...withOptions(CREATE), successHint },
			plan: { ...withOptions(GET), plan },
		},
	};
	const fields = { name: byItem, thingId: byItem };
	const hintsOf = async (setup: FakeNode) => (await run({ fields, ...setup }, table)).hints;
	const stating =
		(state: unknown): Respond =>
		() =>
			json({ result: { state } });

	it('are shown from plans, including in a dry run, but not if nothing is sent', async () => {
		const operation = 'plan';
		const dry = { ...fields, options: { dryRun: true } };
		expect(await hintsOf({ operation, fields: dry, count: 2 })).toEqual([
			'Look here. (items 1–2)',
			'Dry Run: Nothing was sent.',
		]);
		expect(await hintsOf({ operation })).toEqual(['Look here.']);
		expect(await hintsOf({ operation, fields: { thingId: '' } })).toEqual([]);
		expect(await hintsOf({})).toEqual([]);
	});

	it("are reported once each from responses, a read's in the order of the items", async () => {
		const operation = 'create';
		const writes: Respond = ({ body }) =>
			json({ result: { state: body === '{"name":"t1"}' ? 5 : 'Stopped' } });
		expect(await hintsOf({ operation, count: 3, respond: writes })).toEqual([
			'It is Stopped. (items 1, 3)',
		]);
		const reads: Respond = async ({ url }) => {
			if (url.endsWith('t0')) await turn();
			return json({ result: { state: url.endsWith('t2') ? 'b' : 'a' } });
		};
		expect(await hintsOf({ count: 3, respond: reads })).toEqual([
			'It is a. (items 1–2)',
			'It is b. (item 3)',
		]);
		expect(await hintsOf({ respond: () => json({ result: [{ state: 'a' }] }) })).toEqual([]);
	});

	it("show the API's texts redacted and cut", async () => {
		const state = `<a href="https://x.example">&lt;b</a> canary/secret\n${'x'.repeat(1000)}`;
		const [hint] = await hintsOf({ respond: stating(state) });
		expect(hint).toMatch(/^It is ‹a href="https:\/\/x.example"›＆lt;b‹\/a› \*\*\* x+…\.$/);
		expect(hint?.length).toBeLessThan(700);
	});

	it("are omitted if n8n doesn't support them", async () => {
		const { context } = fakeContext({ fields, respond: stating('a') });
		Reflect.deleteProperty(context, 'addExecutionHints');
		const [items] = await executeOperation(context, API, table);
		expect(items).toHaveLength(1);
	});

	it.each([
		{ dry: [0, 1, 2], expected: ['Dry Run: Nothing was sent.'] },
		{ dry: [1], expected: ['Dry Run: 1 of 3 items not sent.'] },
		{ dry: [], expected: [] },
	])('state what a dry run of the items $dry did not send', async ({ dry, expected }) => {
		const options = (item: number) => ({ dryRun: dry.includes(item) });
		const setup = { operation: 'create', count: 3, fields: { name: byItem, options } };
		expect(await hintsOf(setup)).toEqual(expected);
	});
});

describe('a response that cannot be read', () => {
	const shape = (): never => {
		throw new TypeError('a bug');
	};

	it('is an error with the number of attempts', async () => {
		const statuses = [503, 500, 200];
		const respond: Respond = () => json({ result: {} }, statuses.shift());
		const table = { thing: { get: { ...GET, shape } } };
		const { error, sent } = await run({ fields: { thingId: 'a' }, respond }, table);
		expect(sent).toHaveLength(3);
		expect(shown(error).details).toMatchObject({ outcome: 'unknown', attempts: 3 });
	});
});

describe('cancelling', () => {
	const message = 'The execution was stopped.';

	it.each([
		[undefined, 'The request was not sent. The request was for GET /things/x.'],
		[onError, like(/ Only reads were sent, so nothing was changed\.$/)],
	])('sends nothing if cancelled before (On Error: %s)', async (continuing, description) => {
		const setup = { fields: { thingId: 'x' }, cancel: AbortSignal.abort() };
		const { error, sent } = await run({ ...setup, ...(continuing && { onError: continuing }) });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({ message, description, details: { reason: 'stopped' } });
	});

	it.each([undefined, onError])('stops and sends no more (On Error: %s)', async (continuing) => {
		const controller = new AbortController();
		const { error, sent } = await run({
			operation: 'create',
			count: 3,
			fields: { name: byItem },
			cancel: controller.signal,
			...(continuing && { onError: continuing }),
			respond: () => {
				controller.abort();
				throw new Error('cancelled');
			},
		});
		expect([sent.length, shown(error).message]).toEqual([
			1,
			like(/^(?:Req|The thing).* may .* stopped\.$/),
		]);
	});
});
