import type { Api } from '../../../tools/contract';
import { documentOf } from '../../../tools/contract';
import { resolve } from '../../../tools/contract/documents';
import type { JsonObject } from '../../../tools/contract/json';
import { isJsonObject, listAt, objectAt } from '../../../tools/contract/json';

/** The facts by which two schemas are compared, for one key. */
export interface Member {
	types: string[];
	enum?: string[];
	minimum?: unknown;
	maximum?: unknown;
	required: boolean;
}

/** Lists a schema's keys by path, as `destination.columns[].name`; `null` is ignored. */
export function outlineOf(
	schema: unknown,
	api?: Api,
	prefix = '',
	found: Record<string, Member> = {},
): Record<string, Member> {
	const parts = partsOf(schema, api);
	const required = new Set(parts.flatMap((part) => listAt(part, 'required')));
	const names = new Set(parts.flatMap((part) => Object.keys(objectAt(part, 'properties'))));
	for (const name of names) {
		const members = parts.flatMap((part) => {
			const member = objectAt(part, 'properties')[name];
			return member === undefined ? [] : [member];
		});
		const path = prefix === '' ? name : `${prefix}.${name}`;
		found[path] = memberOf(
			members.flatMap((member) => partsOf(member, api)),
			required.has(name),
		);
		// One part may require keys that another one describes.
		outlineOf({ allOf: members }, api, path, found);
	}
	for (const part of parts.filter(({ items }) => items !== undefined)) {
		outlineOf(part['items'], api, `${prefix}[]`, found);
	}
	return found;
}

/** A schema and all its parts, except those that apply only under a condition. */
function partsOf(given: unknown, api: Api | undefined): JsonObject[] {
	const schema = api === undefined ? given : resolve(documentOf(api), given);
	if (!isJsonObject(schema)) return [];
	return [schema, ...listAt(schema, 'allOf').flatMap((part) => partsOf(part, api))];
}

function memberOf(parts: readonly JsonObject[], required: boolean): Member {
	const listed = parts.flatMap((part) => listAt(part, 'enum')).filter((value) => value !== null);
	// A schema that lists its values need not state their type.
	const given = parts.flatMap(({ type }) => [type].flat()).map(String);
	const types = [...given, ...listed.map((value) => typeof value)];
	const bound = (name: string) =>
		parts.map((part) => part[name]).find((value) => value !== undefined);
	return {
		types: [...new Set(types)].filter((type) => !['null', 'undefined'].includes(type)).sort(),
		...(listed.length === 0 ? {} : { enum: listed.map(String).sort() }),
		minimum: bound('minimum'),
		maximum: bound('maximum'),
		required,
	};
}
