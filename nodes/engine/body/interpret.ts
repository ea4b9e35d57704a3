import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../json';
import { isJsonObject, isAbsent, isEmptied, isEmptyList, valueAt } from '../json';
import { hashOf } from '../crypto';
import { withSchemaTransforms } from './schema';
import type { ParameterValues } from '../operation';
import type { Conditions, Description, Expected, Field, Support } from './fields';
import { emptyToUndefined, optionalTextList } from '../parameters/values';
import type { Issue } from '../issue';
import { EMPTY, neededText, unlistedText } from '../issue';
import { camelCased, withDisplayOptions } from '../parameters/properties';
import { enumerated } from '../text';
import { lazy, memoized } from '../caching';

/** A field at its place in the body: `a.b.c` has the parents `a`, `b` and the name `c`. */
export interface Member {
	field: Field;
	path: string;
	parents: readonly string[];
	name: string;
	parameter: string;
	/** The field's conditions and those of the enclosing objects. */
	when: Conditions;
	shownWhen: Conditions;
	scope: NamingScope;
	/** If false, users add the field under Settings. */
	isMainField: boolean;
}

/** The nearest description that contains a field. Parameter names and paths in conditions are relative to it. */
interface NamingScope {
	name: string;
	parents: readonly string[];
}

function inScope(conditions: Conditions, { parents }: NamingScope): Conditions {
	if (parents.length === 0) return conditions;
	const entries = Object.entries(conditions).map(
		([path, expected]) =>
			[path.startsWith('/') ? path : [...parents, path].join('.'), expected] as const,
	);
	return Object.fromEntries(entries);
}

/**
 * Merges conditions. Throws if both name a path with different values. The enclosing object's conditions come last,
 * because `buildWith` checks from the end, and they decide most often.
 */
function combinedConditions(inner: Conditions, outer: Conditions): Conditions {
	const path = Object.keys(inner).find(
		(name) => Object.hasOwn(outer, name) && hashOf(inner[name]) !== hashOf(outer[name]),
	);
	if (path !== undefined) throw new Error(`"${path}" has two conditions for the same field.`);
	return { ...inner, ...outer };
}

/**
 * All fields of a description that have a value, at any depth, in body order. Cached, because the panel, the schema,
 * and the body each need the list.
 */
export const membersOf = memoized((description: Description): readonly Member[] =>
	membersIn(description),
);

function membersIn(
	{ name: prefix = '', members = {}, mainFields, when = {} }: Field,
	parents: readonly string[] = [],
	around: Conditions = {},
	scope: NamingScope = { name: prefix, parents },
	isAroundMain = true,
): Member[] {
	const outer = combinedConditions(inScope(when, scope), around);
	return Object.entries(members).flatMap(([name, field]) => {
		const steps = [...parents, name];
		const isMainField = isAroundMain && mainFields?.includes(name) !== false;
		if (field.members) {
			const inner = field.name === undefined ? scope : { name: field.name, parents: steps };
			return membersIn(field, steps, outer, inner, isMainField);
		}
		const conditions = field.when ? combinedConditions(inScope(field.when, scope), outer) : outer;
		const shownConditions = field.shown && combinedConditions(inScope(field.shown, scope), outer);
		const pathInScope = steps.slice(scope.parents.length);
		const parameter = field.parameter ?? camelCased([scope.name, ...pathInScope]);
		const place = { path: steps.join('.'), parents, name, parameter, scope, isMainField };
		return [{ field, ...place, when: conditions, shownWhen: shownConditions ?? conditions }];
	});
}

function mainFieldPaths(
	{ members = {}, mainFields = Object.keys(members) }: Field,
	path = '',
): string[] {
	return mainFields.flatMap((name) => {
		const inner = members[name];
		return inner?.members ? mainFieldPaths(inner, `${path}${name}.`) : [path + name];
	});
}

/** Lists the values that each condition accepts. A `not` turns into all other values of the field. */
function expectedBy(
	conditions: Conditions,
	members: readonly Member[],
): Array<readonly [path: string, expected: Expected]> {
	return Object.entries(conditions).map(([path, expected]) => {
		if (!('not' in expected)) return [path, expected];
		const values = members.find((member) => member.path === path)?.field.values;
		if (values === undefined)
			throw new Error(`"${path}" lists no values, so "not" has no opposite.`);
		return [path, values.filter((value) => !expected.not.includes(value))];
	});
}

/** A path that starts with a slash names a panel field directly. */
function parameterName(path: string, members: readonly Member[]): string {
	if (path.startsWith('/')) return path.slice(1);
	return members.find((member) => member.path === path)?.parameter ?? camelCased(path.split('.'));
}

