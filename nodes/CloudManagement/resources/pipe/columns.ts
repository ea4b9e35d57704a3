import { z } from 'zod';
import type { JsonObject } from '../../../engine/json';
import { parsedJson } from '../../../engine/json';
import type { ParameterValues, PlanContext } from '../../../engine/operation';
import type { Issue, WithIssues } from '../../../engine/issue';
import { parseJsonSample } from '../../../engine/parameters/jsonInput';
import type { Field } from '../../../engine/body/fields';
import { describeFields, fieldWithProperties, text } from '../../../engine/body/fields';
import { bodyBuilder, propertiesOf } from '../../../engine/body/interpret';
import { inputField } from '../../../engine/parameters/properties';
import {
	asObject,
	emptyToUndefined,
	isText,
	rows,
	rowsIssues,
	trimmed,
} from '../../../engine/parameters/values';
import { parseTime } from '../../../engine/time';
import { typeProblem } from './columnType';
import { discoverFields, discoverOption, discoveredColumns, discovers } from './discovery';
import type { Entry, ListSyntax, ParsedRow, Word } from './parseList';
import { moreWordsText, parseList, rowsField } from './parseList';
import { SINGLE_TABLE_KINDS } from './sources';

/** Values that fit no other type become text. */
const TEXT_TYPE = 'String';

/** How the panel describes the rules in `typeOf`. */
const SAMPLE_RULES =
	'Integer → Int64/UInt64, other → Float64, boolean → Bool, ISO time → DateTime64(3), null → Nullable(String), else String';

/** For example, 2026-05-31T14:30:00Z. */
const ISO_TIME =
	/^\d{4}-\d{2}-\d{2}[T ](?!24)\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;
/** DateTime64 holds only these years. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2299];
/** Matches text or a number. */
const JSON_VALUE = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** The values of a sample message decide the columns' types. */
function columnsFromSample(sample: unknown): WithIssues<JsonObject[]> {
	const { value = {}, issues } = parseJsonSample('columnsSample', sample);
	// JavaScript rounds long integers and reads 10.0 as 10. An expression's object has lost these spellings.
	const spelled = asObject(typeof sample === 'string' ? parsedJson(withTextNumbers(sample)) : {});
	const columns = Object.entries(value).map(([field, member]): JsonObject => {
		const type = typeof member === 'number' ? numberType(member, spelled[field]) : typeOf(member);
		const name = field.trim();
		// Column names are trimmed, but the source's field may contain spaces.
		return name === field ? { name, type } : { name, type, sourceField: field };
	});
	if (issues.length > 0 || columns.length > 0) return { value: columns, issues };
	const problem = 'has no fields. Enter a message that has fields.';
	return { value: [], issues: [{ path: 'columnsSample', text: problem }] };
}

function withTextNumbers(json: string): string {
	return json.replace(JSON_VALUE, (token) => (token.startsWith('"') ? token : `"${token}"`));
}

function numberType(number: number, spelling: unknown): string {
	const isWhole = isText(spelling) ? /^-?\d+$/.test(String(spelling)) : Number.isInteger(number);
	if (!isWhole) return 'Float64';
	const integer = BigInt(isText(spelling) ? spelling : number);
	if (BigInt.asIntN(64, integer) === integer) return 'Int64';
	return BigInt.asUintN(64, integer) === integer ? 'UInt64' : 'Float64';
}

function typeOf(value: unknown): string {
	switch (typeof value) {
		case 'boolean':
			return 'Bool';
		case 'string':
			return isTime(value) ? 'DateTime64(3)' : TEXT_TYPE;
		default:
			return value === null ? `Nullable(${TEXT_TYPE})` : TEXT_TYPE;
	}
}

