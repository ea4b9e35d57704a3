import { z } from 'zod';
import { describeFields, jsonObject, text, usually } from '../../../../nodes/engine/body/fields';
import { rowList } from '../../../../nodes/engine/body/rowLists';
import { additionalMembersField } from '../../../../nodes/engine/parameters/jsonInput';
import { asObject } from '../../../../nodes/engine/parameters/values';
import { collection } from '../../../../nodes/engine/parameters/properties';
import { issueSentence } from '../../../../nodes/engine/issues/issueMessages';
import { changedFields, wholeBodyFields } from '../../../../nodes/features/record/bodyFields';

const context = { credential: {}, startedAt: 0, timezone: 'UTC', facts: {} };

it('names the row or additional field in an issue', () => {
	const address = {
		source: text('Source', { required: true }),
		description: text('Description', {
			rule: usually(/^[A-Z]/, "doesn't begin with a capital"),
		}),
	};
	const ipAccessList = rowList('Allowed Addresses', 'Address', address, { parameter: 'ipAccess' });
	const note = text('Note', { schema: z.string().max(5) });
	const described = { name: text('Name', {}), ipAccessList, note };

	const mainFields = ['name', 'ipAccessList'];
	const { buildBody, properties } = wholeBodyFields(describeFields('', described, { mainFields }), {
		example: '{}',
	});
	const entered = {
		ipAccess: { values: [{ source: '10.0.0.1' }, { description: 'office' }] },
		additionalFields: { note: 'longer' },
	};
	const { issues } = buildBody(entered, context);
	expect(issues.map((issue) => issueSentence(properties, issue))).toEqual([
		'Allowed Address 2, Source is empty. Enter a value.',
		'Note must have at most 5 characters.',
		"Allowed Address 2, Description doesn't begin with a capital. The node sends it as entered.",
	]);
});

it('throws if a required field is hidden by its panel condition', () => {
	const name = text('Name', { when: { '/kind': ['a'] }, required: 'for the kind a' });
	const { buildBody } = wholeBodyFields(describeFields('', { name }));
	expect(() => buildBody({}, context)).toThrow('name is needed');
});

it("sends only the JSON of the operation's own collection", () => {
	const note = text('Note', {});
	const settings = collection('Settings', 'settings', 'Add Setting', [
		note.property('note'),
		additionalMembersField('request', '{}'),
	]);
	const described = describeFields('', { note }, { mainFields: [] });
	const { buildBody } = wholeBodyFields(described, { settings });
	const entered = {
		settings: { note: 'x', additionalMembers: { more: 1 } },
		additionalFields: { additionalMembers: { stale: 1 } },
	};
	expect(buildBody(entered, context)).toMatchObject({ body: { note: 'x', more: 1 } });
	expect(buildBody(entered, context).body).not.toHaveProperty('stale');
});

