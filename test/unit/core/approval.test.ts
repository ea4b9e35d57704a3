import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';

import { objectBody } from '../../../nodes/engine/request';
import type { Issue } from '../../../nodes/engine/issue';
import type { ChangeOperation } from '../../../nodes/engine/operation';
import { asObject } from '../../../nodes/engine/parameters/values';
import { changesText } from '../../../nodes/engine/summary/sentences';
import { phrase, phraseList, SHORT_LIST, quoteName, UNTOLD } from '../../../nodes/engine/phrase';
import { Things } from './execution/things';
import type { FakeNode } from './fakes';
import { CREATE, CREDENTIAL, execute, GET, like, nameIn, shown, withOptions } from './fakes';

const SEED = 20_261_126;

const create: ChangeOperation = {
	...withOptions(CREATE),
	texts: { summarize: (request) => `Create ${String(objectBody(request)['name'])}` },
};
const TABLE = { thing: { create, get: withOptions(GET) } };

/** The run has an item for each name. */
interface Run extends Omit<FakeNode, 'fields' | 'count' | 'credentials'> {
	names: string[];
	password?: string;
	credential?: ICredentialDataDecryptedObject;
	/** An object is for all items, a function gives each item its own. */
	options?: object | ((item: number) => object);
}

async function run({ names, password, credential = CREDENTIAL, options, ...setup }: Run) {
	const { sent, items, error } = await execute(
		{
			operation: 'create',
			count: names.length,
			fields: { name: (item: number) => names[item], password, options },
			credentials: { testApi: credential },
			...setup,
		},
		TABLE,
	);
	return { items, error, sent: sent.map(({ options: { body } }) => nameIn(body)) };
}

/** The plan hash from a dry run. */
async function planOf(planned: Run): Promise<string> {
	const { items } = await run({ ...planned, options: { dryRun: true } });
	return String(asObject(items[0]?.json['plan'])['hash']);
}

const ABC = ['a', 'b', 'c'];
const onError = 'continueRegularOutput' as const;
const numbered = (count: number) => Array.from({ length: count }, (_, item) => `n${String(item)}`);

