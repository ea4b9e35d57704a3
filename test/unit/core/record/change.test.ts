import { describeFields, text } from '../../../../nodes/engine/body/fields';
import { changedFields } from '../../../../nodes/features/record/bodyFields';
import { update } from '../../../../nodes/features/record/change';
import type { Facts } from '../../../../nodes/engine/operation';
import { pathSegment } from '../../../../nodes/engine/parameters/pathSegment';
import type { ApiRecord } from '../../../../nodes/features/record/record';

const THING: ApiRecord = {
	title: 'thing',
	parent: {
		noun: 'team',
		honorsLimit: () => true,
		options: () => ({ displayName: 'Options', name: 'options', type: 'collection', default: {} }),
	},
	collection: () => ({ value: '/things', issues: [] }),
};

const THING_FIELD = {
	displayName: 'Thing',
	name: 'thingId',
	type: 'string',
	default: '',
} as const;

const context = { credential: {}, startedAt: 0, timezone: 'UTC', facts: {} };

describe('update', () => {
	it('warns about a secret that the API shows once', () => {
		const fields = changedFields(describeFields('', { name: text('Name', {}) }), { example: '{}' });
		const shownOnce = { keys: ['key'], ifMissing: 'Make another.' };
		const successHint = () => 'It restarts.';
		const request = { method: 'PATCH', path: '/things/a' } as const;
		const hintOf = (row: object) =>
			update(THING, { description: 'Update a thing', fields, ...row }).output?.successHint?.(
				{ key: 'k' },
				request,
				String,
			);
		expect(hintOf({ shownOnce, successHint })).toMatch(/^The output contains key.* It restarts\.$/);
		expect(hintOf({ successHint })).toBe('It restarts.');
		expect(hintOf({})).toBeUndefined();
	});

	it.each([
		{ replacement: { readOnly: ['id'] }, method: 'PUT', reads: 1, body: { name: 'x', note: 'n' } },
		{ replacement: undefined, method: 'PATCH', reads: 0, body: { name: 'x' } },
	])(
		'sends $body by $method with the replacement $replacement',
		({ replacement, method, reads, body }) => {
			const thing: ApiRecord = { ...THING, id: { field: THING_FIELD, segment: pathSegment } };
			const fields = changedFields(describeFields('', { name: text('Name', {}) }), {
				example: '{}',
				replacement,
			});
			const row = { description: 'Update a thing', fields };
			const planWith = (facts: Facts) =>
				update(thing, row).plan(
					{ thingId: 'a', updateFields: { name: 'x' } },
					{ ...context, facts },
				);
			expect(planWith({})).toMatchObject({ request: { body: { name: 'x' } }, issues: [] });
			expect(planWith({}).needs).toHaveLength(reads);
			const record = { id: 'a', name: 'old', note: 'n' };
			expect(planWith({ record })).toMatchObject({ request: { method, body }, issues: [] });
			expect(planWith({ record }).replaces?.expected).toEqual(replacement && { id: 'a', ...body });
		},
	);

	it.each([
		{ place: 'without an ID', id: undefined, subpath: undefined },
		{ place: 'at a subpath', id: { field: THING_FIELD, segment: pathSegment }, subpath: 'part' },
	])('throws before replacing a record $place', ({ id, subpath }) => {
		const described = describeFields('', { name: text('Name', {}) });
		const updateWith = (replacement?: { readOnly: [] }) => () =>
			update(
				{ ...THING, ...(id && { id }) },
				{
					description: 'Update a thing',
					fields: changedFields(described, { example: '{}', replacement }),
					...(subpath !== undefined && { subpath }),
				},
			);
		expect(updateWith({ readOnly: [] })).toThrow('thing');
		expect(updateWith()).not.toThrow();
	});
});
