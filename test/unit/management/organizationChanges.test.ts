import { PERMISSION_LABELS, BETA_PERMISSIONS } from '../../../nodes/clickhouseCloud/permissions';
import { operations } from '../../../nodes/CloudManagement/resources';
import { UPDATE_FIELDS } from '../../../nodes/engine/parameterNames';
import type { OperationTable, ParameterValues } from '../../../nodes/engine/operation';
import {
	CLOUD,
	cloudIssues,
	PIPE_ID,
	plannedSummary,
	planOf,
	cloudBody,
	sentences,
} from './context';
import { refusal, runManagement } from './runManagement';

describe('API Key → Create', () => {
	const { create } = operations.apiKey;
	const key = (fields: object, additionalFields = {}) => ({
		name: 'Reporting',
		...fields,
		additionalFields,
	});
	const from = (...sources: string[]) => ({ ipAccess: sources.map((source) => ({ source })) });

	it.each([
		{
			access: {},
			text: 'no allowed addresses entered; never expires; no assigned roles',
		},
		{
			access: { ...from('10.0.0.1', '0.0.0.0/1', '128.0.0.0/1'), assignedRoleIds: [PIPE_ID] },
			text: `works from at least half of the Internet ("0.0.0.0/1", "128.0.0.0/1", "10.0.0.1"); never expires; assigned roles ${PIPE_ID}`,
		},
		{
			access: { ...from('::1'), expireAt: '2027-01-31T10:00:00Z' },
			added: { state: 'disabled' },
			text: 'works from "::1"; expires "2027-01-31T10:00:00.000Z"; no assigned roles; State disabled',
		},
		{
			access: { expireAt: '', ipAccess: [], assignedRoleIds: [] },
			added: { additionalMembers: { ipAccessList: [], expireAt: null, roles: ['admin'] } },
			text: 'works from nowhere; never expires; no assigned roles; roles (admin)',
		},
	])("summarizes a new key's access: $text", ({ access, added, text }) => {
		expect(plannedSummary('apiKey.create', key(access, added))).toBe(
			`Create API key "Reporting": ${text}`,
		);
	});

	it.each([
		{ field: 'state', label: 'State' },
		{ field: 'hashData', label: 'Hash Data' },
	])('rejects the empty additional field $field', ({ field, label }) => {
		for (const value of ['', ' ', null, []]) {
			const { issues } = planOf('apiKey.create', key({}, { [field]: value }), CLOUD);
			expect(sentences(issues, create)).toEqual([
				`${label} is empty. Enter a value, or remove the field.`,
			]);
		}
		const byJson = { [field]: '', additionalMembers: { [field]: null } };
		const found = cloudIssues('apiKey.create', key({}, byJson)).filter((issue) =>
			/addedEmpty/.test(issue),
		);
		expect(found).toEqual([]);
	});

	it("doesn't require additional fields", () => {
		expect(cloudBody('apiKey.create', key({}))).toEqual({ name: 'Reporting' });
		const added = key({}, { state: 'enabled' });
		expect(cloudBody('apiKey.create', added)).toMatchObject({ state: 'enabled' });
	});

	it('rejects an expression for the expiry that returns nothing', () => {
		const { issues } = planOf('apiKey.create', key({ expireAt: null }), CLOUD);
		expect(sentences(issues, create)).toEqual([
			'Expire At is empty: the expression returned nothing. Correct the expression.',
		]);
	});

	const WITH_ROLE = { assignedRoleIds: [PIPE_ID] };

	it('warns that a key without an expiry never expires', () => {
		const fields = { ...from('::1'), ...WITH_ROLE, expireAt: '' };
		const { hints } = planOf('apiKey.create', key(fields), CLOUD);
		expect(hints).toEqual(['Without Expire At, the key never expires.']);
	});

	it('requires Allow Unusual Values for an expiry in the past', () => {
		const planned = (expireAt: unknown, options = {}) => {
			const { issues } = planOf(
				'apiKey.create',
				{ ...key({ ...from('::1'), expireAt }), options },
				CLOUD,
			);
			return sentences(issues, create);
		};
		expect(planned('2020-01-01')).toEqual([
			"Expire At is in the past, so the key won't work. Enter a later time. To use it anyway, turn on Allow Unusual Values in the options.",
		]);
		expect(planned('2026-06-01')).toEqual([]);
		expect(planned('2020-01-01', { allowUnlisted: true })).toEqual([]);
	});

	it('warns about an expiry in the past in an API it knows less well', () => {
		const { issues, hints } = planOf(
			'apiKey.create',
			key({ ...from('::1'), ...WITH_ROLE, expireAt: '2020-01-01' }),
		);
		expect([issues, hints]).toEqual([
			[],
			["Expire At is in the past, so the key won't work. The node sends it as entered."],
		]);
	});

	it.each([
		{ fields: {}, hint: /^Allowed Addresses is empty, .* 0\.0\.0\.0\/0 allows/ },
		{ fields: { ipAccess: [] }, hint: /^Allowed Addresses is empty, / },
		{
			additional: { additionalMembers: { ipAccessList: [] } },
			hint: /^Allowed Addresses is an empty list, so nobody can use the key\.$/,
		},
		{ fields: from('0.0.0.0/0'), hint: undefined },
		{ additional: { additionalMembers: { ipAccessList: [{ source: '::1' }] } }, hint: undefined },
	])(
		'warns "$hint" about the addresses of $fields $additional',
		({ fields = {}, additional, hint }) => {
			const lasting = { ...fields, ...WITH_ROLE, expireAt: '2027-01-31T10:00:00Z' };
			const { issues, hints } = planOf('apiKey.create', key(lasting, additional), CLOUD);
			expect(issues).toEqual([]);
			expect(hints).toEqual(hint === undefined ? [] : [expect.stringMatching(hint)]);
		},
	);

	it.each([
		{ fields: {}, isWarned: true },
		{ fields: { assignedRoleIds: [] }, isWarned: true },
		{ fields: WITH_ROLE, isWarned: false },
		{ additional: { additionalMembers: { roles: ['admin'] } }, isWarned: false },
	])(
		'warns about a key without roles for $fields $additional: $isWarned',
		({ fields = {}, additional, isWarned }) => {
			const lasting = { ...from('::1'), ...fields, expireAt: '2027-01-31T10:00:00Z' };
			const { hints } = planOf('apiKey.create', key(lasting, additional), CLOUD);
			const text = 'The key has no assigned roles, so it has no permissions.';
			expect(hints.includes(text)).toBe(isWarned);
		},
	);
});

