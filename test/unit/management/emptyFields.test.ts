import { operations } from '../../../nodes/CloudManagement/resources';
import { stopsItem } from '../../../nodes/engine/issue';
import type { JsonObject } from '../../../nodes/engine/json';
import { objectBody } from '../../../nodes/engine/request';
import { UPDATE_FIELDS } from '../../../nodes/engine/parameterNames';
import { CLOUD, problems, ORGANIZATION_ID, PIPE_ID, planOf } from './context';

/** Paths need these IDs. */
const IDS = Object.fromEntries(
	[
		'apiKeyId',
		'byocInfrastructureId',
		'organizationId',
		'pipeId',
		'queryEndpointId',
		'reversePrivateEndpointId',
		'roleId',
		'savedQueryId',
		'userId',
	].map((name) => [name, PIPE_ID]),
);

/** Includes each optional field of an update. */
const FIELDS = Object.entries(operations).flatMap(([resource, table]) =>
	Object.entries(table).flatMap(([operation, { properties }]) =>
		properties
			.filter(({ name }) => name === UPDATE_FIELDS)
			.flatMap(({ options = [] }) => options)
			.filter(({ name }) => name !== 'additionalMembers')
			.map((option) => ({ name: `${resource}.${operation}`, field: option.name, option })),
	),
);

/** What null or an empty list sends. All other fields refuse both. */
const BY_NULL = new Map<string, unknown>([
	['apiKey.update expireAt', { expireAt: null }],
	...['backupPeriodInHours', 'backupRetentionPeriodInHours', 'backupStartTime'].map(
		(field) => [`backup.updateConfiguration ${field}`, { [field]: null }] as const,
	),
	['byocInfrastructure.update tags', { tags: {} }],
	['queryEndpoint.update allowedOrigins', { allowedOrigins: null }],
	['queryEndpoint.update parameters', { parameters: null }],
	['savedQuery.update parameters', { parameters: null }],
]);
const BY_LIST = new Map<string, unknown>([
	['queryEndpoint.update allowedOrigins', { allowedOrigins: [] }],
	['reversePrivateEndpoint.update customPrivateDnsMappings', { customPrivateDnsMappings: [] }],
	['role.update actors', { actors: [] }],
	['role.update policies', { policies: [] }],
]);
/** The vendor's schema accepts null for pipe settings and scaling without explaining it. */
const OF_PIPES = ['pipe.scale', 'pipe.updateSettings'];

/** n8n drops expressions in lists with rows. */
const ROWS = ['reversePrivateEndpoint.update customPrivateDnsMappings', 'role.update policies'];

/** A hint on an empty field ends like this. */
function wayToClear(key: string): RegExp {
	if (ROWS.includes(key)) return / To clear it, add "\w+": \[\] in Additional Fields \(JSON\)\.$/;
	if (BY_LIST.has(key)) return / To clear it, enter the expression \{\{ \[\] \}\}\.$/;
	const isByNull = BY_NULL.has(key) || OF_PIPES.some((name) => key.startsWith(`${name} `));
	return isByNull ? / To clear it, enter the expression \{\{ null \}\}\.$/ : /keeps its value\.$/;
}

const planWith = (name: string, updateFields: object) =>
	planOf(name, { ...IDS, [UPDATE_FIELDS]: updateFields }, CLOUD);

/** The issue is about the collection, or about the first empty field above it. */
const NOTHING_ENTERED: unknown = expect.stringMatching(/^\w+ (?:is empty, so|changes nothing)$/);

it('every update has an ID in this test', () => {
	expect(FIELDS.length).toBeGreaterThan(50);
	for (const { name } of FIELDS) {
		expect(planWith(name, {}).request.path).toContain(ORGANIZATION_ID);
		expect(problems(planWith(name, {}).issues)).toEqual([NOTHING_ENTERED]);
	}
});