describe('Dry Run', () => {
	/** The summary of a create that differs like this. */
	async function summaryWith(changes: Partial<ChangeOperation>, fields: object = { name: 'a' }) {
		const { items } = await execute(
			{ operation: 'create', fields: { ...fields, options: { dryRun: true } } },
			{ thing: { create: { ...create, ...changes } } },
		);
		return items[0]?.json['summary'];
	}

	it.each([
		{ count: 11, end: " and 1 more. For the whole request, see the item's body." },
		{ count: 10, end: ', n9' },
	])(
		'shows where the rest of $count values is if the summary counts it',
		async ({ count, end }) => {
			const summarize = () => phrase`Create ${phraseList(numbered(count), quoteName, SHORT_LIST)}`;
			expect(await summaryWith({ texts: { summarize } }, { name: 'n1' })).toMatch(
				new RegExp(`${end}$`),
			);
		},
	);

	it.each([
		{ leavesOut: 'nothing', mark: '', end: '' },
		{ leavesOut: 'a value', mark: UNTOLD, end: ". For the whole request, see the item's body." },
	])('ends with "$end" if the summary leaves out $leavesOut', async ({ mark, end }) => {
		const summarize = () => phrase`Create a thing${mark}`;
		expect(await summaryWith({ texts: { summarize } })).toBe(`Create a thing${end}`);
	});

	it.each([
		{
			rows: [{ name: 'Night', from: 1, to: 2 }],
			end: /: rows 1 entry \(Night\)\. For the whole request, see /,
		},
		{ rows: [{ key: 'team', value: 'data' }], end: /: rows \(team: data\)$/ },
	])('shows where the rest of $rows is', async ({ rows, end }) => {
		const summarize = () => phrase`Create a: ${changesText({ rows })}`;
		expect(await summaryWith({ texts: { summarize } })).toMatch(end);
	});

	const hint = (issue: Partial<Issue>): Issue => ({
		path: 'rows.0.value',
		label: '',
		verdict: 'hint',
		text: 'is odd.',
		...issue,
	});

	it.each([
		{
			issue: hint({ path: 'destination.type', label: '"destination.type"' }),
			warning: '"destination.type" is odd.',
		},
		{
			issue: hint({ text: 'The address 0.0.0.0/0 lets anyone connect.' }),
			warning: 'The address 0.0.0.0/0 lets anyone connect.',
		},
		{
			issue: hint({ text: 'The thing "https://evil.example" exists.' }),
			warning: 'The thing "https[:]//evil[.]example" exists.',
		},
		{
			issue: hint({ label: 'Column "evil.example"' }),
			warning: 'Column "evil[.]example" is odd.',
		},
		{
			issue: hint({ label: undefined, path: 'rows.0.value' }),
			warning: '"rows.0.value" is odd.',
		},
		{ issue: hint({ text: 'is s3cret.example.' }), warning: 'is ***.' },
	])('breaks only the links of others in a warning: $warning', async ({ issue, warning }) => {
		const plan: ChangeOperation['plan'] = (parameters, context) => ({
			...create.plan(parameters, context),
			issues: [issue],
		});
		const summary = await summaryWith({ plan }, { name: 'a', password: 's3cret.example' });
		expect(summary).toBe(`Warning: ${warning}\nCreate a`);
	});

	it.each([
		{ request: { path: '/things/1' }, end: / and 1 more$/ },
		{ request: { path: `/things?a=${'x'.repeat(650)}&b=1` }, end: /see the item's url\.$/ },
		{ request: { path: '/things?a=1', body: { a: 1 } }, end: /see the item's body\.$/ },
		{
			request: { path: `/things?${'x'.repeat(200)}`, body: { a: 1 } },
			end: /see the item's url and body\.$/,
		},
	])('refers to the URL or body only if it has the rest: $end', async ({ request, end }) => {
		const summarize = () => phrase`Delete ${phraseList(numbered(11), quoteName, SHORT_LIST)}`;
		const plan = () => ({ request: { method: 'DELETE', ...request } as const, issues: [] });
		expect(await summaryWith({ plan, texts: { summarize } })).toMatch(end);
	});

	const PEM = '-----BEGIN PRIVATE KEY----- AAAAAAAAAAAAAAAAAAAAAAAA';

	it.each([
		{ body: { sql: 'SELECT 1 WHERE token=0/**/UNION/**/ALL' }, fields: 'sql' },
		{ body: { name: 'token=1', parts: [{ name: 'token=2' }] }, fields: 'Name, name' },
		{ body: { parts: [{ ttl: `a /* ${PEM} */ + 1` }, { ttl: PEM.slice(1) }] }, fields: 'ttl' },
		{ body: { a: 'token=1', b: { c: 'x', 'd e': ['token=2'] } }, fields: 'a, "d e"' },
		{ body: ['token=1'], fields: 'body' },
		{ body: { sql: `${PEM}\nSELECT 2` }, fields: 'sql' },
		{ body: { sql: `${'['.repeat(101)}"a":1` }, fields: 'sql' },
		{ body: { password: 'first-pass', key: PEM, uri: 'mongodb://u:secret@h/' }, fields: 'key' },
		{ body: { clientKey: PEM, options: [{ name: 'password', value: PEM }] } },
		{ body: { credentials: { pem: PEM, headers: { a: { b: PEM } } }, queryParams: [PEM] } },
		{ path: '/things?token=first&limit=1&token=second' },
		{ path: '/things?u=http://a:b@c&u=1', fields: 'u' },
		{ path: '/things;token=first/1', fields: 'path' },
		{ path: '/things?u=http://a:b&cascade=all&x=@', fields: 'u, cascade, x' },
		{ body: { sql: 'SELECT token FROM t', uri: 'x' } },
	])('lists the hidden ordinary texts of $path $body: $fields', async ({ path, body, fields }) => {
		const plan = () => ({
			request: { method: 'POST', path: path ?? '/things', ...(body && { body }) } as const,
			issues: [],
		});
		const summary = JSON.stringify(await summaryWith({ plan }));
		const [, named] = /Part of (.*?) is hidden/.exec(summary) ?? [];
		expect(named?.replaceAll('\\"', '"')).toBe(fields);
	});

	it("outputs the plan's hash and the item's hash with every item", async () => {
		const { items } = await run({ names: ['a', 'b', 'a'], options: { dryRun: true } });
		const plans = items.map(({ json: { plan } }) => asObject(plan));
		const [a = '', b = '', again] = plans.map((plan) => String(plan['itemHash']));
		expect(again).toBe(a);
		for (const plan of plans) expect(plan['hash']).toMatch(new RegExp(`-${a}${b}${a}$`));
	});

	it('leaves invalid items out of the plan under On Error: Continue', async () => {
		const { items } = await run({ names: ['', 'a'], onError, options: { dryRun: true } });
		expect(items[1]?.json).toHaveProperty('plan.hash', await planOf({ names: ['a'] }));
	});
});

/** Everything that an approval covers. */
const PLANNED = { password: 'first-pass', credential: CREDENTIAL };
const anyNames = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 7 });
const anyChange = fc.constantFrom(
	{},
	{ password: 'other-pass' },
	{ credential: { ...CREDENTIAL, baseUrl: 'https://eu.example.com' } },
	{ credential: { ...CREDENTIAL, keyId: 'other-id' } },
	{ credential: { ...CREDENTIAL, keySecret: 'rotated/secret' } },
);

