import type { INodeProperties } from 'n8n-workflow';

import { code, plain, table } from '../markdown';
import type { Scope } from './conditions';
import { conditionText } from './conditions';
import { valueText } from './values';

const HEADS = ['Field', 'Parameter', 'Value', 'Default', 'What it does'];
const UNLISTED: ReadonlySet<string> = new Set(['hidden', 'notice']);

/** Returns the fields in Markdown: a table for each condition under which some are shown, then those within fields. */
export function fieldTables(fields: readonly INodeProperties[], path: string[] = []): string[] {
	return tablesIn(fields, fields, path);
}

function tablesIn(fields: Scope, scope: Scope, path: readonly string[]): string[] {
	const listed = fields.filter(({ type }) => !UNLISTED.has(type));
	const conditions = [...new Set(listed.map((field) => conditionText(field, scope)))];
	const own = conditions.map((condition) => {
		const shown = listed.filter((field) => conditionText(field, scope) === condition);
		return `${heading(condition, path)}\n\n${table(HEADS, shown.map(fieldRow))}`;
	});
	const notices = fields
		.filter(({ type }) => type === 'notice')
		.map((field) => notice(field, conditionText(field, scope)));
	const inner = listed.flatMap((field) =>
		groupsOf(field).flatMap(({ title, members }) =>
			tablesIn(members, [...members, ...scope], [...path, title]),
		),
	);
	// The same collection may be under two conditions: it is listed once.
	return [...notices, ...own, ...new Set(inner)];
}

function heading(condition: string, path: readonly string[]): string {
	const place = path.length === 0 ? '' : `In **${path.join(' › ')}**`;
	if (condition === '') return place === '' ? 'Always shown:' : `${place}:`;
	return place === '' ? `When ${condition}:` : `${place}, when ${condition}:`;
}

/** Returns the row of a field: its label, parameter, value, default and what it does. */
export function fieldRow(field: INodeProperties): string[] {
	const { displayName, name, required } = field;
	return [
		`**${displayName}**${required === true ? ' (required)' : ''}`,
		code(name),
		valueText(field),
		defaultText(field),
		plain([field.description ?? '', hintOf(field)].filter((text) => text !== '').join(' ')),
	];
}

/** A hint that only repeats the bounds adds nothing. */
function hintOf({ hint = '', typeOptions }: INodeProperties): string {
	return typeOptions?.minValue === undefined ? hint : '';
}

function notice({ displayName }: INodeProperties, condition: string): string {
	return condition === '' ? `> ${displayName}` : `> When ${condition}: ${displayName}`;
}

function defaultText({ type, default: preset }: INodeProperties): string {
	if (type === 'resourceLocator') return '';
	if (typeof preset === 'boolean') return preset ? 'on' : 'off';
	if (typeof preset === 'string' && preset.includes('\n')) return 'an example';
	if (typeof preset !== 'object') return preset === '' ? '' : code(String(preset));
	return Object.keys(preset ?? {}).length === 0 ? '' : code(JSON.stringify(preset));
}

function groupsOf({ type, displayName, options = [] }: INodeProperties) {
	if (type === 'collection') {
		const members = options.filter((option) => 'type' in option);
		return [{ title: displayName, members }];
	}
	if (type !== 'fixedCollection') return [];
	return options.flatMap((option) =>
		'values' in option
			? [
					{
						title: options.length === 1 ? displayName : `${displayName} › ${option.displayName}`,
						members: option.values,
					},
				]
			: [],
	);
}
