import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import type { EmulatorIds } from '../../tools/emulator/state/ids';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import { isManagedToo } from '../../tools/samples/clickstackSamples';
import { isJsonObject } from '../../tools/contract/json';
import { VALID_PIPES } from '../property/validPipes';
import type { Random } from '../../tools/random';

const SECRETS = {
	username: 'u',
	password: 'p',
	accessKeyId: 'AK',
	secretKey: 'SK',
	connectionString: 'AccountName=a;AccountKey=b',
	certificate: '-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----\n',
	privateKey: '-----BEGIN PRIVATE KEY-----\nQQ==\n-----END PRIVATE KEY-----\n',
	serviceAccountKey: '{ "type": "service_account" }',
	schemaRegistryUsername: 'ru',
	schemaRegistryPassword: 'rp',
};

/** The fields of each method of the source's credential, except a schema-registry login. */
const MEMBERS: Readonly<Record<string, readonly (keyof typeof SECRETS)[]>> = {
	accessKey: ['accessKeyId', 'secretKey'],
	clientCertificate: ['certificate', 'privateKey'],
	connectionString: ['connectionString'],
	serviceAccount: ['serviceAccountKey'],
	usernamePassword: ['username', 'password'],
};

/** Returns the credential that a form's source needs: its method, and only that method's fields. */
export function sourceCredentialFor(
	form: Readonly<Record<string, unknown>>,
): Record<string, string> {
	const { sourceKind } = form;
	// A change's form does not contain how its source authenticates.
	const isKey = sourceKind === 'kinesis' || sourceKind === 'objectStorage';
	const authentication =
		form['operation'] === 'update' && isKey
			? 'IAM_USER'
			: form[`${typeof sourceKind === 'string' ? sourceKind : 'kafka'}Authentication`];
	const isOnlyAccount = sourceKind === 'bigquery';
	const method = isOnlyAccount
		? 'serviceAccount'
		: methodOf(authentication, form['kafkaType'] === 'azureeventhub');
	const registry = ['schemaRegistryUsername', 'schemaRegistryPassword'] as const;
	const own = [...(MEMBERS[method] ?? []), ...registry].map((name): [string, string] => [
		name,
		SECRETS[name],
	]);
	return { method, ...Object.fromEntries(own) };
}

function methodOf(authentication: unknown, isEventHub: boolean): string {
	switch (authentication) {
		case 'IAM_USER':
			return 'accessKey';
		case 'MUTUAL_TLS':
			return 'clientCertificate';
		case 'CONNECTION_STRING':
			return 'connectionString';
		case 'SERVICE_ACCOUNT':
			return 'serviceAccount';
		default:
			return isEventHub && authentication === 'PLAIN' ? 'connectionString' : 'usernamePassword';
	}
}

/** Options that exclude all others. */
const EXCLUSIVE: ReadonlySet<string> = new Set([
	'postgresSettingsEnableFailoverSlots',
	'objectStorageSkipInitialLoad',
]);

/** The values that the neutral contract does not list. */
const OF_CLOUD: ReadonlySet<unknown> = new Set([
	'bigquery',
	'mongodb',
	'mysql',
	'pubsub',
	'gcmk',
	'Protobuf',
	'cloudflarer2',
	'ovhobjectstorage',
	'TabSeparated',
	'TabSeparatedWithNames',
	'SERVICE_ACCOUNT',
	...['ap-northeast-2', 'asia-northeast1', 'ca-central-1', 'centralus', 'europe-west2'],
	'il-central-1',
	'SERVICE_ACCOUNT_WORKLOAD_IDENTITY',
	'glue',
]);

/** The values that an alert's update keeps if its fields are empty. */
export const CURRENT_ALERT = {
	id: CLICKSTACK_IDS.alertId,
	source: 'saved_search',
	savedSearchId: CLICKSTACK_IDS.savedSearchId,
	threshold: 1,
	thresholdType: 'above',
	interval: '5m',
	channel: { type: 'webhook', webhookId: CLICKSTACK_IDS.webhookId },
};

/** The dialects of the walk's APIs. */
export type Dialect = 'clickhouseCloud' | 'standard';

/** Values that a source's update may leave to JSON, although required: test/engine/pipeChanges sends them. */
const NEEDS_JSON: readonly unknown[] = ['mongodb', 'mysql', 'pubsub'];