/** Each planned request approves a single item, so the rest of the items isn't approved. */
function unapproved(names: readonly string[], planned: readonly string[]): number[] {
	const left = [...planned];
	return names.flatMap((name, item) => {
		const index = left.indexOf(name);
		if (index >= 0) left.splice(index, 1);
		return index >= 0 ? [] : [item + 1];
	});
}

/** For example, " in items 1–3, 5". */
function inItems(numbers: readonly number[]): string {
	if (numbers.length === 0) return '';
	const runs = numbers.filter((number) => !numbers.includes(number - 1));
	const ranges = runs.map((from) => {
		let to = from;
		while (numbers.includes(to + 1)) to += 1;
		return from === to ? String(from) : `${String(from)}–${String(to)}`;
	});
	return ` in item${numbers.length === 1 ? '' : 's'} ${ranges.join(', ')}`;
}

const itemCount = ({ length }: readonly string[]) =>
	`${String(length)} item${length === 1 ? '' : 's'}`;

/** Returns the message about unapproved requests, and the start of its description. */
function differenceOf(
	names: readonly string[],
	planned: readonly string[],
	isSameOtherwise: boolean,
) {
	const items = unapproved(names, isSameOtherwise ? planned : []);
	const counts = `The approved plan has ${itemCount(planned)}, and this run has ${itemCount(names)}. `;
	return {
		message: `The requests differ from the approved plan${inItems(items)}.`,
		description: `Nothing was changed. ${planned.length === names.length ? '' : counts}Do a new dry run`,
	};
}

