import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import { emptyToUndefined, optionalObject } from '../parameters/values';
import type { Fields, SingleField, Traits } from './fields';
import { description, field, text } from './fields';
import { buildBody, propertiesOf } from './interpret';

interface RowsTraits extends Omit<Traits, 'placeholder' | 'read'> {
	/** How many rows there may be. */
	most?: number;
}

/** A list of objects, in the panel one row each, or from an expression the list itself. `row` is what one is called. */
export function rowList(
	label: string,
	row: string,
	members: Fields,
	{ most = Infinity, ...traits }: RowsTraits = {},
): SingleField {
	const described = description('', members);
	const rowBody = buildBody(described);
	const isBound = Number.isFinite(most);
	const typeOptions = { multipleValues: true, ...(isBound && { maxAllowedFields: most }) };
	const list = z.array(described.schema);
	return {
		...field(
			label,
			{ type: 'fixedCollection', typeOptions, default: {}, options: valuesOf(row, described) },
			isBound ? list.max(most) : list,
			{
				placeholder: `Add ${row}`,
				read: (value, timezone) => {
					const entered = enteredIn(value);
					if (!Array.isArray(entered)) return entered;
					const rows: unknown[] = entered;
					return rows.map((one) => (isJsonObject(one) ? rowBody(one, timezone) : one));
				},
				...traits,
			},
		),
		row: described,
	};
}

/** An object, in the panel a group of fields, or from an expression the object itself. */
export function group(label: string, members: Fields, traits: Traits = {}): SingleField {
	const described = description('', members);
	const body = buildBody(described);
	const shown = {
		type: 'fixedCollection',
		default: {},
		options: valuesOf(label, described),
	} as const;
	return {
		...field(label, shown, described.schema, {
			placeholder: `Add ${label}`,
			read: (value, timezone) => {
				const entered = enteredIn(value);
				return isJsonObject(entered) ? body(entered, timezone) : entered;
			},
			...traits,
		}),
		row: described,
	};
}

/** A map of texts, in the panel a name and a value each, which is shown as dots; or from an expression the map itself. */
export function secretMap(label: string, row: string, traits: Traits): SingleField {
	const entry = description('', {
		name: text('Name', {}),
		value: text('Value', { typeOptions: { password: true } }),
	});
	const typeOptions = { multipleValues: true };
	const shown = {
		type: 'fixedCollection',
		typeOptions,
		default: {},
		options: valuesOf(row, entry),
	} as const;
	return field(label, shown, z.record(z.string()), {
		placeholder: `Add ${row}`,
		read: (value) => {
			const entered = enteredIn(value);
			if (!Array.isArray(entered)) return entered;
			const pairs = entered.filter(isJsonObject).map(namedValue);
			return optionalObject(Object.fromEntries(pairs));
		},
		...traits,
	});
}

function namedValue({ name = '', value = '' }: JsonObject): [name: string, value: unknown] {
	return [String(name).trim(), value];
}

function valuesOf(displayName: string, row: ReturnType<typeof description>): ValuesOption[] {
	return [{ displayName, name: 'values', values: propertiesOf(row) }];
}

interface ValuesOption {
	displayName: string;
	name: string;
	values: INodeProperties[];
}

/** Returns the rows of the form, or what an expression returned in place of the form. */
function enteredIn(value: unknown): unknown {
	const isForm = isJsonObject(value) && (Object.hasOwn(value, 'values') || isEmpty(value));
	return emptyToUndefined(isForm ? value.values : value);
}

function isEmpty(value: JsonObject): boolean {
	return Object.keys(value).length === 0;
}