/** `settings` are the less common fields. Users add each of them separately. */
export function propertiesOf(
	description: Description,
	part: 'panel' | 'settings' = 'panel',
): INodeProperties[] {
	const members = membersOf(description);
	const ranks = new Map(mainFieldPaths(description).map((path, index) => [path, index]));
	const rankOf = ({ path }: Member) => ranks.get(path) ?? -1;
	const isPanel = part === 'panel';
	// Inside a collection, n8n needs a slash before the name of a field outside.
	const conditionName = (path: string) => `${isPanel ? '' : '/'}${parameterName(path, members)}`;
	const show = (conditions: Conditions) =>
		Object.fromEntries(
			expectedBy(conditions, members).map(([path, expected]) => [
				conditionName(path),
				[...expected],
			]),
		);
	return members
		.filter((member) => member.isMainField === isPanel)
		.sort((first, second) => rankOf(first) - rankOf(second))
		.flatMap(({ field, parameter, shownWhen, scope }) => {
			const showIn = (conditions: Conditions) => show(inScope(conditions, scope));
			const properties = field.properties?.(parameter, showIn) ?? [];
			if (Object.keys(shownWhen).length === 0) return properties;
			return withDisplayOptions({ show: show(shownWhen) }, properties);
		});
}

export function bodyBuilder(
	description: Description,
): (fields: ParameterValues, timezone: string) => JsonObject {
	return lazy(() => buildWith(description, (value, toBody, timezone) => toBody(value, timezone)));
}

/**
 * Null and an empty list clear a value. An empty field changes nothing. `emptyFields` lists fields that users added and
 * left empty, so a hint can name them.
 */
export function changeBodyBuilder(
	description: Description,
): (
	fields: ParameterValues,
	timezone: string,
) => { body: JsonObject; emptyFields: Array<{ path: string; name: string }> } {
	const build = buildWith(description, (value, toBody, timezone, field) => {
		if (isEmptyList(value)) return emptyListValue(field);
		if (value === null) return value;
		return isBlank(value, field, timezone) ? undefined : toBody(value, timezone);
	});
	const members = membersOf(description);
	return (fields, timezone) => {
		const emptyMembers = members.filter(({ field, parameter, isMainField }) => {
			const value = fields[parameter];
			const keeps = isEmptyList(value)
				? emptyListValue(field) === undefined
				: isBlank(value, field, timezone);
			return keeps && !isMainField && Object.hasOwn(fields, parameter);
		});
		const emptyFields = emptyMembers.map(({ path, parameter }) => ({ path, name: parameter }));
		return { body: build(fields, timezone), emptyFields };
	};
}

function emptyListValue(field: Field): unknown {
	return Object.hasOwn(field, 'emptyList') ? field.emptyList : [];
}

/** An empty JSON object, a list without rows, and a list such as [null] or "," are blank, too. */
function isBlank(value: unknown, { toBody }: Field, timezone: string): boolean {
	const isText = typeof value === 'string';
	if (value === undefined || (isText && value.trim() === '')) return true;
	const object = isText || Array.isArray(value) ? toBody?.(value, timezone) : value;
	if (object === undefined) return optionalTextList(value) === undefined;
	if (!isJsonObject(object)) return false;
	const names = Object.keys(object);
	const hasNoRows = names.join() === 'values' && isEmptyList(object.values);
	return names.length === 0 || hasNoRows || isEmptied(object);
}

type ToBody = NonNullable<Field['toBody']>;

function buildWith(
	description: Description,
	valueOf: (value: unknown, toBody: ToBody, timezone: string, field: Field) => unknown,
): (fields: ParameterValues, timezone: string) => JsonObject {
	const members = membersOf(description);
	const readable = members.flatMap(({ field, when, ...place }) => {
		const { toBody } = field;
		const conditions = Object.entries(when)
			.reverse()
			.map(([path, expected]) => [parameterName(path, members), expected] as const);
		return toBody === undefined ? [] : [{ ...place, field, toBody, conditions }];
	});
	return (fields, timezone) => {
		const body: JsonObject = {};
		for (const { parents, name, field, toBody, parameter, conditions } of readable) {
			if (!areMet(conditions, fields)) continue;
			const value = valueOf(fields[parameter], toBody, timezone, field);
			if (value !== undefined) nestedObject(body, parents)[name] = value;
		}
		return withSchemaTransforms(description.schema, body);
	};
}

function areMet(
	conditions: ReadonlyArray<readonly [name: string, expected: Conditions[string]]>,
	fields: ParameterValues,
): boolean {
	for (const [name, expected] of conditions) if (!isMet(expected, fields[name])) return false;
	return true;
}

