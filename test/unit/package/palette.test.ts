import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers, nodeNameToToolName } from 'n8n-workflow';
import { z } from 'zod';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { innerFields } from '../../../nodes/engine/parameters/properties';

const NODES = join(__dirname, '../../../nodes');
const codex = z.object({ alias: z.array(z.string()) });

/** n8n's node search compares display names and each alias separately with these words. */
const SEARCHED: Readonly<Record<string, string[]>> = {
	CloudManagement: [
		'clickhouse cloud',
		'clickhouse pipe',
		'clickhouse service',
		'clickhouse backup',
		'click house',
		'clickpipes',
		'kafka to clickhouse',
		'kafka pipe',
		'stop pipe',
		'data pipeline',
		'ingestion',
		'elt',
		'private endpoint',
		'new activity',
		'data warehouse',
		'postgres cdc',
		'mongodb',
		'mysql',
		'bigquery',
		'restart pipe',
		'resume pipe',
		'wake service',
		'create service',
		'billing',
		'invite user',
		'invite member',
		'private link',
		'rotate key',
		'rotate api key',
		'reset password',
		'snapshot',
	],
	CloudManagementTrigger: [
		'clickhouse cloud',
		'clickhouse pipe',
		'pipe failed',
		'when pipe fails',
		'service state',
		'backup failed',
		'endpoint failed',
	],
	CloudDashboard: [
		'clickhouse cloud',
		'clickstack dashboard',
		'clickstack alert',
		'clickhouse alert',
		'managed clickstack',
		'hyperdx',
		'hyperdx dashboard',
		'clickhouse observability',
		'create dashboard',
		'saved search',
		'search logs',
		'query chart',
	],
	CloudAlertTrigger: [
		'clickstack alert',
		'clickstack webhook',
		'hyperdx alert',
		'webhook',
		'alert fires',
		'click house',
	],
	CloudDashboardTrigger: ['clickstack alert', 'hyperdx alert', 'alert state'],
};

function aliasesOf(node: string): string[] {
	const file = readFileSync(join(NODES, node, `${node}.node.json`), 'utf8');
	return codex.parse(JSON.parse(file)).alias;
}

/** People type these words into a selector to find the value. n8n compares only options' names. */
const TYPED: ReadonlyArray<
	readonly [
		node: typeof CloudManagement | typeof CloudDashboard,
		field: string,
		found: Record<string, string>,
	]
> = [
	[
		CloudManagement,
		'resource',
		{
			clickpipe: 'pipe',
			user: 'member',
			'audit log': 'activity',
			permission: 'role',
			limit: 'quota',
			sql: 'queryEndpoint savedQuery',
		},
	],
	[
		CloudManagement,
		'sourceKind',
		{
			s3: 'objectStorage',
			gcs: 'objectStorage',
			'azure blob': 'objectStorage',
			r2: 'objectStorage',
			redpanda: 'kafka',
			confluent: 'kafka',
			msk: 'kafka',
			supabase: 'postgres',
			neon: 'postgres',
			postgresql: 'postgres',
			mariadb: 'mysql',
			atlas: 'mongodb',
			bigquery: 'bigquery',
			amazon: 'kinesis',
		},
	],
	[CloudDashboard, 'resource', { user: 'teamMember', log: 'event', permission: 'role' }],
];

it.each(
	TYPED.flatMap(([node, field, found]) =>
		Object.entries(found).map(([typed, values]) => ({ node, field, typed, values })),
	),
)(
	'$node.name lists $values if someone types "$typed" in $field',
	({ node: Node, field, typed, values }) => {
		const selectors = new Node().description.properties.filter(({ name }) => name === field);
		const found = selectors
			.flatMap(({ options = [] }) => options)
			.filter(({ name }) => name.toLowerCase().includes(typed))
			.map((option) => ('value' in option ? option.value : ''));
		expect([...new Set(found)]).toEqual(values.split(' '));
	},
);

/** Every service uses these words, so they don't help a search. */
const USUAL = ['alert', 'event', 'monitor', 'poll', 'state', 'watch'];

it.each(['CloudManagement', 'CloudDashboard'])(
	"n8n's node search finds %s by its trigger's words",
	(node) => {
		const words = aliasesOf(`${node}Trigger`).filter((word) => !USUAL.includes(word));
		expect(aliasesOf(node)).toEqual(expect.arrayContaining(words));
	},
);

