import { describeBody, text } from '../../../../nodes/engine/body/fields';
import { changedFields } from '../../../../nodes/features/record/bodyFields';
import { update } from '../../../../nodes/features/record/change';
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

describe('update', () => {
	it('warns about a secret that the API shows once', () => {
		const fields = changedFields(describeBody('', { name: text('Name', {}) }), { example: '{}' });
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

	it('throws before replacing a record without an ID', () => {
		const replacement = { readOnly: [] };
		const fields = changedFields(describeBody('', { name: text('Name', {}) }), { example: '{}' });
		const row = { description: 'Update a thing', fields };
		expect(() => update(THING, { ...row, replacement })).toThrow('thing');
		expect(() => update(THING, row)).not.toThrow();
	});
});
