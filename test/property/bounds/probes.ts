import { accepts, documentOf } from '../../../tools/contract';
import { type Api, resolve } from '../../../tools/contract/documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../../../tools/contract/json';
import type { Place } from '../changedJson';

/** The value is just inside or just outside of a rule. The contract decides which. */
export interface Probe {
	place: Place;
	/** The schema keyword that suggested the value. */
	rule: string;
	/** Undefined removes the key. */
	value: unknown;
}

/** The schema part applies to the value at this place. */
interface Applied {
	place: Place;
	value: unknown;
	parts: JsonObject[];
}

/** The contracts' patterns and formats accept some of these texts and refuse others. */
const TEXTS = [
	'x',
	' ',
	'a b',
	'ü — 漢字',
	'null',
	'***',
	'-',
	'0',
	"'",
	'a;b',
	'A_1',
	'$',
	'https://r.example.com/a?b=c',
	'http://r.example.com',
	'HTTPS://r',
	'ftp://r',
	'//r',
	'db:1',
	'mongodb://c',
	'mongodb+srv://c.example.com',
	'mongodb+srv://c.example.com:1',
	'gs://b/o',
	's3://b',
	'ada@example.com',
	'ada@',
	'10.0.0.0/16',
	'10.0.0.0/33',
	'192.0.2.1',
	'2001:db8::/32',
	'256.0.0.1',
	'2026-05-31T14:30:00Z',
	'2026-05-31T14:30',
	'2026-02-30T14:30',
	'2026-05-31',
	'23:00',
	'24:00',
	'10:30',
	'30s',
	'15m',
	'1s',
	'1 hour',
	'a.example.com',
	'*.example.com',
	'a.*.com',
	'eu-west-1',
	'12345678-1234-4234-8234-123456789abc',
	'12345678-1234-1234-1234-123456789abc',
	'12345678',
	'65f0c0ffee0123456789abcd',
	'65f0c0ffee0123456789abcg',
	'user/u',
	'u',
	'X-Name',
	'a b: c',
	'projects/p/regions/r/serviceAttachments/n',
	'projects/p',
	'rcfg-1',
	'arn:aws:iam::1:role/r',
	`${'k'.repeat(43)}=`,
	'a9'.repeat(20),
	'Zz'.repeat(20),
	'v1-standard-byoc-4',
];

const ANYTHING: JsonObject = {};

const OTHER_TYPES = [5, 'x', true, [], {}, null];

/** Only schema parts that `isNew` accepts are tried. */
export function* probesOf(
	api: Api,
	schema: unknown,
	body: unknown,
	isNew: (place: Place, part: JsonObject) => boolean,
): Iterable<Probe> {
	for (const { place, value, parts } of appliedParts(api, [schema], body)) {
		const first = isNew(place, ANYTHING) ? [...valueProbes(value)] : [];
		const fresh = parts.filter((part) => isNew(place, part));
		yield* probesAt(place, [...first, ...fresh.flatMap((part) => [...partProbes(part, value)])]);
	}
}

function appliedParts(api: Api, schemas: unknown[], value: unknown, place: Place = []): Applied[] {
	const parts = schemas.flatMap((schema) => partsFor(api, schema, value));
	const inside = membersOf(value).flatMap(([name, member]) => {
		const described = parts.flatMap((part) => schemaOf(part, name) ?? []);
		return appliedParts(api, described, member, [...place, name]);
	});
	return [{ place, value, parts }, ...inside];
}

function membersOf(value: unknown): Array<[string | number, unknown]> {
	if (Array.isArray(value)) return value.map((one: unknown, index) => [index, one]);
	return isJsonObject(value) ? Object.entries(value) : [];
}

function schemaOf(part: JsonObject, name: string | number): unknown {
	if (typeof name === 'number') return part['items'];
	return objectAt(part, 'properties')[name] ?? part['additionalProperties'];
}

/** Includes branches of conditions that the value meets. */
function partsFor(api: Api, given: unknown, value: unknown): JsonObject[] {
	const schema = resolve(documentOf(api), given);
	if (!isJsonObject(schema)) return [];
	const met = ['anyOf', 'oneOf']
		.flatMap((name) => listAt(schema, name))
		.filter((part) => accepts(api, part, value));
	const branch = schema['if'] !== undefined && accepts(api, schema['if'], value) ? 'then' : 'else';
	const inside = [...listAt(schema, 'allOf'), ...met, schema[branch]];
	return [schema, ...inside.flatMap((part) => partsFor(api, part, value))];
}

