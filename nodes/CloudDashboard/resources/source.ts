import { z } from 'zod';
import {
	choice,
	fieldWithProperties,
	describeFields,
	flag,
	object,
	text,
} from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { neededText } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { ownValue, valueAt } from '../../engine/json';
import { asObject, emptyToUndefined, isText } from '../../engine/parameters/values';
import type { Phrase } from '../../engine/phrase';
import { asWritten, phrase } from '../../engine/phrase';
import { resource } from '../../engine/resource';
import { leavesOut, otherFields } from '../../engine/summary/sentences';
import { enumerated, wordsOf } from '../../engine/text';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { qualifiedNameIssues } from '../../features/record/qualifiedName';
import { get, getMany } from '../../features/record/record';
import type { Replacement } from '../../features/record/replacement';
import { connectionRecord, objectId, sourceRecord, STORED } from '../../clickStack/records';

const KINDS = {
	log: 'Log',
	metric: 'Metric',
	promql: 'PromQL',
	session: 'Session',
	trace: 'Trace',
};

/** Each kind requires these fields besides the shared fields. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
	log: wordsOf('from.tableName defaultTableSelectExpression'),
	metric: wordsOf('metricTables resourceAttributesExpression'),
	promql: ['from.tableName'],
	session: wordsOf('from.tableName traceSourceId'),
	trace:
		wordsOf(`from.tableName defaultTableSelectExpression durationExpression traceIdExpression spanIdExpression
		parentSpanIdExpression spanNameExpression spanKindExpression`),
};

const IN_FORM = wordsOf('from.tableName defaultTableSelectExpression');

/** Notes on the keys that a kind of source requires besides the form's fields. */
const KIND_NOTES = Object.fromEntries(
	Object.entries(REQUIRED).map(([kind, keys]) => {
		const otherKeys = enumerated(
			keys.filter((key) => !IN_FORM.includes(key)),
			'and',
		);
		return [kind, otherKeys && `Requires ${otherKeys} in Additional Fields (JSON)`];
	}),
);

/** Metrics have their own tables, so they don't show the shared table. */
function sourceDescription(isNew: boolean) {
	const unlessMetric = { shown: { kind: { not: ['metric'] } }, marked: true };
	return describeFields(
		'',
		{
			name: text('Name', { required: true, placeholder: 'e.g. Logs' }),
			kind: choice('Kind', KINDS, {
				selects: true,
				required: true,
				default: 'log',
				descriptions: KIND_NOTES,
				description: 'Kind of data in the source',
			}),
			connection: fieldWithProperties(objectId, [connectionRecord.id.field], {
				parameter: connectionRecord.id.field.name,
				required: true,
				toBody: emptyToUndefined,
			}),
			from: object(
				{
					databaseName: text('Database', { required: true, placeholder: 'e.g. default' }),
					tableName: text('Table', {
						...(isNew && unlessMetric),
						placeholder: 'e.g. otel_logs',
						toBody: (value) => value ?? (isNew ? '' : undefined),
					}),
				},
				{ required: true },
			),
			timestampValueExpression: text('Timestamp Expression', {
				required: true,
				placeholder: 'e.g. Timestamp',
				description: 'Column or expression that holds the time',
			}),
			defaultTableSelectExpression: text('Default Columns', {
				...(isNew && { when: { kind: ['log', 'trace'] }, marked: true }),
				placeholder: 'e.g. Timestamp, Body',
				description: 'Columns that a search shows by default',
			}),
			section: text('Section', {
				schema: z.string().trim().max(256),
				description: "Heading in ClickStack's source list",
			}),
			disabled: flag('Disabled', { description: 'Whether the source is hidden' }),
		},
		{
			mainFields: wordsOf(
				'name kind connection from timestampValueExpression defaultTableSelectExpression',
			),
		},
	);
}

/** Keys without a field can only come from JSON. */
function* kindIssues(body: JsonObject): Iterable<Issue> {
	const because = `for the kind ${String(body.kind)}`;
	for (const path of ownValue(REQUIRED, String(body.kind)) ?? []) {
		if (emptyToUndefined(valueAt(body, path)) === undefined)
			yield { path, text: neededText(because) };
	}
}

function qualifiedTable({ from }: JsonObject): Issue[] {
	const { databaseName, tableName } = asObject(from);
	const database = { word: 'database', field: 'Database', value: databaseName };
	return qualifiedNameIssues(tableName, 'from.tableName', database);
}

const bodyRules = {
	example: '{ "bodyExpression": "Body" }',
	moreKeys: true as const,
	rules: [kindIssues, qualifiedTable],
};

/** For example, "default.otel_logs", or only the database for metrics, which have several tables. */
function sourceTable(from: unknown): Phrase {
	const { databaseName, tableName, ...otherMembers } = asObject(from);
	const table = asWritten([databaseName, tableName].filter(isText).join('.'));
	return [table, leavesOut(otherMembers)];
}

const SOURCE_REPLACEMENT: Replacement = {
	...STORED,
	storedSchema: z.object({ from: z.object({}) }),
};

export const source = resource(
	'Source',
	'A table or set of metrics that ClickStack charts and searches',
	{
		create: create(sourceRecord, {
			description: 'Create a source for a table or for metrics',
			fields: wholeBodyFields(sourceDescription(true), bodyRules),
			offersAllowUnusual: true,
			summaryEnd: ({ from, ...otherMembers }) =>
				phrase` of ${sourceTable(from)}${otherFields(otherMembers)}`,
		}),
		delete: remove(sourceRecord, {
			breaks: 'dashboards, alerts, and saved searches that use it stop working',
			description: "Delete a source permanently, even if it's in use",
		}),
		get: get(sourceRecord, { description: 'Get a source' }),
		getAll: getMany(sourceRecord, { description: "Get the team's sources" }),
		update: update(sourceRecord, {
			description: 'Change a source',
			fields: changedFields(sourceDescription(false), {
				...bodyRules,
				replacement: SOURCE_REPLACEMENT,
			}),
			offersAllowUnusual: true,
		}),
	},
);

/** Managed ClickStack's API has no connections. */
export const connection = resource(
	'Connection',
	'A ClickHouse server that sources and SQL charts read, in your own ClickStack',
	{
		get: get(connectionRecord, { description: 'Get a connection, without its password' }),
		getAll: getMany(connectionRecord, {
			description: "Get the team's connections, without their passwords",
		}),
	},
);