function isMet(expected: Conditions[string], value: unknown): boolean {
	if ('not' in expected) return !expected.not.includes(value);
	const values: readonly unknown[] = expected;
	return values.includes(value);
}

/** Creates the object at the path and every missing object above it. */
function nestedObject(body: JsonObject, parents: readonly string[]): JsonObject {
	let container = body;
	for (const name of parents) {
		const inner = container[name];
		const nested: JsonObject = isJsonObject(inner) ? inner : {};
		container[name] = nested;
		container = nested;
	}
	return container;
}

export type Rule = (object: JsonObject) => Iterable<Issue>;

/** Moves an inner object's issues to its path in the outer object. */
export function prefixPaths(path: string, issues: Iterable<Issue>): Issue[] {
	return [...issues].map((issue) => ({
		...issue,
		path: issue.path === '' ? path : `${path}.${issue.path}`,
	}));
}

/**
 * Checks what a description implies: combinations, required keys, and likely mistakes. Checks a nested description only
 * if the body contains its object.
 */
export function rulesOf(description: Description): Rule {
	return lazy(() => {
		const members = membersOf(description);
		const rules = members.flatMap((member) => memberRules(member, members));
		return (body) => rules.flatMap((rule) => [...rule(body)]);
	});
}

function memberRules({ path, field, scope }: Member, members: readonly Member[]): Rule[] {
	const { support, rule, required, rowDescription, when = {} } = field;
	const rules: Rule[] = [];
	if (rowDescription !== undefined) rules.push(rowRule(path, rulesOf(rowDescription)));
	if (support !== undefined) {
		const by = [...scope.parents, support.by].join('.');
		rules.push((body) => unsupportedIssues(path, { ...support, by }, body));
	}
	if (typeof required === 'string' && required !== 'byFields') {
		if (Object.keys(when).some((name) => name.startsWith('/'))) {
			throw new Error(`No body meets the panel's condition on which ${path} is needed`);
		}
		const conditions = expectedBy(inScope(when, scope), members);
		const applies = (body: JsonObject) =>
			conditions.every(([name, expected]) => isMet(expected, valueAt(body, name)));
		rules.push((body) => (applies(body) ? neededIssues(path, required, body) : []));
	}
	if (rule !== undefined) {
		rules.push((body) => [...rule(valueAt(body, path))].map((issue) => ({ path, ...issue })));
	}
	if (scope.parents.length === 0) return rules;
	const container = scope.parents.join('.');
	return rules.map(
		(check) => (body) => (isJsonObject(valueAt(body, container)) ? check(body) : []),
	);
}

/** Checks the rows that are objects. The schema refuses all other rows. */
export function rowRule(path: string, rule: Rule): (object: JsonObject) => Issue[] {
	return (body) => {
		const list = valueAt(body, path);
		const elements: unknown[] = Array.isArray(list) ? list : [];
		return elements.flatMap((element, index) =>
			isJsonObject(element) ? prefixPaths(`${path}.${String(index)}`, rule(element)) : [],
		);
	};
}

/** If no type lists the value, it may still exist, so it's only unusual. If another type lists it, it's an error. */
function* unsupportedIssues(
	path: string,
	{ by, groups, or }: Support,
	body: JsonObject,
): Iterable<Issue> {
	const [value, type] = [valueAt(body, path), String(valueAt(body, by))];
	const [, options] = groups.find(([types]) => types.includes(type)) ?? [];
	if (typeof value !== 'string' || !options || Object.hasOwn(options, value)) return;
	const supported = Object.keys(options);
	if (!groups.some(([, groupValues]) => Object.hasOwn(groupValues, value))) {
		yield { path, verdict: 'unusual', text: unlistedText(`is "${value}"`, supported) };
		return;
	}
	const remedy =
		or === undefined ? `one of: ${supported.join(', ')}` : enumerated([...supported, or], 'or');
	yield { path, text: `is ${value}, which ${type} doesn't support. Use ${remedy}.` };
}

function* neededIssues(path: string, required: string, body: JsonObject): Iterable<Issue> {
	if (emptyToUndefined(valueAt(body, path)) === undefined) {
		yield { path, text: neededText(required) };
	}
}

/** JSON input may omit `byFields` keys, but the form needs them. */
export function formIssues(description: Description): (body: JsonObject) => Issue[] {
	const required = membersOf(description).filter(({ field }) => field.required === 'byFields');
	return (body) =>
		required.flatMap(({ path, parents }) => {
			const container = parents.length === 0 ? body : valueAt(body, parents.join('.'));
			const isMissing = isJsonObject(container) && isAbsent(valueAt(body, path));
			return isMissing ? [{ path, ...EMPTY }] : [];
		});
}