describe('Approved Plan', () => {
	it('sends only the requests of its dry run', async () => {
		const property = fc.asyncProperty(
			anyNames,
			fc.option(anyNames, { nil: undefined }),
			anyChange,
			fc.boolean(),
			async (planned, names = planned, change, isMailed) => {
				const plan = await planOf({ ...PLANNED, names: planned });
				const approvedPlan = isMailed ? ` ${plan.replace(/.{60}/g, '$&\r\n  ')}\n` : plan;
				const now = { ...PLANNED, ...change, names };
				const { sent, error } = await run({ ...now, options: { approvedPlan } });
				if (isDeepStrictEqual(now, { ...PLANNED, names: planned })) {
					expect([error, sent]).toEqual([undefined, names]);
					return;
				}
				expect(sent).toEqual([]);
				const { message, description, details } = shown(error);
				const expected = differenceOf(names, planned, Object.keys(change).length === 0);
				expect(message).toBe(expected.message);
				expect(description.startsWith(expected.description)).toBe(true);
				expect(details).toMatchObject({ outcome: 'notSent', reason: 'planDiffers' });
				expect(message + description).not.toMatch(/-pass|secret|-id/);
			},
		);
		await fc.assert(property, { seed: SEED, numRuns: 400 });
	});

	it('stops if any character of the plan has changed', async () => {
		const plan = await planOf({ names: ABC });
		const anyPosition = fc.nat({ max: plan.length });
		const anyText = fc.constantFrom('', '0', 'a', '-', 'x', '00000000');
		await fc.assert(
			fc.asyncProperty(anyPosition, fc.nat({ max: 8 }), anyText, async (start, removed, text) => {
				const approvedPlan = plan.slice(0, start) + text + plan.slice(start + removed);
				fc.pre(approvedPlan !== plan);
				const { sent, error } = await run({ names: ABC, options: { approvedPlan } });
				expect(sent).toEqual([]);
				expect(shown(error).details).toMatchObject({ outcome: 'notSent' });
			}),
			{ seed: SEED, numRuns: 300 },
		);
	});

	it.each([
		{ planned: 51, changed: 50, now: 51, where: '', says: 'changed. Do a new dry run' },
		{ planned: 51, changed: 49, now: 50, where: '', says: '51 items, and this run has 50' },
		{ planned: 50, changed: 50, now: 51, where: ' in item 51', says: 'this run has 51' },
	])('stops $now items against a plan of $planned if the last item differs', async (example) => {
		const approvedPlan = await planOf({ names: numbered(example.planned) });
		expect(approvedPlan.length).toBeLessThanOrEqual(880);
		const names = [...numbered(example.changed), 'x'];
		const { sent, error } = await run({ names, options: { approvedPlan } });
		expect(sent).toEqual([]);
		const { message, description } = shown(error);
		expect(message).toBe(`The requests differ from the approved plan${example.where}.`);
		expect(description).toContain(example.says);
	});

	const isNone = "isn't the plan of a dry run";

	it.each<{ options: NonNullable<Run['options']>; problem: string }>([
		{ options: { approvedPlan: '' }, problem: 'is empty' },
		{ options: { approvedPlan: 'yes' }, problem: isNone },
		{ options: { approvedPlan: {} }, problem: isNone },
		{
			options: (item) => (item === 0 ? { approvedPlan: 'x' } : {}),
			problem: "isn't the same for all items",
		},
	])("doesn't send the request if the option $problem: $options", async ({ options, problem }) => {
		const { sent, error } = await run({ names: ABC, options });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message: `Approved Plan ${problem}.`,
			description: like(/^Nothing was changed\. /),
			details: { outcome: 'notSent', reason: 'invalidInput' },
		});
	});

	async function dryRunItems(names: string[]) {
		return (await run({ names, password: 'first-pass', options: { dryRun: true } })).items;
	}

	it.each<{ form: string; entered: (items: INodeExecutionData[]) => unknown }>([
		{ form: "n8n's items", entered: (items) => items },
		{ form: 'a list of outputs', entered: (items) => items.map(({ json: output }) => output) },
		{ form: 'JSON', entered: (items) => JSON.stringify(items.map(({ json: output }) => output)) },
		{ form: 'the output of a single item', entered: ([item]) => item?.json },
	])('sends only the requests of a dry run entered as $form', async ({ entered }) => {
		const approvedPlan = entered(await dryRunItems(ABC));
		const planned = { password: 'first-pass', options: { approvedPlan } };
		expect((await run({ ...planned, names: ABC })).sent).toEqual(ABC);
		expect((await run({ ...planned, names: ['a', 'b', 'x'] })).sent).toEqual([]);
	});

	it.each([
		{ change: 'a name', names: ['a', 'x', 'c'], line: 'Item 2, POST /things: Name from b to x.' },
		{
			change: 'only a secret',
			names: ABC,
			password: 'other-pass',
			line: 'Item 1, POST /things: only hidden values or the credential differ.',
		},
	])('shows the approved and the current value of $change', async (example) => {
		const { names, password = 'first-pass', line } = example;
		const approvedPlan = await dryRunItems(ABC);
		const { error } = await run({ names, password, options: { approvedPlan } });
		expect(shown(error).description).toContain(`\n• ${line}`);
	});

	it('shows the whole summary of each item that a hash refuses, and how to see what differs', async () => {
		const name = `x ${'y'.repeat(300)}`;
		const { error } = await run({
			names: ['a', name],
			options: { approvedPlan: await planOf({ names: ['a', 'b'] }) },
		});
		const { description } = shown(error);
		expect(description).toContain(`\n• Item 2: Create ${name}.`);
		expect(description).toContain("enter the dry run's items, such as {{ $('Dry Run').all() }}");
	});

	it('counts the items whose differences it leaves out', async () => {
		const names = numbered(8);
		const approvedPlan = await dryRunItems(names);
		const { error } = await run({ names: names.map(() => 'x'), options: { approvedPlan } });
		const { description } = shown(error);
		expect(description.match(/^• Item \d, POST \/things: /gm)).toHaveLength(5);
		expect(description).toMatch(/\n• 3 more items are not shown\.$/);
	});

	it('compares only the hash of the approved items', async () => {
		const items = await dryRunItems(ABC);
		const approvedPlan = items.map(({ json: { plan } }) => ({ plan, body: { name: '<b>x</b>' } }));
		const planned = { password: 'first-pass', options: { approvedPlan } };
		expect((await run({ ...planned, names: ABC })).sent).toEqual(ABC);
		const { error } = await run({ ...planned, names: ['a', 'b', 'x'] });
		expect(shown(error).description).not.toContain('<');
	});

	it('rejects the items of several dry runs', async () => {
		const approvedPlan = [...(await dryRunItems(['a'])), ...(await dryRunItems(['b']))];
		const { sent, error } = await run({ names: ['a', 'b'], options: { approvedPlan } });
		expect([sent, shown(error).message]).toEqual([[], `Approved Plan ${isNone}.`]);
	});

	it('ignores dry-run items in the same run', async () => {
		const approvedPlan = await planOf({ names: ['b', 'c'] });
		const options = (item: number) => ({ approvedPlan, dryRun: item === 0 });
		const { sent, items } = await run({ names: ABC, options });
		expect(sent).toEqual(['b', 'c']);
		expect(items[0]?.json).toHaveProperty('summary', 'Create a');
	});
});

