import { z } from 'zod';
import { description, text } from '../../../../nodes/engine/body/fields';
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

it('names the field of the row or of the additional fields of a new record with the issue', () => {
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
	const { issues, hints } = planned(fields, {
		ipAccess: { values: [{ source: '10.0.0.1' }, { description: 'office' }] },
		additionalFields: { note: 'longer' },
	});
	expect(issues).toEqual(['Allowed Address 2, Source: empty', 'Note: tooLong']);
	expect(hints).toEqual([
		"Allowed Address 2, Description doesn't begin with a capital; sent as entered.",
	]);
});

it('offers the additional fields of a new record for a change', () => {
	const described = description('', { name: text('Name', {}), note }, { panel: ['name'] });
	const [collection] = changedFields(described, EXAMPLE).properties;
	const names = collection?.options?.map(({ name }) => name);
	expect(names).toEqual(['name', 'note', 'additionalMembers']);
});
