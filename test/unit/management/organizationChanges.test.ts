import { operations } from '../../../nodes/CloudManagement/resources';
import type { Parameters } from '../../../nodes/engine/operation';
import { PIPE_ID, plannedSummary, sentBody } from './context';
import { refusal, runManagement } from './runManagement';

describe('a new API key', () => {
	const { create } = operations.apiKey;
	const key = (additionalFields: object) => ({ name: 'Reporting', additionalFields });
	it('is shown to an approver with its access', () => {
		const access = { assignedRoleIds: [PIPE_ID], ipAccess: [{ source: '10.0.0.1' }] };
		expect(plannedSummary('apiKey.create', key(access))).toBe(
			`Create API key Reporting with the role IDs ${PIPE_ID} (other fields: ipAccessList (10[.]0.0.1))`,
		);
	});

	it('has a hint about its secret, unless it was made from hashes', () => {
		const sent = { method: 'POST', path: '/' } as const;
		expect(create.successHint?.({ keyId: 'k', keySecret: 's' }, sent, String)).toMatch(
			/^The output contains keyId and keySecret, which .* stores them .* keep them/,
		);
		expect(create.successHint?.({ key: { id: PIPE_ID } }, sent, String)).toBeUndefined();
	});
});

it('an API key that deletes itself is refused with the advice to use another one', async () => {
	const { error } = await runManagement({
		fields: { resource: 'apiKey', operation: 'delete', apiKeyId: PIPE_ID },
		answer: () => refusal(400, 'BAD_REQUEST'),
	});
	expect(error).toMatchObject({
		description: expect.stringContaining(
			"A key can't delete itself. If this is the key in the",
		) as string,
	});
});

describe('a role', () => {
	const POLICY = { allowDeny: 'ALLOW', permissions: ['a:b', 'a:c'], resources: ['instance/*'] };
	const READERS = { name: 'Readers', actors: 'user/1, apiKey/2', policies: [POLICY] };
	const create = (changes: Parameters) => sentBody('role.create', { ...READERS, ...changes });
	const updated = (updateFields: object) => ({ roleId: PIPE_ID, updateFields });

	it('is created with actors and policies from lists or rows', () => {
		const row = { allowDeny: 'ALLOW', permissions: 'a:b, a:c', resources: 'instance/*', tags: '' };
		const body = { name: 'Readers', actors: ['user/1', 'apiKey/2'], policies: [POLICY] };
		expect(create({})).toEqual(body);
		expect(create({ policies: { values: [row] } })).toEqual(body);
		expect(create({ actors: '', policies: {} })).toEqual({ ...body, actors: [], policies: [] });
	});

	it("can have the output's policies, without the keys that the API adds", () => {
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
		expect(sentBody('role.update', updated(updateFields))).toEqual({
			actors: ['user/1'],
			policies: [{ allowDeny: 'ALLOW', permissions: ['a'], resources: ['b'], tags }],
		});
	});

	it('is shown to an approver with the access that it grants', () => {
		expect(plannedSummary('role.create', READERS)).toBe(
			'Create role Readers: actors (user/1, apiKey/2); ALLOW a:b, a:c on instance/*',
		);
		expect(plannedSummary('role.create', { name: 'Readers', actors: '', policies: {} })).toBe(
			'Create role Readers: no actors; no policies',
		);
		const denied = { allowDeny: 'DENY', permissions: ['a'], resources: ['b'] };
		const policies = [{ ...denied, tags: { roleV2: 'sql-console-admin' } }];
		expect(plannedSummary('role.update', updated({ name: 'B', policies }))).toBe(
			`Update role ${PIPE_ID}: name B; DENY a on b (other fields: tags (roleV2 sql-console-admin))`,
		);
		expect(plannedSummary('role.delete', { roleId: PIPE_ID })).toBe(
			`Delete role ${PIPE_ID} and the access that it grants permanently`,
		);
	});
});

describe('an organization', () => {
	it("is named to an approver only if it isn't the credential's", () => {
		const update = (options: object) =>
			plannedSummary('organization.update', { updateFields: { name: 'B' }, options });
		expect(update({})).toBe('Update the organization: name B');
		expect(update({ organizationId: PIPE_ID })).toBe(`Update organization ${PIPE_ID}: name B`);
	});
});
