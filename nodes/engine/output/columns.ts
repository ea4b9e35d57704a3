import type { IDataObject } from 'n8n-workflow';

/** What tells a record apart at a glance, and so comes first in n8n's table. */
const FIRST = ['name', 'displayName', 'state', 'status'];
const LAST = ['id'];

/** Orders a record's keys: name and state first, the ID last. */
export function inColumnOrder(record: IDataObject): IDataObject {
	const others = Object.keys(record).filter((key) => ![...FIRST, ...LAST].includes(key));
	const keys = [...FIRST, ...others, ...LAST].filter((key) => Object.hasOwn(record, key));
	return Object.fromEntries(keys.map((key) => [key, record[key]]));
}
