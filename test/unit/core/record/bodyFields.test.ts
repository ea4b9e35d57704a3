import { z } from 'zod';
import { description, object, text } from '../../../../nodes/engine/body/fields';
import { rowList } from '../../../../nodes/engine/body/rows';
import { namesBy } from '../../../../nodes/engine/issues/issueTexts';
import type { Parameters } from '../../../../nodes/engine/operation';
import type { BodyFields } from '../../../../nodes/features/record/bodyFields';
import { changedFields, newFields } from '../../../../nodes/features/record/bodyFields';

const addresses = rowList(
	'Allowed Addresses',
	'Address',
	{
		source: text('Source', { required: true }),
		description: text('Description', {
			usual: { shape: /^[A-Z]/, otherwise: "doesn't begin with a capital" },
		}),
	},
	{ parameter: 'ipAccess', sendsEmpty: true },
);
const note = text('Note', { schema: z.string().max(5) });
const CONTEXT = { credential: {}, startedAt: 0, timezone: 'UTC' };

function planned({ buildBody, properties }: BodyFields, parameters: Parameters) {
	const { issues, ...others } = buildBody(parameters, CONTEXT);
	const nameOf = namesBy({ properties });
	return { ...others, issues: issues.map((issue) => `${nameOf(issue)}: ${issue.code}`) };
}

describe('fields of a new record', () => {
	const fields = newFields(
		description(
			'',
			{ name: text('Name', {}), ipAccessList: addresses, note },
			{
				panel: ['name', 'ipAccessList'],
			},
		),
		{ example: '{}' },
	);

	it('puts keys that are not in the panel into the additional fields', () => {
		expect(fields.properties.map(({ name }) => name)).toEqual([
			'name',
			'ipAccess',
			'additionalFields',
		]);
		expect(fields.properties[2]?.options).toMatchObject([
			{ name: 'note' },
			{ name: 'additionalMembers' },
		]);
	});

	it('sends rows as a list, under the key of the body', () => {
		const ipAccess = { values: [{ source: '10.0.0.1', description: '' }] };
		const { body, issues } = planned(fields, {
			name: 'A',
			ipAccess,
			additionalFields: { note: 'n' },
		});
		expect(body).toEqual({ name: 'A', ipAccessList: [{ source: '10.0.0.1' }], note: 'n' });
		expect(issues).toEqual([]);
	});

	it('sends a list without rows as an empty one', () => {
		expect(planned(fields, { ipAccess: {} }).body).toEqual({ ipAccessList: [] });
	});

	it('accepts the list itself from an expression', () => {
		const ipAccess = [{ source: '10.0.0.1' }];
		expect(planned(fields, { ipAccess }).body).toEqual({ ipAccessList: ipAccess });
	});

	it('names the field of the row or of the additional fields with the issue', () => {
		const { issues, hints } = planned(fields, {
			ipAccess: { values: [{ source: '10.0.0.1' }, { description: 'office' }] },
			additionalFields: { note: 'longer' },
		});
		expect(issues).toEqual(['Allowed Address 2, Source: empty', 'Note: tooLong']);
		expect(hints).toEqual([
			"Allowed Address 2, Description doesn't begin with a capital; sent as entered.",
		]);
	});
});

describe('fields of a change', () => {
	const fields = changedFields(
		description('', {
			ipAccessList: object({
				add: rowList(
					'Addresses to Add',
					'Address',
					{ source: text('Source', { required: true }) },
					{
						parameter: 'ipAccessToAdd',
					},
				),
			}),
		}),
		{ example: '{}' },
	);

	it('builds nested keys from fields that have names of their own', () => {
		const updateFields = { ipAccessToAdd: { values: [{ source: '10.0.0.1' }] } };
		expect(planned(fields, { updateFields }).body).toEqual({
			ipAccessList: { add: [{ source: '10.0.0.1' }] },
		});
	});

	it('names the row that lacks its source', () => {
		const updateFields = { ipAccessToAdd: { values: [{ source: '' }] } };
		expect(planned(fields, { updateFields }).issues).toEqual(['Address to Add 1, Source: empty']);
	});

	it('refuses a change without any field', () => {
		expect(planned(fields, {}).issues).toEqual(['Update Fields: nothingToUpdate']);
	});
});

it('offers the additional fields of a new record in a change', () => {
	const described = description('', { name: text('Name', {}), note }, { panel: ['name'] });
	const [collection] = changedFields(described, { example: '{}' }).properties;
	expect(collection?.options?.map(({ name }) => name)).toEqual([
		'name',
		'note',
		'additionalMembers',
	]);
});
