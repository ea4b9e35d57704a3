import type { IDataObject } from 'n8n-workflow';

/** What tells a record apart at a glance, and so comes first in n8n's table. */
const FIRST = ['name', 'displayName', 'state', 'status'];

/** Orders a record's keys: name and state first, the ID last. */
export function inColumnOrder(record: IDataObject, idKey: string): IDataObject {
	const furtherKeys = Object.keys(record).filter((key) => ![...FIRST, idKey].includes(key));
	const keys = [...FIRST, ...furtherKeys, idKey].filter((key) => Object.hasOwn(record, key));
	return Object.fromEntries(keys.map((key) => [key, record[key]]));
}