it("API Key → Delete advises a different key if the key can't delete itself", async () => {
	const { error } = await runManagement({
		fields: { resource: 'apiKey', operation: 'delete', apiKeyId: PIPE_ID },
		answer: () => refusal(400, 'BAD_REQUEST'),
	});
	expect(error).toMatchObject({
		description: expect.stringContaining(
			"A key can't delete itself. Use a different key",
		) as string,
	});
});

describe('API Key → Update', () => {
	it.each([
		['2020-01-01T00:00:00Z', ['updateFields.expireAt is in the']],
		['2026-06-01T00:00:00Z', []],
		[null, []],
	])('checks whether the expiry %s is in the past', (expireAt, expected) => {
		const [form, json] = [{ expireAt }, { additionalMembers: { expireAt } }].map((fields) =>
			cloudIssues('apiKey.update', { apiKeyId: PIPE_ID, updateFields: { name: 'B', ...fields } }),
		);
		expect(form).toEqual(expected);
		expect(json).toHaveLength(expected.length);
	});

	const updated = (json: object) => ({
		apiKeyId: PIPE_ID,
		updateFields: { name: 'B', additionalMembers: json },
	});

	it.each([
		{ json: {}, text: 'Name B', hints: 0 },
		{ json: { ipAccessList: [] }, text: 'works from nowhere; Name B', hints: 1 },
		{
			json: { ipAccessList: [{ source: '::1' }, { source: '::/0' }] },
			text: 'works from everywhere ("::/0", "::1"); Name B',
			hints: 0,
		},
	])('summarizes a change as "$text"', ({ json, text, hints }) => {
		const name = 'apiKey.update';
		expect(plannedSummary(name, updated(json))).toBe(`Update API key ${PIPE_ID}: ${text}`);
		expect(planOf(name, updated(json), CLOUD).hints).toHaveLength(hints);
	});

	it('says how JSON clears a list without a field', () => {
		const { update } = operations.apiKey;
		const fields = update.properties.find(({ name }) => name === UPDATE_FIELDS);
		expect(fields?.description).toBe(
			'Add the fields to change. The expression {{ null }} clears a field.',
		);
		const [issue] = planOf('apiKey.update', updated({ assignedRoleIds: null }), CLOUD).issues;
		expect(issue?.text).toMatch(
			/; to clear the list, add "assignedRoleIds": \[\] in Additional Fields \(JSON\)/,
		);
		expect(planOf('apiKey.update', updated({ assignedRoleIds: [] }), CLOUD).issues).toEqual([]);
	});
});

