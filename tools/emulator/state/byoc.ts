import type { JsonObject } from '../../contract/json';
import type { ByocRecord } from './records';

/** The keys in a list, a creation and a change. */
const CONFIG = [
	'id',
	'state',
	'accountId',
	'accountName',
	'regionId',
	'cloudProvider',
	'displayName',
];

/** Returns an infrastructure as the organization shows it. */
export function byocConfig(record: ByocRecord): JsonObject {
	return Object.fromEntries(CONFIG.map((name) => [name, record[name]]));
}