function* probesAt(place: Place, changes: readonly Change[]): Iterable<Probe> {
	const seen = new Set<string>();
	for (const [rule, changed, name] of changes) {
		const at = name === undefined ? place : [...place, name];
		const key = JSON.stringify([at, changed]);
		if (seen.has(key)) continue;
		seen.add(key);
		yield { place: at, rule, value: changed };
	}
}

type Change = readonly [rule: string, value: unknown, name?: string];

/** Replacements that make sense for every value. */
function* valueProbes(value: unknown): Iterable<Change> {
	for (const other of OTHER_TYPES) yield ['type', other];
	if (typeof value === 'string') {
		for (const text of ['', ' ', 'x', 'x'.repeat(300)]) yield ['text', text];
	}
	if (typeof value === 'number') {
		for (const number of [-1, 0, 0.5, 1.5, 10, 1e6, 1e15]) yield ['number', number];
	}
	if (Array.isArray(value)) {
		const list: unknown[] = value;
		yield ['items', [...list, list[0] ?? 'x']];
		yield ['items', list.slice(0, -1)];
	}
	if (!isJsonObject(value)) return;
	yield ['novel', 'x', 'novel'];
	for (const name of Object.keys(value)) yield ['left out', undefined, name];
}

function* partProbes(part: JsonObject, value: unknown): Iterable<Change> {
	for (const [keyword, rule] of Object.entries(part)) {
		for (const change of KEYWORDS[keyword]?.(rule, value, part) ?? []) yield [keyword, ...change];
	}
}

type Changes = Iterable<readonly [value: unknown, name?: string]>;

function each(...values: unknown[]): Changes {
	return values.map((value) => [value] as const);
}

function lengths(limit: unknown, value: unknown): unknown[] {
	const own = typeof value === 'string' && value !== '' ? value.replaceAll(' ', '_') : 'x';
	return [-1, 0, 1]
		.map((more) => Number(limit) + more)
		.filter((length) => length >= 0)
		.flatMap((length) => ['x'.repeat(length), own.padEnd(length, own).slice(0, length)]);
}

function numbers(limit: unknown, part: JsonObject): unknown[] {
	const step = Number(part['multipleOf'] ?? 1);
	return [-step, -step / 2, 0, step / 2, step].map((more) => Number(limit) + more);
}

function entries(limit: unknown, value: unknown): unknown[] {
	const given: unknown[] = Array.isArray(value) ? value : [];
	const list = given.length > 0 ? given : ['x'];
	return [-1, 0, 1]
		.map((more) => Number(limit) + more)
		.filter((length) => length >= 0)
		.map((length) => Array.from({ length }, (_, index) => list[index] ?? list[0]));
}

function namesIn(schema: unknown): string[] {
	if (Array.isArray(schema)) return schema.flatMap(namesIn);
	if (typeof schema === 'string') return /^\w+$/.test(schema) ? [schema] : [];
	return isJsonObject(schema) ? Object.values(schema).flatMap(namesIn) : [];
}

const KEYWORDS: Readonly<
	Record<string, (rule: unknown, value: unknown, part: JsonObject) => Changes>
> = {
	minLength: (limit, value) => each(...lengths(limit, value)),
	maxLength: (limit, value) => each(...lengths(limit, value)),
	minimum: (limit, _value, part) => each(...numbers(limit, part)),
	maximum: (limit, _value, part) => each(...numbers(limit, part)),
	multipleOf: (step, value) => each(Number(value) + Number(step), Number(value) + Number(step) / 2),
	pattern: () => each(...TEXTS),
	format: () => each(...TEXTS),
	enum: (listed) =>
		each(
			...[listed].flat(),
			'unlisted',
			...[listed].flat().map((one) => String(one).toLowerCase()),
		),
	const: (only) => each(only, 'unlisted'),
	required: (names, value) =>
		[names]
			.flat()
			.flatMap((name) =>
				isJsonObject(value) && Object.hasOwn(value, String(name))
					? [[undefined, String(name)] as const]
					: [],
			),
	minItems: (limit, value) => each(...entries(limit, value)),
	maxItems: (limit, value) => each(...entries(limit, value)),
	not: (schema, value) =>
		isJsonObject(value) ? namesIn(schema).map((name) => ['x', name] as const) : [],
	properties: (members, value) =>
		Object.entries(isJsonObject(members) ? members : {})
			.filter(([name, member]) => member === false && isJsonObject(value) && !(name in value))
			.map(([name]) => ['x', name] as const),
	propertyNames: (schema, value) =>
		isJsonObject(value)
			? namesIn(schema)
					.filter((name) => !(name in value))
					.map((name) => ['x', name] as const)
			: [],
};
