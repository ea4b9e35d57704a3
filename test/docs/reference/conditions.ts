import type { INodeProperties } from 'n8n-workflow';

import { code, listed } from '../markdown';
import { choicesOf, SELECTORS } from './resources';

/** One condition under which a field is shown. */
export interface Condition {
	/** The parameter that it depends on. */
	name: string;
	label: string;
	is: string;
	/** The option that it demands, if there is only one. */
	only?: string;
}

/** The fields that a condition may refer to: those of the same row first. */
export type Scope = readonly INodeProperties[];

/** Returns the conditions of a field, without those on the resource and the operation; n8n's helper puts the outer ones last. */
export function conditionsOf(
	{ displayOptions = {} }: Pick<INodeProperties, 'displayOptions'>,
	scope: Scope,
): Condition[] {
	const own = (conditions: object = {}) =>
		Object.entries(conditions)
			.map(([name, values]): [string, unknown[]] => [name.replace('/', ''), [values].flat()])
			.filter(([name]) => !SELECTORS.has(name) && name !== '@version');
	return [
		...own(displayOptions.show)
			.reverse()
			.map(([name, values]) => conditionOn(name, values, 'is', scope)),
		...own(displayOptions.hide).map(([name, values]) => conditionOn(name, values, 'is not', scope)),
	];
}

function conditionOn(
	name: string,
	values: readonly unknown[],
	verb: 'is' | 'is not',
	scope: Scope,
): Condition {
	const fields = scope.filter((field) => field.name === name);
	const label = `**${fields[0]?.displayName ?? name}**`;
	const options = values.map((value) => optionText(value, fields));
	const others = fields
		.flatMap(choicesOf)
		.filter((choice) => !values.map(String).includes(choice.value))
		.map((choice) => `_${choice.name}_`);
	// Whichever list is shorter.
	if (verb === 'is' && others.length > 0 && others.length < options.length)
		return { name, label, is: `is not ${listed([...new Set(others)], 'or')}` };
	const [only] = verb === 'is' && options.length === 1 ? options : [];
	const is = `${verb} ${listed(options, 'or')}`;
	return { name, label, is, ...(only !== undefined && { only: only.replaceAll('_', '') }) };
}

function optionText(value: unknown, fields: Scope): string {
	if (typeof value === 'boolean') return value ? '_on_' : '_off_';
	if (typeof value === 'object' && value !== null && '_cnd' in value) return comparison(value._cnd);
	const choice = fields.flatMap(choicesOf).find((offered) => offered.value === String(value));
	return `_${choice?.name ?? String(value)}_`;
}

function comparison(condition: unknown): string {
	const text = JSON.stringify(condition);
	if (text === '{"not":""}') return 'not empty';
	if (text === '{"exists":true}') return 'set';
	throw new Error(`The reference has no words for ${code(text)}`);
}
