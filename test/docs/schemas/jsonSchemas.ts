import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';

import { dashboardSchema } from '../../../nodes/CloudDashboard/api/dashboard';
import { destinationIssues } from '../../../nodes/CloudManagement/api/pipe/destination';
import { kafkaSchema } from '../../../nodes/CloudManagement/api/pipe/kafka';
import { kinesisSchema } from '../../../nodes/CloudManagement/api/pipe/kinesis';
import { objectStorageSchema } from '../../../nodes/CloudManagement/api/pipe/objectStorage';
import { pipeSchema } from '../../../nodes/CloudManagement/api/pipe/pipe';
import { postgresSchema } from '../../../nodes/CloudManagement/api/pipe/postgres';
import { scalingIssues, scalingSchema } from '../../../nodes/CloudManagement/api/pipe/scaling';
import { SECRET_PATHS } from '../../../nodes/CloudManagement/api/pipe/secrets';
import { PIPE_SETTINGS } from '../../../nodes/CloudManagement/api/pipe/settings';
import type { SourceKind } from '../../../nodes/CloudManagement/api/pipe/source';
import { SOURCE_KINDS } from '../../../nodes/CloudManagement/api/pipe/source';
import type { JsonObject } from '../../contract/json';
import { isJsonObject, listAt, objectAt } from '../../contract/json';

const SOURCES = {
	kafka: { title: 'Kafka', schema: kafkaSchema },
	kinesis: {
		title: 'Kinesis',
		schema: kinesisSchema.extend({
			// The form's times are read before they are checked; in JSON this is a number.
			timestamp: z
				.number()
				.int()
				.nullish()
				.describe(kinesisSchema.shape.timestamp.description ?? ''),
		}),
	},
	objectStorage: { title: 'object storage', schema: objectStorageSchema },
	postgres: { title: 'Postgres', schema: postgresSchema },
};

/** The JSON Schemas of docs/schemas, by file name. */
export function jsonSchemas(): Record<string, JsonObject> {
	const pipes = SOURCE_KINDS.map((kind) => [kind, newPipeSchema(kind)] as const);
	return { ...Object.fromEntries(pipes), dashboard: dashboardUpdateSchema() };
}

/** Returns the schema of the object at a path such as `source.kafka`; arrays are followed into their elements. */
export function schemaAt(schema: JsonObject, path: string): JsonObject {
	const inner = isJsonObject(schema['items']) ? objectAt(schema, 'items') : schema;
	if (path === '') return inner;
	const [name = '', ...rest] = path.split('.');
	return schemaAt(objectAt(objectAt(inner, 'properties'), name), rest.join('.'));
}

function newPipeSchema(kind: SourceKind): JsonObject {
	const { title, schema } = SOURCES[kind];
	const { validateSamples } = pipeSchema.shape.source.shape;
	const source = z.object({ [kind]: schema, validateSamples }).passthrough();
	const made = jsonSchemaOf(pipeSchema.extend({ source }));
	leaveOutSecrets(made);
	requireForKind(made, kind);
	leaveOutOfOtherKinds(made, kind);
	if (kind === 'postgres') leaveOutTable(made);
	const description = `The body of "Create pipe" with a source of the kind ${kind}.`;
	return { title: `New pipe from ${title}`, description, ...made };
}

function dashboardUpdateSchema(): JsonObject {
	const made = jsonSchemaOf(dashboardSchema.omit({ id: true }));
	const description =
		'The body of "Update dashboard": it replaces the whole dashboard. New tiles without x and y are laid out by the node.';
	return { title: 'Dashboard', description, ...made };
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
	const made: unknown = zodToJsonSchema(schema, { $refStrategy: 'none', applyRegexFlags: true });
	const simple = simplified(made);
	if (!isJsonObject(simple)) throw new Error('A body is an object');
	return simple;
}

/** Writes "X or null" as one type, and leaves out that unknown members are allowed, which is the default. */
function simplified(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(simplified);
	if (!isJsonObject(value)) return value;
	const { anyOf, additionalProperties, ...rest } = Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, simplified(member)]),
	);
	const others = additionalProperties === true ? {} : { additionalProperties };
	const kept = additionalProperties === undefined ? rest : { ...rest, ...others };
	if (anyOf === undefined) return kept;
	const [base, none] = listAt(value, 'anyOf').map(simplified);
	if (!isJsonObject(base) || !isJsonObject(none) || none['type'] !== 'null') {
		throw new Error(`Only "or null" is expected: ${JSON.stringify(anyOf)}`);
	}
	const listed = base['enum'] === undefined ? {} : { enum: [...listAt(base, 'enum'), null] };
	return { ...base, ...listed, type: [base['type'], 'null'], ...kept };
}

/** A model gives no secrets: the node fills them in from the selected credential. */
function leaveOutSecrets(schema: JsonObject): void {
	for (const path of SECRET_PATHS) {
		const names = path.split('.');
		const member = names.pop() ?? '';
		const owner = schemaAt(schema, names.join('.'));
		if (owner['properties'] === undefined) continue;
		Reflect.deleteProperty(objectAt(owner, 'properties'), member);
		const before = typeof owner['description'] === 'string' ? `${owner['description']}. ` : '';
		owner['description'] =
			`${before}Leave out ${member}: the credential selected in the node fills it in`;
	}
}

/** What only some kinds of source need is required here: the rule itself says what is missing. */
function requireForKind(schema: JsonObject, kind: SourceKind): void {
	const needed = destinationIssues({}, kind).map(({ path }) => path.replace('destination.', ''));
	const destination = schemaAt(schema, 'destination');
	destination['required'] = [...listAt(destination, 'required'), ...needed];
	for (const name of needed) {
		const member = objectAt(objectAt(destination, 'properties'), name);
		member['type'] = [member['type']].flat().filter((type) => type !== 'null')[0];
		if (member['type'] === 'array') member['minItems'] = 1;
	}
}

/** Leaves out the table: a Postgres pipe names its tables in the source. */
function leaveOutTable(schema: JsonObject): void {
	Reflect.deleteProperty(objectAt(schema, 'properties'), 'fieldMappings');
	const destination = objectAt(schemaAt(schema, 'destination'), 'properties');
	for (const name of ['table', 'managedTable', 'tableDefinition', 'columns']) {
		Reflect.deleteProperty(destination, name);
	}
}

/** Leaves out the scaling and the settings of other kinds. */
function leaveOutOfOtherKinds(schema: JsonObject, kind: SourceKind): void {
	const all = Object.fromEntries(Object.keys(scalingSchema.shape).map((name) => [name, 1]));
	const scaling = objectAt(schemaAt(schema, 'scaling'), 'properties');
	for (const { path } of scalingIssues(all, kind)) Reflect.deleteProperty(scaling, path);
	const settings = objectAt(schemaAt(schema, 'settings'), 'properties');
	for (const [name, { kinds }] of Object.entries(PIPE_SETTINGS)) {
		if (!kinds.includes(kind)) Reflect.deleteProperty(settings, name);
	}
	if (Object.keys(settings).length > 0) return;
	Reflect.deleteProperty(objectAt(schema, 'properties'), 'settings');
}
