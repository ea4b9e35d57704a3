import { z } from 'zod';

import {
	choice,
	description,
	flag,
	list,
	number,
	object,
	text,
	time,
} from '../../../../nodes/engine/body/fields';
import { buildBody, propertiesOf } from '../../../../nodes/engine/body/interpret';

const QUEUE = description('queue', {
	type: choice('Type', { fast: 'Fast', fifo: 'In Order', old: '' }, { selects: true }),
	name: text('Queue Name', { required: true }),
	start: object(
		{
			at: choice('Start', { first: 'First', time: 'Time' }, {}),
			time: time(
				'Start Time',
				(value, zone) => (typeof value === 'string' ? `${value} ${zone}` : undefined),
				{ when: { 'start.at': ['time'] }, schema: z.string() },
			),
		},
		{ when: { type: { not: ['fifo'] } } },
	),
	tags: list('Tags', {}),
	loud: flag('Loud', { shown: { name: { not: ['a'] } } }),
});

describe('the panel of a description', () => {
	const [type, , , startTime, , loud] = propertiesOf(QUEUE);

	it('offers only options with a name, the first of which is the default', () => {
		const options = [
			{ name: 'Fast', value: 'fast' },
			{ name: 'In Order', value: 'fifo' },
		];
		expect(type).toMatchObject({ name: 'queueType', default: 'fast', options });
		const [none] = propertiesOf(description('', { kind: choice('Kind', {}, {}) }));
		expect(none).toMatchObject({ options: [], default: '' });
	});

	it('shows a field by the conditions of all objects around it', () => {
		const show = { queueStartAt: ['time'], queueType: ['fast', 'old'] };
		expect(startTime).toMatchObject({ name: 'queueStartTime', displayOptions: { show } });
		// If it is no choice, all other values are unknown.
		expect(loud).toHaveProperty('displayOptions.show', { queueName: [] });
	});

	it('states the bounds of a number without a default', () => {
		const hintOf = (traits: Parameters<typeof number>[1]) =>
			propertiesOf(description('', { size: number('Size', traits) }))[0]?.hint;
		expect(hintOf({ bounds: [1, 1000] })).toBe('1 to 1,000');
		expect(hintOf({ bounds: [1, 9], default: 5 })).toBeUndefined();
	});
});

it('the body of a description has its keys in order, and times in the time zone', () => {
	const fields = {
		queueTags: 'a, b',
		queueLoud: false,
		queueName: 'q',
		queueType: 'fast',
		queueStartAt: 'time',
		queueStartTime: 'now',
	};
	expect(JSON.stringify(buildBody(QUEUE)(fields, 'Europe/Berlin'))).toBe(
		'{"type":"fast","name":"q","start":{"at":"time","time":"now Europe/Berlin"},"tags":["a","b"],"loud":false}',
	);
});
