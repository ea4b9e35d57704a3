import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { CLICKSTACK_IDS } from '../emulator';
import type { EmulatorIds } from '../emulator/state/ids';
import type { Random } from '../random';
import { offered } from './panel';

/** These values of choices, numbers, and times are compatible with all other fields of their forms. */
const TOGETHER: Readonly<Record<string, NodeParameterValueType>> = {
	// In a complete form, assigned roles replace the role. Otherwise, the role is sent.
	role: 'admin',
	// Other kinds of sources need additional JSON, and Slack accepts no headers.
	kind: 'log',
	service: 'generic',
	regionId: 'us-east-1',
	autoscalingMode: 'vertical',
	idleScaling: 'false',
	// In ClickHouse Cloud, only this mode has a slot name, and it has no failover slots.
	postgresSettingsReplicationMode: 'cdc_only',
	postgresSettingsEnableFailoverSlots: false,
	objectStorageSkipInitialLoad: false,
	// MariaDB has only this mechanism.
	mysqlSettingsReplicationMechanism: 'GTID',
	// Tombstones delete rows only with exactly-once delivery.
	kafkaExactlyOnce: true,
	// Google's private link subnet requires private links.
	enablePrivateLink: true,
	actors: ['user/1', 'apiKey/2'],
	permissions: ['control-plane:service:view'],
	resources: ['instance/*'],
	webhookIds: [CLICKSTACK_IDS.webhookId],
	// Managed ClickStack supports this source of an updated alert, too.
	source: 'tile',
	// ClickHouse Cloud accepts only these three suffixes.
	availabilityZoneSuffixes: ['a', 'b', 'c'],
	weekdays: [0, 6],
	// A period must end after its start.
	startTime: '2026-01-01',
	endTime: '2126-06-30T00:00:00',
	since: '2026-01-01',
	until: '2126-06-30T00:00:00',
	// A time in the future, so that the key works.
	expireAt: '2126-06-30T00:00:00',
	fromDate: '2026-04-10T00:00:00',
	toDate: '2026-05-05T23:59:59.5+05:30',
	backupPeriodInHours: 48,
	backupRetentionPeriodInHours: 72,
	gap: 60,
	timeFrame: 2880,
	minReplicaMemoryGb: 16,
	maxReplicaMemoryGb: 16,
	minReplicas: 3,
	maxReplicas: 3,
	idleTimeoutMinutes: 5,
	// Four gigabytes for each core.
	replicaCpuMillicores: 1000,
	replicaMemoryGb: 4,
	// One check, so that a sample doesn't wait.
	stableFor: 1,
	threshold: 1,
	thresholdMax: 2,
	// Both contracts accept this size.
	objectStorageMaxInsertBytes: 524_288_000,
	settingsObjectStorageMaxInsertBytes: 524_288_000,
};

/** These texts must have a certain form. Empty text omits the key. */
const TEXTS: Readonly<Record<string, string>> = {
	// Slack accepts only this host.
	url: 'https://hooks.slack.com/services/2',
	selectColumns: 'Body',
	orderBy: 'Timestamp',
	// This filter is valid in Lucene and SQL.
	where: "ServiceName = 'api'",
	field: 'Duration',
	groupBy: 'ServiceName',
	tilesToRemove: '',
	email: 'edsger@example.com',
	source: '192.0.2.0/24',
	backupStartTime: '02:00',
	keyIdSuffix: '4f2a',
	passwordHash: `${'A'.repeat(43)}=`,
	doubleSha1Hash: '0a'.repeat(20),
	vpcCidrRange: '10.20.0.0/16',
	gcpServiceAttachment: 'projects/p/regions/r/serviceAttachments/s',
	// The only type of endpoint with targets.
	targetId: '',
	destinationTableDefinitionEngineType: 'MergeTree',
	tableEngine: 'MergeTree',
	bigquerySnapshotStagingPath: 'gs://staging/orders',
	mongodbUri: 'mongodb+srv://cluster.example.com',
	kafkaSchemaRegistryUrl: 'https://registry.example.com',
	columnsSample: '{ "id": 7, "at": "2026-05-31T14:30:00Z", "note": null }',
	// The emulator's sources contain this field.
	sourceField: 'orderId',
	columnsList: 'id UInt64, price Decimal(10, 2) cost',
	tableMappingsList: 'public.orders shop_orders\npublic.people',
	sourceAdditionalMembers: '{}',
	// Without a role, these fields must not be empty.
	additionalMembers: '{"novel": [1]}',
	body: '{ "name": "Reporting" }',
	// Only an alert on its own chart has a chart configuration.
	chartConfig: '',
	types: 'service_create',
	waitFor: 'running, done, Ready, infra-ready, GET',
	tags: '{ "team": "data" }',
};

const POLICY_TAGS = '{ "grants": ["reader"], "roleV2": "sql-console-admin" }';
const TIMES = ['2026-05-31T14:30:00', '2026-05-31T14:30:59.5+05:30', '2026-01-01'];

/** `texts` contains the form's IDs and JSON. `random` is seeded. */
export function validValue(
	field: INodeProperties,
	random: Random,
	ids: EmulatorIds,
	texts: Readonly<Record<string, string>>,
): NodeParameterValueType {
	const { name, type, displayName } = field;
	const together = TOGETHER[name];
	const text = texts[name] ?? TEXTS[name];
	switch (type) {
		case 'options':
		case 'boolean':
			return together ?? random.pick(offered(field));
		case 'multiOptions':
			return text ?? together ?? chosenOf(field, ids);
		case 'number':
			return together ?? numberFor(field, random);
		case 'dateTime':
			return together ?? random.pick(TIMES);
		case 'json':
			if (displayName === 'Tags (JSON)') return POLICY_TAGS;
			return text ?? random.pick(['{}', '{"novel": [1]}']);
		case 'resourceLocator':
			return locatorFor(text ?? '', random);
		default:
			if (name !== 'tags' && text !== undefined) return text;
			return exampleOf(field) ?? `${name}-${String(random.integer(1, 999))}`;
	}
}

/** Arbitrary text would be an invalid ARN or URL, so the field's example is used. */
function exampleOf({ placeholder = '' }: INodeProperties): string | undefined {
	return /^e\.g\. ((?:arn|https):\S+)$/.exec(placeholder)?.[1];
}

function chosenOf(field: INodeProperties, ids: EmulatorIds): string[] {
	const { name, typeOptions } = field;
	if (name === 'apiKeyIds') return [ids.apiKeyId];
	if (name === 'serviceIds') return [ids.serviceId];
	if (typeOptions?.loadOptionsMethod !== undefined) return [ids.roleId];
	return offered(field).filter((value) => typeof value === 'string');
}

/** An ID may be chosen from a list or typed. Samples use plain IDs, as older workflows do. */
function locatorFor(id: string, random: Random): NodeParameterValueType {
	return { __rl: true, mode: random.pick(['list', 'id']), value: id, cachedResultName: 'Chosen' };
}

function numberFor({ typeOptions }: INodeProperties, random: Random): number {
	const { minValue = 1, maxValue = minValue + 100, numberPrecision } = typeOptions ?? {};
	const place = random.pick([minValue, maxValue, minValue + (maxValue - minValue) / 2]);
	return numberPrecision === 0 ? Math.floor(place) : place;
}
