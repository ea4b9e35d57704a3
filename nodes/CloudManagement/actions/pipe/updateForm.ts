import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { z } from 'zod';

import { description, text } from '../../../core/description/fields';
import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { unresolvedSelectors } from '../../../core/parameters/properties';
import { emptyToUndefined, optionalObject } from '../../../core/parameters/values';
import { updateFields } from '../shared/updateFields';
import { columnBody, columnsFields, columnsOf, columnsSchema, fieldMappingsBody } from './columns';
import { fieldMappingsSchema } from './destination';
import type { ParsedList } from './parseList';
import {
	SOURCE_KINDS,
	sourceCredentialField,
	sourceKindField,
	SOURCES,
	TABLE_KINDS,
} from './sources';
import { sourceCredentialNotice } from './sources/authentication';

/** The changes of table mappings. */
export const MAPPING_LISTS = ['tableMappingsToAdd', 'tableMappingsToRemove'] as const;
/** Schema or database, table and target table: what identifies a mapping. */
const NAMES_OF_MAPPING = 3;

/** A source whose pipe has nothing to change but its name is left out. Second reference, "Pipes". */
const CHANGEABLE_KINDS = SOURCE_KINDS.filter((kind) => kind !== 'bigquery');
const MAPPED = SOURCES.flatMap(({ kind, tables }) =>
	tables === undefined || !CHANGEABLE_KINDS.includes(kind) ? [] : [{ kind, ...tables }],
);

const mappedSchemas = MAPPED.map(({ kind, field }) => {
	const lists = MAPPING_LISTS.map((name) => [name, field.schema.nullish()]);
	return [kind, z.object(Object.fromEntries(lists)).passthrough().nullish()];
});

/** The body of "Update pipe": what the form checks of it. Second reference, "Pipes". */
export const pipeUpdate = description('', {
	name: text('Name', {
		placeholder: 'e.g. Orders',
		description: 'The new name of the pipe',
		schema: z
			.string()
			.trim()
			.min(1)
			.refine(({ length }) => length <= 255, 'is longer than 255 characters. Shorten it.'),
	}),
	source: { schema: z.object(Object.fromEntries(mappedSchemas)).passthrough() },
	destination: { schema: z.object({ columns: columnsSchema.nullish() }).passthrough() },
	fieldMappings: { schema: fieldMappingsSchema },
});

/** The name, and by JSON everything else. */
export const nameFields = updateFields(pipeUpdate, '{ "source": { "postgres": { "host": "…" } } }');

const columns = columnsFields.map(({ required, ...field }) =>
	field.name === 'destinationColumns'
		? {
				...field,
				default: {},
				description:
					"All columns of the pipe, replacing its current ones. The table itself doesn't change.",
			}
		: { ...field, ...(required && { required }) },
);

const mappings: INodeProperties[] = MAPPED.flatMap(({ kind, row }) =>
	updateDisplayOptions({ show: { sourceKind: [kind] } }, [
		mappingList('Table Mappings to Add', MAPPING_LISTS[0], row),
		mappingList('Table Mappings to Remove', MAPPING_LISTS[1], row.slice(0, NAMES_OF_MAPPING)),
	]),
);

function mappingList(
	displayName: string,
	name: string,
	values: INodeProperties[],
): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Table Mapping',
		default: {},
		description: 'The pipe must be paused; afterwards, the API resumes it',
		options: [{ displayName: 'Table Mapping', name: 'values', values }],
	};
}

const sendSourceSecrets: INodeProperties = {
	displayName: 'Send Source Secrets',
	name: 'sendSourceSecrets',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to send the secrets in the credential for the source. The API tests a new connection, which fails without them.',
};

/** What can be changed besides the name, by the source of the pipe. */
export const sourceChanges: INodeProperties[] = [
	{
		...sourceKindField,
		description: "The pipe's source. The fields below depend on it.",
	},
	...updateDisplayOptions({ show: { sourceKind: [...TABLE_KINDS] } }, columns),
	...mappings,
	...updateDisplayOptions({ show: { sourceKind: CHANGEABLE_KINDS } }, [
		sendSourceSecrets,
		...updateDisplayOptions({ show: { sendSourceSecrets: [true] } }, [
			sourceCredentialNotice,
			sourceCredentialField({}),
		]),
	]),
];

/** Returns an issue for each selector that contains an expression. */
export const selectorIssues = unresolvedSelectors(sourceChanges, 'Choose a value.');

/** What the fields besides the name define. */
export interface FormChanges {
	body: JsonObject;
	issues: ValidationIssue[];
}

/** Returns what the fields besides the name change. */
export function formChanges(parameters: Parameters, timezone: string): FormChanges {
	const { sourceKind } = parameters;
	const chosen = MAPPED.find(({ kind }) => kind === sourceKind);
	const isTable = TABLE_KINDS.some((kind) => kind === sourceKind);
	const { rows, issues } = isTable ? changedColumns(parameters) : { rows: [], issues: [] };
	const columnsBody = emptyToUndefined(rows.map((row) => columnBody(row, timezone)));
	const changes = withoutUndefined({
		destination: optionalObject({ columns: columnsBody }),
		fieldMappings: fieldMappingsBody(rows),
	});
	if (chosen === undefined) return { body: changes, issues };
	const { kind, bodyOf } = chosen;
	const lists = MAPPING_LISTS.map((name) => {
		const { rows: mapped, issues: found } = bodyOf(
			{ [`${kind}TableMappings`]: parameters[name] },
			timezone,
		);
		const from = `source.${kind}.tableMappings`;
		const renamed = found.map((one) => ({ ...one, path: one.path.replace(from, name) }));
		return { name, mapped, issues: renamed };
	});
	const ofLists = Object.fromEntries(
		lists.map(({ name, mapped }) => [name, emptyToUndefined(mapped)]),
	);
	const source = optionalObject({ [kind]: optionalObject(ofLists) });
	return {
		body: withoutUndefined({ ...changes, source }),
		issues: lists.flatMap((list) => list.issues),
	};
}

/** Another way than rows is chosen on purpose, so it must contain columns. */
function changedColumns(parameters: Parameters): ParsedList {
	const { rows, issues } = columnsOf(parameters);
	if (parameters.columnsInput !== 'list' || rows.length > 0 || issues.length > 0) {
		return { rows, issues };
	}
	return { rows, issues: [{ path: 'columnsList', code: 'empty' }] };
}
