import { z } from 'zod';

import {
	API_DEFAULT,
	choice,
	description,
	flag,
	list,
	number,
	object,
	text,
	time,
} from '../../../../nodes/engine/body/fields';
import {
	prefixPaths,
	rulesOf,
	buildBody,
	propertiesOf,
} from '../../../../nodes/engine/body/interpret';
import { sentenceOf } from '../../../../nodes/engine/issue';

const METHODS = { key: 'Key', role: 'Role', token: 'Token' };
const queue = description(
	'queue',
	{
		type: choice('Type', { fast: 'Fast', fifo: 'In Order', old: '' }, { selects: true }),
		name: text('Queue Name', { required: true, placeholder: 'e.g. orders' }),
		method: choice('Method', METHODS, {
			...{ selects: true, required: 'byFields', default: 'role' },
			off: { name: 'None', value: 'none' },
			support: {
				by: 'type',
				groups: [
					[['fast', 'old'], { key: 'Key', role: 'Role' }],
					[['fifo'], { token: 'Short-Lived Token' }],
				],
			},
		}),
		role: text('Role', { when: { method: ['role'] }, required: 'with a role', rows: 2 }),
		region: choice(
			'Region',
			{ a: 'A', b: 'B' },
			{
				support: {
					...{ by: 'type', or: 'leave it out' },
					groups: [
						[['fifo'], { a: 'A' }],
						[['fast'], { a: 'A', b: 'B' }],
					],
				},
			},
		),
		start: object(
			{
				at: choice(
					'Start',
					{ first: 'First', time: 'Time' },
					{ off: API_DEFAULT, required: 'byFields' },
				),
				time: time(
					'Start Time',
					(value, zone) => (typeof value === 'string' ? `${value} ${zone}` : undefined),
					{ when: { 'start.at': ['time'] }, schema: z.string() },
				),
			},
			{ when: { type: { not: ['fifo'] } }, panel: ['at'] },
		),
		tags: list('Tags', { note: 'Any' }),
		batch_size: number('Batch Size', { bounds: [1, 1000], shown: { '/mode': ['batch'] } }),
		ratio: number('Ratio', { precision: 2 }),
		loud: flag('Loud', {
			when: { ratio: { not: [1] } },
			shown: { ratio: { not: [1] }, '/mode': { not: ['batch'] } },
		}),
		extra: { schema: z.unknown() },
	},
	{ panel: ['name', 'type', 'method', 'role', 'start', 'nowhere'] },
);

describe('the panel of a description', () => {
	const settings = propertiesOf(queue, 'settings');
	const named = (name: string) =>
		[...propertiesOf(queue), ...settings].filter((field) => field.name === name);
	const show = (...values: string[]) => ({ displayOptions: { show: { queueType: values } } });

	it('has the listed properties, in its order, and the others under settings', () => {
		expect(propertiesOf(queue).map(({ name }) => name)).toEqual([
			...['queueName', 'queueType', 'queueMethod', 'queueMethod', 'queueRole', 'queueStartAt'],
		]);
		expect(settings.map(({ name }) => name)).toEqual([
			...['queueRegion', 'queueRegion', 'queueStartTime', 'queueTags', 'queueBatchSize'],
			...['queueRatio', 'queueLoud'],
		]);
		const all = description('', { a: flag('A', {}), b: flag('B', {}) });
		expect(propertiesOf(all).map(({ name }) => name)).toEqual(['a', 'b']);
		expect(propertiesOf(all, 'settings')).toEqual([]);
	});

	const options = (...values: Array<[name: string, value: string]>) => ({
		options: values.map(([name, value]) => ({ name, value })),
	});

	it.each<[string, object[]]>([
		[
			'queueMethod',
			[
				{
					...{ required: true, noDataExpression: true, default: 'role', ...show('fast', 'old') },
					...options(['Key', 'key'], ['None', 'none'], ['Role', 'role']),
				},
				{ default: '', ...show('fifo') },
			],
		],
		['queueRegion', [{ default: 'a', ...options(['A', 'a']) }, { default: 'a' }]],
		// Only options with a name, the first of which is the default.
		['queueType', [{ default: 'fast', ...options(['Fast', 'fast'], ['In Order', 'fifo']) }]],
		['queueStartAt', [show('fast', 'old')]],
		[
			'queueStartTime',
			[{ displayOptions: { show: { '/queueStartAt': ['time'], '/queueType': ['fast', 'old'] } } }],
		],
		// If it is no choice, all other values are unknown.
		['queueLoud', [{ displayOptions: { show: { '/queueRatio': [], '/mode': [] } } }]],
		[
			'queueBatchSize',
			[
				{
					...{ default: '', hint: '1 to 1,000', displayOptions: { show: { '/mode': ['batch'] } } },
					typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
				},
			],
		],
		['queueRatio', [{ default: '', typeOptions: {} }]],
	])('shows %s', (name, fields) => {
		expect(named(name)).toMatchObject(fields);
	});

	it('has a choice without options, and no hint on a number with a default', () => {
		const [kind] = propertiesOf(description('', { kind: choice('Kind', {}, {}) }));
		expect(kind).toMatchObject({ options: [], default: '' });
		const port = number('Port', { bounds: [1, 9], default: 5 });
		expect(propertiesOf(description('', { port }))[0]).not.toHaveProperty('hint');
	});
});

