import type { INodePropertyTypeOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import { newRow, rowsOf, alwaysShown } from '../parameters/properties';
import { isText, optionalObject, rowValues } from '../parameters/values';
import type { Description, Field, Fields, SingleField, FieldSettings } from './fields';
import { describeFields, field, text } from './fields';
import { bodyBuilder, propertiesOf } from './interpret';

export interface RowsSettings extends Omit<FieldSettings, 'placeholder' | 'toBody'> {
	most?: number;
	/** Fields that a new row shows. Defaults to all. */
	mainFields?: readonly string[];
}

/**
 * A list of objects. The panel shows each object as a row, labeled `rowLabel`. An expression can return the whole list.
 */
export function rowList(
	label: string,
	rowLabel: string,
	members: Fields,
	{ most = Infinity, mainFields, ...settings }: RowsSettings = {},
): SingleField {
	const rowDescription = describeFields('', members);
	const buildRow = bodyBuilder(rowDescription);
	const isBounded = Number.isFinite(most);
	const typeOptions = { multipleValues: true, ...(isBounded && { maxAllowedFields: most }) };
	const list = z.array(rowDescription.schema);
	const rowsField = rowsInput(label, rowLabel, rowDescription, isBounded ? list.max(most) : list, {
		typeOptions,
		...(mainFields && { mainFields }),
		toBody: (rows, timezone) => {
			if (!Array.isArray(rows)) return rows;
			return rows.map((entry: unknown) =>
				isJsonObject(entry) ? buildRow(entry, timezone) : entry,
			);
		},
		...settings,
	});
	return { ...rowsField, rowDescription };
}

/** An object. The panel shows a field group. An expression can return the whole object. */
export function group(label: string, members: Fields, settings: FieldSettings = {}): SingleField {
	const groupDescription = describeFields('', members);
	const buildGroup = bodyBuilder(groupDescription);
	const groupField = rowsInput(label, label, groupDescription, groupDescription.schema, {
		toBody: (object, timezone) => (isJsonObject(object) ? buildGroup(object, timezone) : object),
		...settings,
	});
	return { ...groupField, rowDescription: groupDescription };
}

interface MapSettings extends FieldSettings {
	schema: z.ZodTypeAny;
	/** Ignores case when it compares names, as HTTP does for headers. */
	ignoresCase?: true;
}

/** A map of masked texts. The panel shows name and value pairs. An expression can return the whole map. */
export function secretMap(
	label: string,
	rowLabel: string,
	{ valueOptions, ...settings }: MapSettings & Record<'valueOptions', INodePropertyTypeOptions>,
): SingleField {
	const value = text('Value', { typeOptions: { password: true, ...valueOptions } });
	return namedValues(label, rowLabel, { name: text('Name', {}), value }, settings);
}

/** A map. The panel shows name and value pairs. An expression can return the whole map. */
export function namedValues(
	label: string,
	rowLabel: string,
	entry: Readonly<Record<'name' | 'value', Field>>,
	{ schema, ignoresCase, ...settings }: MapSettings,
): SingleField {
	const entryDescription = describeFields('', entry);
	return rowsInput(label, rowLabel, entryDescription, mapSchema(schema, ignoresCase === true), {
		typeOptions: { multipleValues: true },
		emptyList: {},
		toBody: (value) => {
			if (!Array.isArray(value)) return value;
			const pairs: unknown[] = value;
			// If a map would drop or rename a pair, the pairs stay a list, so the schema refuses them.
			if (nameProblem(pairs.map(pairName)) !== undefined) return pairs;
			return optionalObject(Object.fromEntries(pairs.filter(isJsonObject).map(namedValue)));
		},
		...settings,
	});
}

/** Refuses duplicate and unsafe names. The map's schema checks everything else. */
function mapSchema(map: z.ZodTypeAny, ignoresCase: boolean): z.ZodTypeAny {
	return z.unknown().superRefine((value, context) => {
		const pairs: unknown[] = Array.isArray(value) ? value : [];
		const names = isJsonObject(value) ? Object.keys(value) : pairs.map(pairName);
		const message = nameProblem(names, ignoresCase);
		const problems = map.safeParse(value).error?.issues ?? [];
		if (message !== undefined) context.addIssue({ code: z.ZodIssueCode.custom, message });
		else for (const problem of problems) context.addIssue(problem);
	});
}

function nameProblem(
	names: ReadonlyArray<string | undefined>,
	ignoresCase = false,
): string | undefined {
	const earlierNames = new Set<string>();
	for (const name of names) {
		if (name === undefined) return "contains a name that isn't text. Enter each name as text.";
		const key = ignoresCase ? name.toLowerCase() : name;
		if (earlierNames.has(key))
			return `contains the name "${name}" more than once. Remove all but one.`;
		earlierNames.add(key);
	}
	return undefined;
}

/** A field with one or several rows. `toBody` gets the form's rows or an expression's result. */
function rowsInput(
	label: string,
	rowLabel: string,
	rowDescription: Description,
	schema: z.ZodTypeAny,
	{
		typeOptions,
		toBody,
		mainFields,
		...settings
	}: RowsSettings & Required<Pick<FieldSettings, 'toBody'>>,
): SingleField {
	const rowProperties = propertiesOf(rowDescription);
	const values = mainFields === undefined ? rowProperties : alwaysShown(rowProperties, mainFields);
	const needsRow = settings.marked ?? settings.required === true;
	const control = {
		...rowsOf(rowLabel, values, typeOptions),
		default: needsRow ? { values: [newRow(values)] } : {},
	};
	return field(label, control, schema, {
		placeholder: `Add ${rowLabel}`,
		...settings,
		toBody: (value, timezone) => toBody(rowValues(value), timezone),
	});
}

function namedValue({ name = '', value = '' }: JsonObject): [name: string, value: unknown] {
	return [String(name).trim(), value];
}

/** A pair's trimmed name, or undefined if the name isn't text or a number. */
function pairName(pair: unknown): string | undefined {
	if (!isJsonObject(pair)) return undefined;
	const { name = '' } = pair;
	return isText(name) ? String(name).trim() : undefined;
}
