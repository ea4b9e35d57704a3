import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { code, plain } from '../markdown';
import { enumerated } from '../../../nodes/engine/text';
import { choicesOf, groupsOf } from './resources';

/** Shorter lists of choices are repeated. */
const MIN_NAMED_LIST = 5;
const TYPES: Readonly<Record<string, string>> = {
	boolean: 'boolean',
	dateTime: 'date and time',
	credentials: 'credential',
	json: 'JSON',
};

/** A collection's field, and a field with the same choices as an earlier one, are described differently. */
export interface FieldPlace {
	isAdded: boolean;
	sameChoicesAs?: INodeProperties | undefined;
}

/** For a collection's field, the default is its value once it's added. */
export function valueText(field: INodeProperties, { isAdded, sameChoicesAs }: FieldPlace): string {
	const several = field.type === 'multiOptions' ? 'several' : 'one';
	const kind =
		sameChoicesAs === undefined
			? kindOf(field)
			: `${several} of the values of **${sameChoicesAs.displayName}**`;
	return [kind, defaultOf(field, isAdded), exampleOf(field)]
		.filter((text) => text !== '')
		.join(', ');
}

/** Describes the options of a field, if most of them have a description. */
export function describedChoices(field: INodeProperties): string[] {
	const choices = naturally(choicesOf(field));
	const described = choices.filter(({ description }) => description !== '');
	if (described.length <= choices.length / 2) return [];
	return choices.map((choice) => {
		const { description } = choice;
		return `- ${choiceText(choice)}${description === '' ? '' : `: ${plain(description)}`}`;
	});
}

/** Finds an earlier field with the same long list of choices. A field of the same name may follow on the page. */
export function withSameChoices(
	field: INodeProperties,
	earlier: readonly INodeProperties[],
): INodeProperties | undefined {
	if (choicesOf(field).length < MIN_NAMED_LIST || describedChoices(field).length > 0)
		return undefined;
	const text = choicesText(field);
	return earlier.find(
		(other) => other.displayName !== field.displayName && choicesText(other) === text,
	);
}

/** A few descriptions would interrupt the list of choices, so they follow the field's description. */
export function choiceNotes(field: INodeProperties): string[] {
	if (describedChoices(field).length > 0) return [];
	return choicesOf(field)
		.filter(({ description }) => description !== '')
		.map(({ name, value, description }) => {
			const text = plain(description);
			if (value === '') return text;
			const isVerb = /^(?:Means|Requires) /.test(text);
			return `_${plain(labelOf({ name, value }))}_${isVerb ? ` ${text.charAt(0).toLowerCase()}` : `: ${text.charAt(0)}`}${text.slice(1)}`;
		});
}

function kindOf(field: INodeProperties): string {
	switch (field.type) {
		case 'string':
			return textKind(field);
		case 'number':
			return numberKind(field);
		case 'options':
			return describedChoices(field).length > 0 ? '' : `one ${choicesText(field)}`;
		case 'multiOptions':
			return describedChoices(field).length > 0
				? 'several of the choices below'
				: `several ${choicesText(field)}`;
		case 'collection':
			// Update Fields already says that it contains fields.
			return (field.description ?? 'the fields').includes('the fields') ? '' : 'optional fields';
		case 'fixedCollection': {
			const rows = field.typeOptions?.multipleValues === true ? 'rows' : 'fields';
			return `${rows} in ${enumerated(
				groupsOf(field).map(({ name }) => code(name)),
				'or',
			)}`;
		}
		case 'resourceLocator':
			return `from the list, or by ${enumerated((field.modes ?? []).flatMap(modeText), 'or')}`;
		default:
			return TYPES[field.type] ?? field.type;
	}
}

function textKind({ typeOptions = {} }: INodeProperties): string {
	if (typeOptions.password === true) return 'secret text';
	return (typeOptions.rows ?? 1) > 1 ? 'multiline text' : 'text';
}

function numberKind({ typeOptions = {} }: INodeProperties): string {
	const { minValue, maxValue, numberPrecision } = typeOptions;
	const kind = numberPrecision === 0 ? 'integer' : 'number';
	const [least, most] = [minValue, maxValue].map((bound) => bound?.toLocaleString('en'));
	if (least === undefined) return kind;
	return most === undefined ? `${kind}, at least ${least}` : `${kind}, ${least} to ${most}`;
}

