import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyTypeOptions,
} from 'n8n-workflow';
import { z } from 'zod';
import { parseJsonObject } from '../parameters/json';
import { cachedField, optionsOf } from '../parameters/properties';
import { byName, formatted } from '../text';
import { emptyToUndefined, optionalTextList } from '../parameters/values';

type Show = NonNullable<IDisplayOptions['show']>;
/** The values that meet a condition. */
export type Expected = ReadonlyArray<NonNullable<Show[string]>[number]>;

/**
 * When a field applies: each key has one of the values, or none of those under `not`. A key is a path in the
 * description; after a slash, the name of a field in the panel.
 */
export type Conditions = Readonly<Record<string, Expected | { not: readonly unknown[] }>>;

/**
 * The usual shape of a text, or of each name in a comma-separated text, or the usual bounds of a number. `otherwise`
 * describes unusual values. With a `remedy`, they are no mere hint where the API is known to refuse them.
 */
export type Usual = { otherwise: string } & (
	| { shape: Pick<RegExp, 'test'>; each?: true; remedy?: string }
	| { bounds: readonly [min: number, max: number] }
);

/** Everything about a body property except its label and type. */
export interface FieldSettings {
	placeholder?: string;
	hint?: string;
	description?: string;
	typeOptions?: INodePropertyTypeOptions;
	/** Whether the form marks it as required, if that doesn't follow from the rest. */
	marked?: boolean;
	/** Replaces the schema that follows from the type. */
	schema?: z.ZodTypeAny;
	/** The schema's description. */
	note?: string;
	usual?: Usual;
	/**
	 * Converts the panel's value for the body, if the conversion doesn't follow from the type. A field without a
	 * conversion sends nothing.
	 */
	read?: (value: unknown, timezone: string) => unknown;
	/** The name of its parameter, if that doesn't follow from its path in the body. */
	parameter?: string;
	/** Whether an empty list is sent as well. */
	sendsEmpty?: true;
	/** Sent in place of an empty list in a change. Undefined: nothing is sent. */
	emptyList?: unknown;
	/** When the field is shown and sent. It is judged again on resolved values. */
	when?: Conditions;
	/** When it is shown, if that differs. */
	shown?: Conditions;
	/**
	 * `true`: the property is always needed. A reason, which ends "is needed …": while the body meets `when`, which a
	 * condition on the panel (`/name`) never is. `'byFields'`: only the form needs it (`formIssues`).
	 */
	required?: true | 'byFields' | `${'for' | 'to' | 'with'} ${string}`;
}

/** A field's place: the name of its parameter, and how conditions refer to others. */
interface Place {
	name: string;
	show: (conditions: Conditions) => Show;
}

/** Which values of a choice each value of another property supports. */
export interface Support {
	by: string;
	groups: ReadonlyArray<readonly [types: readonly string[], options: Options]>;
	/** The alternatives, as messages call them. */
	or?: string;
}

/** One property of a body, written once: panel, body, schema and rules read it. */
export interface Field extends FieldSettings {
	schema: z.ZodTypeAny;
	/** Returns its fields in the panel. Left out: it has none. */
	properties?: (place: Place) => INodeProperties[];
	/** A choice's listed values. */
	values?: readonly string[];
	support?: Support;
	/** A credential fills it in. */
	isSecret?: true;
	members?: Fields;
	/** Set if it is a description: what its parameters' names start with. */
	name?: string;
	/** The shape of each list element, or of a group of fields. */
	rowDescription?: Description;
	/** Which properties are in the panel, in order; the others are less common settings. Left out: all of them. */
	panel?: readonly string[];
}

export type Fields = Readonly<Record<string, Field>>;

/** A field with one property in the panel, whose name is given elsewhere. */
export interface SingleField extends Field {
	property: (name: string) => INodeProperties;
}

/** An object in a body; its parameters' names start with its own. */
export interface Description extends Field {
	name: string;
	members: Fields;
	schema: z.ZodObject<z.ZodRawShape, 'passthrough'>;
}

/** The additions of one type of field to a property of the panel. */
type Property = Omit<INodeProperties, 'displayName' | 'name'>;

