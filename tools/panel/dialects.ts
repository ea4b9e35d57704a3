import { isJsonObject } from '../contract/json';
import { isManagedOnly, isManagedToo } from '../samples/clickstackSamples';

/** The dialects of the APIs that a form is for. */
export type Dialect = 'clickhouseCloud' | 'standard';

/** The values that the neutral contract does not list. */
const OF_CLOUD: ReadonlySet<unknown> = new Set([
	'bigquery',
	'mongodb',
	'mysql',
	'pubsub',
	'gcmk',
	'glue',
	'Protobuf',
	'cloudflarer2',
	'ovhobjectstorage',
	'TabSeparated',
	'TabSeparatedWithNames',
	'SERVICE_ACCOUNT',
	'SERVICE_ACCOUNT_WORKLOAD_IDENTITY',
	'ap-northeast-2',
	'asia-northeast1',
	'ca-central-1',
	'centralus',
	'europe-west2',
	'il-central-1',
]);

/** Values that a source's update may leave to JSON, although required: test/engine/pipeChanges sends them. */
const NEEDS_JSON: ReadonlySet<unknown> = new Set(['mongodb', 'mysql', 'pubsub']);
/** These kinds of ClickStack's sources need more by JSON. */
const KINDS_BY_JSON: ReadonlySet<unknown> = new Set(['metric', 'session', 'trace']);
/** Only ClickHouse Cloud has these operations, and discovers columns. */
const ONLY_IN_CLOUD: ReadonlySet<unknown> = new Set(['validate', 'discoverSchema', 'discover']);

/** Returns the dialects of the APIs that accept the whole form: none if only one could support it, and refuses it. */
export function dialectsFor(form: Readonly<Record<string, unknown>>): Dialect[] {
	const { additionalOptions, ...fields } = form;
	const { authentication, columnsInput, kind, operation, resource, source, sourceKind } = form;
	if (operation === 'update' && NEEDS_JSON.has(sourceKind)) return [];
	if (KINDS_BY_JSON.has(kind)) return [];
	const isManaged = authentication === 'cloudApiKey';
	if (isManaged && (source === 'inline' || !isManagedToo(String(resource)))) return [];
	if (authentication === 'accessToken' && isManagedOnly(String(resource))) return [];
	const all = { ...fields, ...(isJsonObject(additionalOptions) ? additionalOptions : {}) };
	const isOfCloud =
		[operation, columnsInput].some((value) => ONLY_IN_CLOUD.has(value)) ||
		Object.values(all).some((value) => OF_CLOUD.has(value)) ||
		all['objectStorageCompression'] === 'none';
	const standard: Dialect[] = isOfCloud ? [] : ['standard'];
	return isRefusedByCloud(all) ? standard : [...standard, 'clickhouseCloud'];
}

/** With a role, only S3 is read; infrastructure on Azure has a tenant. */
function isRefusedByCloud(fields: Readonly<Record<string, unknown>>): boolean {
	const { regionId, tenantId, servicePrincipalClientId } = fields;
	const isOfTenant = tenantId !== undefined && servicePrincipalClientId !== undefined;
	return (
		(fields['objectStorageAuthentication'] === 'IAM_ROLE' &&
			fields['objectStorageType'] !== 's3') ||
		(typeof regionId === 'string' && !regionId.includes('-') && !isOfTenant) ||
		regionId === 'me-central-1'
	);
}
