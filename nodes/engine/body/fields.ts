import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyTypeOptions,
} from 'n8n-workflow';
import type { DateTime } from 'luxon';
import { z } from 'zod';
import { parseJsonObject } from '../parameters/jsonInput';
import { JSON_EDITOR, optionsOf } from '../parameters/properties';
import { cachedField, lazy } from '../caching';
import type { Issue } from '../issue';
import { sentHint, unusual } from '../issue';
import { byName, formatted } from '../text';
import { parseTime } from '../time';
import { emptyToUndefined, optionalTextList, sqlList } from '../parameters/values';

type Show = NonNullable<IDisplayOptions['show']>;
export type Expected = ReadonlyArray<NonNullable<Show[string]>[number]>;

/**
 * A key is a path in the description, or a panel field if it starts with a slash. The field's value must be in the
 * list, or must not be in the list under `not`.
 */
export type Conditions = Readonly<Record<string, Expected | { not: readonly unknown[] }>>;

interface BodySettings {
	/** Overrides the schema that the type implies. */
	schema?: z.ZodTypeAny;
	/** Description in the schema. */
	note?: string;
	/** Checks the value after the schema. */
	rule?: (value: unknown) => Iterable<Omit<Issue, 'path'>>;
	/**
	 * Converts the panel's value for the body. Defaults to the type's conversion. A field with neither sends nothing.
	 */
	toBody?: (value: unknown, timezone: string) => unknown;
	/** Parameter name, if the path in the body doesn't imply it. */
	parameter?: string;
	/** What an update sends in place of an empty list. Undefined: nothing. */
	emptyList?: unknown;
	/** Conditions for showing and sending the field. Checked again before sending, because expressions may differ. */
	when?: Conditions;
	/** Conditions for showing the field, if they differ from `when`. */
	shown?: Conditions;
	/**
	 * `true`: always needed. Text, such as 'for TLS': needed if `when` holds, and the end of the message "is needed …".
	 * `'byFields'`: JSON input may omit the field.
	 */
	required?: true | 'byFields' | `${'for' | 'to' | 'with'} ${string}`;
}

export interface FieldSettings extends BodySettings {
	placeholder?: string;
	hint?: string;
	description?: string;
	typeOptions?: INodePropertyTypeOptions;
	/** Overrides the form's required mark. */
	marked?: boolean;
}

/** The values of a choice that are valid for each value of another property, `by`. */
export interface Support {
	by: string;
	groups: ReadonlyArray<readonly [types: readonly string[], options: Options]>;
	/** Alternatives for the error message. */
	or?: string;
}

/** A body property, written once for panel, body, schema and rules. */
export interface Field extends BodySettings {
	schema: z.ZodTypeAny;
	/**
	 * Makes the panel fields. A property without this function isn't in the panel. `show` turns conditions into n8n's
	 * format. Inside a collection, a path from the top starts with a slash.
	 */
	properties?: (name: string, show: (conditions: Conditions) => Show) => INodeProperties[];
	values?: readonly string[];
	support?: Support;
	members?: Fields;
	/**
	 * For an object: the prefix of its parameter names. An object without a name uses the prefix of the enclosing
	 * object.
	 */
	name?: string;
	/** Describes each element of a list, or the fields of a group. */
	rowDescription?: Description;
	/** Fields that the node shows immediately, in this order. Users add all other fields. Defaults to all. */
	mainFields?: readonly string[];
}

export type Fields = Readonly<Record<string, Field>>;

/** A field with a single panel property, whose name comes from its place. */
export interface SingleField extends Field {
	property: (name: string) => INodeProperties;
}

/** An object in a body. */
export interface Description extends Field {
	members: Fields;
	schema: z.ZodObject<z.ZodRawShape, 'passthrough'>;
}

type Property = Omit<INodeProperties, 'displayName' | 'name'>;

/** Values with their names in the panel. A value with an empty name is accepted only in JSON. */
type Options = Readonly<Record<string, string>>;

/** All trimmed texts share this schema, because making schemas is slow. */
const TRIMMED = z.string().trim();
const [TEXTS, STRINGS] = [z.array(TRIMMED), z.array(z.string())];
const [BOOLEAN, NUMBER, INTEGER] = [z.boolean(), z.number(), z.number().int()];
const NEVER = z.never();

