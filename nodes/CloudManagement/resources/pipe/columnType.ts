import type { Issue } from '../../../engine/issue';
import { sentText, unusual } from '../../../engine/issue';
import { nearestKnown, wordsOf } from '../../../engine/text';
import { unreadableText } from './parseList';

/** Types with a single spelling in ClickHouse. */
const EXACT = wordsOf(`
	AggregateFunction Array BFloat16 Dynamic Enum16 Enum8 FixedString Float32 Float64 IPv4 IPv6 Int128 Int16 Int256 Int32
	Int64 Int8 IntervalDay IntervalHour IntervalMicrosecond IntervalMillisecond IntervalMinute IntervalMonth
	IntervalNanosecond IntervalQuarter IntervalSecond IntervalWeek IntervalYear LineString LowCardinality Map MultiLineString MultiPolygon Nested Nothing Nullable Point Polygon QBit Ring
	SimpleAggregateFunction String Tuple UInt128 UInt16 UInt256 UInt32 UInt64 UInt8 UUID Variant
`);
/** Types and aliases that ignore case. For a type of several words, the first or second word is listed. */
const ANY_CASE = wordsOf(`
	BIGINT BINARY BIT BLOB BYTE BYTEA Bool Boolean CHAR CHARACTER CLOB DEC DOUBLE Date Date32 DateTime DateTime32
	DateTime64 Decimal Decimal128 Decimal256 Decimal32 Decimal64 Enum FIXED FLOAT GEOMETRY INET4 INET6 INT INT1 INTEGER
	JSON LARGE LONGBLOB LONGTEXT MEDIUMBLOB MEDIUMINT MEDIUMTEXT NATIONAL NATIVE NCHAR NUMERIC NVARCHAR Object PRECISION
	REAL SET SIGNED SINGLE SMALLINT TEXT TIMESTAMP TINYBLOB TINYINT TINYTEXT Time Time64 UNSIGNED VARBINARY VARCHAR
	VARCHAR2 VARYING YEAR
`);

const OF_TYPES = wordsOf('array lowcardinality map nullable variant');
/** Elements of these types have a name before their type, optional in tuples. */
const OF_NAMED_TYPES = wordsOf('nested tuple');
const QUOTED = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/gs;

/** Reports unpaired brackets or quotes first, then the first unknown name. Undefined if the type is fine. */
export function typeProblem(type: string): Omit<Issue, 'path'> | undefined {
	const plain = type.replace(QUOTED, '_');
	const unpaired = /['"`]/.exec(plain)?.[0] ?? openBracket(plain);
	if (unpaired === ')') return { text: unreadableText('a ")" without a "("') };
	if (unpaired !== undefined) return { text: unreadableText(`a ${unpaired} that isn't closed`) };
	for (const name of typeNamesIn(plain)) {
		const lower = name.toLowerCase();
		if (EXACT.includes(name) || ANY_CASE.some((typeName) => typeName.toLowerCase() === lower))
			continue;
		const exact = EXACT.find((typeName) => typeName.toLowerCase() === lower);
		if (exact !== undefined) {
			return unusual(`contains "${name}", but type names are case-sensitive`, `Write ${exact}.`);
		}
		return unknownName(name, type);
	}
	return undefined;
}

/** A typo in a plain name is an error. Other names may be types of a newer ClickHouse. */
function unknownName(name: string, type: string): Omit<Issue, 'path'> {
	const nearest = nearestKnown(name, [...EXACT, ...ANY_CASE]);
	const problem = `contains "${name}", which isn't a known type of ClickHouse`;
	if (nearest === undefined) return { verdict: 'hint', text: sentText(problem) };
	const suggestion = `${problem} (did you mean ${nearest}?)`;
	return type.includes('(')
		? { verdict: 'hint', text: sentText(suggestion) }
		: unusual(suggestion, 'Correct the type.');
}

/** The first unpaired bracket, as the message shows it. */
function openBracket(text: string): string | undefined {
	let depth = 0;
	for (const [bracket] of text.matchAll(/[()]/g)) {
		depth += bracket === '(' ? 1 : -1;
		if (depth < 0) return ')';
	}
	return depth > 0 ? '"("' : undefined;
}

/** Type names inside a type, without other arguments. */
function typeNamesIn(type: string): string[] {
	const names: string[] = [];
	const around = [''];
	let words: string[] = [];
	let isNamed = false;
	for (const [token] of `${type},`.matchAll(/[(),]|[^\s(),]+/g)) {
		if (!/[(),]/.test(token)) {
			words.push(token);
			continue;
		}
		const outer = (around.at(-1) ?? '').toLowerCase();
		const isType = outer === '' || OF_TYPES.includes(outer);
		const elementType = OF_NAMED_TYPES.includes(outer) ? (words[1] ?? words[0]) : undefined;
		const name = isNamed ? undefined : isType ? words[0] : elementType;
		if (name !== undefined) names.push(name);
		if (token === '(') around.push(name ?? '-');
		else if (token === ')') around.pop();
		[words, isNamed] = [[], token === ')'];
	}
	return names;
}