/** A selector's values with their names in the panel. A value without a name is accepted only by JSON. */
type Options = Readonly<Record<string, string>>;

/** Text that isn't empty, which is sent without the spaces around it. */
export const FILLED = z.string().trim().min(1);

/** Text of a certain shape, which is sent without the spaces around it. */
export function matching(shape: RegExp, otherwise: string): z.ZodString {
	return z.string().trim().regex(shape, otherwise);
}

/** Text that is sent with the spaces around it. */
export const VERBATIM = z.string();

/** The choice that leaves a property to the API. */
export const API_DEFAULT = {
	name: 'API Default',
	value: 'apiDefault',
	description: 'Not sent, so the API decides',
};

/** The schema's description of a property that only the form requires. */
const API_DECIDES = 'Set it; otherwise, the API decides';

export function text(
	label: string,
	{ rows, default: preset = '', ...settings }: FieldSettings & { rows?: number; default?: string },
): SingleField {
	const typeOptions = rows !== undefined && { typeOptions: { rows } };
	const schema = z.string().trim();
	const checked = settings.required === true ? schema.min(1) : schema;
	return field(label, { type: 'string', ...typeOptions, default: preset }, checked, settings);
}

/** Texts, in the panel with commas between them. */
export function list(label: string, settings: FieldSettings): SingleField {
	const schema = z.array(z.string().trim());
	const control = { type: 'string', default: '' } as const;
	return field(label, control, schema, { read: optionalTextList, ...settings });
}