describe('wholeBodyFields with additional JSON', () => {
	const headers = jsonObject('Headers', {
		toBody: (value) => value,
		schema: z.record(z.string()),
		rule: (value) =>
			Object.keys(asObject(value)).length > 1 ? [{ text: 'has too many keys.' }] : [],
	});
	const rows = rowList('Rows', 'Row', { label: text('Label', {}) });
	const described = describeFields('', { headers, rows });
	const { buildBody, properties } = wholeBodyFields(described, { example: '{}' });
	const sentencesFor = (fields: object, additionalMembers: object) =>
		buildBody({ ...fields, additionalFields: { additionalMembers } }, context).issues.map((issue) =>
			issueSentence(properties, issue),
		);

	it.each([
		{ fields: {}, added: { a: 5 }, named: '"headers.a"' },
		{ fields: { headers: { b: 'x' } }, added: { a: 5 }, named: '"headers.a"' },
		{ fields: { headers: { b: 5 } }, added: { a: 'x' }, named: 'Headers' },
	])('names $named in an issue about $fields with $added', ({ fields, added, named }) => {
		expect(sentencesFor(fields, { headers: added })).toContain(
			`${named} must be text, but is a number.`,
		);
	});

	it.each([
		{ fields: {}, added: { a: 'x', b: 'x' }, named: '"headers"' },
		{ fields: { headers: { b: 'x' } }, added: { a: 'x' }, named: 'Headers' },
	])('names $named if $fields and $added are too many', ({ fields, added, named }) => {
		expect(sentencesFor(fields, { headers: added })).toEqual([`${named} has too many keys.`]);
	});

	it('reports an unknown key in the JSON, but not if a field overrides the list around it', () => {
		const added = { rows: [{ other: 1 }] };
		expect(sentencesFor({}, added)).toEqual([expect.stringMatching(/^"rows\.0\.other" isn't in/)]);
		expect(sentencesFor({ rows: { values: [{ label: 'x' }] } }, added)).toEqual([
			expect.stringMatching(/^"rows" in Additional Fields \(JSON\) isn't sent/),
		]);
	});
});

describe('wholeBodyFields (conditions)', () => {
	const kind = text('Kind', {});

	it('throws if a field excludes values of a field without a list', () => {
		const name = text('Name', { when: { kind: { not: ['a'] } } });
		expect(() => wholeBodyFields(describeFields('', { kind, name })).properties).toThrow('"kind"');
	});

	it('throws if a field narrows a condition of its group', () => {
		const inner = (value: string) => ({ name: text('Name', { when: { '/kind': [value] } }) });
		const grouped = (value: string) => ({
			detail: describeFields('detail', inner(value), { when: { '/kind': ['a'] } }),
		});
		expect(() => wholeBodyFields(describeFields('', grouped('b')))).toThrow('"/kind"');
		expect(() => wholeBodyFields(describeFields('', grouped('a')))).not.toThrow();
	});
});

it("doesn't require keys that the change leaves out", () => {
	const described = { name: text('Name', { required: true }), note: text('Note', {}) };
	const { buildBody } = changedFields(describeFields('', described), { example: '{}' });
	expect(buildBody({ updateFields: { note: 'x' } }, context)).toEqual({
		body: { note: 'x' },
		issues: [],
		needs: [],
	});
});

it('merges a replaced record although a step sends another body', () => {
	const { buildBody } = changedFields(describeFields('', { name: text('Name', {}) }), {
		example: '{}',
		replacement: { readOnly: ['id'] },
		bodySteps: [({ body }) => ({ bodyToSend: { sent: body } })],
	});
	const sentWith = (facts: object) =>
		buildBody({ updateFields: { name: 'new' } }, { ...context, facts: { ...facts } }).body;
	expect(sentWith({})).toEqual({ sent: { name: 'new' } });
	expect(sentWith({ record: { id: '1', name: 'old', note: 'kept' } })).toEqual({
		name: 'new',
		note: 'kept',
	});
});

describe('changedFields of a record that is replaced', () => {
	const number = { schema: z.number(), toBody: (value: unknown) => value };
	const described = describeFields('', { least: number, most: number, note: text('Note', {}) });
	const { buildBody } = changedFields(described, {
		example: '{}',
		replacement: { readOnly: ['id'] },
		moreKeys: true,
		rules: [
			({ least, most }) =>
				Number(least) > Number(most) ? [{ path: 'most', text: `is below ${String(least)}` }] : [],
			({ least, most }) =>
				least !== undefined && most === undefined ? [{ path: 'most', text: 'is needed' }] : [],
			({ rows }) =>
				(Array.isArray(rows) ? rows : []).flatMap((row: unknown, index) =>
					row === 'x' ? [{ path: `rows.${String(index)}.name`, text: 'is empty' }] : [],
				),
		],
	});
	const change = (added: object, stored?: object) =>
		buildBody(
			{ updateFields: { additionalMembers: added } },
			{ ...context, facts: stored ? { record: stored } : {} },
		);

	it.each([
		{ stored: { least: 5, most: 3 }, added: { note: 'x' } },
		{ stored: { least: 5 }, added: { note: 'x' } },
		{ stored: { least: 5 }, added: { note: 'x', most: null } },
		{ stored: { rows: ['x'] }, added: { note: 'x' } },
		{ stored: { least: 5, most: 3 }, added: { most: 7 } },
		{ stored: undefined, added: { least: 5 } },
	])('sends $added despite the own problem of $stored', ({ stored, added }) => {
		expect(change(added, stored).issues).toEqual([]);
	});

	it.each([
		{ stored: { least: 1, most: 3 }, added: { least: 5 }, path: 'most' },
		{ stored: { least: 5, most: 3 }, added: { least: 4 }, path: 'most' },
		{ stored: { least: 5, most: 3 }, added: { most: 4 }, path: 'most' },
		{ stored: { least: 5, most: 3 }, added: { most: 3 }, path: 'most' },
		{ stored: { least: 5, most: 7 }, added: { most: null }, path: 'most' },
		{ stored: { note: 'x' }, added: { least: 5 }, path: 'most' },
		{ stored: { rows: ['x'] }, added: { rows: ['x', 'y'] }, path: 'rows.0.name' },
		{ stored: undefined, added: { least: 5, most: 3 }, path: 'most' },
	])('rejects $added, which causes a problem in $stored', ({ stored, added, path }) => {
		expect(change(added, stored).issues.map((issue) => issue.path)).toEqual([path]);
	});
});
