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
} from '../../../../nodes/core/description/fields';
import type { Finding } from '../../../../nodes/core/description/findings';
import { finding, prefixPaths, rulesOf } from '../../../../nodes/core/description/findings';
import { bodyOf, propertiesOf } from '../../../../nodes/core/description/interpret';
import { z } from 'zod';

import { sentenceOf } from '../../../../nodes/core/validation/issue';

const queue = description(
	'queue',
	{
		type: choice('Type', { fast: 'Fast', fifo: 'In Order', old: '' }, { selects: true }),
		name: text('Queue Name', { required: true, placeholder: 'e.g. orders' }),
		method: choice(
			'Method',
			{ key: 'Key', role: 'Role', token: 'Token' },
			{
				selects: true,
				required: 'byFields',
				default: 'role',
				off: { name: 'None', value: 'none' },
				support: {
					by: 'type',
					groups: [
						[['fast', 'old'], { key: 'Key', role: 'Role' }],
						[['fifo'], { token: 'Short-Lived Token' }],
					],
				},
			},
		),
		role: text('Role', { when: { method: ['role'] }, required: 'with a role', rows: 2 }),
		region: choice(
			'Region',
			{ a: 'A', b: 'B' },
			{
				support: {
					by: 'type',
					groups: [
						[['fifo'], { a: 'A' }],
						[['fast'], { a: 'A', b: 'B' }],
					],
					or: 'leave it out',
				},
			},
		),
		start: object(
			{
				at: choice(
					'Start',
					{ first: 'First', time: 'Time' },
					{
						off: API_DEFAULT,
						required: 'byFields',
					},
				),
				time: time(
					'Start Time',
					(value, zone) => (typeof value === 'string' ? `${value} ${zone}` : undefined),
					{
						when: { 'start.at': ['time'] },
						schema: z.string(),
					},
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

const sendQueue = bodyOf(queue);
const body = (fields: object) => sendQueue({ ...fields }, 'Europe/Berlin');
const found = (given: Record<string, unknown>): string[] =>
	rulesOf(queue)
		.flatMap((rule) => [...rule(given)])
		.map((one: Finding) => `${one.severity}: ${one.path} ${sentenceOf(one)}`);

describe('the panel of a description', () => {
	const panel = propertiesOf(queue);
	const named = (name: string) =>
		[...panel, ...propertiesOf(queue, 'settings')].filter((field) => field.name === name);

	it('has the members that it names, in its order, and the others under settings', () => {
		expect(panel.map(({ name }) => name)).toEqual([
			...['queueName', 'queueType', 'queueMethod', 'queueMethod', 'queueRole', 'queueStartAt'],
		]);
		const settings = propertiesOf(queue, 'settings').map(({ name }) => name);
		expect(settings).toEqual([
			...[
				'queueRegion',
				'queueRegion',
				'queueStartTime',
				'queueTags',
				'queueBatchSize',
				'queueRatio',
				'queueLoud',
			],
		]);
		const all = description('', { a: flag('A', {}), b: flag('B', {}) });
		expect(propertiesOf(all).map(({ name }) => name)).toEqual(['a', 'b']);
		expect(propertiesOf(all, 'settings')).toEqual([]);
	});

	it('shows a selector for each group of types, with its own options and default', () => {
		expect(named('queueMethod')).toEqual([
			expect.objectContaining({
				required: true,
				noDataExpression: true,
				default: 'role',
				options: [
					{ name: 'Key', value: 'key' },
					{ name: 'None', value: 'none' },
					{ name: 'Role', value: 'role' },
				],
				displayOptions: { show: { queueType: ['fast', 'old'] } },
			}),
			expect.objectContaining({ default: '', displayOptions: { show: { queueType: ['fifo'] } } }),
		]);
		expect(named('queueRegion')[0]).toMatchObject({
			default: 'a',
			options: [{ name: 'A', value: 'a' }],
		});
		expect(propertiesOf(description('', { kind: choice('Kind', {}, {}) }))).toEqual([
			expect.objectContaining({ options: [], default: '' }),
		]);
	});

	it('offers only options with a name, the first of which is the default', () => {
		expect(named('queueType')).toEqual([
			{
				displayName: 'Type',
				name: 'queueType',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Fast', value: 'fast' },
					{ name: 'In Order', value: 'fifo' },
				],
				default: 'fast',
			},
		]);
	});

	it('names conditions by parameters; in settings, a slash precedes those of the panel', () => {
		const show = (name: string) => named(name).map(({ displayOptions }) => displayOptions?.show);
		expect(show('queueStartAt')).toEqual([{ queueType: ['fast', 'old'] }]);
		expect(show('queueStartTime')).toEqual([
			{ '/queueStartAt': ['time'], '/queueType': ['fast', 'old'] },
		]);
		expect(show('queueBatchSize')).toEqual([{ '/mode': ['batch'] }]);
		// Of what is no choice, all other values are unknown.
		expect(show('queueLoud')).toEqual([{ '/queueRatio': [], '/mode': [] }]);
	});

	it('shows the bounds of a number that begins empty', () => {
		expect(named('queueBatchSize')).toEqual([
			expect.objectContaining({
				default: '',
				hint: '1 to 1,000',
				typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
			}),
		]);
		expect(named('queueRatio')).toEqual([
			expect.objectContaining({ default: '', typeOptions: { numberPrecision: 2 } }),
		]);
		const port = number('Port', { bounds: [1, 9], default: 5 });
		const [property] = propertiesOf(description('', { port }));
		expect(property).not.toHaveProperty('hint');
	});
});

describe('the body of a description', () => {
	it('has what is filled in, in its order, without empty objects', () => {
		expect(body({})).toEqual({});
		const fields = {
			...{ queueTags: 'a, b', queueLoud: false, queueName: 'q', queueType: 'fast' },
			...{ queueStartAt: 'time', queueStartTime: 'now', queueMethod: 'role', queueRole: 'r' },
		};
		expect(JSON.stringify(body(fields))).toBe(
			'{"type":"fast","name":"q","method":"role","role":"r","start":{"at":"time","time":"now Europe/Berlin"},"tags":["a","b"],"loud":false}',
		);
	});

	it('lacks what does not apply, also where the fields still have it', () => {
		const fields = { queueStartTime: 'now', queueRole: 'r', queueStartAt: 'first' };
		expect(body({ ...fields, queueType: 'fast', queueMethod: 'key' })).toEqual({
			...{ type: 'fast', method: 'key', start: { at: 'first' } },
		});
		expect(body({ ...fields, queueType: 'fifo' })).toEqual({ type: 'fifo' });
	});

	it('lacks a choice that sends nothing', () => {
		expect(body({ queueMethod: 'none', queueStartAt: 'apiDefault' })).toEqual({});
	});
});

describe('the rules of a description', () => {
	const whole = { type: 'fast', method: 'key', name: 'q', start: { at: 'first' } };

	it('find nothing in what follows them', () => {
		expect(found(whole)).toEqual([]);
		expect(found({ ...whole, method: 'role', role: 'r' })).toEqual([]);
	});

	it('find what is needed under a condition that is met by a listed value', () => {
		expect(found({ ...whole, method: 'role' })).toEqual([
			'error: role is needed with a role. Enter it.',
		]);
	});

	it('find what only the form demands, in objects that are there', () => {
		expect(found({ type: 'fast', start: {} })).toEqual([
			'apiDecides: method is empty. Enter a value.',
			'apiDecides: start.at is empty. Enter a value.',
		]);
		expect(found({ type: 'fast', method: 'key' })).toEqual([]);
	});

	it('find a value that another one does not support, where both are listed', () => {
		const changed = (changes: object) => found({ ...whole, ...changes });
		expect(changed({ method: 'token' })).toEqual([
			'error: method is token, which fast does not support. Use one of: key, role.',
		]);
		expect(changed({ type: 'fifo', method: 'token', region: 'b' })).toEqual([
			'error: region is b, which fifo does not support. Use a, or leave it out.',
		]);
		expect(changed({ method: 'novel' })).toEqual([]);
		expect(changed({ type: 'novel' })).toEqual([]);
	});

	it('find a text of an unusual shape', () => {
		const usual = { shape: /^\w+$/, otherwise: 'is unusual' };
		const texts = description('', {
			one: text('One', { usual }),
			all: text('All', { usual: { ...usual, each: true } }),
		});
		const inTexts = (given: Record<string, unknown>) =>
			rulesOf(texts).flatMap((rule) => [...rule(given)].map(sentenceOf));
		expect(inTexts({ one: ' a ', all: 'a, b,' })).toEqual([]);
		expect(inTexts({ one: '', all: 5 })).toEqual([]);
		expect(inTexts({ one: 'a b', all: 'a, b c' })).toEqual([
			'is unusual; left unchanged.',
			"contains 'b c', which is unusual; left unchanged.",
		]);
	});

	it('are put at the path of the object', () => {
		const [one] = prefixPaths('a', [finding('error', '', { code: 'empty' })]);
		expect(one?.path).toBe('a');
	});
});

describe('the schema of a description', () => {
	it('says what is demanded, what supports what, and notes', () => {
		const { shape } = queue.schema;
		const said = Object.entries(shape).map(
			([name, { description: note = '' }]) => `${name}: ${note}`,
		);
		expect(said).toEqual([
			...['type: ', 'name: '],
			'method: Give it: without it, the API decides. By type: fast, old key | role; fifo token',
			...['role: ', 'region: By type: fifo a; fast a | b', 'start: ', 'tags: Any'],
			...['batch_size: ', 'ratio: ', 'loud: ', 'extra: '],
		]);
		expect(queue.schema.safeParse({ name: 'q', type: null, novel: 1 }).success).toBe(true);
		expect(queue.schema.safeParse({ name: ' ' }).success).toBe(false);
		expect(queue.schema.safeParse({ name: 'q', batch_size: 1.5 }).success).toBe(false);
		expect(queue.schema.safeParse({ name: 'q', ratio: 1.5 }).success).toBe(true);
	});
});
