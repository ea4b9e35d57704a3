import type { Issue } from '../../../engine/issue';
import { sentHint, unusual } from '../../../engine/issue';
import { isAmong, nearestKnown, wordsOf } from '../../../engine/text';
import { unreadableText } from './parseList';

/** ClickHouse accepts only this spelling of these types. */
const EXACT = wordsOf(`
	AggregateFunction Array BFloat16 Dynamic Enum16 Enum8 FixedString Float32 Float64 IPv4 IPv6 Int128 Int16 Int256 Int32
	Int64 Int8 IntervalDay IntervalHour IntervalMicrosecond IntervalMillisecond IntervalMinute IntervalMonth
	IntervalNanosecond IntervalQuarter IntervalSecond IntervalWeek IntervalYear LineString LowCardinality Map MultiLineString MultiPolygon Nested Nothing Nullable Point Polygon QBit Ring
	SimpleAggregateFunction String Tuple UInt128 UInt16 UInt256 UInt32 UInt64 UInt8 UUID Variant
`);
/**
 * ClickHouse ignores the case of these types and aliases. For a type of several words, the first or second word is
 * listed.
 */
const ANY_CASE = wordsOf(`
	BIGINT BINARY BIT BLOB BYTE BYTEA Bool Boolean CHAR CHARACTER CLOB DEC DOUBLE Date Date32 DateTime DateTime32
	DateTime64 Decimal Decimal128 Decimal256 Decimal32 Decimal64 Enum FIXED FLOAT GEOMETRY INET4 INET6 INT INT1 INTEGER
	JSON LARGE LONGBLOB LONGTEXT MEDIUMBLOB MEDIUMINT MEDIUMTEXT NATIONAL NATIVE NCHAR NUMERIC NVARCHAR Object PRECISION
	REAL SET SIGNED SINGLE SMALLINT TEXT TIMESTAMP TINYBLOB TINYINT TINYTEXT Time Time64 UNSIGNED VARBINARY VARCHAR
	VARCHAR2 VARYING YEAR
`);

/** After a type, these words belong to its alias in SQL, such as DOUBLE PRECISION. */
const ALIAS_WORDS = wordsOf('CHAR CHARACTER LARGE PRECISION SIGNED UNSIGNED VARYING');

const OF_TYPES = wordsOf('array lowcardinality map nullable variant');
/** Elements of these types have a name before their type, optional in tuples. */
const OF_NAMED_TYPES = wordsOf('nested tuple');
/** These types have a fixed number of elements. */
const TYPE_FORMS = new Map([
	['Array', 'Array(T)'],
	['FixedString', 'FixedString(N)'],
	['LowCardinality', 'LowCardinality(T)'],
	['Map', 'Map(K, V)'],
	['Nullable', 'Nullable(T)'],
]);
const QUOTED_PART = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs;

/** Reports unpaired brackets or quotes first, then the first mistake. Undefined if the type is fine. */
export function typeProblem(type: string): Omit<Issue, 'path'> | undefined {
	const plain = type.replace(QUOTED_PART, '_');
	const unpaired = /['"`]/.exec(plain)?.[0] ?? openBracket(plain);
	if (unpaired === ')') return { text: unreadableText('a ")" without a "("') };
	if (unpaired !== undefined) return { text: unreadableText(`a ${unpaired} that isn't closed`) };
	for (const { name, next, elements } of typesIn(plain)) {
		const form = TYPE_FORMS.get(name);
		if (!isKnown(name)) return unknownName(name, type);
		if (next !== undefined && isKnown(next) && !isAmong(next, ALIAS_WORDS)) {
			return unusual(`contains a second type, "${next}"`, 'Enter a single type.');
		}
		if (form !== undefined && form.split(',').length !== elements) {
			return unusual(`contains ${name}, which needs the form ${form}`, 'Correct the type.');
		}
	}
	return undefined;
}

function isKnown(name: string): boolean {
	return EXACT.includes(name) || isAmong(name, ANY_CASE);
}

/** A typo in a plain name is an error. Other names may be types of a newer ClickHouse. */
function unknownName(name: string, type: string): Omit<Issue, 'path'> {
	const exact = EXACT.find((typeName) => isAmong(name, [typeName]));
	if (exact !== undefined) {
		return unusual(`contains "${name}", but type names are case-sensitive`, `Write ${exact}.`);
	}
	const nearest = nearestKnown(name, [...EXACT, ...ANY_CASE]);
	const problem = `contains "${name}", which isn't a known type of ClickHouse`;
	if (nearest === undefined) return sentHint(problem);
	const suggestion = `${problem} (did you mean ${nearest}?)`;
	return type.includes('(') ? sentHint(suggestion) : unusual(suggestion, 'Correct the type.');
}

function openBracket(text: string): string | undefined {
	let depth = 0;
	for (const [bracket] of text.matchAll(/[()]/g)) {
		depth += bracket === '(' ? 1 : -1;
		if (depth < 0) return ')';
	}
	return depth > 0 ? '"("' : undefined;
}

interface TypeNode {
	/** The type's name. Empty for an argument that isn't a type. */
	name: string;
	/** The word after the name or the brackets. */
	next?: string | undefined;
	/** Number of elements in its brackets. */
	elements: number;
}

/** Leaves out arguments that aren't types, such as numbers. */
function typesIn(type: string): TypeNode[] {
	const types: TypeNode[] = [];
	const around: TypeNode[] = [];
	let words: string[] = [];
	let closed: TypeNode | undefined;
	for (const [token] of `${type},`.matchAll(/[(),]|[^\s(),]+/g)) {
		if (!/[(),]/.test(token)) {
			words.push(token);
			continue;
		}
		const outer = around.at(-1);
		const [name = '', next] = typeWords(words, outer);
		const node = closed ?? { name, next, elements: 0 };
		if (closed !== undefined) closed.next ??= words[0];
		else if (words.length > 0) {
			types.push(node);
			if (outer !== undefined) outer.elements += 1;
		}
		if (token === '(') around.push(node);
		closed = token === ')' ? around.pop() : undefined;
		words = [];
	}
	return types.filter(({ name }) => name !== '');
}

/** Skips the name of an element in a nested or tuple type. */
function typeWords(words: readonly string[], outer: TypeNode | undefined): readonly string[] {
	if (outer === undefined || isAmong(outer.name, OF_TYPES)) return words;
	if (!isAmong(outer.name, OF_NAMED_TYPES)) return [];
	return words.length > 1 ? words.slice(1) : words;
}