/** Returns the dialects of the APIs that accept the whole form: none if only one could support it, and refuses it. */
export function dialectsFor(form: Readonly<Record<string, unknown>>): Dialect[] {
	if (form['operation'] === 'update' && NEEDS_JSON.includes(form['sourceKind'])) return [];
	const { additionalOptions, ...fields } = form;
	const { authentication, kind, resource } = form;
	// These kinds of sources need more by JSON.
	if (['metric', 'session', 'trace'].includes(String(kind))) return [];
	const isManaged = authentication === 'cloudApiKey';
	if (isManaged && (form['source'] === 'inline' || !isManagedToo(String(resource)))) return [];
	const all = { ...fields, ...(isJsonObject(additionalOptions) ? additionalOptions : {}) };
	const isOfCloud =
		Object.values(all).some((value) => OF_CLOUD.has(value)) ||
		all['objectStorageCompression'] === 'none';
	// With a role, only S3 is read; infrastructure on Azure has a tenant.
	const { regionId, tenantId, servicePrincipalClientId } = all;
	const isComplete = tenantId !== undefined && servicePrincipalClientId !== undefined;
	const isRefused =
		(all['objectStorageAuthentication'] === 'IAM_ROLE' && all['objectStorageType'] !== 's3') ||
		(typeof regionId === 'string' && !regionId.includes('-') && !isComplete) ||
		regionId === 'me-central-1';
	// Only ClickHouse Cloud has these operations.
	const isOnlyThere = form['operation'] === 'validate' || form['operation'] === 'discoverSchema';
	const known: Dialect[] = isOfCloud || isOnlyThere ? [] : ['standard'];
	return isRefused ? known : [...known, 'clickhouseCloud'];
}

const POLICY_TAGS = '{ "grants": ["reader"], "roleV2": "sql-console-admin" }';

/** Values of text fields whose format matters, by the field's name. */
function textsByName(ids: EmulatorIds): Readonly<Record<string, string>> {
	return {
		organizationId: ids.organizationId,
		serviceId: ids.serviceId,
		pipeId: ids.postgresPipeId,
		backupId: ids.backupId,
		activityId: ids.activityId,
		reversePrivateEndpointId: ids.reversePrivateEndpointId,
		userId: ids.userId,
		invitationId: ids.invitationId,
		apiKeyId: ids.apiKeyId,
		byocInfrastructureId: ids.byocInfrastructureId,
		queryEndpointId: ids.queryEndpointId,
		savedQueryId: ids.savedQueryId,
		dashboardId: ids.dashboardId,
		alertId: CLICKSTACK_IDS.alertId,
		connectionId: CLICKSTACK_IDS.connectionId,
		savedSearchId: CLICKSTACK_IDS.savedSearchId,
		sourceId: CLICKSTACK_IDS.sourceId,
		tileId: CLICKSTACK_IDS.tileId,
		// The first one of an alert isn't deleted.
		webhookId: CLICKSTACK_IDS.secondWebhookId,
		teamMemberId: CLICKSTACK_IDS.teamMemberId,
		teamInvitationId: CLICKSTACK_IDS.teamInvitationId,
		// Slack accepts no other.
		url: 'https://hooks.slack.com/services/2',
		selectColumns: 'Body',
		orderBy: 'Timestamp',
		// A filter in Lucene and in SQL.
		where: "ServiceName = 'api'",
		field: 'Duration',
		groupBy: 'ServiceName',
		currentSource: '',
		currentSavedSearch: '',
		currentWebhook: '',
		currentDashboard: '',
		currentAlert: '',
		tilesToRemove: '',
		currentEndpoint: '',
		currentQuery: '',
		id: ids.tileId,
		email: 'edsger@example.com',
		source: '192.0.2.0/24',
		actors: 'user/1, apiKey/2',
		backupStartTime: '02:00',
		keyIdSuffix: '4f2a',
		roleId: ids.roleId,
		snapshotId: ids.snapshotId,
		passwordHash: `${'A'.repeat(43)}=`,
		doubleSha1Hash: '0a'.repeat(20),
		vpcCidrRange: '10.20.0.0/16',
		gcpServiceAttachment: 'projects/p/regions/r/serviceAttachments/s',
		// Only one of the types of endpoints has targets.
		targetId: '',
		destinationTableDefinitionEngineType: 'MergeTree',
		tableEngine: 'MergeTree',
		bigquerySnapshotStagingPath: 'gs://staging/orders',
		mongodbUri: 'mongodb+srv://cluster.example.com',
		kafkaSchemaRegistryUrl: 'https://registry.example.com',
		pipeJson: JSON.stringify(VALID_PIPES.kafka),
		columnsSample: '{ "id": 7, "at": "2026-05-31T14:30:00Z", "note": null }',
		columnsList: 'id UInt64, price Decimal(10, 2) cost',
		tableMappingsList: 'public.orders shop_orders\npublic.people',
		tilesList: JSON.stringify([{ name: 'Errors', series: [{ type: 'time' }] }, { id: ids.tileId }]),
		sourceAdditionalMembers: '{}',
		// If there's no role, they must not be empty.
		additionalMembers: '{"novel": [1]}',
		body: '{ "name": "Reporting" }',
		types: 'service_create',
		waitFor: 'running, done, Ready, GET',
		dashboardJson: JSON.stringify({ name: 'Shop', tiles: [{ name: 'A' }], tags: ['a'] }),
	};
}

/** A request path that any emulator accepts; each API has its own. */
function pathFor({ placeholder = '' }: INodeProperties): string {
	return placeholder.includes('/api/v2/')
		? '/api/v2/echo'
		: '/v1/organizations/{organizationId}/echo';
}

