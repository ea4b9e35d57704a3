import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';

import { dashboardSchema } from '../../../nodes/CloudDashboard/resources/dashboard/definition';
import { tileSchema } from '../../../nodes/CloudDashboard/resources/dashboard/tiles';
import { DRAWN_CHARTS } from '../../../nodes/CloudDashboard/resources/dashboard/charts';
import type { Conditions, Description } from '../../../nodes/engine/body/fields';
import { prefixPaths } from '../../../nodes/engine/body/interpret';
import { destinationIssues } from '../../../nodes/CloudManagement/resources/pipe/destination';
import { newPipe, sourceOfNewPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import {
	scaling,
	pipeScalingIssues,
	settings,
} from '../../../nodes/CloudManagement/resources/pipe/pipeSettings';
import { SECRET_PATHS, SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';
import type { PipeSource } from '../../../nodes/CloudManagement/resources/pipe/sources/source';
import { issuesOfMembers } from '../../../nodes/CloudManagement/resources/pipe/sources/source';
import { mappingIssues } from '../../../nodes/CloudManagement/resources/pipe/tableMappings';
import type { JsonObject } from '../../contract/json';
import { isJsonObject, listAt, objectAt } from '../../contract/json';
import type { Issue } from '../../../nodes/engine/issue';
import { isWithin } from '../../../nodes/engine/issue';
import { enumerated } from '../../../nodes/engine/text';

/** Keyed by the file's name in docs/schemas. */
export function jsonSchemas(): Record<string, JsonObject> {
	const pipes = SOURCES.map((source) => [source.kind, newPipeSchema(source)] as const);
	return { ...Object.fromEntries(pipes), dashboard: dashboardUpdateSchema() };
}

/** Arrays stand for their elements in a path such as `source.kafka`. */
export function schemaAt(schema: JsonObject, path: string): JsonObject {
	const inner = isJsonObject(schema['items']) ? objectAt(schema, 'items') : schema;
	if (path === '') return inner;
	const [name = '', ...rest] = path.split('.');
	return schemaAt(objectAt(objectAt(inner, 'properties'), name), rest.join('.'));
}

/** Members of a source of any kind. */
const sharedMembers = sourceOfNewPipe.schema.omit(
	Object.fromEntries(SOURCES.map(({ kind }) => [kind, true])),
);

function newPipeSchema(from: PipeSource): JsonObject {
	const { kind, label, tables, description: described } = from;
	const source = z
		.object({ [kind]: withSeconds(described) })
		.merge(sharedMembers)
		.passthrough();
	const made = jsonSchemaOf(newPipe.schema.extend({ source }));
	leaveOutSecrets(made);
	requireForKind(made, from);
	noteUsuallyNeeded(made, from);
	leaveOutOfOtherKinds(made, from);
	if (tables !== undefined) leaveOutTable(made);
	const description = `The body of "Create pipe" with a source of the kind ${kind}.`;
	return { title: `New pipe from ${label}`, description, ...made };
}

/** The form parses times before the check, but JSON needs a number. */
function withSeconds({ schema, members: { timestamp } }: Description): z.ZodTypeAny {
	if (timestamp?.note === undefined) return schema;
	return schema.extend({ timestamp: z.number().int().nullish().describe(timestamp.note) });
}

/** The node leaves a chart's check to ClickStack, so only this description says what a chart contains. */
const CHART = z
	.object({
		displayType: z.string().describe(enumerated([...DRAWN_CHARTS, 'markdown'], 'or')),
		sourceId: z.string().nullish().describe('Source ID, required except for markdown'),
		select: z
			.array(
				z
					.object({
						aggFn: z.string().describe('Such as count, avg, or max'),
						valueExpression: z.string().nullish().describe('Column to aggregate, except for count'),
						where: z.string().nullish().describe('Filter in the form field:value'),
						alias: z.string().nullish(),
					})
					.passthrough(),
			)
			.nullish()
			.describe('Values to show. A number, pie, or bar takes one'),
		groupBy: z.string().nullish().describe('Columns, separated by commas'),
		markdown: z.string().nullish().describe('Text, only for markdown'),
	})
	.passthrough();

function dashboardUpdateSchema(): JsonObject {
	const tiles = z
		.array(tileSchema.extend({ config: CHART.nullish() }))
		.describe('Tiles on the dashboard');
	const made = jsonSchemaOf(dashboardSchema.extend({ tiles }));
	leaveOutUntyped(made);
	const series = objectAt(objectAt(schemaAt(made, 'tiles'), 'properties'), 'series');
	describe(series, 'Instead of config, for an API other than ClickStack');
	const description =
		'The body of "Update dashboard": it replaces the whole dashboard. New tiles without x and y are laid out by the node.';
	return { title: 'Dashboard', description, ...made };
}

/** The path contains the ID, and only ClickStack's server checks the other keys that are dropped. */
function leaveOutUntyped(schema: JsonObject): void {
	const properties = objectAt(schema, 'properties');
	for (const [name, member] of Object.entries(properties)) {
		if (!isJsonObject(member)) continue;
		if (Object.keys(member).length === 0) Reflect.deleteProperty(properties, name);
		leaveOutUntyped(objectAt(member, 'items'));
	}
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
	const made: unknown = zodToJsonSchema(schema, { $refStrategy: 'none', applyRegexFlags: true });
	const simple = simplified(made);
	if (!isJsonObject(simple)) throw new Error('A body is an object');
	return simple;
}

/** Writes "X or null" as a single type, and omits the default that unknown keys are allowed. */
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

/** The node fills in secrets from the selected credential, so schemas leave them out. */
function leaveOutSecrets(schema: JsonObject): void {
	const secretsByOwner = new Map<string, string[]>();
	for (const path of SECRET_PATHS) {
		const names = path.split('.');
		const member = names.pop() ?? '';
		const owner = names.join('.');
		secretsByOwner.set(owner, [...(secretsByOwner.get(owner) ?? []), member]);
	}
	for (const [path, members] of secretsByOwner) {
		const owner = schemaAt(schema, path);
		if (owner['properties'] === undefined) continue;
		for (const member of members) Reflect.deleteProperty(objectAt(owner, 'properties'), member);
		const leaveOut = `Leave out ${enumerated(members, 'and')}`;
		describe(owner, `${leaveOut}. The credential in the node supplies the secrets`);
	}
}

/** Adds a sentence to a description. */
function describe(owner: JsonObject, sentence: string): void {
	const before = typeof owner['description'] === 'string' ? `${owner['description']}. ` : '';
	owner['description'] = `${before}${sentence}`;
}

/** Only a kind's rules know that these keys are required, so the rules themselves report missing keys. */
function requireForKind(schema: JsonObject, pipeSource: PipeSource): void {
	const { kind } = pipeSource;
	const isNeeded = ({ path, verdict }: Issue) =>
		verdict === undefined &&
		!SECRET_PATHS.some((secret) => isWithin(`source.${kind}.${path}`, secret));
	const needed = [
		...destinationIssues({}, pipeSource),
		...prefixPaths(
			`source.${kind}`,
			[...issuesOfMembers(pipeSource, {}), ...missingTables(pipeSource)].filter(isNeeded),
		),
	];
	for (const { path } of needed) {
		const names = path.split('.').filter((name) => name !== '0');
		for (const [index, name] of names.entries()) {
			requireMember(schemaAt(schema, names.slice(0, index).join('.')), name);
		}
		if (path === 'destination.columns')
			objectAt(objectAt(schemaAt(schema, 'destination'), 'properties'), 'columns')['minItems'] = 1;
	}
}

function missingTables({ tables }: PipeSource): Issue[] {
	if (tables === undefined) return [];
	return [{}, { tableMappings: [{}] }].flatMap((members) =>
		mappingIssues(tables, 'tableMappings', members),
	);
}

/** Without these keys, a rule only warns, because the neutral contract doesn't require them. */
function noteUsuallyNeeded(schema: JsonObject, pipeSource: PipeSource): void {
	for (const { path, verdict } of missingTables(pipeSource)) {
		if (verdict !== 'hint') continue;
		const names = ['source', pipeSource.kind, ...path.split('.')];
		const keys = names.filter((name) => name !== '0');
		const name = keys.pop() ?? '';
		const owner = schemaAt(schema, keys.join('.'));
		describe(objectAt(objectAt(owner, 'properties'), name), 'Usually needed');
	}
}

function requireMember(owner: JsonObject, name: string): void {
	owner['required'] = [...new Set([...listAt(owner, 'required'), name])];
	const member = objectAt(objectAt(owner, 'properties'), name);
	if (!Array.isArray(member['type'])) return;
	member['type'] = listAt(member, 'type').find((type) => type !== 'null');
	if (member['enum'] !== undefined) {
		member['enum'] = listAt(member, 'enum').filter((value) => value !== null);
	}
}

/** A database pipe names its tables in the source, so the destination has none. */
function leaveOutTable(schema: JsonObject): void {
	Reflect.deleteProperty(objectAt(schema, 'properties'), 'fieldMappings');
	const destination = objectAt(schemaAt(schema, 'destination'), 'properties');
	for (const name of ['table', 'managedTable', 'tableDefinition', 'columns']) {
		Reflect.deleteProperty(destination, name);
	}
}

function leaveOutOfOtherKinds(schema: JsonObject, source: PipeSource): void {
	const all = Object.fromEntries(Object.keys(scaling.members).map((name) => [name, 1]));
	const ofScaling = objectAt(schemaAt(schema, 'scaling'), 'properties');
	for (const { path } of pipeScalingIssues(all, source)) Reflect.deleteProperty(ofScaling, path);
	const ofSettings = objectAt(schemaAt(schema, 'settings'), 'properties');
	for (const [name, { shown }] of Object.entries(settings.members)) {
		if (!isFor(source.kind, shown)) Reflect.deleteProperty(ofSettings, name);
	}
	if (Object.keys(ofSettings).length > 0) return;
	Reflect.deleteProperty(objectAt(schema, 'properties'), 'settings');
}

function isFor(kind: string, shown: Conditions = {}): boolean {
	const kinds = shown['/sourceKind'] ?? [];
	return !('not' in kinds) && kinds.includes(kind);
}
