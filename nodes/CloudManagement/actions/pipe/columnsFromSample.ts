import type { JsonObject } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import type { ParsedList } from './parseList';

/** The type of text, and of what has no better one. */
export const TEXT_TYPE = 'String';

/** The rules of `typeOf`, as the panel shows them. */
export const SAMPLE_RULES =
	'Whole number → Int64, other number → Float64, true or false → Bool, ISO date and time → DateTime64(3), null → Nullable(String), everything else → String';

/** A date and a time of ISO 8601, such as 2026-05-31T14:30:00Z. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
/** What Int64 can store is less than this. */
const INT64_END = 2 ** 63;

/** Returns a column for each field of a JSON message, which is text or an object, with the type of its value. */
export function columnsFromSample(sample: unknown): ParsedList {
	const { value = {}, issues } = parseJsonObject('columnsSample', sample);
	const columns = Object.entries(value).map(([field, member]): JsonObject => {
		const [name, type] = [field.trim(), typeOf(member)];
		// A column has no spaces around its name; the source's field may have some.
		return name === field ? { name, type } : { name, type, sourceField: field };
	});
	if (issues.length > 0 || columns.length > 0) return { rows: columns, issues };
	return { rows: [], issues: [{ path: 'columnsSample', code: 'emptySample' }] };
}

function typeOf(value: unknown): string {
	switch (typeof value) {
		case 'number':
			return Number.isInteger(value) && Math.abs(value) < INT64_END ? 'Int64' : 'Float64';
		case 'boolean':
			return 'Bool';
		case 'string':
			return ISO_TIME.test(value) ? 'DateTime64(3)' : TEXT_TYPE;
		default:
			return value === null ? `Nullable(${TEXT_TYPE})` : TEXT_TYPE;
	}
}
