import { isJsonObject } from '../../../nodes/engine/json';
import { asObject } from '../../../nodes/engine/parameters/values';
import { changedFields } from '../../../nodes/features/record/bodyFields';
import { choice, description, flag, number, text } from '../../../nodes/engine/body/fields';
import { codes } from './context';

const { properties, buildBody } = changedFields(
	description('', {
		name: text('Name', {}),
		idleScaling: flag('Idle Scaling', {}),
		max_threads: number('Max Threads', { bounds: [1, 8] }),
		mode: choice('Mode', { slow: 'Slow', fast: 'Fast' }, {}),
	}),
	{
		example: '{ "name": null }',
		rules: [({ mode }) => (mode === 'slow' ? [{ path: 'idleScaling', code: 'empty' }] : [])],
	},
);

const planned = (updates: unknown, additionalMembers?: unknown, allowUnlisted = false) =>
	buildBody(
		{
			updateFields:
				isJsonObject(updates) || additionalMembers
					? { ...asObject(updates), additionalMembers }
					: updates,
			options: { allowUnlisted },
		},
		{ startedAt: 0, timezone: 'UTC', credential: {} },
	);

describe('the fields of a change', () => {
	it('are optional, in alphabetical order with JSON last, with the names of the body', () => {
		const options = properties[0]?.options?.map(({ name }) => name);
		expect(options).toEqual(['idleScaling', 'maxThreads', 'mode', 'name', 'additionalMembers']);
	});

	it.each([
		[{ idleScaling: false }, undefined, { idleScaling: false }, 0],
		[{ maxThreads: 1, name: ' ', mode: '' }, undefined, { max_threads: 1 }, 0],
		[{ name: 'a' }, '{"name": "b", "more": 0}', { name: 'a', more: 0 }, 1],
		[undefined, '{"name": null}', { name: null }, 0],
	])('send only filled-in values from %j and %j', (updates, json, body, replaced) => {
		const hints = Array(replaced).fill(expect.stringMatching(/^'name' .* isn't sent: a field/));
		expect(planned(updates, json)).toEqual({ body, issues: [], hints });
	});

	it.each<[unknown, unknown, string[]]>([
		[undefined, undefined, ['updateFields nothingToUpdate']],
		[{ name: '', maxThreads: null }, '{}', ['updateFields nothingToUpdate']],
		['text', undefined, ['updateFields nothingToUpdate']],
		[{}, '[]', ['updateFields.additionalMembers jsonOther']],
		[{ maxThreads: 9 }, undefined, ['updateFields.max_threads tooBig']],
		[{}, '{"max_threads": 9}', ['max_threads tooBig']],
		[{ mode: 'slow' }, undefined, ['updateFields.idleScaling empty']],
		[{ mode: 'slow' }, '{"idleScaling": true}', ['idleScaling empty']],
		[{ mode: 'other' }, undefined, ['updateFields.mode unlisted']],
	])('refuse %j and %j', (updates, json, expected) => {
		expect(codes(planned(updates, json).issues)).toEqual(expected);
	});
});