describe('Role → Create and Update', () => {
	const POLICY = { allowDeny: 'ALLOW', permissions: ['a:b', 'a:c'], resources: ['instance/*'] };
	const READERS = { name: 'Readers', actors: 'user/1, apiKey/2', policies: [POLICY] };
	const create = (changes: ParameterValues) => cloudBody('role.create', { ...READERS, ...changes });
	const updated = (updateFields: object) => ({ roleId: PIPE_ID, updateFields });

	it('sends actors and policies from lists or rows', () => {
		const row = { allowDeny: 'ALLOW', permissions: 'a:b, a:c', resources: 'instance/*', tags: '' };
		const body = { name: 'Readers', actors: ['user/1', 'apiKey/2'], policies: [POLICY] };
		expect(create({})).toEqual(body);
		expect(create({ policies: { values: [row] } })).toEqual(body);
		expect(create({ actors: '', policies: {} })).toEqual({ ...body, actors: [], policies: [] });
	});

	it('offers every permission that an operation needs', () => {
		const needed = Object.values<OperationTable[string]>(operations).flatMap((table) =>
			Object.values(table).flatMap(({ texts }) => texts?.permission ?? []),
		);
		const beta = Object.values(BETA_PERMISSIONS).flatMap((names) => Object.values(names));
		expect(Object.keys(PERMISSION_LABELS)).toEqual(
			expect.arrayContaining([...needed, ...beta].map((name) => `control-plane:${name}`)),
		);
		expect(PERMISSION_LABELS).toMatchObject({
			'control-plane:organization:view': 'View Organization',
			'control-plane:service:manage-clickpipes': 'Manage Pipes',
			'control-plane:service:manage-scaling-config': 'Manage Scaling of Services',
		});
	});

	it('accepts the policies that Get outputs', () => {
		const tags = { roleV2: 'sql-console-admin' };
		const read = { ...POLICY, id: 'p', roleId: 'r', tags };
		expect(create({ policies: [read] })).toMatchObject({ policies: [{ ...POLICY, tags }] });
		const row = {
			allowDeny: 'ALLOW',
			permissions: 'a',
			resources: 'b',
			tags: JSON.stringify(tags),
		};
		const updateFields = { policies: { values: [row] }, actors: 'user/1' };
		expect(cloudBody('role.update', updated(updateFields))).toEqual({
			actors: ['user/1'],
			policies: [{ allowDeny: 'ALLOW', permissions: ['a'], resources: ['b'], tags }],
		});
	});

	it('summarizes the access that the role grants', () => {
		expect(plannedSummary('role.create', READERS)).toBe(
			'Create role "Readers": 2 actors (user/1, apiKey/2); 1 policy (ALLOW a:b, a:c on instance/*)',
		);
		expect(plannedSummary('role.create', { name: 'Readers', actors: '', policies: {} })).toBe(
			'Create role "Readers": no actors; no policies',
		);
		const denied = { allowDeny: 'DENY', permissions: ['a'], resources: ['b'] };
		const policies = [{ ...denied, tags: { roleV2: 'sql-console-admin' } }];
		expect(plannedSummary('role.update', updated({ name: 'B', policies }))).toBe(
			`Update role ${PIPE_ID}: Name B; 1 policy (DENY a on b; tags (roleV2 sql-console-admin))`,
		);
		const views = Array.from({ length: 60 }, (_, n) => `service:view-${String(n)}`);
		const permissions = [...views, 'organization:manage', 'service:*'];
		const wide = [{ ...POLICY, permissions }];
		expect(plannedSummary('role.update', updated({ policies: wide }))).toContain(
			': 1 policy (ALLOW service:*, organization:manage, service:view-0, ',
		);
		expect(plannedSummary('role.delete', { roleId: PIPE_ID })).toBe(
			`Delete role ${PIPE_ID} permanently; its members and keys lose the access it granted`,
		);
	});
});

describe('Organization → Update', () => {
	it('shows the organization in the summary only if Options sets it', () => {
		const update = (options: object) =>
			plannedSummary('organization.update', { updateFields: { name: 'B' }, options });
		expect(update({})).toBe('Update the organization: Name B');
		expect(update({ organizationId: PIPE_ID })).toBe(`Update organization ${PIPE_ID}: Name B`);
	});
});
