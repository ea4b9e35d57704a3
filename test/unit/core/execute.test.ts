import { getEventListeners } from 'node:events';

import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { executeOperation } from '../../../nodes/core/execution/execute';
import type { Operation, OperationTable } from '../../../nodes/core/operation';
import type { FakeNode, Respond } from './fakes';
import {
	API,
	CREATE,
	CREDENTIAL,
	fakeContext,
	FakeTime,
	GET,
	json,
	malformed,
	OPTIONS_FIELD,
	REMOVE,
	text,
} from './fakes';

function withOptions(operation: Operation): Operation {
	return { ...operation, properties: [...operation.properties, OPTIONS_FIELD] };
}

const TABLE = { thing: { get: withOptions(GET), create: withOptions(CREATE), remove: REMOVE } };

async function run(setup: FakeNode, table: OperationTable = TABLE) {
	const { context, sent, hints } = fakeContext(setup);
	const time = new FakeTime();
	const result = await executeOperation(context, API, table, time).then(
		(items) => ({ items: items[0] ?? [], error: undefined }),
		(error: unknown) => ({ items: [], error }),
	);
	return { ...result, sent, hints, time, context };
}

function shown(error: unknown): { message: string; description: string; itemIndex: unknown } {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) {
		throw new Error(`not n8n's error: ${String(error)}`);
	}
	return {
		message: error.message,
		description: error.description ?? '',
		itemIndex: error.context.itemIndex,
	};
}

const byItem = (itemIndex: number): string => `t${String(itemIndex)}`;

/** The build puts the version in its place. */
const AGENT = 'n8n-nodes-cloud-management/development';