describe('the body of a description', () => {
	const left = { queueStartTime: 'now', queueRole: 'r', queueStartAt: 'first' };

	it.each([
		[{}, '{}'],
		[
			{
				...{ queueTags: 'a, b', queueLoud: false, queueName: 'q', queueType: 'fast' },
				...{ queueStartAt: 'time', queueStartTime: 'now', queueMethod: 'role', queueRole: 'r' },
			},
			'{"type":"fast","name":"q","method":"role","role":"r","start":{"at":"time","time":"now Europe/Berlin"},"tags":["a","b"],"loud":false}',
		],
		// Values that don't apply are omitted, even if the fields still have them.
		[
			{ ...left, queueType: 'fast', queueMethod: 'key' },
			'{"type":"fast","method":"key","start":{"at":"first"}}',
		],
		[{ ...left, queueType: 'fifo' }, '{"type":"fifo"}'],
		[{ queueMethod: 'none', queueStartAt: 'apiDefault' }, '{}'],
	])('is for the fields %j: %s', (fields, expected) => {
		expect(JSON.stringify(buildBody(queue)({ ...fields }, 'Europe/Berlin'))).toBe(expected);
	});
});

describe('the rules of a description', () => {
	const whole = { type: 'fast', method: 'key', name: 'q', start: { at: 'first' } };

	it.each([
		[whole, []],
		[{ ...whole, method: 'role', role: 'r' }, []],
		[{ ...whole, method: 'role' }, ['error: role is needed with a role. Enter it.']],
		// Keys that only the form requires, in existing objects.
		[
			{ type: 'fast', start: {} },
			['formOnly: method is empty. Enter a value.', 'formOnly: start.at is empty. Enter a value.'],
		],
		[{ type: 'fast', method: 'key' }, []],
		// A value that another one does not support, if both are listed.
		[
			{ ...whole, method: 'token' },
			["error: method is token, which fast doesn't support. Use one of: key, role."],
		],
		[
			{ ...whole, type: 'fifo', method: 'token', region: 'b' },
			["error: region is b, which fifo doesn't support. Use a, or leave it out."],
		],
		[{ ...whole, method: 'novel' }, []],
		[{ ...whole, type: 'novel' }, []],
	])('report for %j: %j', (given, expected) => {
		const found = rulesOf(queue).flatMap((rule) => [...rule(given)]);
		const texts = found.map((one) => `${one.level ?? 'error'}: ${one.path} ${sentenceOf(one)}`);
		expect(texts).toEqual(expected);
	});

	it('report a text of an unusual shape', () => {
		const usual = { shape: /^\w+$/, otherwise: 'is unusual' };
		const all = text('All', { usual: { ...usual, each: true } });
		const texts = description('', { one: text('One', { usual }), all });
		const inTexts = (given: Record<string, unknown>) =>
			rulesOf(texts).flatMap((rule) => [...rule(given)].map(sentenceOf));
		expect(inTexts({ one: ' a ', all: 'a, b,' })).toEqual([]);
		expect(inTexts({ one: '', all: 5 })).toEqual([]);
		expect(inTexts({ one: 'a b', all: 'a, b c' })).toEqual([
			...['is unusual; sent as entered.', "contains 'b c', which is unusual; sent as entered."],
		]);
	});

	it("are applied at the object's path", () => {
		const [one] = prefixPaths('a', [{ path: '', code: 'empty' }]);
		expect(one?.path).toBe('a');
	});
});

it('the schema of a description lists required keys, supported values, and notes', () => {
	const said = Object.entries(queue.schema.shape).map(
		([name, { description: note = '' }]) => `${name}: ${note}`,
	);
	expect(said).toEqual([
		...['type: ', 'name: '],
		'method: Set it: if it is omitted, the API decides. By type: fast, old key | role; fifo token',
		...['role: ', 'region: By type: fifo a; fast a | b', 'start: ', 'tags: Any'],
		...['batch_size: ', 'ratio: ', 'loud: ', 'extra: '],
	]);
	const isValid = (given: object) => queue.schema.safeParse(given).success;
	expect(
		[
			{ name: 'q', type: null, novel: 1 },
			{ name: 'q', ratio: 1.5 },
		].every(isValid),
	).toBe(true);
	expect([{ name: ' ' }, { name: 'q', batch_size: 1.5 }].some(isValid)).toBe(false);
});
