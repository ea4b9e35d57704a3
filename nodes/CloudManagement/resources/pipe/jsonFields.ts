import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { fromAiExpression, fromAiNotice, noticeField } from '../../../engine/parameters/properties';
import { SOURCE_KINDS } from './sources';

/** A complete, valid pipe, to be changed. */
const SKELETON = {
	name: 'Orders from Kafka',
	source: {
		kafka: {
			type: 'kafka',
			format: 'JSONEachRow',
			brokers: 'broker.example.com:9092',
			topics: 'orders',
			authentication: 'SCRAM-SHA-256',
			offset: { strategy: 'from_beginning' },
		},
	},
	destination: {
		database: 'default',
		table: 'orders',
		managedTable: true,
		tableDefinition: { engine: { type: 'MergeTree' }, sortingKey: ['order_id'] },
		columns: [
			{ name: 'order_id', type: 'UInt64' },
			{ name: 'created_at', type: 'DateTime' },
		],
	},
	fieldMappings: [
		{ sourceField: 'orderId', destinationField: 'order_id' },
		{ sourceField: 'createdAt', destinationField: 'created_at' },
	],
};

/** The choice between fields and JSON. */
export const pipeInputField: INodeProperties = {
	displayName: 'Define Pipe',
	name: 'pipeInput',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'By Fields', value: 'fields', description: 'Fill in the fields that the source needs' },
		{ name: 'By JSON', value: 'json', description: 'Enter the whole definition as a JSON object' },
	],
	default: 'fields',
	description: 'How to define the pipe',
	builderHint: {
		propertyHint:
			"Use 'json' with pipeJson. As a tool of an AI Agent, 'json' is the only way in which the model can choose source and columns.",
	},
};

/** The name of an expression for a whole pipe, and its description for a model. */
export const PIPE_FROM_AI_KEY = 'pipe_definition';
const PIPE_FROM_AI = fromAiExpression(
	PIPE_FROM_AI_KEY,
	`The new pipe as a JSON object: name; source with exactly one of ${SOURCE_KINDS.join(', ')}; destination with database, table, managedTable, for a managed table tableDefinition.engine.type such as MergeTree, and columns, each with name and type; if needed fieldMappings, scaling and settings. No credentials.`,
);

const pipeJsonField: INodeProperties = {
	displayName: 'Pipe Definition',
	name: 'pipeJson',
	type: 'json',
	typeOptions: { rows: 16 },
	required: true,
	default: JSON.stringify(SKELETON, null, 2),
	description:
		'A JSON object with name, source, destination and, if needed, fieldMappings, scaling and settings. Leave credentials out: the credential for the source fills them in.',
	builderHint: {
		propertyHint: `A JSON object: { name, source: { ${SOURCE_KINDS.join(' | ')} }, destination: { database, table, managedTable, tableDefinition: { engine: { type: 'MergeTree' }, sortingKey? }, columns: [{ name, type }] }, fieldMappings?, scaling?, settings? }. Leave credentials out and select a cloudPipeSourceApi credential. As a tool, use =${PIPE_FROM_AI}`,
	},
};

/** The pipe as JSON. */
export const jsonFields: INodeProperties[] = updateDisplayOptions(
	{ show: { pipeInput: ['json'] } },
	[
		noticeField(
			'pipeJsonNotice',
			'Passwords and keys in this JSON are stored in the workflow unencrypted. Leave them out and select a credential for the source above instead: its secrets are filled in.',
		),
		fromAiNotice(
			pipeJsonField,
			'The new pipe as a JSON object: name, source and destination, without credentials',
		),
		pipeJsonField,
	],
);
