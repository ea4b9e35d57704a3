import { isJsonObject } from '../../../nodes/engine/json';
import { asObject } from '../../../nodes/engine/parameters/values';
import { changedFields } from '../../../nodes/features/record/bodyFields';
import { choice, describeBody, flag, number, text } from '../../../nodes/engine/body/fields';
import { problems } from './context';

const { properties, buildBody } = changedFields(
	describeBody('', {
		name: text('Name', {}),
		idleScaling: flag('Idle Scaling', {}),
		max_threads: number('Max Threads', { bounds: [1, 8] }),
		mode: choice('Mode', { slow: 'Slow', fast: 'Fast' }, {}),
	}),
	{
		example: '{ "name": null }',
		rules: [
			({ mode }) =>
				mode === 'slow' ? [{ path: 'idleScaling', text: 'is empty. Enter a value.' }] : [],
		],
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

describe('changedFields', () => {
	it('lists the fields in alphabetical order with JSON last, named like the body', () => {
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
	])('sends only filled-in values from $updates and $json', ({ updates, json, body, replaced }) => {
		const hints = Array(replaced).fill(
			expect.stringMatching(/^'name' .* isn't sent, because a field/),
		);
		expect(planned(updates, json)).toEqual({ body, issues: [], hints });
	});

	it.each([
		{ updates: undefined, json: undefined, problem: 'updateFields is empty, so' },
		{ updates: { name: '', maxThreads: {} }, json: '{}', problem: 'updateFields is empty, so' },
		{ updates: 'text', json: undefined, problem: 'updateFields is empty, so' },
		{ updates: {}, json: '[]', problem: 'updateFields.additionalMembers contains a list,' },
		{ updates: { maxThreads: 9 }, json: undefined, problem: 'updateFields.maxThreads must be at' },
		{ updates: {}, json: '{"max_threads": 9}', problem: 'max_threads must be at' },
		{ updates: { mode: 'slow' }, json: undefined, problem: 'updateFields.idleScaling is empty' },
		{ updates: { mode: 'slow' }, json: '{"idleScaling": true}', problem: 'idleScaling is empty' },
		{ updates: { mode: 'other' }, json: undefined, problem: 'updateFields.mode is "other", which' },
	])('refuses $updates and $json', ({ updates, json, problem }) => {
		expect(problems(planned(updates, json).issues)).toEqual([problem]);
	});

	it('keeps what is added and left empty, with a warning', () => {
		const updates = { maxThreads: 1, name: ' ', mode: undefined };
		const stays = (name: string) =>
			`${name} is empty, so it stays as it is. To clear it, enter the expression {{ null }}.`;
		expect(planned(updates)).toEqual({
			body: { max_threads: 1 },
			issues: [],
			hints: [stays('Name'), stays('Mode')],
		});
	});

	it('clears with null if nothing is known about the API', () => {
		expect(planned({ maxThreads: null })).toEqual({
			body: { max_threads: null },
			issues: [],
			hints: [],
		});
	});
});
