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
		{
			updates: { idleScaling: false },
			json: undefined,
			body: { idleScaling: false },
			replaced: 0,
		},
		{
			updates: { name: 'a' },
			json: '{"name": "b", "more": 0}',
			body: { name: 'a', more: 0 },
			replaced: 1,
		},
		{ updates: undefined, json: '{"name": null}', body: { name: null }, replaced: 0 },
	])('send only filled-in values from $updates and $json', ({ updates, json, body, replaced }) => {
		const hints = Array(replaced).fill(expect.stringMatching(/^'name' .* isn't sent: a field/));
		expect(planned(updates, json)).toEqual({ body, issues: [], hints });
	});

	it.each([
		{ updates: undefined, json: undefined, code: 'updateFields nothingToUpdate' },
		{ updates: { name: '', maxThreads: {} }, json: '{}', code: 'updateFields nothingToUpdate' },
		{ updates: 'text', json: undefined, code: 'updateFields nothingToUpdate' },
		{ updates: {}, json: '[]', code: 'updateFields.additionalMembers jsonOther' },
		{ updates: { maxThreads: 9 }, json: undefined, code: 'updateFields.max_threads tooBig' },
		{ updates: {}, json: '{"max_threads": 9}', code: 'max_threads tooBig' },
		{ updates: { mode: 'slow' }, json: undefined, code: 'updateFields.idleScaling empty' },
		{ updates: { mode: 'slow' }, json: '{"idleScaling": true}', code: 'idleScaling empty' },
		{ updates: { mode: 'other' }, json: undefined, code: 'updateFields.mode unlisted' },
	])('refuse $updates and $json', ({ updates, json, code }) => {
		expect(codes(planned(updates, json).issues)).toEqual([code]);
	});

	it('keep what is added and left empty, with a hint', () => {
		const updates = { maxThreads: 1, name: ' ', mode: undefined };
		const stays = (name: string) =>
			`${name} is empty, so it stays as it is. To clear it, enter the expression {{ null }}.`;
		expect(planned(updates)).toEqual({
			body: { max_threads: 1 },
			issues: [],
			hints: [stays('Name'), stays('Mode')],
		});
	});

	it('clear by null if nothing is known of the API', () => {
		expect(planned({ maxThreads: null })).toEqual({
			body: { max_threads: null },
			issues: [],
			hints: [],
		});
	});
});
