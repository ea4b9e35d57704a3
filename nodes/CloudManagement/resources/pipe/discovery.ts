import type { INodeProperties } from 'n8n-workflow';
import { describeFields, text } from '../../../engine/body/fields';
import { propertiesOf } from '../../../engine/body/interpret';
import type { Issue, WithIssues } from '../../../engine/issue';
import { EMPTY } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isJsonObject, recordsIn, valueAt, withoutUndefined } from '../../../engine/json';
import type { Need, ParameterValues, PlanContext } from '../../../engine/operation';
import { noticeField, withDisplayOptions } from '../../../engine/parameters/properties';
import { asObject, rows, rowsIssues, trimmed } from '../../../engine/parameters/values';
import type { Phrase } from '../../../engine/phrase';
import { identified, phrase } from '../../../engine/phrase';
import { listed, MAX_NAME_LENGTH, shortened } from '../../../engine/text';
import { SERVICE_ASLEEP } from '../../../clickhouseCloud/api';
import { pipesPath } from '../../../clickhouseCloud/identifiers';
import type { Draft } from '../../../features/record/draft';
import { below } from '../../../features/record/paths';
import type { Step } from '../../../features/record/steps';
import { rowsField } from './parseList';
import { BETA_PERMISSIONS } from '../../../clickhouseCloud/permissions';

/** The fact contains the source's fields. */
const SCHEMA = 'schema';
const OVERRIDES = 'columnOverrides';
const ANY_COLUMN = 'column';
const MAX_SHOWN_COLUMNS = 10;
const OR_ENTER = 'Or define the columns a different way.';

const NO_TYPE = 'has no type the API knows. Add it to Column Overrides, with a type.';

export const discoveryPath = below(pipesPath(), 'schemaDiscovery');

export const discoveryTexts = {
	permission: BETA_PERMISSIONS['clickpipes/schemaDiscovery'].read,
	advice: {
		400: `Check the source's fields and credential, and make sure it has data in the chosen format. For object storage, the service must be running. ${OR_ENTER}`,
		404: `Check the IDs. Only ClickHouse Cloud discovers columns. ${OR_ENTER}`,
		[SERVICE_ASLEEP]: `To read object storage, the service must be running: use Service → Wake or Service → Start, then Service → Wait for State. ${OR_ENTER}`,
	},
};

/** The columns of a new pipe may come from its source. */
export const withSchema: Step<Draft> = ({ body }, parameters, context) => {
	if (!discovers(parameters)) return {};
	const pipe = identified('pipe', body.name) ?? 'the pipe';
	return { needs: [schemaNeed(body, pipe, parameters, context)] };
};

/** Discovery needs only the source. Samples are validated when a pipe is created. */
export function sourceOf({ source }: JsonObject): JsonObject {
	if (!isJsonObject(source)) return withoutUndefined({ source });
	return { source: withoutUndefined({ ...source, validateSamples: undefined }) };
}

export const discoverOption = {
	name: 'Discover',
	value: 'discover',
	description: 'Read names and types from the source (ClickHouse Cloud)',
};

export function discovers({ columnsInput }: ParameterValues): boolean {
	return columnsInput === discoverOption.value;
}

/** Until the source's columns are read, the body contains stand-ins. */
export function awaitsColumns(
	parameters: ParameterValues,
	{ facts }: Pick<PlanContext, 'facts'>,
): boolean {
	return discovers(parameters) && !Object.hasOwn(facts, SCHEMA);
}

const override = describeFields('', {
	sourceField: text('Source Field', { required: true, placeholder: 'e.g. orderId' }),
	name: text('Column Name', {
		placeholder: 'e.g. order_id',
		description: 'Leave empty if it has the same name as the source field',
	}),
	type: text('Type', {
		placeholder: 'e.g. UInt64',
		description: 'Leave empty to keep the discovered type',
	}),
});

export const discoverFields: INodeProperties[] = withDisplayOptions(
	{ show: { columnsInput: [discoverOption.value] } },
	[
		noticeField(
			'discoverNotice',
			"The node sends the source's login to the API, even in a dry run. For object storage, start the service first.",
		),
		rowsField(
			'Column Overrides',
			OVERRIDES,
			['Column', propertiesOf(override)],
			'Discovered columns to rename or give a different type',
			'sourceField',
			false,
		),
	],
);