/** Non-empty text, trimmed before it's sent. */
export const FILLED = TRIMMED.min(1);

/** Text that must match a pattern, trimmed before it's sent. */
export function matching(shape: RegExp, otherwise: string): z.ZodString {
	return TRIMMED.regex(shape, otherwise);
}

/**
 * Warns about text that doesn't match a pattern. If the API is known to refuse such text, pass a `remedy` that says
 * what to enter instead: the node then refuses the text too.
 */
export function usually(
	shape: Pick<RegExp, 'test'>,
	otherwise: string,
	remedy?: string,
): NonNullable<Field['rule']> {
	return (value) => {
		const text = typeof value === 'string' ? value.trim() : '';
		if (text === '' || shape.test(text)) return [];
		return [remedy === undefined ? sentHint(otherwise) : unusual(otherwise, remedy)];
	};
}

/** Text that is sent untrimmed. */
export const VERBATIM = z.string();

export const API_DEFAULT = {
	name: 'API Default',
	value: 'apiDefault',
	description: 'Not sent, so the API decides',
};

/** Schema note on a property that only the form requires. */
const API_DECIDES = 'Without it, the API decides';

export function text(
	label: string,
	{ rows, default: preset = '', ...settings }: FieldSettings & { rows?: number; default?: string },
): SingleField {
	const typeOptions = rows !== undefined && { typeOptions: { rows } };
	const schema = settings.required === true ? FILLED : TRIMMED;
	return field(label, { type: 'string', ...typeOptions, default: preset }, schema, settings);
}

/** Comma-separated texts in the panel. */
export function list(label: string, settings: FieldSettings): SingleField {
	const control = { type: 'string', default: '' } as const;
	return field(label, control, TEXTS, { toBody: optionalTextList, ...settings });
}

/** Comma-separated SQL expressions in the panel. */
export function sqlExpressions(label: string, settings: FieldSettings): SingleField {
	return list(label, { toBody: (value) => emptyToUndefined(sqlList(value)), ...settings });
}

/** A string that gets here isn't a JSON object. Parsing it again gives the message that tells the user why. */
const JSON_OBJECT = z.preprocess((value, context) => {
	const issues = typeof value === 'string' ? parseJsonObject('', value).issues : [];
	for (const { text: message } of issues) context.addIssue({ code: 'custom', message });
	return value;
}, z.record(z.unknown()));

/** A JSON field in the panel, for an object with arbitrary keys. */
export function jsonObject(
	label: string,
	{ default: preset = '{}', ...settings }: FieldSettings & { default?: string },
): SingleField {
	return field(label, { type: 'json', typeOptions: JSON_EDITOR, default: preset }, JSON_OBJECT, {
		toBody: (value) =>
			emptyToUndefined(value) === undefined
				? undefined
				: (parseJsonObject('', value).value ?? value),
		...settings,
	});
}

export function flag(
	label: string,
	{ default: preset = false, ...settings }: FieldSettings & { default?: boolean },
): SingleField {
	return field(label, { type: 'boolean', default: preset }, BOOLEAN, settings);
}

interface NumberSettings extends FieldSettings {
	bounds?: readonly [min: number, max: number];
	/** Text of the hint about a number outside the bounds. If omitted, the node refuses such numbers. */
	otherwise?: string;
	/** Allows any number of decimals. By default, the number is whole. */
	decimals?: true;
	default?: number;
}

/**
 * A number without a default starts empty, so adding the field changes nothing. Its hint shows the bounds, and says
 * that the field is required, because n8n doesn't mark an empty number field.
 */
