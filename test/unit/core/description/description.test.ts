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
	buildBody,
	prefixPaths,
	propertiesOf,
	rulesOf,
} from '../../../../nodes/engine/body/interpret';
import { sentenceOf } from '../../../../nodes/engine/issue';

/** Each field has a trait of its own, and the names show which. */
const QUEUE = {
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
				or: 'leave it out',
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
};
const queue = description('queue', QUEUE, {
	panel: ['name', 'type', 'method', 'role', 'start', 'nowhere'],
});

const namesOf = (fields: ReadonlyArray<{ name: string }>) =>
	fields.map(({ name }) => name).join(' ');

describe('the panel of a description', () => {
	const settings = propertiesOf(queue, 'settings');
	const fieldsOf = (name: string) =>
		[...propertiesOf(queue), ...settings].filter((field) => field.name === name);
	const show = (conditions: object) => ({ displayOptions: { show: conditions } });

	it('has the listed properties, in its order, and the others under settings', () => {
		expect(namesOf(propertiesOf(queue))).toBe(
			'queueName queueType queueMethod queueMethod queueRole queueStartAt',
		);
		expect(namesOf(settings)).toBe(
			'queueRegion queueRegion queueStartTime queueTags queueBatchSize queueRatio queueLoud',
		);
	});

	it('has all properties if none are listed', () => {
		const all = description('', { a: flag('A', {}), b: flag('B', {}) });
		expect(namesOf(propertiesOf(all))).toBe('a b');
		expect(propertiesOf(all, 'settings')).toEqual([]);
	});

	it('has a choice for each group of what another one supports', () => {
		expect(fieldsOf('queueMethod')).toMatchObject([
			{
				required: true,
				noDataExpression: true,
				default: 'role',
				options: [
					{ name: 'Key', value: 'key' },
					{ name: 'None', value: 'none' },
					{ name: 'Role', value: 'role' },
				],
				...show({ queueType: ['fast', 'old'] }),
			},
			{ default: '', ...show({ queueType: ['fifo'] }) },
		]);
		expect(fieldsOf('queueRegion')).toMatchObject([
			{ default: 'a', options: [{ name: 'A', value: 'a' }] },
			{ default: 'a' },
		]);
	});

	it('offers only options with a name, the first of which is the default', () => {
		const options = [
			{ name: 'Fast', value: 'fast' },
			{ name: 'In Order', value: 'fifo' },
		];
		expect(fieldsOf('queueType')).toMatchObject([{ default: 'fast', options }]);
		const [none] = propertiesOf(description('', { kind: choice('Kind', {}, {}) }));
		expect(none).toMatchObject({ options: [], default: '' });
	});

	it('shows a field by the conditions of all objects around it', () => {
		const byType = { queueType: ['fast', 'old'] };
		expect(fieldsOf('queueStartAt')).toMatchObject([show(byType)]);
		const byStart = { '/queueStartAt': ['time'], '/queueType': ['fast', 'old'] };
		expect(fieldsOf('queueStartTime')).toMatchObject([show(byStart)]);
		// If it is no choice, all other values are unknown.
		expect(fieldsOf('queueLoud')).toMatchObject([show({ '/queueRatio': [], '/mode': [] })]);
	});

	it('states the bounds of a number without a default', () => {
		expect(fieldsOf('queueBatchSize')).toMatchObject([
			{
				default: '',
				hint: '1 to 1,000',
				typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 0 },
				...show({ '/mode': ['batch'] }),
			},
		]);
		expect(fieldsOf('queueRatio')).toMatchObject([{ default: '', typeOptions: {} }]);
		const port = number('Port', { bounds: [1, 9], default: 5 });
		expect(propertiesOf(description('', { port }))[0]).not.toHaveProperty('hint');
	});
});

// Sources and charts test what a body has, which combinations are refused, and which texts are unusual.
it('the body of a description has its keys in order, and times in the time zone', () => {
	const fields = {
		queueTags: 'a, b',
		queueLoud: false,
		queueName: 'q',
		queueType: 'fast',
		queueStartAt: 'time',
		queueStartTime: 'now',
	};
	expect(JSON.stringify(buildBody(queue)(fields, 'Europe/Berlin'))).toBe(
		'{"type":"fast","name":"q","start":{"at":"time","time":"now Europe/Berlin"},"tags":["a","b"],"loud":false}',
	);
});

describe('the rules of a description', () => {
	const WHOLE = { type: 'fast', method: 'key', name: 'q', start: { at: 'first' } };
	const issuesOf = (given: Record<string, unknown>) =>
		rulesOf(queue)
			.flatMap((rule) => [...rule(given)])
			.map((one) => `${one.level ?? 'error'}: ${one.path} ${sentenceOf(one)}`);

	it('report a key that another one requires, or that only the form requires', () => {
		expect(issuesOf({ ...WHOLE, method: 'role', role: 'r' })).toEqual([]);
		expect(issuesOf({ ...WHOLE, method: 'role' })).toEqual([
			'error: role is needed with a role. Enter it.',
		]);
		expect(issuesOf({ type: 'fast', start: {} })).toEqual([
			'formOnly: method is empty. Enter a value.',
			'formOnly: start.at is empty. Enter a value.',
		]);
	});

	it("are applied at the object's path", () => {
		expect(prefixPaths('a', [{ path: '', code: 'empty' }])).toMatchObject([{ path: 'a' }]);
	});
});

describe('the schema of a description', () => {
	const { shape } = queue.schema;

	it('explains required keys, supported values, and notes', () => {
		const noteOn = (name: string) => shape[name]?.description ?? '';
		expect(noteOn('method')).toBe(
			'Set it: if it is omitted, the API decides. By type: fast, old key | role; fifo token',
		);
		expect(noteOn('region')).toBe('By type: fifo a; fast a | b');
		expect(noteOn('tags')).toBe('Any');
		expect(noteOn('role')).toBe('');
		expect(Object.keys(shape)).toEqual(Object.keys(QUEUE));
	});

	it.each([
		{ body: { name: 'q', type: null, novel: 1 }, isValid: true },
		{ body: { name: 'q', ratio: 1.5 }, isValid: true },
		{ body: { name: ' ' }, isValid: false },
		{ body: { name: 'q', batch_size: 1.5 }, isValid: false },
	])('accepts $body: $isValid', ({ body, isValid }) => {
		expect(queue.schema.safeParse(body).success).toBe(isValid);
	});
});
