import { fromAiExpression } from '../../../nodes/engine/parameters/properties';
import type { JsonObject } from '../../contract/json';
import { isJsonObject, listAt, objectAt } from '../../contract/json';
import { jsonSchemas } from './jsonSchemas';

/** These keys are rarely needed, or replaced by `config`, and would make the expression unreadable. */
const LEFT_OUT = ['settings', 'scaling', 'tiles[].series', 'tiles[].asRatio'];
const STARRED = 'as a JSON object. Properties marked * are required.';

/** Describes everything that a model must fill in for a schema of docs/schemas. */
export function fromAiExpressionOf(name: string): string {
	const schema = jsonSchemas()[name] ?? {};
	const members = memberTexts(schema, '').join('; ');
	return name === 'dashboard'
		? fromAiExpression(
				'dashboard_definition',
				`The whole dashboard ${STARRED} An update keeps tiles that are left out, but deletes PromQL tiles. ${members}`,
			)
		: fromAiExpression('pipe_definition', `The new pipe ${STARRED} ${members}`);
}

/** A line for each key: `source.kafka.format*: JSONEachRow | Avro`. */
function memberTexts(schema: JsonObject, prefix: string): string[] {
	const required = listAt(schema, 'required');
	return Object.entries(objectAt(schema, 'properties')).flatMap(([name, member]) => {
		if (!isJsonObject(member) || LEFT_OUT.includes(prefix + name)) return [];
		const items = objectAt(member, 'items');
		const holder = items['properties'] === undefined ? member : items;
		const path = `${prefix}${name}${member['items'] === undefined ? '' : '[]'}`;
		const text = `${path}${required.includes(name) ? '*' : ''}${typeText(member)}`;
		const isPlainObject = holder['properties'] !== undefined && member['description'] === undefined;
		const own = isPlainObject && !required.includes(name) ? [] : [text];
		return [...own, ...memberTexts(holder, `${path}.`)];
	});
}

function typeText(member: JsonObject): string {
	const listed = listAt(member, 'enum').filter((value) => typeof value === 'string');
	const [type = ''] = [member['type']].flat();
	const shape = ['object', 'array', 'string'].includes(String(type)) ? '' : String(type);
	const values = listed.length > 0 ? listed.join(' | ') : shape;
	const description = typeof member['description'] === 'string' ? `(${member['description']})` : '';
	const said = [values, description].filter((part) => part !== '').join(' ');
	return said === '' ? '' : `: ${said}`;
}