/** An object with keys of any name, in the panel as JSON. */
export function jsonObject(
	label: string,
	{ default: preset = '{}', ...settings }: FieldSettings & { default?: string },
): SingleField {
	const schema = z.record(z.unknown());
	return field(label, { type: 'json', default: preset }, schema, {
		read: (value) =>
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
	return field(label, { type: 'boolean', default: preset }, z.boolean(), settings);
}

interface NumberSettings extends FieldSettings {
	bounds?: readonly [min: number, max: number];
	/** How many decimal places it can have; `Infinity` leaves that open. */
	precision?: number;
	default?: number;
}

/** A number. If it has no default, it starts empty, so that adding it changes nothing, with its bounds as hint. */
export function number(
	label: string,
	{ bounds, precision = 0, default: preset, ...settings }: NumberSettings,
): SingleField {
	const type = precision === 0 ? z.number().int() : z.number();
	const { usual } = settings;
	const limits = bounds ?? (usual !== undefined && 'bounds' in usual ? usual.bounds : []);
	const [min = -Infinity, max = Infinity] = limits;
	const typeOptions = {
		...(Number.isFinite(min) && { minValue: min }),
		...(Number.isFinite(max) && { maxValue: max }),
		// n8n fills any other number of decimal places up with zeros.
		...(precision === 0 && { numberPrecision: 0 }),
	};
	const property = { type: 'number', default: preset ?? '', typeOptions } as const;
	if (bounds === undefined) return field(label, property, type, settings);
	if (max === Infinity) return field(label, property, type.min(min), settings);
	const hint = preset === undefined && {
		hint: bounds.map(formatted).join(' to '),
	};
	return field(label, property, type.min(min).max(max), { ...hint, ...settings });
}

/** A point in time. `as` returns its spelling for the API. */
export function time(
	label: string,
	as: (value: unknown, timezone: string) => unknown,
	{
		schema,
		default: preset = '',
		...settings
	}: FieldSettings & { schema: z.ZodTypeAny; default?: string },
): SingleField {
	const timeField = field(label, { type: 'dateTime', default: preset }, schema, settings);
	return { ...timeField, read: (value, timezone) => as(emptyToUndefined(value), timezone) };
}

export interface ChoiceSettings extends FieldSettings {
	/**
	 * Left out: the first option. If another property decides which values are supported, the default applies if it's
	 * supported.
	 */
	default?: string;
	/** Other fields depend on it, so it can't be an expression. */
	selects?: true;
	/** The choice that sends nothing. */
	off?: INodePropertyOptions;
	/** An option's description in the panel, by its value. */
	descriptions?: Readonly<Record<string, string>>;
	support?: Support;
	/** Whether another value is sent, with a hint, instead of an error. */
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
	const [first = '', ...laterValues] = Object.keys(options);
	const initialValue = preset ?? first;
	const propertyFor = (among: Options): Property => {
		const offered = Object.keys(among).filter((value) => among[value] !== '');
		const listed = optionsOf(offered, among, descriptions);
		const sorted = [...listed, ...(off ? [off] : [])].sort(byName);
		const [only] =
			sorted.length === 1 ? sorted : sorted.filter(({ value }) => value === initialValue);
		const noDataExpression = selects && { noDataExpression: true };
		return { type: 'options', ...noDataExpression, options: sorted, default: only?.value ?? '' };
	};
	const values = [first, ...laterValues];
	const usual = {
		shape: { test: (value: string) => values.includes(value) },
		otherwise: `is none of ${values.join(', ')}`,
	};
	const choiceField = {
		...field(label, propertyFor(options), lenient ? z.string() : z.enum([first, ...laterValues]), {
			...(lenient && { usual }),
			read: (value) => (value === off?.value ? undefined : emptyToUndefined(value)),
			...settings,
		}),
		values,
	};
	if (support === undefined) return choiceField;
	const marked = { marked: true, ...settings };
	const properties = ({ name, show }: Place) =>
		support.groups.map(([types, among]) => ({
			...propertyOf(label, name, propertyFor(among), marked),
			displayOptions: { show: show({ [support.by]: types }) },
		}));
	return { ...choiceField, support, properties };
}

/** Several of the listed values. An expression can return others, or text with commas between them. */
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
	return field(label, control, z.array(z.string()), { read: optionalTextList, ...settings });
}

/** Several IDs from a list that the node's method loads, or from an expression. `introduction` precedes the advice. */
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

/** An object of properties. Each decides whether a form sends it; an empty object isn't sent. */
export function object(
	members: Fields,
	settings: Pick<Field, 'note' | 'panel' | 'parameter' | 'required' | 'when'> = {},
): Field & Pick<Description, 'members' | 'schema'> {
	const shape = Object.entries(members).map(([name, member]) => [name, memberSchema(member)]);
	const schema = z.object(Object.fromEntries(shape)).passthrough();
	return { ...settings, members, schema };
}

export function describeBody(
	name: string,
	members: Fields,
	settings: Pick<Field, 'panel' | 'when'> = {},
): Description {
	return { name, ...object(members, settings) };
}

/** A property with fields of another kind, whose value is built elsewhere. */
export function customField(
	schema: z.ZodTypeAny,
	properties: INodeProperties[],
	settings: FieldSettings = {},
): Field {
	return { ...settings, schema, properties: () => properties };
}

/** A single field of the panel whose purpose is defined elsewhere: in a query, a filter or a trigger. */
export function property(name: string, field: SingleField): INodeProperties {
	return field.property(name);
}

/** A field with one control: its panel property, its schema and its conversion. */
export function field(
	label: string,
	control: Property,
	schema: z.ZodTypeAny,
	settings: FieldSettings,
): SingleField {
	const single = cachedField((name: string) => propertyOf(label, name, control, settings));
	const properties = ({ name }: Place) => [single(name)];
	return { schema, read: emptyToUndefined, ...settings, property: single, properties };
}

function propertyOf(
	displayName: string,
	name: string,
	{ type, noDataExpression, typeOptions: controlOptions, ...choices }: Property,
	settings: FieldSettings,
): INodeProperties {
	const { required, marked, placeholder, hint, description: descriptionText } = settings;
	const { typeOptions = controlOptions } = settings;
	const isMarked = marked ?? (required !== undefined && required !== 'byFields');
	return {
		displayName,
		name,
		type,
		...(noDataExpression && { noDataExpression }),
		...(typeOptions && { typeOptions: { ...controlOptions, ...typeOptions } }),
		...(isMarked && { required: true }),
		...choices,
		...(placeholder !== undefined && { placeholder }),
		...(hint !== undefined && { hint }),
		...(descriptionText !== undefined && { description: descriptionText }),
	};
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
