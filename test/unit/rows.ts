import { isJsonObject, type JsonObject, mergeObjects } from '../../nodes/engine/json';

/** The rows of a table, one a line, with up to four columns between bars. */
export function rows(text: string): Array<[string, string, string, string]> {
	const lines = text.trim().split('\n');
	return lines.map((line) => {
		const columns = line.trim().split(/(?<=^|\s)\|(?=\s|$)/);
		const [one = '', two = '', three = '', four = ''] = columns.map((column) => column.trim());
		return [one, two, three, four];
	});
}

/** An object from `name=value inner.name=value`: a value is JSON, or else its own text. */
export function fields(text: string): JsonObject {
	const members = text === '' ? [] : text.trim().split(/\s+(?=[\w.]+=)/);
	return members.reduce<JsonObject>((all, member) => {
		const [path = ''] = member.split('=', 1);
		const value = valueOf(member.slice(path.length + 1));
		const named = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
		return isJsonObject(named) ? mergeObjects(named, all) : all;
	}, {});
}

/** The text's JSON, or else the text itself; nothing of "undefined". */
export function valueOf(text: string): unknown {
	if (text === 'undefined') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
