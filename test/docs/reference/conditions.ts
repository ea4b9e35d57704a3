import type { INodeProperties } from 'n8n-workflow';

import { code, listed } from '../markdown';
import { choicesOf, conditionsOf } from './resources';

/** The fields that a condition may name: those of the same row first. */
export type Scope = readonly INodeProperties[];

const COMPARISONS: Readonly<Record<string, string>> = {
	eq: 'is',
	not: 'is not',
	gt: 'is over',
	gte: 'is at least',
	lt: 'is under',
	lte: 'is at most',
	includes: 'contains',
	startsWith: 'begins with',
	endsWith: 'ends with',
	regex: 'matches',
};

/** Returns in words when a field is shown; empty if it always is. */
export function conditionText(
	field: Pick<INodeProperties, 'displayOptions'>,
	scope: Scope,
): string {
	const { show, hide } = conditionsOf(field);
	// n8n's helper puts the outer conditions last.
	const parts = [
		...show.reverse().map(([name, values]) => condition(name, values, scope)),
		...hide.map(([name, values]) => negated(name, values, scope)),
	];
	return listed(parts, 'and');
}

/** Returns in words when a credential is shown. A condition on a hidden field stands for the conditions of that field. */
export function credentialConditions(
	credential: Pick<INodeProperties, 'displayOptions'>,
	scope: Scope,
): string[] {
	const hidden = conditionsOf(credential).show.flatMap(([name]) =>
		scope.filter((field) => field.name === name && field.type === 'hidden'),
	);
	if (hidden.length > 0) return hidden.map((field) => conditionText(field, scope));
	const text = conditionText(credential, scope);
	return text === '' ? [] : [text];
}

function condition(name: string, values: readonly unknown[], scope: Scope): string {
	if (name === '@tool') return 'the node is a tool of an AI Agent';
	const comparisons = values.flatMap((value) => comparisonOf(value));
	if (comparisons.length > 0) return `${labelOf(name, scope)} ${listed(comparisons, 'or')}`;
	return `${labelOf(name, scope)} is ${namesOf(name, values, scope)}`;
}

function negated(name: string, values: readonly unknown[], scope: Scope): string {
	return `${labelOf(name, scope)} is not ${namesOf(name, values, scope)}`;
}

function namesOf(name: string, values: readonly unknown[], scope: Scope): string {
	const named = scope.filter((field) => field.name === name);
	return listed(
		values.map((value) => `_${nameOf(value, named)}_`),
		'or',
	);
}

function nameOf(value: unknown, fields: Scope): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (value === '') return 'empty';
	const choice = fields.flatMap(choicesOf).find((offered) => offered.value === String(value));
	return choice?.name ?? String(value);
}

function comparisonOf(value: unknown): string[] {
	if (typeof value !== 'object' || value === null || !('_cnd' in value)) return [];
	return Object.entries(value._cnd ?? {}).map(([operator, operand]) => {
		if (operator === 'exists') return 'is set';
		return `${COMPARISONS[operator] ?? operator} ${code(JSON.stringify(operand))}`;
	});
}

function labelOf(name: string, scope: Scope): string {
	const label = scope.find((field) => field.name === name)?.displayName ?? name;
	return `**${label}**`;
}
