import type { JsonObject } from '../../contract/json';
import type { ByocRecord } from './records';

/** The members that a list, a creation and a change show. */
const CONFIG = [
	'id',
	'state',
	'accountId',
	'accountName',
	'regionId',
	'cloudProvider',
	'displayName',
];

/** Returns what the organization shows of an infrastructure. */
export function byocConfig(record: ByocRecord): JsonObject {
	return Object.fromEntries(CONFIG.map((name) => [name, record[name]]));
}