function choicesText(field: INodeProperties): string {
	if (field.typeOptions?.loadOptionsMethod !== undefined) return "from the API's list";
	const other = field.allowArbitraryValues === true ? ', or any other by expression' : '';
	const choices = naturally(choicesOf(field));
	const texts = choices.filter(({ value }) => value !== '').map(choiceText);
	const empty = choices
		.filter(({ value }) => value === '')
		.map(({ name }) => `, or empty for _${plain(name)}_`);
	return `of ${texts.join(', ')}${empty.join('')}${other}`;
}

/** n8n's lint demands choices sorted by label. Durations and weekdays read better in their own order. */
function naturally<Choice extends { name: string }>(choices: readonly Choice[]): Choice[] {
	const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice.name) }));
	const isRanked = ranked.filter(({ rank }) => rank !== undefined).length > choices.length / 2;
	if (!isRanked) return [...choices];
	return ranked
		.sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity))
		.map(({ choice }) => choice);
}

const UNIT_SECONDS = new Map([
	['Second', 1],
	['Minute', 60],
	['Hour', 3600],
	['Day', 86_400],
]);
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function rankOf(name: string): number | undefined {
	if (WEEKDAYS.includes(name)) return WEEKDAYS.indexOf(name);
	const [, count = '1', unit = ''] = /^(?:Last )?(?:(\d+) )?([A-Z][a-z]+?)s?$/.exec(name) ?? [];
	const seconds = UNIT_SECONDS.get(unit);
	return seconds === undefined ? undefined : Number(count) * seconds;
}

function choiceText({ name, value }: { name: string; value: string }): string {
	if (name === value) return code(value);
	return name.endsWith(` ${value}`)
		? name.replace(value, code(value))
		: `_${plain(labelOf({ name, value }))}_ (${code(value)})`;
}

/** Some names end with their value in brackets, which the list of choices shows as code. */
export function labelOf({ name, value }: { name: string; value: string }): string {
	return name.replace(` (${value})`, '');
}

/** Follows "from the list, or by". Empty for the list itself. */
function modeText({ name, type, displayName }: INodePropertyMode): string[] {
	if (type === 'list' || name === 'list') return [];
	return [displayName.replace(/^By /, '').replace('Name', 'name')];
}

function defaultOf(field: INodeProperties, isAdded: boolean): string {
	const { type, default: preset } = field;
	if (type === 'resourceLocator' || preset === '' || preset === undefined) return '';
	if (typeof preset === 'string' && preset.includes('\n')) return 'begins with an example';
	const when = isAdded ? 'once added:' : 'default';
	if (preset === true) return `${when} on`;
	const text = typeof preset === 'string' ? preset : JSON.stringify(preset);
	if (['{}', '[]', 'false'].includes(text)) return '';
	if (type === 'multiOptions' && Array.isArray(preset)) {
		const values = preset.flatMap((value) =>
			typeof value === 'string' ? presetText(field, value) : [],
		);
		return `${when} ${values.join(', ')}`;
	}
	return type === 'fixedCollection' ? 'begins with one row' : `${when} ${presetText(field, text)}`;
}

/** The list of choices shows the stored value after the label. */
function presetText(field: INodeProperties, preset: string): string {
	const choice = choicesOf(field).find(({ value }) => value === preset);
	return choice === undefined || choice.name === preset
		? code(preset)
		: `_${plain(labelOf(choice))}_`;
}

function exampleOf({ type, placeholder = '', modes = [], ...field }: INodeProperties): string {
	const texts =
		type === 'resourceLocator' ? modes.map((mode) => mode.placeholder ?? '') : [placeholder];
	const examples = texts.flatMap((text) => /^e\.g\. (.+)$/s.exec(text)?.[1] ?? []);
	const example = examples[0]?.replace(/\s+/g, ' ');
	// An ID or a certificate helps nobody as an example, and JSON is in the description.
	if (/^[\da-f-]{20,}$|^-----BEGIN/.test(example ?? '') || type === 'json') return '';
	return example === undefined || example === field.default ? '' : `e.g. ${code(example)}`;
}