export function number(
	label: string,
	{ bounds, otherwise, decimals, default: preset, ...settings }: NumberSettings,
): SingleField {
	const type = decimals === true ? NUMBER : INTEGER;
	const [min, max] = bounds ?? [-Infinity, Infinity];
	const typeOptions = {
		...(Number.isFinite(min) && { minValue: min }),
		...(Number.isFinite(max) && { maxValue: max }),
		// n8n pads numbers with zeros at any precision above 0.
		...(decimals !== true && { numberPrecision: 0 }),
	};
	const property = { type: 'number', default: preset ?? '', typeOptions } as const;
	const strictBounds = otherwise === undefined ? bounds : undefined;
	const isBounded = strictBounds !== undefined && max !== Infinity;
	const hints = [
		...(isMarked(settings) ? ['Required'] : []),
		...(isBounded ? [strictBounds.map(formatted).join(' to ')] : []),
	];
	const panelHint = preset === undefined && hints.length > 0 && { hint: hints.join(', ') };
	const rule = otherwise !== undefined && {
		rule: (value: unknown) =>
			typeof value === 'number' && (value < min || value > max) ? [sentHint(otherwise)] : [],
	};
	const lowest = strictBounds === undefined ? type : type.min(min);
	const schema = isBounded ? lowest.max(max) : lowest;
	return field(label, property, schema, { ...panelHint, ...rule, ...settings });
}

/** `write` formats a time for the API. Input that isn't a time stays text, so the schema refuses it. */
export function time(
	label: string,
	write: (time: DateTime) => unknown,
	{
		schema,
		default: preset = '',
		...settings
	}: FieldSettings & { schema: z.ZodTypeAny; default?: string },
): SingleField {
	const timeField = field(label, { type: 'dateTime', default: preset }, schema, settings);
	const toBody = (value: unknown, timezone: string): unknown => {
		const enteredTime = parseTime(value, timezone);
		if (enteredTime !== undefined) return write(enteredTime);
		return typeof value === 'number' ? String(value) : emptyToUndefined(value);
	};
	return { ...timeField, toBody };
}

export interface ChoiceSettings extends FieldSettings {
	/**
	 * Defaults to the first option. If `support` splits the options into groups, a group without the default starts
	 * empty.
	 */
	default?: string;
	/** Other fields depend on the value, so it can't be an expression. */
	selects?: true;
	/** A choice that sends nothing. */
	off?: INodePropertyOptions;
	/** Describes options, by value. */
	descriptions?: Readonly<Record<string, string>>;
	support?: Support;
	/** Sends values that aren't listed, with a hint, instead of refusing them. */
	lenient?: true;
}

export function choice(
	label: string,
	options: Options,
	{
		default: preset,
		selects,
		off,
		descriptions = {},
		support,
		lenient,
		...settings
	}: ChoiceSettings,
): SingleField {
	const [firstValue = '', ...laterValues] = Object.keys(options);
	const initialValue = preset ?? firstValue;
	const propertyFor = (among: Options): Property => {
		const offered = Object.keys(among).filter((value) => among[value] !== '');
		const listedOptions = optionsOf(offered, among, descriptions);
		const sorted = off ? [...listedOptions, off].sort(byName) : listedOptions;
		const [onlyOption] =
			sorted.length === 1 ? sorted : sorted.filter(({ value }) => value === initialValue);
		const noDataExpression = selects && { noDataExpression: true };
		return {
			type: 'options',
			...noDataExpression,
			options: sorted,
			default: onlyOption?.value ?? '',
		};
	};
	const values = [firstValue, ...laterValues];
	const isListed = { test: (value: string) => values.includes(value) };
	const choiceField = {
		...field(
			label,
			propertyFor(options),
			lenient ? z.string() : z.enum([firstValue, ...laterValues]),
			{
				...(lenient && {
					rule: usually(isListed, `isn't one of ${values.join(', ')}`),
					note: `Usually ${values.join(' | ')}`,
				}),
				toBody: (value) => (value === off?.value ? undefined : emptyToUndefined(value)),
				...settings,
			},
		),
		values,
	};
	if (support === undefined) return choiceField;
	const marked = { marked: true, ...settings };
	return {
		...choiceField,
		support,
		properties: (name, show) =>
			support.groups.map(([types, among]) => ({
				...propertyOf(label, name, propertyFor(among), marked),
				displayOptions: { show: show({ [support.by]: types }) },
			})),
	};
}

