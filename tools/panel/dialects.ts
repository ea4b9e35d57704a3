import { isJsonObject } from '../contract/json';
import { isManagedOnly, isManagedToo } from '../samples/clickstackSamples';

/** The APIs that accept a form. */
export type Dialect = 'clickhouseCloud' | 'standard';

/** The neutral contract doesn't list these values. */
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

/** An update of these sources may leave required values to JSON. test/engine/pipeChanges sends them. */
const NEEDS_JSON: ReadonlySet<unknown> = new Set(['mongodb', 'mysql', 'pubsub']);
/** These kinds of source in ClickStack need additional JSON. */
const KINDS_BY_JSON: ReadonlySet<unknown> = new Set(['metric', 'session', 'trace']);
/** Only ClickHouse Cloud has these operations and discovers columns. */
const ONLY_IN_CLOUD: ReadonlySet<unknown> = new Set(['validate', 'discoverSchema', 'discover']);

/** Empty if the only candidate refuses the form. */
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

/** Roles work only with S3, and infrastructure on Azure needs a tenant. */
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
