import { operations } from '../../../nodes/CloudManagement/resources';
import { openTo, sourcesWidestFirst } from '../../../nodes/CloudManagement/resources/ipAccess';
import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { wordsOf } from '../../../nodes/engine/text';
import { operationOf, plannedSummary, planOf, cloudBody, sentences, SERVICE_ID } from './context';
import {
	scalingChange,
	scalingText,
} from '../../../nodes/CloudManagement/resources/service/scaling';
import { plainText } from '../../../nodes/engine/summary/plainText';

const HASH = `${'A'.repeat(43)}=`;
const SHA1 = '0a'.repeat(20);
const OFFICE = { source: '192.0.2.0/24', description: 'Office' };
const EVERYBODY = [{ source: '10.0.0.1' }, { source: '0.0.0.0/0' }];
const HALVES = [OFFICE, { source: '0.0.0.0/1' }, { source: '128.0.0.0/1' }];
const PEAK = { name: 'Peak', weekdays: [1, 5], startHourUtc: 8, endHourUtc: 18 };
const SHOP = { name: 'Shop', provider: 'aws', region: 'us-east-1', ipAccess: { values: [OFFICE] } };

/** Each operation requires these parameters, to which a case adds its own. */
const BASES: Readonly<Record<string, ParameterValues>> = {
	'service.create': SHOP,
	'service.setScalingSchedule': { entries: { values: [PEAK] } },
};
const parametersOf = (name: string, changes: ParameterValues) => ({ ...BASES[name], ...changes });
const body = (name: string, changes: ParameterValues = {}) =>
	cloudBody(name, parametersOf(name, changes));
const summary = (name: string, changes: ParameterValues = {}) =>
	plannedSummary(name, parametersOf(name, changes)).replace(SERVICE_ID, 'ID');

function firstIssue(name: string, changes: ParameterValues): string | undefined {
	const { issues } = planOf(name, parametersOf(name, changes));
	return sentences(issues, operationOf(name))[0];
}

function hintsOn(name: string, changes: ParameterValues = {}): string[] {
	const { issues, hints } = planOf(name, parametersOf(name, changes));
	expect(issues).toEqual([]);
	return hints;
}

