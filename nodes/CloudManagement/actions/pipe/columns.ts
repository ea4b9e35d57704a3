import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';

import { description, text } from '../../../core/description/fields';
import { bodyOf, propertiesOf } from '../../../core/description/interpret';
import type { JsonObject } from '../../../core/json';
import type { Parameters } from '../../../core/operation';
import type { ParsedList } from './parseList';
import { inputField } from '../../../core/parameters/properties';
import { emptyToUndefined, rows } from '../../../core/parameters/values';
import { trimmed } from '../../../core/parameters/requestBody';
import { columnsFromSample, SAMPLE_RULES, TEXT_TYPE } from './columnsFromSample';
import { parseColumnsList } from './columnsList';

const column = description('', {
	name: text('Name', { required: true, placeholder: 'e.g. order_id' }),
	type: text('Type', { required: true, default: TEXT_TYPE, placeholder: 'e.g. UInt64' }),
});

export const columnsSchema = z.array(column.schema);

/** Takes a row of the form, and returns the column. */
export const columnBody = bodyOf(column);

const columnRow: INodeProperties[] = [
	...propertiesOf(column),
	{
		displayName: 'Source Field',
		name: 'sourceField',
		type: 'string',
		default: '',
		placeholder: 'e.g. orderId',
		description: 'Leave empty if it has the same name as the column',
	},
];

/** The fields that define the columns of the table, as rows, as a list or from a sample. */
export const columnsFields: INodeProperties[] = [
	inputField('Define Columns', 'columnsInput', 'How to define the columns', [
		{
			name: 'From Sample',
			value: 'sample',
			description: 'Read names and types from a JSON message',
		},
	]),
	...updateDisplayOptions({ show: { columnsInput: ['fields'] } }, [
		{
			displayName: 'Columns',
			name: 'destinationColumns',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				fixedCollection: { itemTitle: '={{ $collection.item.value.name }}' },
			},
			required: true,
			placeholder: 'Add Column',
			default: { values: [{ name: '', type: TEXT_TYPE, sourceField: '' }] },
			description: 'The columns of the table, each with the source field that fills it',
			options: [{ displayName: 'Column', name: 'values', values: columnRow }],
		},
	]),
	...updateDisplayOptions({ show: { columnsInput: ['list'] } }, [
		{
			displayName: 'Columns',
			name: 'columnsList',
			type: 'string',
			typeOptions: { rows: 5 },
			required: true,
			default: '',
			placeholder: 'e.g. order_id UInt64 orderId',
			hint: 'One column per line: name, type, source field if different',
			description:
				'The columns of the table, one per line or separated by commas, such as order_id UInt64, city LowCardinality(String). An expression can also return a list of objects with name, type and sourceField.',
		},
	]),
	...updateDisplayOptions({ show: { columnsInput: ['sample'] } }, [
		{
			displayName: 'Sample Message',
			name: 'columnsSample',
			// Not JSON: n8n marks an empty JSON field as an error, and shows no placeholder in it.
			type: 'string',
			typeOptions: { rows: 5 },
			required: true,
			default: '',
			placeholder: 'e.g. { "order_id": 1 }',
			hint: SAMPLE_RULES,
			description:
				'A message of the source as a JSON object, pasted or mapped. Each of its fields becomes a column. Dry Run shows the columns.',
		},
	]),
];

/** Returns the columns, each with its source field, and the issues with them. */
export function columnsOf(fields: Parameters): ParsedList {
	if (fields.columnsInput === 'list') return parseColumnsList(fields.columnsList);
	if (fields.columnsInput === 'sample') return columnsFromSample(fields.columnsSample);
	const entered = rows(fields.destinationColumns);
	const trimmedRows = entered.map((row) => ({ ...row, sourceField: trimmed(row.sourceField) }));
	return { rows: trimmedRows, issues: [] };
}

/** Returns the `fieldMappings`, which follow from the columns, so that every column is mapped. */
export function fieldMappingsBody(columns: readonly JsonObject[]): JsonObject[] | undefined {
	const mappings = columns.flatMap(({ name, sourceField }) => {
		const destinationField = trimmed(name);
		if (destinationField === undefined) return [];
		return [{ sourceField: emptyToUndefined(sourceField) ?? destinationField, destinationField }];
	});
	return mappings.length > 0 ? mappings : undefined;
}