describe('Approved Plan under On Error: Continue', () => {
	it('turns every item into an error if one item is invalid', async () => {
		const approvedPlan = await planOf({ names: ['a', 'c'] });
		const { sent, items } = await run({
			names: ['a', '', 'c'],
			onError,
			options: { approvedPlan },
		});
		expect(sent).toEqual([]);
		expect(items).toMatchObject(
			['planDiffers', 'invalidInput', 'planDiffers'].map((reason, item) => ({
				json: { error: { outcome: 'notSent', reason, attempts: 0 } },
				pairedItem: { item },
			})),
		);
		expect(items[0]?.json).toHaveProperty('error.message', like(/plan in item 2\.$/));
	});

	it("doesn't read if an expression sets Approved Plan", async () => {
		const options = { approvedPlan: await planOf({ names: ABC }) };
		const reads = { operation: 'get', onError, fields: { thingId: 'a', options } };
		const { sent, items } = await execute(reads, TABLE);
		expect(sent).toEqual([]);
		expect(items).toMatchObject([{ json: { error: { reason: 'planDiffers' } } }]);
	});
});

/** Before the approved updates run, somebody has changed the things. */
async function runUpdates(
	ids: readonly string[],
	edit: (things: Things) => void,
	changes: { note?: string; onError?: typeof onError } = {},
) {
	const stored = Object.fromEntries(ids.map((id) => [id, { name: id, secret: `canary-${id}` }]));
	const things = new Things(stored);
	const { note = 'n', ...node } = changes;
	const updates = async (options: object, entered = 'n') => {
		const fields = { thingId: (item: number) => ids[item], note: entered, options };
		return await things.run({ count: ids.length, fields, credentials: CREDENTIALS, ...node });
	};
	const { items } = await updates({ dryRun: true });
	edit(things);
	things.bodies.length = 0;
	const approvedPlan = asObject(items[0]?.json['plan'])['hash'];
	const { error, ...result } = await updates({ approvedPlan }, note);
	return { ...result, error, things };
}