describe('a run without faults', () => {
	it('outputs nothing for no items', async () => {
		const { items, sent } = await run({ count: 0 });
		expect(items).toEqual([]);
		expect(sent).toEqual([]);
	});

	it('takes the time from the clock where none is passed in', async () => {
		const { context } = fakeContext({ fields: { thingId: 'x' } });
		const [items] = await executeOperation(context, API, TABLE);
		expect(items).toEqual([{ json: {}, pairedItem: { item: 0 } }]);
	});

	it('sends each item through n8n with the credential read once', async () => {
		const { sent, items } = await run({ count: 2, fields: { thingId: byItem } });
		expect(sent.map(({ options }) => options)).toEqual(
			[0, 1].map((itemIndex) => ({
				method: 'GET',
				url: `https://api.example.com/base/things/t${String(itemIndex)}`,
				headers: { Accept: 'application/json', 'User-Agent': AGENT },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				timeout: 120_000,
			})),
		);
		expect(sent[0]?.extra).toEqual({
			credentialsDecrypted: {
				id: 'testApi-id',
				name: 'testApi name',
				type: 'testApi',
				data: CREDENTIAL,
			},
		});
		expect(items).toHaveLength(2);
	});

	it('outputs reads in item order, whatever the order of the responses, one item per element', async () => {
		const { items } = await run({
			count: 3,
			fields: { thingId: byItem },
			respond: async ({ url }) => {
				const id = Number(url.at(-1));
				for (let turn = 0; turn < 10 - id * 4; turn += 1) await Promise.resolve();
				return json({ result: [{ id }, { id: id + 10 }] });
			},
		});
		expect(items).toEqual(
			[0, 1, 2].flatMap((id) => [
				{ json: { id }, pairedItem: { item: id } },
				{ json: { id: id + 10 }, pairedItem: { item: id } },
			]),
		);
	});

	it('sends writes one after another in item order, bodies as JSON text', async () => {
		let inFlight = 0;
		let most = 0;
		const { sent } = await run({
			operation: 'create',
			count: 4,
			fields: { name: byItem },
			respond: async () => {
				inFlight += 1;
				most = Math.max(most, inFlight);
				await new Promise((resolve) => setImmediate(resolve));
				inFlight -= 1;
				return json({ result: {} });
			},
		});
		expect(most).toBe(1);
		expect(sent.map(({ options }) => options.body)).toEqual(
			[0, 1, 2, 3].map((item) => `{"name":"t${String(item)}"}`),
		);
		expect(sent[0]?.options.headers).toEqual({
			Accept: 'application/json',
			'User-Agent': AGENT,
			'Content-Type': 'application/json',
		});
	});

	it('limits reads to the requested concurrency', async () => {
		let inFlight = 0;
		let most = 0;
		await run({
			count: 30,
			fields: { thingId: byItem, options: { maxConcurrency: 3 } },
			respond: async () => {
				inFlight += 1;
				most = Math.max(most, inFlight);
				await new Promise((resolve) => setImmediate(resolve));
				inFlight -= 1;
				return json({ result: {} });
			},
		});
		expect(most).toBe(3);
	});

	it('redacts the secrets of the item itself, and no other item’s', async () => {
		const passwords = ['canary-one', 'canary-one', 'canary-two', 'canary-one'];
		const { items } = await run({
			operation: 'create',
			onError: 'continueErrorOutput',
			count: passwords.length,
			fields: { name: byItem, password: (index: number) => passwords[index] },
			respond: () => json({ error: 'No: canary-one, canary-two' }, 400),
		});
		const [one, two] = ['No: ***, canary-two', 'No: canary-one, ***'];
		expect(items.map(({ json: data }) => data['error'])).toMatchObject(
			[one, one, two, one].map((shownText) => ({
				message: expect.stringContaining(shownText) as unknown,
			})),
		);
	});

	it("outputs the service's own data value for value, but for members made for secrets", async () => {
		const { items } = await run({
			operation: 'create',
			fields: { name: 'n', password: 'warehouse' },
			respond: () => json({ result: { name: 'warehouse', credentials: { password: 'x' } } }),
		});
		expect(items[0]?.json).toEqual({
			...{ name: 'warehouse', credentials: { password: '***' } },
			summary: 'Sent POST /things with name, credentials',
		});
	});

	it('sends a write between two reads of its path, and reads again after it', async () => {
		const plan: Operation['plan'] = ({ thingId }) => ({
			request: { method: thingId === 't1' ? 'POST' : 'GET', path: '/things' },
			issues: [],
		});
		const { items, sent } = await run(
			{
				count: 3,
				fields: { thingId: byItem },
				respond: ({ method }) => json({ result: { method } }),
			},
			{ thing: { get: { ...GET, plan } } },
		);
		expect(sent.map(({ options }) => options.method)).toEqual(['GET', 'POST', 'GET']);
		expect(items.map(({ json: { method } }) => method)).toEqual(['GET', 'POST', 'GET']);
	});

	it('sends identical writes as often as there are items', async () => {
		const { sent } = await run({ operation: 'create', count: 3, fields: { name: 'n' } });
		expect(sent).toHaveLength(3);
	});

	it('leaves nothing behind on n8n’s cancel signal', async () => {
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		await run({ fields: { thingId: 'x' }, cancel: signal });
		expect(added).toHaveBeenCalledTimes(1);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

describe('checking before sending', () => {
	it('points to the item when only one of several is at fault', async () => {
		const { error } = await run({
			count: 3,
			fields: { thingId: (item: number) => (item === 2 ? '' : 'x') },
		});
		expect(shown(error)).toEqual({
			message: 'Thing ID is empty in 1 of 3 items',
			description: 'Nothing was sent.\n• Thing ID is empty. Enter the ID. (item 3)',
			itemIndex: 2,
		});
	});

	it.each([
		['thing', 'explode', 'The operation "explode" of the resource "thing" is not known'],
		['thing', 'toString', 'The operation "toString" of the resource "thing" is not known'],
		['toString', 'call', 'The resource "toString" is not known'],
		['{{ "thing" }}', 'get', 'The resource "{{ "thing" }}" is not known'],
	])('refuses the unknown %s %s', async (resource, operation, message) => {
		const { error } = await run({ operation, fields: { resource } });
		expect(shown(error).message).toBe(message);
	});
});

describe('hints', () => {
	const hinting: Operation = {
		...GET,
		plan: (parameters, context) => ({ ...GET.plan(parameters, context), hints: ['Look here.'] }),
	};
	const table = { thing: { ...TABLE.thing, get: hinting } };

	it('of plans are shown as execution hints, for a dry run too', async () => {
		const options = { dryRun: true };
		expect((await run({ fields: { thingId: 'a' } }, table)).hints).toEqual(['Look here.']);
		const dry = await run(
			{ count: 2, fields: { thingId: byItem, options } },
			{
				thing: { ...table.thing, get: withOptions(hinting) },
			},
		);
		expect(dry.hints).toEqual(['Look here. (items 1–2)', 'Dry Run: Nothing was sent.']);
	});

	it('are not shown where nothing is sent', async () => {
		expect((await run({ fields: { thingId: '' } }, table)).hints).toEqual([]);
		expect((await run({ fields: { thingId: 'a' } })).hints).toEqual([]);
	});
});

describe('a second credential', () => {
	it('whose secret is an ordinary word hides that word only in text from the API', async () => {
		const named: Operation = {
			...CREATE,
			extraCredentialType: 'sourceApi',
			unknownOutcome: 'Look for changeme.',
			plan: (parameters, context) => {
				const { request, issues } = CREATE.plan(parameters, context);
				const own = issues.map(({ path }) => malformed(path, 'is changeme.'));
				return { request, issues: own };
			},
		};
		const errorOf = async (fields: Record<string, unknown>) => {
			const credentials = { testApi: CREDENTIAL, sourceApi: { password: 'changeme' } };
			const respond = () => json({ error: 'changeme is not unchangeme' }, 500);
			const setup = { operation: 'create', fields, credentials, respond };
			return shown((await run(setup, { thing: { ...TABLE.thing, create: named } })).error);
		};
		expect(await errorOf({ name: 'n' })).toMatchObject({
			message: 'The API failed (status 500): *** is not unchangeme',
			description: 'Look for changeme.',
		});
		expect(await errorOf({ name: '' })).toMatchObject({ message: 'Name is changeme.' });
	});

	it('is known to plans by its name', async () => {
		const names: unknown[] = [];
		const named: Operation = {
			...GET,
			extraCredentialType: 'sourceApi',
			plan: (parameters, context) => {
				names.push(context.extraCredentialName);
				return GET.plan(parameters, context);
			},
		};
		const table = { thing: { ...TABLE.thing, get: named } };
		const credentials = { testApi: CREDENTIAL, sourceApi: { password: 'p' } };
		await run({ fields: { thingId: 'a' }, credentials }, table);
		await run({ fields: { thingId: 'a' } }, table);
		expect(names).toEqual(['sourceApi name', undefined]);
	});
});

describe('failures', () => {
	it('stops the reads with the first failure and breaks off those under way', async () => {
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
		expect(shown(error)).toMatchObject({ itemIndex: 2, description: 'Advice for 404.' });
		// The permit of the failed read had gone to the next one.
		expect(sent).toHaveLength(5);
		expect(broken).toHaveLength(4);
	});

	it('contains nothing of request, response or secrets in the error', async () => {
		const leak = Object.assign(new Error('canary/secret in headers'), {
			code: 'ECONNRESET',
			config: { headers: { Authorization: 'Basic canary/secret' } },
		});
		const { error } = await run({
			operation: 'create',
			fields: { name: 'n', password: 'p' },
			respond: () => {
				throw leak;
			},
		});
		expect(shown(error).message).toBe(
			'The connection broke before the response was complete (ECONNRESET).',
		);
		if (!(error instanceof NodeApiError)) throw new Error('another error');
		// The node with its own parameters is n8n's part of the error.
		const members = Object.entries(error).filter(([name]) => name !== 'node');
		const everything = JSON.stringify([members, error.stack, error.cause]);
		expect(everything).not.toContain('canary');
		expect(everything).not.toContain('Authorization');
	});
});

describe('what is unexpected', () => {
	const deep = JSON.stringify({ result: {} }).replace(
		'{}',
		`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
	);

	it('is an unknown outcome once a request has gone out', async () => {
		const select = (): never => {
			throw new Error('canary/secret');
		};
		const table = { thing: { create: { ...withOptions(CREATE), select } } };
		const { error } = await run(
			{
				operation: 'create',
				fields: { name: 'n' },
				respond: () => json({ result: { name: 'n' } }),
			},
			table,
		);
		expect(shown(error).description).toBe('The thing may exist. Look for it by name.');
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it('of a read is an error of that item alone', async () => {
		const { items } = await run({
			onError: 'continueRegularOutput',
			count: 2,
			fields: { thingId: byItem },
			respond: ({ url }) =>
				url.endsWith('t0') ? text(deep, 200, 'application/json') : json({ result: { id: 1 } }),
		});
		expect(items.map(({ json: data }) => 'error' in data)).toEqual([true, false]);
	});

	it('shows n8n’s own words while it reads credentials, and no others', async () => {
		const credentials = { testApi: new Error('Credential could not be decrypted') };
		const { error } = await run({ fields: { thingId: 'x' }, credentials });
		expect(shown(error)).toMatchObject({
			message: 'Credential could not be decrypted',
			description: 'Nothing was sent.',
		});
	});

	it.each([
		['get', 'notSent', 'checking the items', 'Nothing was sent.'],
		[
			'create',
			'unknown',
			'sending the requests',
			'Look at the results in the console before you run the node again: requests may have',
		],
	])(
		'%s: n8n’s error with outcome %s, which says that it was %s',
		async (operation, outcome, step, says) => {
			// A read ends in the hint of its dry run, a write in that of its notice.
			const options = { dryRun: operation === 'get' };
			const setup = { operation, fields: { thingId: 'x', name: 'n', options }, hints: [] };
			const { context } = fakeContext(setup);
			const broken = Object.assign(context, {
				getContext: () => ({}),
				addExecutionHints: () => {
					throw new Error('canary/secret');
				},
			});
			const successHint = (): string => 'Accepted.';
			const table = {
				thing: { get: withOptions(GET), create: { ...withOptions(CREATE), successHint } },
			};
			const error: unknown = await executeOperation(broken, API, table).catch((e: unknown) => e);
			expect(shown(error)).toMatchObject({
				message: `The node could not finish ${step} (Error).`,
				description: expect.stringContaining(says) as unknown,
			});
			expect(error).toMatchObject({ context: { details: { outcome } } });
			expect(JSON.stringify(error)).not.toContain('canary');
		},
	);
});

describe('notices', () => {
	const quoting: Operation['successHint'] = ({ state }, _request, shown) =>
		typeof state === 'string' ? `It is ${shown(state)}.` : undefined;
	const table = {
		thing: {
			create: { ...withOptions(CREATE), successHint: quoting },
			get: { ...withOptions(GET), successHint: quoting },
		},
	};
	const fields = { name: byItem, thingId: byItem };
	const hintsOf = async (count: number, respond: Respond, operation = 'create') =>
		(await run({ operation, count, fields, respond }, table)).hints;
	const saying = (state: unknown) => () => json({ result: { state } });

	it('are reported in hints, each once, those of reads in the order of the items', async () => {
		const writes: Respond = ({ body }) =>
			json({ result: { state: body === '{"name":"t1"}' ? 5 : 'Stopped' } });
		expect(await hintsOf(3, writes)).toEqual(['It is Stopped. (items 1, 3)']);
		const reads: Respond = async ({ url }) => {
			if (url.endsWith('t0')) await new Promise(setImmediate);
			return json({ result: { state: url.endsWith('t2') ? 'b' : 'a' } });
		};
		expect(await hintsOf(3, reads, 'get')).toEqual(['It is a. (items 1–2)', 'It is b. (item 3)']);
	});

	it('are reported ten at most, with how many more there are', async () => {
		const hints = await hintsOf(4000, ({ body }) => json({ result: { state: body } }));
		expect(hints).toHaveLength(11);
		expect(hints[10]).toBe('3,990 more hints are not shown.');
	});

	it('show no HTML', async () => {
		const hints = await hintsOf(1, saying('<a href="https://x.example">&lt;b</a>'));
		expect(hints).toEqual(['It is ‹a href="https://x.example"›＆lt;b‹/a›.']);
	});

	it('show what the API says redacted and cut', async () => {
		const hints = await hintsOf(1, saying(`of canary/secret\n${'x'.repeat(1000)}`));
		expect(hints).toEqual([`It is of *** ${'x'.repeat(593)}….`]);
	});

	it('are left out where n8n knows no hints, and of a list', async () => {
		const { context } = fakeContext({ operation: 'create', fields, respond: saying('a') });
		Reflect.deleteProperty(context, 'addExecutionHints');
		const [items] = await executeOperation(context, API, table);
		expect(items).toHaveLength(1);
		expect(await hintsOf(1, () => json({ result: [{ state: 'a' }] }))).toEqual([]);
	});
});

describe('a dry run', () => {
	it.each([
		[() => true, ['Dry Run: Nothing was sent.']],
		[(item: number) => item === 1, ['Dry Run: 1 of 3 items not sent.']],
		[() => false, []],
	])('says in a hint what was not sent', async (dryRun, expected) => {
		const options = (item: number) => ({ dryRun: dryRun(item) });
		const setup = { operation: 'create', count: 3, fields: { name: byItem, options } };
		const { hints } = await run(setup);
		expect(hints).toEqual(expected);
	});
});

describe('cancelling', () => {
	it('stops before the first request when already cancelled', async () => {
		const { error, sent } = await run({ fields: { thingId: 'x' }, cancel: AbortSignal.abort() });
		expect(sent).toEqual([]);
		expect(shown(error).message).toBe('The execution was stopped.');
		expect(error).toHaveProperty('context.details.reason', 'stopped');
	});

	it('says of reads that nothing was changed, also where the node continues', async () => {
		const { error } = await run({
			onError: 'continueRegularOutput',
			fields: { thingId: 'x' },
			cancel: AbortSignal.abort(),
		});
		expect(shown(error).description).toBe(
			'Requests in progress were aborted, and the rest were not sent. Only reads were sent, so nothing was changed.',
		);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'breaks off and sends no more with On Error %s',
		async (onError) => {
			const controller = new AbortController();
			const { error, sent } = await run({
				operation: 'create',
				...(onError === undefined ? {} : { onError }),
				count: 3,
				fields: { name: byItem },
				cancel: controller.signal,
				respond: () => {
					controller.abort();
					throw new Error('cancelled');
				},
			});
			expect(sent).toHaveLength(1);
			expect(shown(error).message).toBe('The execution was stopped.');
		},
	);
});
