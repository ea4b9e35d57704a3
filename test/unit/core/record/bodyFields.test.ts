import { z } from 'zod';
import { description, object, text } from '../../../../nodes/engine/body/fields';
import { rowList } from '../../../../nodes/engine/body/rows';
import { namesBy } from '../../../../nodes/engine/issues/issueTexts';
import type { Parameters } from '../../../../nodes/engine/operation';
import type { BodyFields } from '../../../../nodes/features/record/bodyFields';
import { changedFields, newFields } from '../../../../nodes/features/record/bodyFields';

const note = text('Note', { schema: z.string().max(5) });
const EXAMPLE = { example: '{}' };

/** The body, the hints and the issues, with the names that a user reads. */
function planned({ buildBody, properties }: BodyFields, parameters: Parameters) {
	const context = { credential: {}, startedAt: 0, timezone: 'UTC' };
	const { issues, ...others } = buildBody(parameters, context);
	const nameOf = namesBy({ properties });
	return { ...others, issues: issues.map((issue) => `${nameOf(issue)}: ${issue.code}`) };
}

describe('fields of a new record', () => {
	const usual = { shape: /^[A-Z]/, otherwise: "doesn't begin with a capital" };
	const address = {
		source: text('Source', { required: true }),
		description: text('Description', { usual }),
	};
	const options = { parameter: 'ipAccess', sendsEmpty: true } as const;
	const ipAccessList = rowList('Allowed Addresses', 'Address', address, options);
	const described = { name: text('Name', {}), ipAccessList, note };
	const fields = newFields(
		description('', described, { panel: ['name', 'ipAccessList'] }),
		EXAMPLE,
	);

	it('puts keys that are not in the panel into the additional fields', () => {
		const [name, ipAccess, additional] = fields.properties;
		expect([name?.name, ipAccess?.name, additional?.name]).toEqual([
			'name',
			'ipAccess',
			'additionalFields',
		]);
		expect(additional?.options).toMatchObject([{ name: 'note' }, { name: 'additionalMembers' }]);
	});

	it('sends rows as a list, under the key of the body', () => {
		const rows = { values: [{ source: '10.0.0.1', description: '' }] };
		const parameters = { name: 'A', ipAccess: rows, additionalFields: { note: 'n' } };
		const { body, issues } = planned(fields, parameters);
		expect(body).toEqual({ name: 'A', ipAccessList: [{ source: '10.0.0.1' }], note: 'n' });
		expect(issues).toEqual([]);
	});

	it('sends a list without rows as an empty one, and the list of an expression as it is', () => {
		expect(planned(fields, { ipAccess: {} }).body).toEqual({ ipAccessList: [] });
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
	const source = text('Source', { required: true });
	const options = { parameter: 'ipAccessToAdd' };
	const add = rowList('Addresses to Add', 'Address', { source }, options);
	const fields = changedFields(description('', { ipAccessList: object({ add }) }), EXAMPLE);

	it('builds nested keys from fields that have names of their own', () => {
		const updateFields = { ipAccessToAdd: { values: [{ source: '10.0.0.1' }] } };
		const body = { ipAccessList: { add: [{ source: '10.0.0.1' }] } };
		expect(planned(fields, { updateFields }).body).toEqual(body);
	});

	it('names the row that lacks its source', () => {
		const updateFields = { ipAccessToAdd: { values: [{ source: '' }] } };
		expect(planned(fields, { updateFields }).issues).toEqual(['Address to Add 1, Source: empty']);
	});

	it('refuses a change without any field', () => {
		expect(planned(fields, {}).issues).toEqual(['Update Fields: nothingToUpdate']);
	});

	it('offers the additional fields of a new record', () => {
		const described = description('', { name: text('Name', {}), note }, { panel: ['name'] });
		const [collection] = changedFields(described, EXAMPLE).properties;
		const names = collection?.options?.map(({ name }) => name);
		expect(names).toEqual(['name', 'note', 'additionalMembers']);
	});
});