/** A model reads an operation's action, or its description if it's set manually. */
function toolTextsOf({ properties }: INodeTypeDescription) {
	const selectors = properties.filter(({ name }) => name === 'operation');
	return selectors.flatMap(({ options = [] }) =>
		options.flatMap((option) =>
			'action' in option && 'description' in option
				? [{ action: option.action, description: option.description }]
				: [],
		),
	);
}

it.each([new CloudManagement(), new CloudDashboard()])(
	"n8n's node search finds $description.name by each of its actions",
	(node) => {
		const { description, constructor } = node;
		const actions = toolTextsOf(description).map(({ action }) => action.toLowerCase());
		const aliases = aliasesOf(constructor.name).map((alias) => alias.toLowerCase());
		const isFound = (action: string) => aliases.some((alias) => alias.includes(action));
		expect(actions.length).toBeGreaterThan(20);
		expect(actions.filter((action) => !isFound(action))).toEqual([]);
	},
);

/** An operation with the same effect takes these deletes back. */
const RESTORABLE = ['Delete scaling schedule', 'Delete upgrade window'];

it.each([new CloudManagement(), new CloudDashboard()])(
	'$description.name tells a model which deletes are permanent',
	({ description }) => {
		const texts = toolTextsOf(description);
		const removals = texts.filter(({ action }) => /^(Delete|Remove) /.test(action));
		const isFinal = ({ action }: { action: string }) => action.endsWith(' permanently');
		expect(removals.length).toBeGreaterThan(5);
		const others = removals.filter((text) => !isFinal(text)).map(({ action }) => action);
		expect(others.filter((action) => !RESTORABLE.includes(action))).toEqual([]);
		const final = texts.filter(isFinal);
		expect(final.filter((text) => !removals.includes(text))).toEqual([]);
		const unclear = final.filter((text) => !/ permanently\b/.test(text.description));
		expect(unclear).toEqual([]);
	},
);

/** Names that n8n gives tool nodes, by its own rule. */
function defaultToolNodeNames(description: INodeTypeDescription): string[] {
	const tool = { ...description, outputs: [NodeConnectionTypes.AiTool] };
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(displayOptions?.show?.['resource'] ?? []).flatMap((value) =>
				options.map((option) => {
					const resource = typeof value === 'string' ? value : undefined;
					const operation = 'value' in option ? option.value : undefined;
					return NodeHelpers.makeNodeName({ resource, operation }, tool);
				}),
			),
		);
}

it.each([new CloudManagement(), new CloudDashboard()])(
	"$description.name's default tool names keep to the models' limit, even for a second node",
	({ description }) => {
		const names = defaultToolNodeNames(description);
		expect(names.length).toBeGreaterThan(40);
		// n8n appends a number to a second node's name, and cuts off what exceeds the limit.
		const secondNames = names.map((name) => `${name}1`);
		expect(secondNames.filter((name) => !nodeNameToToolName(name).endsWith('1'))).toEqual([]);
		expect(new Set(names).size).toBe(names.length);
	},
);

it.each([new CloudManagement(), new CloudDashboard()])(
	'the default text for a tool of $description.name says what it takes',
	({ description: { usableAsTool } }) => {
		const { replacements } = z
			.object({ replacements: z.object({ description: z.string() }) })
			.parse(usableAsTool);
		expect(replacements.description).toContain('Takes a name or an ID that Get Many lists.');
	},
);

it.each(Object.entries(SEARCHED))("n8n's node search finds %s by each of %j", (node, phrases) => {
	const alias = aliasesOf(node);
	const found = (phrase: string) => alias.some((one) => one.toLowerCase().includes(phrase));
	expect(phrases.filter((phrase) => !found(phrase))).toEqual([]);
});

/** n8n's list of a field's options cuts a description after two lines. */
const LONGEST_CHOICE = 120;

it.each([new CloudDashboard(), new CloudManagement()])(
	'$description.displayName describes each choice in two lines',
	({ description: { properties } }) => {
		const inside = (field: INodeProperties): INodeProperties[] => [
			field,
			...innerFields(field).flatMap(inside),
		];
		const texts = properties
			.flatMap(inside)
			// A model also reads the descriptions of operations and resources.
			.filter(({ name, type }) => type === 'options' && !['operation', 'resource'].includes(name))
			.flatMap(({ options = [] }) => options)
			.flatMap((option) => ('description' in option ? (option.description ?? []) : []))
			// An error names each of these keys.
			.filter((text) => !/^Requires .* in Additional Fields \(JSON\)$/.test(text));
		expect(texts.length).toBeGreaterThan(10);
		expect(texts.filter(({ length }) => length > LONGEST_CHOICE)).toEqual([]);
	},
);