const CREDENTIALS = { testApi: CREDENTIAL };
const rename = (id: string) => (things: Things) => {
	things.edit(id, { name: 'by somebody' });
};

describe('Approved Plan (updates)', () => {
	it.each([
		{ change: 'nothing', edit: () => undefined },
		{
			change: 'what only the API sets',
			edit: (things: Things) => {
				things.edit('a', { updatedAt: 'now' });
			},
		},
	])('sends the updates if $change has changed in the records', async ({ edit }) => {
		const { error, things } = await runUpdates(['a', 'b', 'a'], edit);
		expect([error, things.bodies.length]).toEqual([undefined, 3]);
	});

	const DIFFERS = 'The requests differ from the approved plan';

	it.each<{ ids: string[]; edited: string[]; note?: string; message: string }>([
		{
			ids: ['a', 'b'],
			edited: ['b'],
			message: 'Changed since the plan was approved: thing b.',
		},
		{
			ids: ['a', 'b', 'a', 'c'],
			edited: ['a', 'c'],
			message: 'Changed since the plan was approved: thing a, thing c.',
		},
		{
			ids: 'abcdefg'.split(''),
			edited: 'abcdefg'.split(''),
			message:
				'Changed since the plan was approved: thing a, thing b, thing c, thing d, thing e and 2 more.',
		},
		{ ids: ['a', 'b'], edited: [], note: 'other', message: `${DIFFERS} in items 1–2.` },
		{ ids: ['a', 'b'], edited: ['b'], note: 'other', message: `${DIFFERS} in items 1–2.` },
		{ ids: Array(51).fill('a') as string[], edited: ['a'], message: `${DIFFERS}.` },
	])('distinguishes changed input from records that others changed: $message', async (example) => {
		const { ids, edited, note, message } = example;
		const { error, things } = await runUpdates(
			ids,
			(all) => {
				for (const id of edited) rename(id)(all);
			},
			note === undefined ? {} : { note },
		);
		expect(things.bodies).toEqual([]);
		const text = shown(error);
		expect(text).toMatchObject({
			message,
			description: like(/^Nothing was changed\. /),
			details: { reason: 'planDiffers', outcome: 'notSent' },
		});
		expect(text.message + text.description).not.toContain('canary');
	});

	it('stops all updates under On Error: Continue if one record has changed', async () => {
		const { items, things } = await runUpdates(['a', 'b'], rename('b'), { onError });
		expect(things.bodies).toEqual([]);
		const errorOf = (item: number) => ({
			message: `Item ${String(item)}: Changed since the plan was approved: thing b.`,
			item,
		});
		expect(items).toMatchObject([{ json: { error: errorOf(1) } }, { json: { error: errorOf(2) } }]);
	});
});
