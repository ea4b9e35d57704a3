import { getEventListeners } from 'node:events';

import { executeOperation } from '../../../nodes/engine/execution/execute';
import type {
	ChangeOperation,
	Operation,
	OperationOutput,
	OperationTable,
} from '../../../nodes/engine/operation';
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
	REMOVE,
	shown,
	withOptions,
} from './fakes';
import { sentenceHint } from '../../../nodes/engine/issue';
import { asObject } from '../../../nodes/engine/parameters/values';

const TABLE = { thing: { get: withOptions(GET), create: withOptions(CREATE), remove: REMOVE } };
const onError = 'continueRegularOutput' as const;

const run = async (setup: FakeNode, table: OperationTable = TABLE) => await execute(setup, table);
const turn = async () => {
	await new Promise(setImmediate);
};

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

describe('executeOperation', () => {
	it('outputs no items for no input', async () => {
		expect(await run({ count: 0 })).toMatchObject({ items: [], sent: [] });
	});

	it('outputs items in order if their responses arrive in any order', async () => {
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

	const inParallel = { name: byItem, thingId: byItem, options: { maxConcurrency: 3 } };

	it('sends reads in parallel', async () => {
		const reads = counting();
		await run({ count: 30, fields: inParallel, respond: reads.respond });
		expect(reads.most).toBe(3);
	});

	it('sends writes one at a time, in item order', async () => {
		const writes = counting();
		const fields = inParallel;
		const write = { operation: 'create', count: 4, fields, respond: writes.respond };
		const { sent } = await run(write);
		expect(sent.map(({ options }) => options.body)).toEqual(
			[0, 1, 2, 3].map((item) => `{"name":"t${String(item)}"}`),
		);
		expect(writes.most).toBe(1);
	});

	it('sends equal writes once per item', async () => {
		const plan: Operation['plan'] = ({ thingId }) => ({
			request: { method: thingId === 't1' ? 'POST' : 'GET', path: '/things' },
			issues: [],
		});
		const setup = { count: 3, fields: { thingId: byItem, name: 'n' } };
		const mixed = await run(setup, { thing: { get: { ...GET, plan } } });
		expect(mixed.sent.map(({ options }) => options.method)).toEqual(['GET', 'POST', 'GET']);
		expect((await run({ ...setup, operation: 'create' })).sent).toHaveLength(3);
	});

	it("redacts only the item's own secrets", async () => {
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

	it("outputs the API's data unchanged, except for secrets", async () => {
		const result = { name: 'warehouse', credentials: { password: 'x' } };
		const fields = { name: 'n', password: 'warehouse' };
		const { items } = await run({ operation: 'create', fields, respond: () => json({ result }) });
		expect(items[0]?.json).toMatchObject({ ...result, credentials: { password: '***' } });
	});

	it("removes its listener from n8n's cancel signal", async () => {
		const { signal } = new AbortController();
		await run({ fields: { thingId: 'x' }, cancel: signal });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

describe('executeOperation (invalid items)', () => {
	it('numbers invalid items from 1', async () => {
		const thingId = (item: number) => (item === 2 ? '' : 'x');
		const { error, sent } = await run({ count: 3, fields: { thingId } });
		expect(shown(error).message).toMatch(/^Item 3: /);
		expect(shown(error).details).toMatchObject({ item: 3, outcome: 'notSent' });
		// With an index, n8n would add its own item number, from 0, to the message.
		expect(error).not.toHaveProperty('context.itemIndex', 2);
		expect(sent).toEqual([]);
	});

	it('lists each issue on its own line, also in HTML', async () => {
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

	it('rejects an unknown operation or resource', async () => {
		const messageOf = async (resource: string, operation: string) =>
			shown((await run({ operation, fields: { resource } })).error).message;
		expect([await messageOf('thing', 'toString'), await messageOf('toString', 'call')]).toEqual([
			'The operation "toString" of the resource "thing" is unknown',
			'The resource "toString" is unknown',
		]);
	});
});

describe('executeOperation (second credential)', () => {
	const credentials = { testApi: CREDENTIAL, sourceApi: { password: 'changeme' } };

	it("hides a second credential's ordinary-word password only in text from the API", async () => {
		const named: ChangeOperation = {
			...CREATE,
			extraCredentialType: 'sourceApi',
			unknownOutcome: ['It may be changeme', 'Look for changeme.'],
			plan: (parameters, context) => {
				const { request, issues } = CREATE.plan(parameters, context);
				const shape = `of ${context.extraCredentialName ?? ''} is changeme.`;
				return { request, issues: issues.map(({ path }) => malformed(path, shape)) };
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
			'Look for changeme.',
		]);
		expect((await errorOf('')).message).toBe('Name of sourceApi name is changeme.');
	});
});

describe('executeOperation (hints)', () => {
	const plan: Operation['plan'] = (parameters, context) => ({
		...GET.plan(parameters, context),
		issues: [...GET.plan(parameters, context).issues, sentenceHint('Look here.')],
	});
	const output: OperationOutput = {
		successHint: ({ state }, _request, quoted) =>
			typeof state === 'string' ? `It is ${quoted(state)}.` : undefined,
	};
	const table = {
		thing: {
			get: { ...withOptions(GET), output },
			create: { ...withOptions(CREATE), output },
			plan: { ...withOptions(GET), plan },
		},
	};
	const fields = { name: byItem, thingId: byItem };
	const hintsOf = async (setup: FakeNode) => (await run({ fields, ...setup }, table)).hints;
	const stating =
		(state: unknown): Respond =>
		() =>
			json({ result: { state } });

	it("shows a plan's hints in a run and in a dry run", async () => {
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

	it("hides only the item's own secrets in a hint", async () => {
		const quoting: Operation = {
			...CREATE,
			output: {
				successHint: (_record, { body }) => `Sent ${String(asObject(body)['name'])}.`,
			},
			plan: (parameters, context) => {
				const planned = CREATE.plan(parameters, context);
				const hint = sentenceHint(`Check ${String(parameters['name'])}.`);
				return { ...planned, issues: [...planned.issues, hint] };
			},
		};
		const ownFields = {
			name: 'canary-one',
			password: (item: number) => ['canary-one', 'canary-two'][item],
		};
		const setup = { operation: 'create', fields: ownFields, count: 2 };
		const { hints } = await run(setup, { thing: { create: quoting } });
		expect(hints).toEqual([
			'Check ***. (item 1)',
			'Check canary-one. (item 2)',
			'Sent ***. (item 1)',
			'Sent canary-one. (item 2)',
		]);
	});

	it('shows equal hints once, in item order', async () => {
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

	it("shows the API's text in a hint redacted and shortened", async () => {
		const state = `<a href="https://x.example">&lt;b</a> canary/secret\n${'x'.repeat(1000)}`;
		const [hint] = await hintsOf({ respond: stating(state) });
		expect(hint).toMatch(/^It is ‹a href="https:\/\/x.example"›＆lt;b‹\/a› \*\*\* x+…\.$/);
		expect(hint?.length).toBeLessThan(700);
	});

	it("runs without hints if n8n doesn't support them", async () => {
		const { context } = fakeContext({ fields, respond: stating('a') });
		Reflect.deleteProperty(context, 'addExecutionHints');
		const [items] = await executeOperation(context, () => API, table);
		expect(items).toHaveLength(1);
	});

	it("counts the items that a dry run didn't send", async () => {
		const fields = { name: byItem, options: (item: number) => ({ dryRun: item === 1 }) };
		const shownHints = await hintsOf({ operation: 'create', count: 3, fields });
		expect(shownHints).toEqual(['Dry Run: 1 of 3 items not sent.']);
	});
});

describe('executeOperation (canceled)', () => {
	const message = 'The execution was stopped.';

	it.each([
		{ operation: 'get', continuing: {} },
		{ operation: 'get', continuing: { onError } },
		{ operation: 'create', continuing: {} },
	])("doesn't start if canceled before ($operation, $continuing)", async (example) => {
		const { operation, continuing } = example;
		const fields = { thingId: 'x', name: 'n' };
		const setup = { operation, fields, cancel: AbortSignal.abort() };
		const { error, sent } = await run({ ...setup, ...continuing });
		expect(sent).toEqual([]);
		const details = { reason: 'stopped', outcome: 'notSent' };
		expect(shown(error)).toMatchObject({ message, description: 'Nothing was sent.', details });
	});

	it.each([undefined, onError])(
		'stops sending requests once canceled (On Error: %s)',
		async (continuing) => {
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
				like(/^(?:Some|Item 1: The thing).* may .* stopped\.$/),
			]);
		},
	);
});