function isTime(text: string): boolean {
	const { year = 0 } = (ISO_TIME.test(text) && parseTime(text, 'utc')) || {};
	return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** Matches SQL attributes after a column's type. Pipes support only NULL. */
const CLAUSE =
	/(?:^| )(NULL(?= |$)|(?:NOT|PRIMARY) \S+|(?:ALIAS|CODEC|COLLATE|COMMENT|DEFAULT|EPHEMERAL|MATERIALIZED|STATISTICS|TTL)(?=[ (]))/;

/** Matches what a CREATE TABLE statement lists beside its columns. */
const TABLE_PART =
	/^(?:(?:FOREIGN|PRIMARY|UNIQUE) KEY\b|CONSTRAINT(?= \S+ (?:ASSUME|CHECK|FOREIGN|PRIMARY|UNIQUE)[ (])|INDEX(?= .* TYPE )|PROJECTION(?= [^ (]+(?:\( *(?:SELECT|WITH)| INDEX) ))/;

const CREATE_TABLE = /^\s*(?:--[^\n]*\n\s*)*create\s+(?:or\s+replace\s+)?(?:temporary\s+)?table\s/i;

const COLUMNS: ListSyntax = {
	path: 'destination.columns',
	keys: ['name', 'type', 'sourceField'],
	// Discover Schema outputs these fields, and its types are complete without them.
	ignored: ['optional'],
	example: 'order_id UInt64 orderId',
	rowIssues: ({ type }) => {
		const problem = typeof type === 'string' ? typeProblem(type) : undefined;
		return problem === undefined ? [] : [{ path: 'type', ...problem }];
	},
};

/**
 * Entries may be text such as `id UInt64, name LowCardinality(String)`, a list of such texts, or objects with `name`,
 * `type`, and, if the source field has a different name, `sourceField`.
 */
function parseColumnsList(value: unknown): WithIssues<JsonObject[]> {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	if (!entries.some((entry) => typeof entry === 'string' && CREATE_TABLE.test(entry))) {
		return parseList(value, COLUMNS, columnOf);
	}
	const problem = "can't be a CREATE TABLE statement. Paste only the column list.";
	return { value: [], issues: [{ path: COLUMNS.path, text: problem }] };
}

function columnOf(words: Entry): ParsedRow {
	const [{ text: name }, typeWord, ...wordsAfterType] = words;
	if (typeWord === undefined) {
		const problem = `is "${name}", which has no type. Write the name and the type, such as "${name} String".`;
		return { problem };
	}
	const type = typeWord.text;
	const [tablePart] = TABLE_PART.exec(unquotedText(words)) ?? [];
	if (tablePart !== undefined) {
		const problem = `is a table's ${tablePart}, not a column. Remove it. If a column has this name, put the name in double quotes.`;
		return { problem };
	}
	const clause = CLAUSE.exec(unquotedText(wordsAfterType))?.[1];
	if (clause !== undefined) {
		const problem = `has ${clause} after its type, but only a source field may follow. Remove it, write Nullable(…) instead of NULL, or put a source field of that name in double quotes.`;
		return { problem };
	}
	const [sourceField, ...moreWords] = wordsAfterType.map((word) => word.text);
	if (moreWords.length > 0) {
		return { problem: moreWordsText('name, type, and source field', moreWords) };
	}
	return { row: { name, type, ...(sourceField !== undefined && { sourceField }) } };
}

/** Removes quoted names, because they could look like keywords. */
function unquotedText(words: readonly Word[]): string {
	return words.map(({ isQuoted, text: word }) => (isQuoted ? '""' : word.toUpperCase())).join(' ');
}

/** n8n would mark the form's first row red before anybody has entered anything. */
const inFirstRow = { required: true, marked: false } as const;

const columnBody = describeFields('', {
	name: text('Column Name', { ...inFirstRow, placeholder: 'e.g. order_id' }),
	type: text('Type', { ...inFirstRow, default: TEXT_TYPE, placeholder: 'e.g. UInt64' }),
});
const buildColumn = bodyBuilder(columnBody);

const columnsSchema = z.array(columnBody.schema);

const columnRow = propertiesOf(
	describeFields('', {
		...columnBody.members,
		sourceField: text('Source Field', {
			placeholder: 'e.g. orderId',
			description: 'Leave empty if it matches the column name',
		}),
	}),
);

/** Users define the columns as rows, as a list, from a sample, or from the source. */
export function columnsField(description: string, isNeeded: boolean): Field {
	const rowValues = ['Column', columnRow] as const;
	const parameter = 'destinationColumns';
	const columnRows = rowsField('Columns', parameter, rowValues, description, 'name', isNeeded);
	const properties = [
		inputField('Define Columns', 'columnsInput', [
			discoverOption,
			{
				name: 'From Sample',
				value: 'sample',
				description: 'Read names and types from a JSON message',
			},
		]),
		...propertiesOf(
			describeFields('', {
				destinationColumns: fieldWithProperties(columnsSchema, [columnRows], {
					when: { columnsInput: ['fields'] },
				}),
				columnsList: text('Columns', {
					when: { columnsInput: ['list'] },
					rows: 5,
					marked: true,
					placeholder: 'e.g. order_id UInt64 orderId',
					hint: 'One column per line: name, type, source field if different',
					description:
						'Table columns, one per line or separated by commas, such as order_id UInt64, city LowCardinality(String). You can also map a list of objects with name, type, and sourceField, such as the fields from Discover Schema.',
				}),
				// n8n marks an empty JSON field as an error and shows no placeholder, so this is a text field.
				columnsSample: text('Sample Message', {
					when: { columnsInput: ['sample'] },
					rows: 5,
					marked: true,
					placeholder: 'e.g. { "order_id": 1 }',
					hint: SAMPLE_RULES,
					description:
						'Sample message from the source, as a JSON object. Each field becomes a column. Dry Run shows the columns.',
				}),
			}),
		),
		...discoverFields,
	];
	return fieldWithProperties(columnsSchema, properties, {
		when: { '/sourceKind': SINGLE_TABLE_KINDS },
	});
}

/** `fieldMappings` cover all columns that the fields define. */
export function definedColumns(
	fields: ParameterValues,
	context: Pick<PlanContext, 'facts' | 'timezone'>,
): { columns: unknown; fieldMappings: unknown; issues: Issue[] } {
	const { value: columnRows, issues } = enteredColumns(fields, context);
	const fieldMappings = columnRows.flatMap(({ name, sourceField }) => {
		const destinationField = trimmed(name);
		// The column's own issue explains a missing name.
		if (typeof destinationField !== 'string') return [];
		return [{ sourceField: emptyToUndefined(sourceField) ?? destinationField, destinationField }];
	});
	return {
		columns: emptyToUndefined(columnRows.map((row) => buildColumn(row, context.timezone))),
		fieldMappings: emptyToUndefined(fieldMappings),
		issues,
	};
}

function enteredColumns(
	fields: ParameterValues,
	context: Pick<PlanContext, 'facts'>,
): WithIssues<JsonObject[]> {
	if (discovers(fields)) return discoveredColumns(fields, context);
	if (fields.columnsInput === 'list') return parseColumnsList(fields.columnsList);
	if (fields.columnsInput === 'sample') return columnsFromSample(fields.columnsSample);
	const formRows = rows(fields.destinationColumns);
	const trimmedRows = formRows.map((row) => ({ ...row, sourceField: trimmed(row.sourceField) }));
	return { value: trimmedRows, issues: rowsIssues(COLUMNS.path, fields.destinationColumns) };
}