describe('Service → Create', () => {
	const CREATE = 'service.create';

	it.each([
		{
			changes: { provider: 'gcp' },
			issue: "Region is us-east-1, which gcp doesn't support. Use one of: asia-northeast1,",
		},
		{
			changes: { provider: 'azure', region: 'mars' },
			issue:
				'Region is "mars", which isn\'t listed. Use one of: centralus, eastus, eastus2, germanywestcentral, westus3. To use it anyway,',
		},
		{
			changes: { provider: 'moon', region: 'mars' },
			issue: 'Provider is "moon", which isn\'t listed. Use one of: aws, azure, gcp.',
		},
		{
			changes: { ipAccess: ['10.0.0.1'] },
			issue: 'Allowed Address 1 must be an object, but is text.',
		},
		{
			changes: { additionalFields: { byocId: 'b', minReplicaMemoryGb: 48 } },
			issue: 'Max Replica Memory (GB) is needed with BYOC ID.',
		},
		{
			changes: { additionalFields: { profile: 'v1-standard-byoc-4' } },
			issue: 'BYOC ID is needed with a BYOC profile.',
		},
	])('rejects the settings $changes', ({ changes, issue }) => {
		expect(firstIssue(CREATE, changes)).toContain(issue);
	});

	it('reports an unlisted region once, unless unusual values are allowed', () => {
		const changes = { region: 'mars' };
		expect(planOf(CREATE, parametersOf(CREATE, changes)).issues).toHaveLength(1);
		const options = { allowUnlisted: true };
		expect(planOf(CREATE, parametersOf(CREATE, { ...changes, options })).issues).toEqual([]);
	});

	it.each(
		wordsOf(
			'office cafe.de 1.2.3 999.1.1.1 : ::1::2 fe80::1%eth0 1.2.3.4/ 1.2.3.4/33 1.2.3.4/99 ::1/129 1.2.3.4/8/8',
		),
	)('rejects the address %s', (source) => {
		const issue = "Allowed Address 1, Source isn't an IP address or a CIDR range. Enter one, such";
		expect(firstIssue(CREATE, { ipAccess: [{ source }] })).toContain(issue);
	});

	it.each(
		wordsOf(
			'0.0.0.0/0 ::/0 1.2.3.4 1.2.3.4/32 255.255.255.255/1 :: ::1/128 2001:DB8::/32 ::ffff:1.2.3.4/96 1:2:3:4:5:6:7:8',
		),
	)('accepts the address %s', (source) => {
		expect(firstIssue(CREATE, { ipAccess: [{ source: ` ${source} ` }] })).toBeUndefined();
	});

	it.each([
		{ changes: {}, opening: 'open to "192.0.2.0/24"' },
		{
			changes: { ipAccess: [], additionalFields: { numReplicas: 2 } },
			opening: 'open to nobody; 2 replicas',
		},
		{
			changes: { ipAccess: EVERYBODY },
			opening: 'open to everybody ("0.0.0.0/0", "10.0.0.1")',
		},
		{
			changes: { ipAccess: HALVES },
			opening: 'open to at least half of the Internet ("0.0.0.0/1", "128.0.0.0/1", "192.0.2.0/24")',
		},
		{
			changes: { ipAccess: [OFFICE, HALVES[2]] },
			opening: 'open to at least half of the Internet ("128.0.0.0/1", "192.0.2.0/24")',
		},
	])('summarizes who can connect: $opening', ({ changes, opening }) => {
		expect(summary(CREATE, changes)).toBe(
			`Create service "Shop" on AWS in us-east-1, which costs money immediately, ${opening}`,
		);
	});

	it('warns if nobody or everybody can connect', () => {
		expect(hintsOn(CREATE)).toEqual([]);
		expect(hintsOn(CREATE, { ipAccess: {} })).toEqual([
			'Allowed Addresses is empty, so nobody can connect. Service → Update can add some.',
		]);
		expect(hintsOn(CREATE, { ipAccess: EVERYBODY })).toEqual([
			'The address 0.0.0.0/0 lets anyone with the password connect.',
		]);
		expect(hintsOn(CREATE, { ipAccess: HALVES })).toEqual([
			'The address 0.0.0.0/1 lets at least half of the Internet connect with the password.',
		]);
		const quarters = [{ source: '0.0.0.0/2' }, { source: '64.0.0.0/2' }];
		expect(hintsOn(CREATE, { ipAccess: quarters })).toEqual([
			'The addresses together let at least half of the Internet connect with the password.',
		]);
	});

	it('warns about an unknown profile', () => {
		expect(hintsOn(CREATE, { additionalFields: { profile: 'v2-large' } })).toEqual([
			expect.stringMatching(
				/^Profile isn't one of v1-default, .*\. The node sends it as entered\.$/,
			),
		]);
	});
});

