import { describeBody, text } from '../../../../nodes/engine/body/fields';
import { changedFields } from '../../../../nodes/features/record/bodyFields';
import { update } from '../../../../nodes/features/record/change';
import type { ApiRecord } from '../../../../nodes/features/record/record';

describe('update', () => {
	it('warns about a secret that the API shows once', () => {
		const thing: ApiRecord = {
			title: 'thing',
			parent: {
				noun: 'team',
				honorsLimit: () => true,
				options: () => ({
					displayName: 'Options',
					name: 'options',
					type: 'collection',
					default: {},
				}),
			},
			collection: () => ({ path: '/things', issues: [] }),
		};
		const fields = changedFields(describeBody('', { name: text('Name', {}) }), { example: '{}' });
		const shownOnce = { keys: ['key'], ifMissing: 'Make another.' };
		const successHint = () => 'It restarts.';
		const request = { method: 'PATCH', path: '/things/a' } as const;
		const hintOf = (row: object) =>
			update(thing, { description: 'Update a thing', fields, ...row }).output?.successHint?.(
				{ key: 'k' },
				request,
				String,
			);
		expect(hintOf({ shownOnce, successHint })).toMatch(/^The output contains key.* It restarts\.$/);
		expect(hintOf({ successHint })).toBe('It restarts.');
		expect(hintOf({})).toBeUndefined();
	});
});
