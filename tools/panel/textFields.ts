import type { INodeParameters, INodeProperties } from 'n8n-workflow';

/** `value` is valid. */
export interface TextField {
	path: readonly (string | number)[];
	type: string;
	label: string;
	value: string;
}

/** Addresses and hashes must keep their form, so each has an alternative. */
const WITH_A_FORM = new Map([
	['10.20.0.0/16', '10.30.0.0/16'],
	['192.0.2.0/24', '198.51.100.0/24'],
	[`${'A'.repeat(43)}=`, `${'B'.repeat(43)}=`],
	['0a'.repeat(20), '0b'.repeat(20)],
]);

/** The text differs from the field's value, so that a test sees if the change arrives. */
export function otherValidText({ type, value }: TextField): string {
	// Stays in the future, because a period's end must.
	if (type === 'dateTime') return `${value.startsWith('21') ? '2127' : '2026'}-04-30T10:20:30Z`;
	if (/^[\da-f]{8}-/.test(value)) return '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
	if (/^[\da-f]{24}$/.test(value)) return value.replace(/.$/, 'f');
	if (value.includes('@')) return `other-${value}`;
	// The kinds that only ClickHouse Cloud has accept three engines.
	if (value === 'MergeTree') return 'ReplacingMergeTree';
	return WITH_A_FORM.get(value) ?? `${value}x`;
}

const TEXT_TYPES = new Set(['string', 'dateTime', 'resourceLocator']);

/** Includes text fields in collections and rows. */
export function textFieldsOf(
	properties: readonly INodeProperties[],
	parameters: INodeParameters,
	path: TextField['path'] = [],
): TextField[] {
	return Object.entries(parameters).flatMap(([name, value]): TextField[] => {
		const [field, ...others] = properties.filter((property) => property.name === name);
		if (field === undefined) return [];
		const place = [...path, name];
		if (typeof value === 'string') {
			// JSON and lists have a syntax of their own.
			const isText =
				!/(?:Json|List|Sample)$/.test(name) &&
				[field, ...others].every(({ type }) => TEXT_TYPES.has(type));
			return isText ? [{ path: place, type: field.type, label: field.displayName, value }] : [];
		}
		const id = locatedId(value);
		if (id !== undefined) {
			return [{ path: [...place, 'value'], type: field.type, label: field.displayName, value: id }];
		}
		return rowsOf(field, value).flatMap(({ fields, row, at }) =>
			textFieldsOf(fields, row, [...place, ...at]),
		);
	});
}

/** Undefined if the value isn't a resource locator. */
function locatedId(value: unknown): string | undefined {
	const isLocator = isParameters(value) && value['__rl'] === true;
	return isLocator && typeof value['value'] === 'string' ? value['value'] : undefined;
}

interface Row {
	fields: INodeProperties[];
	row: INodeParameters;
	at: (string | number)[];
}

function rowsOf({ options = [] }: INodeProperties, value: unknown): Row[] {
	if (!isParameters(value)) return [];
	const [group] = options;
	if (group === undefined || !('values' in group)) {
		const fields = options.filter((option): option is INodeProperties => 'type' in option);
		return [{ fields, row: value, at: [] }];
	}
	const rows: unknown = value[group.name];
	return (Array.isArray(rows) ? rows : []).flatMap((row: unknown, index) =>
		isParameters(row) ? [{ fields: group.values, row, at: [group.name, index] }] : [],
	);
}

export function replaced(
	parameters: INodeParameters,
	path: TextField['path'],
	value: string,
): INodeParameters {
	const copy = structuredClone(parameters);
	let owner: unknown = copy;
	for (const name of path.slice(0, -1)) owner = Reflect.get(Object(owner), name);
	if (typeof owner !== 'object' || owner === null) {
		throw new Error(`Nothing leads to ${path.join('.')}`);
	}
	Reflect.set(owner, path.at(-1) ?? '', value);
	return copy;
}

function isParameters(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
