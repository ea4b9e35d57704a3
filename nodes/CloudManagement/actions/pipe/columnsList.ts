import type { ListSyntax, ParsedList } from '../../../core/parameters/parseList';
import { parseList } from '../../../core/parameters/parseList';

const COLUMNS: ListSyntax = {
	label: 'Columns',
	members: ['name', 'type', 'sourceField'],
	example: 'order_id UInt64 orderId',
	rowOf: ([name, type, sourceField, ...more]) => {
		if (type === undefined) {
			return `is "${name}", which has no type. Write the name and the type, such as "${name} String".`;
		}
		if (sourceField === undefined) return { name, type };
		if (more.length === 0) return { name, type, sourceField };
		return `has more than name, type and source field: "${more.join(' ')}". Put a name with blanks in double quotes.`;
	},
};

/**
 * Parses columns given as a list: a text like `id UInt64, name LowCardinality(String)`, an array of such texts, or
 * an array of objects with `name`, `type` and, where the source names the field otherwise, `sourceField`.
 */
export function parseColumnsList(value: unknown): ParsedList {
	return parseList(value, COLUMNS);
}