/** A multi-select. An expression can return values that aren't listed, or comma-separated text. */
export function several(
	label: string,
	values: readonly string[],
	{ default: preset = [], ...settings }: FieldSettings & { default?: readonly string[] } = {},
): SingleField {
	const control: Property = {
		type: 'multiOptions',
		options: optionsOf(values),
		default: [...preset],
	};
	return field(label, control, STRINGS, { toBody: optionalTextList, ...settings });
}

/** Users pick IDs from a list that n8n loads, or enter an expression. `introduction` starts the field's description. */
export function loadedIds(
	label: string,
	loadOptionsMethod: string,
	introduction: string,
	settings: FieldSettings = {},
): SingleField {
	const control: Property = {
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod },
		default: [],
	};
	const choose =
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
	const fullDescription = introduction === '' ? choose : `${introduction} ${choose}.`;
	return field(label, control, z.unknown(), { description: fullDescription, ...settings });
}

/** A nested object. Each property has its own condition, and an empty object isn't sent. */
export function object(
	members: Fields,
	settings: Pick<Field, 'note' | 'mainFields' | 'parameter' | 'required' | 'when'> = {},
): Description {
	const shape = lazy(() => {
		const schemas = Object.entries(members).map(
			([name, member]) => [name, memberSchema(member)] as const,
		);
		const created = Object.fromEntries(schemas);
		return () => created;
	});
	return { ...settings, members, schema: passthroughObject(shape) };
}

/** An object schema that keeps unknown keys. Calling zod's own methods would create two more schemas. */
function passthroughObject(shape: () => z.ZodRawShape): Description['schema'] {
	const typeName = z.ZodFirstPartyTypeKind.ZodObject;
	return new z.ZodObject({ shape, unknownKeys: 'passthrough', catchall: NEVER, typeName });
}

export function describeFields(
	name: string,
	members: Fields,
	settings: Pick<Field, 'mainFields' | 'when'> = {},
): Description {
	return { name, ...object(members, settings) };
}

/** A field with its own panel properties. If it has no `toBody`, a step must fill its key. */
export function fieldWithProperties(
	schema: z.ZodTypeAny,
	properties: INodeProperties[],
	settings: BodySettings = {},
): Field {
	return { ...settings, schema, properties: () => properties };
}

/** For a field outside a body, such as a query parameter, a filter, or a trigger's field. */
export function property(name: string, field: SingleField): INodeProperties {
	return field.property(name);
}

export function field(
	label: string,
	control: Property,
	schema: z.ZodTypeAny,
	settings: FieldSettings,
): SingleField {
	const single = cachedField((name: string) => propertyOf(label, name, control, settings));
	return {
		schema,
		toBody: emptyToUndefined,
		...settings,
		property: single,
		properties: (name) => [single(name)],
	};
}

function propertyOf(
	displayName: string,
	name: string,
	{ type, noDataExpression, typeOptions: controlOptions, ...choices }: Property,
	settings: FieldSettings,
): INodeProperties {
	const { placeholder, hint, description: descriptionText } = settings;
	const { typeOptions = controlOptions } = settings;
	return {
		displayName,
		name,
		type,
		...(noDataExpression && { noDataExpression }),
		...(typeOptions && { typeOptions: { ...controlOptions, ...typeOptions } }),
		...(isMarked(settings) && { required: true }),
		...choices,
		...(placeholder !== undefined && { placeholder }),
		...(hint !== undefined && { hint }),
		...(descriptionText !== undefined && { description: descriptionText }),
	};
}

/** A field that JSON input may omit (`byFields`) isn't marked as required. */
function isMarked({ required, marked }: FieldSettings): boolean {
	return marked ?? (required !== undefined && required !== 'byFields');
}

function memberSchema({ schema, required, support, note }: Field): z.ZodTypeAny {
	const zodType = required === true ? schema : schema.nullish();
	const supported = support?.groups.map(
		([types, options]) => `${types.join(', ')} ${Object.keys(options).join(' | ')}`,
	);
	const notes = [
		required === 'byFields' ? API_DECIDES : undefined,
		support && `By ${support.by}: ${String(supported?.join('; '))}`,
		note,
	];
	const noteText = notes.filter((part) => part !== undefined).join('. ');
	return noteText === '' ? zodType : zodType.describe(noteText);
}
