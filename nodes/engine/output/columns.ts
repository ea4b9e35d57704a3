import type { IDataObject } from 'n8n-workflow';

/** Columns that identify a record at a glance. */
const FIRST = ['name', 'displayName', 'state', 'status'];

/** Moves name and state to the front and the ID to the end. */
export function inColumnOrder(record: IDataObject, idKey: string): IDataObject {
	const furtherKeys = Object.keys(record).filter((key) => ![...FIRST, idKey].includes(key));
	const keys = [...FIRST, ...furtherKeys, idKey].filter((key) => Object.hasOwn(record, key));
	return Object.fromEntries(keys.map((key) => [key, record[key]]));
}

/** Adds values to a record, before its ID. */
export function beforeId(record: IDataObject, values: IDataObject, idKey: string): IDataObject {
	if (!Object.hasOwn(record, idKey)) return { ...record, ...values };
	const { [idKey]: id, ...others } = record;
	return { ...others, ...values, [idKey]: id };
}