/** `pipe` names the pipe in messages. */
export function schemaNeed(
	body: JsonObject,
	pipe: Phrase,
	parameters: ParameterValues,
	{ credential }: PlanContext,
): Need {
	const { value: path } = discoveryPath(parameters, credential);
	return {
		fact: SCHEMA,
		purpose: "Define Columns is Discover, which reads the source's columns first.",
		subject: phrase`columns in the source of ${pipe}`,
		...discoveryTexts,
		request: { method: 'POST', path, body: sourceOf(body), onlyReads: true },
		factIn: (payload) => {
			const fields = namedIn(asObject(payload).fields);
			if (fields.length > 0) return { value: fields };
			const description = `Check that it has data in the chosen format. ${OR_ENTER}`;
			return { problem: { message: 'The API found no columns in the source.', description } };
		},
	};
}

function namedIn(fields: unknown) {
	return recordsIn([fields].flat()).flatMap(({ name, type }) =>
		typeof name === 'string' && name.trim() !== '' ? [{ name, type }] : [],
	);
}

/** Until the source is read, uses the overrides as its columns, or an example if there are no overrides. */
export function discoveredColumns(
	parameters: ParameterValues,
	{ facts }: Pick<PlanContext, 'facts'>,
): WithIssues<JsonObject[]> {
	const overrides = rows(parameters[OVERRIDES]).map((row) => ({
		sourceField: trimmed(row.sourceField),
		name: trimmed(row.name),
		type: trimmed(row.type),
	}));
	const names = new Set(overrides.map((row) => row.sourceField ?? ANY_COLUMN));
	const examples = [...(names.size > 0 ? names : [ANY_COLUMN])];
	const exampleFields = examples.map((name) => ({ name, type: 'String' }));
	const fields = namedIn(Object.hasOwn(facts, SCHEMA) ? facts[SCHEMA] : exampleFields);
	const columns = fields.map(({ name: sourceField, type }) => {
		const name = sourceField.trim();
		const columnOverride = overrides.find((entry) => entry.sourceField === name);
		return { name: columnOverride?.name ?? name, type: columnOverride?.type ?? type, sourceField };
	});
	const knownNames = columns.map(({ sourceField }) => sourceField.trim());
	const unusable = overrides.flatMap(({ sourceField }, index): Issue[] => {
		const path = `${OVERRIDES}.${String(index)}.sourceField`;
		if (sourceField === undefined) return [{ path, ...EMPTY }];
		const isRepeated = overrides.findIndex((row) => row.sourceField === sourceField) < index;
		if (isRepeated) return [{ path, text: 'already has a row. Remove one of the two.' }];
		const isKnown = knownNames.some((name) => name === sourceField);
		return isKnown ? [] : [{ path, text: unknownFieldText(knownNames) }];
	});
	return { value: columns, issues: [...rowsIssues(OVERRIDES, parameters[OVERRIDES]), ...unusable] };
}

function unknownFieldText(names: readonly string[]): string {
	return `isn't a field of the source, which has: ${shownColumns(names)}.`;
}

export function shownColumns(names: readonly string[]): string {
	return listed(names, (name) => shortened(name, MAX_NAME_LENGTH), MAX_SHOWN_COLUMNS);
}

/** The form has no row for a discovered column, so the issue names the column. */
export function nameColumn(issue: Issue, body: JsonObject, parameters: ParameterValues): Issue {
	const [, index] = /^destination(?:\.c|C)olumns\.(\d+)\./.exec(issue.path) ?? [];
	if (index === undefined || !discovers(parameters)) return issue;
	const name = valueAt(body, `destination.columns.${index}.name`);
	if (typeof name !== 'string') return issue;
	const label = `Column "${shortened(name, MAX_NAME_LENGTH)}"`;
	return { ...issue, label, ...(issue.kind === 'empty' && { text: NO_TYPE }) };
}