describe('openTo', () => {
	it.each([
		{ sources: ['::1', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1'], opening: undefined },
		{ sources: ['010.0.0.1/0'], opening: 'everybody' },
		{ sources: ['192.0.2.1', '::/0', '0.0.0.0/1'], opening: 'everybody' },
		{ sources: ['::/1', '::/2'], opening: 'at least half of the Internet' },
		{ sources: ['10.1.2.3/1'], opening: 'at least half of the Internet' },
		...['2000::/3', '2000::/4', '::ffff:0:0/96', '0:0:0:0:0:ffff:0:0/97'].map((source) => ({
			sources: [source],
			opening: 'at least half of the Internet',
		})),
		{
			sources: ['0.0.0.0/2', '64.0.0.0/2', '10.0.0.1'],
			opening: 'at least half of the Internet',
		},
		{ sources: ['2000::/5', '2800::/5'], opening: 'at least half of the Internet' },
		{ sources: ['0.0.0.0/2', '0.0.0.0/2', '2000::/5'], opening: undefined },
		{ sources: ['0.0.0.0/2', '1.0.0.0/2'], opening: undefined },
		{ sources: ['32.0.0.0/3', '0.0.0.0/2', '0.0.0.0/3', '0.0.0.1'], opening: undefined },
		{
			sources: ['32.0.0.0/3', '0.0.0.0/2', '0.0.0.0/3', '96.0.0.0/3', '64.0.0.0/3'],
			opening: 'at least half of the Internet',
		},
		{ sources: ['0.0.0.0/2', '::ffff:1.2.3.4/98'], opening: undefined },
		{
			sources: ['0.0.0.0/2', '::ffff:64.0.0.0/98'],
			opening: 'at least half of the Internet',
		},
		{ sources: ['8000::/1', '4000::/2', 'fc00::/7', 'fe80::/10', '::/96'], opening: undefined },
		{ sources: ['::/2'], opening: 'at least half of the Internet' },
		{ sources: ['2001:db8::/5', '::ffff:0:0/98', '64:ff9b::/96'], opening: undefined },
		{ sources: ['office', '0.0.0.0/2', '10.0.0.0/', '10.0.0.0/ 0'], opening: undefined },
	])('describes $sources as $opening', ({ sources, opening }) => {
		const text = plainText(openTo(sources.map((source) => ({ source }))));
		expect(/^open to (every.*|at least .*) \(/.exec(text)?.[1]).toBe(opening);
	});

	it('lists the widest source before narrower sources', () => {
		const sources = '192.0.2.1 10.0.0.0/24 0.0.0.0/1 10.0.0.0/33 ::1 2001:db8::/32 ::/2'.split(' ');
		expect(sourcesWidestFirst(sources)).toEqual([
			'10.0.0.0/33',
			'::/2',
			'0.0.0.0/1',
			'2001:db8::/32',
			'10.0.0.0/24',
			'192.0.2.1',
			'::1',
		]);
	});
});

describe('Service → Update', () => {
	const UPDATE = 'service.update';

	it('sends addresses, tags, and private endpoints to add or remove', () => {
		const updateFields = {
			ipAccessToAdd: { values: [OFFICE] },
			ipAccessToRemove: [{ source: '10.0.0.1' }],
			tagsToAdd: { values: [{ key: 'a' }] },
			tagsToRemove: [{ key: 'b' }],
			privateEndpointIdsToAdd: 'vpce-1, vpce-2',
			privateEndpointIdsToRemove: ['vpce-3'],
			mysqlEndpoint: true,
		};
		expect(body(UPDATE, { updateFields })).toEqual({
			ipAccessList: { add: [OFFICE], remove: [{ source: '10.0.0.1' }] },
			tags: { add: [{ key: 'a' }], remove: [{ key: 'b' }] },
			privateEndpointIds: { add: ['vpce-1', 'vpce-2'], remove: ['vpce-3'] },
			endpoints: [{ protocol: 'mysql', enabled: true }],
		});
	});

	it("doesn't send the change for empty lists to add or remove", () => {
		const none = { ipAccessToAdd: [], tagsToRemove: [], privateEndpointIdsToAdd: [] };
		expect(body(UPDATE, { updateFields: { ...none, name: 'B' } })).toEqual({ name: 'B' });
		expect(firstIssue(UPDATE, { updateFields: none })).toMatch(/nothing would change/);
		expect(hintsOn(UPDATE, { updateFields: { ...none, name: 'B' } })).toEqual(
			['Addresses to Add', 'Private Endpoint IDs to Add', 'Tags to Remove'].map(
				(label) => `${label} is empty, so it keeps its value.`,
			),
		);
	});

	it('sends empty lists in JSON as entered', () => {
		const additionalMembers = {
			ipAccessList: { add: [], remove: [] },
			tags: { add: [] },
			endpoints: [],
		};
		const parameters = { updateFields: { additionalMembers } };
		expect(body(UPDATE, parameters)).toEqual(additionalMembers);
		expect(summary(UPDATE, parameters)).toBe(
			'Update service ID: closed to nobody, no endpoints, open to nobody else, no Tags to Add',
		);
	});

	it('rejects a list instead of a choice for MySQL Endpoint', () => {
		expect(firstIssue(UPDATE, { updateFields: { mysqlEndpoint: [] } })).toBe(
			'MySQL Endpoint must be true or false, but is a list.',
		);
	});

	it.each([
		{
			updateFields: {
				name: 'B',
				tagsToAdd: [{ key: 'a' }],
				tagsToRemove: [{ key: 'b' }],
				privateEndpointIdsToRemove: ['vpce-3'],
			},
			changes:
				'Private Endpoint IDs to Remove (vpce-3), Tags to Remove (b), Name B, Tags to Add (a)',
		},
		{
			updateFields: { name: 'B', ipAccessToAdd: EVERYBODY },
			changes: 'open to everybody ("0.0.0.0/0", "10.0.0.1"), Name B',
		},
		{
			updateFields: {
				ipAccessToAdd: [{ source: '::1' }],
				ipAccessToRemove: [{ source: '10.0.0.1' }],
			},
			changes: 'closed to "10.0.0.1", open to "::1"',
		},
		{
			updateFields: { additionalMembers: { ipAccessList: { novel: 1 } } },
			changes: 'novel 1',
		},
	])('summarizes a change as "$changes"', ({ updateFields, changes }) => {
		expect(summary(UPDATE, { updateFields })).toBe(`Update service ID: ${changes}`);
	});

	it('warns if everybody can connect after the change', () => {
		expect(hintsOn(UPDATE, { updateFields: { ipAccessToAdd: [{ source: '::/0' }] } })).toEqual([
			'The address ::/0 lets anyone with the password connect.',
		]);
		expect(hintsOn(UPDATE, { updateFields: { ipAccessToRemove: EVERYBODY } })).toEqual([]);
	});
});

describe('Service → Reset Password', () => {
	const RESET = 'service.resetPassword';

	it('lets the API generate a password', () => {
		expect(body(RESET, { password: 'generate', passwordHash: HASH })).toEqual({});
		expect(summary(RESET, { password: 'generate' })).toBe(
			'Replace the password of service ID with a generated password; clients with the old password can no longer connect',
		);
	});

	it("sends a password's hash", () => {
		const hashed = { password: 'hash', passwordHash: HASH, doubleSha1Hash: SHA1 };
		expect(body(RESET, hashed)).toEqual({ newPasswordHash: HASH, newDoubleSha1Hash: SHA1 });
		expect(summary(RESET, hashed)).toBe(
			'Replace the password of service ID with the password of the entered hash; clients with the old password can no longer connect',
		);
	});

	it.each([
		{ changes: { doubleSha1Hash: SHA1 }, issue: 'Password Hash is empty.' },
		{ changes: { passwordHash: 'secret' }, issue: "Password Hash isn't a SHA-256 hash in Base64" },
		{ changes: { password: 'other' }, issue: 'New Password must be one of generate, hash.' },
	])('rejects the password $changes', ({ changes, issue }) => {
		expect(firstIssue(RESET, { password: 'hash', ...changes })).toContain(issue);
	});

	it('allows a resend only with a password hash', () => {
		const { repeatable, unknownOutcome } = operations.service.resetPassword;
		const again = (sent: JsonObject) => typeof repeatable === 'function' && repeatable(sent, {});
		expect(again({ newPasswordHash: HASH })).toBe(true);
		expect([again({}), again({ newDoubleSha1Hash: SHA1 })]).toEqual([false, false]);
		expect(unknownOutcome?.[1]).toMatch(/turn on "Resend Unknown Outcomes"/);
	});
});

describe('Service → Set Scaling Schedule', () => {
	const SET = 'service.setScalingSchedule';
	const withPeak = (changes: object) => ({ entries: [{ ...PEAK, ...changes }] });

	it.each([
		{ entered: {}, sent: {} },
		{
			entered: { autoscalingMode: 'apiDefault', idleScaling: 'apiDefault', numReplicas: '' },
			sent: {},
		},
		{
			entered: { idleScaling: 'true', weekdays: '0, 6' },
			sent: { idleScaling: true, weekdays: [0, 6] },
		},
		{
			entered: { idleScaling: false, minReplicas: 6, maxReplicas: 6 },
			sent: { idleScaling: false, minReplicas: 6, maxReplicas: 6 },
		},
	])('sends a schedule entry with $entered as $sent', ({ entered, sent }) => {
		const entries = [{ ...PEAK, ...sent }];
		expect(body(SET, withPeak(entered))).toEqual({ entries });
		expect(body(SET, { entries: { values: [{ ...PEAK, ...entered }] } })).toEqual({ entries });
	});

	it('warns about a window that ends at its start hour', () => {
		expect(hintsOn(SET, withPeak({ startHourUtc: 9, endHourUtc: 9 }))).toEqual([
			expect.stringContaining('is the same hour as Start Hour'),
		]);
		expect(hintsOn(SET, withPeak({ startHourUtc: 9, endHourUtc: 8 }))).toEqual([]);
	});

	it('removes the schedule only for an empty list', () => {
		expect(body(SET, { entries: [] })).toEqual({ entries: [] });
		expect(hintsOn(SET, { entries: [] })).toEqual([
			"Without Entries, this removes the service's scaling schedule.",
		]);
		expect(hintsOn(SET)).toEqual([]);
		for (const entries of [{}, { values: [] }, '', undefined, null]) {
			expect(firstIssue(SET, { entries })).toMatch(/^Entries is (?:empty|null)/);
		}
	});

	it("summarizes the schedule's entries", () => {
		expect(summary(SET)).toBe(
			'Replace the scaling schedule of service ID: Peak (Monday, Friday, 08:00–18:00 UTC)',
		);
		expect(summary(SET, { entries: [] })).toBe(
			'Replace the scaling schedule of service ID: no entries',
		);
		expect(
			summary(SET, {
				entries: [{ ...PEAK, weekdays: [0], numReplicas: 1, minReplicaMemoryGb: 8 }],
			}),
		).toBe(
			'Replace the scaling schedule of service ID: Peak (Sunday, 08:00–18:00 UTC: 1 replica of at least 8 GB)',
		);
		expect(
			summary(SET, { entries: [{ ...PEAK, weekdays: [0], minReplicas: 1, maxReplicas: 1 }] }),
		).toMatch(/ \(Sunday, 08:00–18:00 UTC: 1 replica\)$/);
		expect(summary('service.deleteScalingSchedule')).toBe(
			'Delete the scaling schedule of service ID',
		);
	});
});

it('Service operations advise after a refusal', () => {
	const {
		create,
		delete: remove,
		getScalingSchedule,
		scale,
		setScalingSchedule,
		stop,
	} = operations.service;
	expect(remove.texts?.advice?.[409]).toMatch(/Stop.*Wait for State.*Delete/);
	expect(getScalingSchedule.texts?.advice?.[404]).toMatch(/may have no scaling schedule/);
	for (const status of [400, 409]) expect(stop.texts?.advice?.[status]).toMatch(/secondary/);
	for (const { texts } of [create, scale, setScalingSchedule]) {
		expect(texts?.advice?.[400]).toMatch(/quotas .* Quota → Get Many/);
	}
});

it.each([
	['service.delete', "Deletes the service and all its data permanently. This can't be undone."],
	[
		'service.deleteScalingSchedule',
		'Deletes the scaling schedule. To restore it, use Set Scaling Schedule.',
	],
])('%s explains whether its effect can be undone', (name, warning) => {
	const notice = operationOf(name).properties.find(({ type }) => type === 'notice');
	expect(notice?.displayName).toBe(warning);
});

describe('scalingText', () => {
	it.each<{ body: JsonObject; text: string }>([
		{
			body: { numReplicas: 2, minReplicaMemoryGb: 16, maxReplicaMemoryGb: 32 },
			text: '2 replicas of 16–32 GB',
		},
		{
			body: { autoscalingMode: 'horizontal', minReplicas: 2, maxReplicas: 4 },
			text: '2–4 replicas; horizontal autoscaling',
		},
		{ body: { numReplicas: 1, idleScaling: false }, text: '1 replica; never idle' },
		{
			body: { minReplicaMemoryGb: 8, maxReplicaMemoryGb: 8, idleTimeoutMinutes: 15 },
			text: 'replicas of 8 GB; idle after 15 minutes',
		},
		{ body: { maxReplicaMemoryGb: 32, more: 1 }, text: 'replicas of at most 32 GB; more 1' },
		{ body: { minReplicas: 2, idleScaling: true }, text: 'at least 2 replicas; may go idle' },
		{
			body: { minReplicas: 1, idleTimeoutMinutes: 1 },
			text: 'at least 1 replica; idle after 1 minute',
		},
	])('describes scaling as "$text"', ({ body, text }) => {
		expect(plainText(scalingText(body))).toBe(text);
	});
});

describe('scalingChange', () => {
	const NEVER = { idleScaling: false };
	const after = (idleTimeoutMinutes: number) => ({ idleScaling: true, idleTimeoutMinutes });

	it.each<{ record: JsonObject; body: JsonObject; text: string }>([
		{ record: NEVER, body: after(15), text: 'from never idle to idle after 15 minutes' },
		{ record: after(15), body: NEVER, text: 'from may go idle to never idle' },
		{
			record: after(15),
			body: { ...NEVER, idleTimeoutMinutes: 5 },
			text: 'from idle after 15 minutes to never idle (timeout 5 minutes)',
		},
		{
			record: { ...NEVER, idleTimeoutMinutes: 5 },
			body: after(15),
			text: 'from never idle (timeout 5 minutes) to idle after 15 minutes',
		},
		{ record: after(15), body: after(15), text: 'stays idle after 15 minutes' },
		{
			record: { ...NEVER, idleTimeoutMinutes: 5 },
			body: { idleTimeoutMinutes: 15 },
			text: 'from never idle (timeout 5 minutes) to never idle (timeout 15 minutes)',
		},
		{
			record: after(5),
			body: { idleTimeoutMinutes: 15 },
			text: 'from idle after 5 minutes to idle after 15 minutes',
		},
		{
			record: { ...NEVER, idleTimeoutMinutes: 5 },
			body: { idleTimeoutMinutes: 5 },
			text: 'stays never idle (timeout 5 minutes)',
		},
		{
			record: { idleTimeoutMinutes: 5 },
			body: { idleTimeoutMinutes: 15 },
			text: 'from idle after 5 minutes to idle after 15 minutes',
		},
		{
			record: { ...NEVER, idleTimeoutMinutes: 15 },
			body: { idleScaling: true },
			text: 'from never idle (timeout 15 minutes) to idle after 15 minutes',
		},
		{ record: after(15), body: { idleScaling: true }, text: 'stays idle after 15 minutes' },
		{ record: NEVER, body: { idleScaling: true }, text: 'from never idle to may go idle' },
		{
			record: { minReplicaMemoryGb: 8, maxReplicaMemoryGb: 16, numReplicas: 2 },
			body: { maxReplicaMemoryGb: 32 },
			text: 'from replicas of 8–16 GB to replicas of 8–32 GB',
		},
		{
			record: { ...after(15), minReplicaMemoryGb: 8, maxReplicaMemoryGb: 16, numReplicas: 2 },
			body: { numReplicas: 3 },
			text: 'from 2 replicas to 3 replicas',
		},
		{
			record: { ...NEVER, numReplicas: 1 },
			body: { numReplicas: 2, ...after(15) },
			text: 'from 1 replica to 2 replicas; from never idle to idle after 15 minutes',
		},
	])('describes the change of $record to $body', ({ record, body, text }) => {
		expect(plainText(scalingChange(body, record))).toBe(text);
	});
});
