import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../json';
import { isJsonObject } from '../json';
import type { Parameters } from '../operation';
import { camelCased } from '../validation/fieldLabels';
import type { Conditions, Description, Expected, Field } from './fields';

/** A field in its place: its path, and the objects and the name in that path. */
export interface Member {
	field: Field;
	path: string;
	owners: readonly string[];
	name: string;
	/** When it is sent and when it is shown, the conditions of the objects around it included. */
	when: Conditions;
	shown: Conditions;
}

/** Returns the properties of a description that aren't objects, in the order of the body. */
export function membersOf(
	{ members, when = {} }: Pick<Description, 'members' | 'when'>,
	owners: readonly string[] = [],
	around: Conditions = {},
): Member[] {
	const outer = { ...when, ...around };
	return Object.entries(members).flatMap(([name, field]) => {
		const steps = [...owners, name];
		if (field.members) return membersOf({ ...field, members: field.members }, steps, outer);
		const own = { ...field.when, ...outer };
		const shown = field.shown === undefined ? own : { ...field.shown, ...outer };
		return [{ field, path: steps.join('.'), owners, name, when: own, shown }];
	});
}

/** Returns the paths of the properties in the panel, in its order. */
function panelPaths(
	{ members, panel = Object.keys(members) }: Pick<Description, 'members' | 'panel'>,
	path = '',
): string[] {
	return panel.flatMap((name) => {
		const inner = { ...members[name] };
		const own = `${path}${name}`;
		return inner.members ? panelPaths({ ...inner, members: inner.members }, `${own}.`) : [own];
	});
}

/** Returns the values that each condition expects. "Not" leaves the other listed ones. */
export function expectedBy(
	conditions: Conditions,
	members: readonly Member[],
): Array<readonly [path: string, expected: Expected]> {
	return Object.entries(conditions).map(([path, expected]) => {
		if (!('not' in expected)) return [path, expected];
		const values = members.find((member) => member.path === path)?.field.values ?? [];
		return [path, values.filter((value) => !expected.not.includes(value))];
	});
}

/** Returns the parameter's name for a property, or for the panel's field that a condition refers to. */
function parameterName({ name }: Description, path: string): string {
	return path.startsWith('/') ? path.slice(1) : camelCased([name, ...path.split('.')]);
}

/** Returns the fields of a description: those in the panel, or the less common settings. */
export function propertiesOf(
	description: Description,
	part: 'panel' | 'settings' = 'panel',
): INodeProperties[] {
	const members = membersOf(description);
	const order = panelPaths(description);
	const isInPanel = part === 'panel';
	// In a collection, a slash precedes the names of the panel's own fields.
	const nameOf = (path: string) => `${isInPanel ? '' : '/'}${parameterName(description, path)}`;
	const show = (conditions: Conditions) =>
		Object.fromEntries(
			expectedBy(conditions, members).map(([path, expected]) => [nameOf(path), [...expected]]),
		);
	return members
		.filter(({ path }) => order.includes(path) === isInPanel)
		.sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path))
		.flatMap(({ field, path, shown }) => {
			const properties = field.properties?.({ name: parameterName(description, path), show }) ?? [];
			if (Object.keys(shown).length === 0) return properties;
			return updateDisplayOptions({ show: show(shown) }, properties);
		});
}

/** Returns the function that builds the object from the fields of the panel. */
export function bodyOf(
	description: Description,
): (fields: Parameters, timezone: string) => JsonObject {
	const members = membersOf(description).flatMap(({ field: { read }, path, when, ...place }) => {
		const parameter = parameterName(description, path);
		const conditions = Object.entries(when).map(
			([other, expected]) => [parameterName(description, other), expected] as const,
		);
		return read === undefined ? [] : [{ ...place, read, parameter, conditions }];
	});
	return (fields, timezone) => {
		const body: JsonObject = {};
		for (const { owners, name, read, parameter, conditions } of members) {
			if (!areMet(conditions, fields)) continue;
			const value = read(fields[parameter], timezone);
			if (value !== undefined) ownerOf(body, owners)[name] = value;
		}
		return body;
	};
}

function areMet(
	conditions: ReadonlyArray<readonly [name: string, expected: Conditions[string]]>,
	fields: Parameters,
): boolean {
	for (const [name, expected] of conditions) if (!isMet(expected, fields[name])) return false;
	return true;
}

/** Returns whether a value meets a condition. */
export function isMet(expected: Conditions[string], value: unknown): boolean {
	if ('not' in expected) return !expected.not.includes(value);
	const values: readonly unknown[] = expected;
	return values.includes(value);
}

/** Returns a nested object, and creates the objects on the way to it. */
function ownerOf(body: JsonObject, owners: readonly string[]): JsonObject {
	let owner = body;
	for (const name of owners) {
		const inner = owner[name];
		const own: JsonObject = isJsonObject(inner) ? inner : {};
		owner[name] = own;
		owner = own;
	}
	return owner;
}