describe.each(FIELDS)('$name, $field', ({ name, field, option }) => {
	it.each([
		[''],
		[' '],
		[undefined],
		[{}],
		[{ values: [] }],
		[{ day: undefined }],
		[{ day: { from: undefined } }],
	])("doesn't send the change for %p", (value) => {
		expect(problems(planWith(name, { [field]: value }).issues)).toEqual([NOTHING_ENTERED]);
	});

	it('clears the field for null or rejects null with a reason', () => {
		const { request, issues } = planWith(name, { [field]: null });
		const sent = BY_NULL.get(`${name} ${field}`);
		if (OF_PIPES.includes(name)) {
			expect(problems(issues)).toEqual([]);
			expect(Object.values(objectBody(request))).toEqual([null]);
		} else if (sent === undefined) {
			expect(issues).not.toEqual([]);
			for (const { text } of issues) {
				expect(text).toMatch(/^(?:can't be cleared: |is null, which the API refuses|is needed )/);
			}
		} else {
			expect(problems(issues)).toEqual([]);
			expect(request.body).toEqual(sent);
		}
	});

	it('clears the field for an empty list or rejects it', () => {
		const { request, issues } = planWith(name, { [field]: [] });
		const sent = BY_LIST.get(`${name} ${field}`);
		if (sent === undefined) {
			expect(issues).not.toEqual([]);
		} else {
			expect(problems(issues)).toEqual([]);
			expect(request.body).toEqual(sent);
		}
	});

	it('explains how to clear the field if the user leaves it empty', () => {
		// A field of another kind changes something.
		const { hints } = planWith(name, {
			[field]: '',
			additionalMembers: '{ "novelSetting": 1 }',
		});
		const key = `${name} ${field}`;
		const stays = hints.filter((hint) => hint.includes('is empty, so it keeps its value.'));
		expect(stays).toHaveLength(1);
		expect(stays[0]).toMatch(wayToClear(key));
		const label = 'displayName' in option ? option.displayName : '';
		expect(stays[0]?.startsWith(`${label} is empty`)).toBe(true);
	});
});

describe('descriptions of update fields', () => {
	const options = new Map(FIELDS.map(({ name, field, option }) => [`${name} ${field}`, option]));

	it.each([
		...[...BY_NULL.keys()].filter((key) => !BY_LIST.has(key)).map((key) => [key, '{{ null }}']),
		...[...BY_LIST.keys()].map((key) => [
			key,
			ROWS.includes(key) ? '": [] in Additional Fields (JSON)' : '{{ [] }}',
		]),
	])('say how to clear %s: %s', (key, way) => {
		const description = expect.stringContaining(way) as string;
		expect(options.get(key)).toMatchObject({ description });
	});
});

describe('an update without a change', () => {
	const PIPE_SCALE = 'Replicas, Replica CPU (Millicores), Replica Memory (GB), or Update Fields';
	const SERVICE_SCALE =
		'Min Replica Memory (GB), Max Replica Memory (GB), Replicas, or Update Fields';
	const KAFKA = { sourceKind: 'kafka', columnsInput: 'fields' };

	it.each<[operation: string, parameters: JsonObject, labels: string]>([
		['pipe.scale', {}, PIPE_SCALE],
		['pipe.scale', { replicas: '' }, PIPE_SCALE],
		['service.scale', { updateFields: {} }, SERVICE_SCALE],
		['pipe.update', KAFKA, 'Update Fields, Columns, or Replace Login'],
		[
			'pipe.update',
			{ sourceKind: 'mysql' },
			'Update Fields, Table Mappings to Add, Table Mappings to Remove, or Replace Login',
		],
	])('%s names the fields that can hold a change for %j', (operation, parameters, labels) => {
		const { issues } = planOf(operation, { ...IDS, ...parameters }, CLOUD);
		expect(issues.map(({ label = '', text }) => `${label} ${text}`)).toEqual([
			`The item changes nothing. Enter at least one of ${labels}.`,
		]);
	});

	it('names only Update Fields if they hold all changes', () => {
		const { issues } = planOf('service.update', { ...IDS, updateFields: {} }, CLOUD);
		expect(issues.map(({ path, text }) => `${path} ${text}`)).toEqual([
			'updateFields is empty, so nothing would change. Enter at least one change.',
		]);
	});

	it('names the added fields if they are empty', () => {
		const updateFields = { idleTimeoutMinutes: '' };
		const { issues } = planOf('service.scale', { ...IDS, updateFields }, CLOUD);
		expect(issues.filter(stopsItem).map(({ label = '', text }) => `${label} ${text}`)).toEqual([
			'Idle Timeout (Minutes) is empty, so nothing would change. Enter at least one change.',
		]);
	});
});

describe('Backup → Update Configuration (nothing entered)', () => {
	const labelsOf = (updateFields: JsonObject) =>
		planOf('backup.updateConfiguration', { ...IDS, updateFields }, CLOUD)
			.issues.filter(stopsItem)
			.map(({ label, text }) => `${label ?? 'Update Fields'} ${text.split(',', 1)[0] ?? ''}`);

	it.each([
		{ updateFields: {}, says: 'Update Fields is empty' },
		{ updateFields: { backupPeriodInHours: '' }, says: 'Backup Period (Hours) is empty' },
		{
			updateFields: { backupPeriodInHours: '', backupRetentionPeriodInHours: undefined },
			says: 'Backup Period (Hours) and Backup Retention (Hours) are empty',
		},
	])('names the added fields: $says', ({ updateFields, says }) => {
		expect(labelsOf(updateFields)).toEqual([says]);
	});

	it('accepts an empty field beside a change', () => {
		const changed = { backupPeriodInHours: '', backupRetentionPeriodInHours: 48 };
		expect(labelsOf(changed)).toEqual([]);
	});
});

describe('Service → Scale', () => {
	it.each(['numReplicas', 'minReplicaMemoryGb', 'maxReplicaMemoryGb'])(
		'rejects null in %s',
		(field) => {
			const plan = planOf('service.scale', { [field]: null }, CLOUD);
			expect(problems(plan.issues)).toEqual([`${field} can't be cleared:`]);
		},
	);
});

describe('Member → Update', () => {
	it.each([[[]], [null], [''], [undefined], [{}]])(
		"doesn't assign roles for %j",
		(assignedRoleIds) => {
			const additionalFields = { assignedRoleIds };
			const plan = planOf('member.update', { ...IDS, role: 'none', additionalFields }, CLOUD);
			expect(plan.issues).not.toEqual([]);
		},
	);

	it.each([[''], [null], [undefined]])('requires a role instead of %j', (role) => {
		const plan = planOf('member.update', { ...IDS, role }, CLOUD);
		expect(problems(plan.issues)).toEqual(['role is empty']);
	});
});