/** The values in an `options` field. */
export function offered(field: INodeProperties): Array<string | number | boolean> {
	return (field.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
}

/** A valid value for a field that is no group. Seeded by `random`. */
export function validValue(
	field: INodeProperties,
	random: Random,
	ids: EmulatorIds,
): NodeParameterValueType {
	switch (field.type) {
		case 'options':
			// If everything is filled in, assigned roles replace it; otherwise it is sent.
			if (field.name === 'role') return 'admin';
			// Other kinds of sources need more by JSON, and Slack accepts no headers.
			if (field.name === 'kind') return 'log';
			if (field.name === 'service') return 'generic';
			if (field.name === 'regionId') return 'us-east-1';
			if (field.name === 'autoscalingMode') return 'vertical';
			if (field.name === 'idleScaling') return 'false';
			// In ClickHouse Cloud, only this mode has a slot name.
			if (field.name === 'postgresSettingsReplicationMode') return 'cdc_only';
			// MariaDB has no other.
			if (field.name === 'mysqlSettingsReplicationMechanism') return 'GTID';
			return random.pick(offered(field));
		case 'multiOptions':
			if (field.name === 'webhookIds') return [CLICKSTACK_IDS.webhookId];
			if (field.name === 'apiKeyIds') return [ids.apiKeyId];
			if (field.name === 'serviceIds') return [ids.serviceId];
			if (field.typeOptions?.loadOptionsMethod !== undefined) return [ids.roleId];
			// ClickHouse Cloud accepts only three.
			if (field.name === 'availabilityZoneSuffixes') return ['a', 'b', 'c'];
			if (field.name === 'weekdays') return [0, 6];
			return offered(field).filter((value): value is string => typeof value === 'string');
		case 'boolean':
			// Rows are deleted by tombstones exactly once.
			if (field.name === 'kafkaExactlyOnce') return true;
			// A subnet for private links needs them.
			if (field.name === 'enablePrivateLink') return true;
			// Together with a slot name, this one can't be on.
			return !EXCLUSIVE.has(field.name) && random.next() < 0.5;
		case 'number':
			return numberFor(field, random);
		case 'dateTime':
			// Both are filled in, so they must be in order.
			if (field.name === 'startTime') return '2026-01-01';
			if (field.name === 'endTime') return '2126-06-30T00:00:00';
			if (field.name === 'since') return '2026-01-01';
			if (field.name === 'until') return '2126-06-30T00:00:00';
			if (field.name === 'fromDate') return '2026-04-10T00:00:00';
			if (field.name === 'toDate') return '2026-05-05T23:59:59.5+05:30';
			return random.pick(['2026-05-31T14:30:00', '2026-05-31T14:30:59.5+05:30', '2026-01-01']);
		case 'json':
			if (field.displayName === 'Tags (JSON)') return POLICY_TAGS;
			if (field.name === 'tags') return '{ "team": "data" }';
			return textsByName(ids)[field.name] ?? random.pick(['{}', '{"novel": [1]}']);
		case 'resourceLocator':
			return locatorFor(textsByName(ids)[field.name] ?? '', random);
		default:
			if (field.name === 'path') return pathFor(field);
			return textsByName(ids)[field.name] ?? `${field.name}-${String(random.integer(1, 999))}`;
	}
}

/** An ID chosen from the list, one typed, and one that an older workflow stored. */
function locatorFor(id: string, random: Random): NodeParameterValueType {
	return random.pick<NodeParameterValueType>([
		{ __rl: true, mode: 'list', value: id, cachedResultName: 'Chosen' },
		{ __rl: true, mode: 'id', value: id },
		id,
	]);
}

/** Values that any other field of a service's scaling, of backups and of snapshots allows. */
const TOGETHER: Readonly<Record<string, number>> = {
	backupPeriodInHours: 48,
	backupRetentionPeriodInHours: 72,
	gap: 60,
	timeFrame: 2880,
	minReplicaMemoryGb: 16,
	maxReplicaMemoryGb: 16,
	minReplicas: 3,
	maxReplicas: 3,
	idleTimeoutMinutes: 5,
	// Each core has four gigabytes.
	replicaCpuMillicores: 1000,
	replicaMemoryGb: 4,
};

function numberFor({ name, typeOptions }: INodeProperties, random: Random): number {
	const together = TOGETHER[name];
	if (together !== undefined) return together;
	// Each further check would follow a pause.
	if (name === 'stableFor') return 1;
	// A range ends at its start, or after it.
	if (name === 'threshold') return 1;
	if (name === 'thresholdMax') return 2;
	// Both contracts accept it.
	if (/objectStorageMaxInsertBytes$/i.test(name)) return 524_288_000;
	const { minValue = 1, maxValue = minValue + 100, numberPrecision } = typeOptions ?? {};
	const place = random.pick([minValue, maxValue, minValue + (maxValue - minValue) / 2]);
	return numberPrecision === 0 ? Math.floor(place) : place;
}
