import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { code, listed, plain } from '../markdown';
import { choicesOf } from './resources';

const TYPES: Readonly<Record<string, string>> = {
	boolean: 'on or off',
	color: 'a color',
	dateTime: 'a time',
	json: 'JSON',
};

/** Returns in words what a field takes: its type, bounds, options and an example. */
export function valueText(field: INodeProperties): string {
	return [kindOf(field), exampleOf(field)].filter((text) => text !== '').join(', ');
}

function kindOf(field: INodeProperties): string {
	switch (field.type) {
		case 'string':
			return textKind(field);
		case 'number':
			return numberKind(field);
		case 'options':
			return `one of:${choices(field)}${anyOther(field)}`;
		case 'multiOptions':
			return `several of:${choices(field)}${anyOther(field)}`;
		case 'collection':
			return 'options to add';
		case 'fixedCollection':
			return field.typeOptions?.multipleValues === true ? 'rows' : 'a group of fields';
		case 'resourceLocator':
			return `chosen ${listed((field.modes ?? []).map(modeText), 'or')}`;
		default:
			return TYPES[field.type] ?? field.type;
	}
}

function textKind({ typeOptions = {} }: INodeProperties): string {
	if (typeOptions.password === true) return 'secret text';
	if (typeOptions.multipleValues === true) return 'list of text';
	return (typeOptions.rows ?? 1) > 1 ? 'text of several lines' : 'text';
}

function numberKind({ typeOptions = {} }: INodeProperties): string {
	const { minValue, maxValue, numberPrecision } = typeOptions;
	const kind = numberPrecision === 0 ? 'whole number' : 'number';
	if (minValue === undefined)
		return maxValue === undefined ? kind : `${kind} up to ${figure(maxValue)}`;
	if (maxValue === undefined) return `${kind}, at least ${figure(minValue)}`;
	return `${kind}, ${figure(minValue)} to ${figure(maxValue)}`;
}

function figure(number: number): string {
	return number.toLocaleString('en');
}

function choices(field: INodeProperties): string {
	const dynamic = field.typeOptions?.loadOptionsMethod;
	if (dynamic !== undefined) return ' what the API lists';
	const offered = choicesOf(field);
	const described = offered.some(({ description }) => description !== '');
	const texts = offered.map(({ name, value, description }) => {
		// Some names already end with the value.
		const label = plain(name.replace(` (${value})`, ''));
		const stored = value === '' ? 'empty' : code(value);
		const own = name === value ? stored : `${label} (${stored})`;
		return description === '' ? own : `${own}: ${plain(description)}`;
	});
	return described ? `\n${texts.join('\n')}` : ` ${texts.join(', ')}`;
}

/** Whether other values are taken too: n8n marks it on the field. */
function anyOther(field: INodeProperties): string {
	const takesOther = field.allowArbitraryValues === true;
	return takesOther ? ', or any other by expression' : '';
}

function modeText({ name, type, displayName }: INodePropertyMode): string {
	if (type === 'list' || name === 'list') return 'from a list';
	return `by ${displayName.replace(/^By /, '')}`;
}

function exampleOf({ type, placeholder = '', modes = [] }: INodeProperties): string {
	if (type === 'resourceLocator') {
		const texts = modes.map((mode) => exampleIn(mode.placeholder ?? ''));
		return texts.find((text) => text !== '') ?? '';
	}
	return ['string', 'json', 'number'].includes(type) ? exampleIn(placeholder) : '';
}

function exampleIn(placeholder: string): string {
	const [, example] = /^e\.g\. (.+)$/s.exec(placeholder) ?? [];
	return example === undefined ? '' : `e.g. ${code(example.replace(/\s+/g, ' '))}`;
}
