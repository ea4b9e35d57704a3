import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

/** A pipe that is valid as it stands, to be changed. */
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
		tableDefinition: { sortingKey: ['order_id'] },
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
};

export const pipeJsonField: INodeProperties = {
	displayName: 'Pipe Definition',
	name: 'pipeJson',
	type: 'json',
	typeOptions: { rows: 16 },
	required: true,
	default: JSON.stringify(SKELETON, null, 2),
	description:
		'A JSON object with name, source, destination and, if needed, fieldMappings, scaling and settings',
};

/** The pipe as JSON. */
export const jsonFields: INodeProperties[] = updateDisplayOptions(
	{ show: { pipeInput: ['json'] } },
	[
		{
			displayName:
				'Passwords and keys in this JSON are stored in the workflow unencrypted. Leave them out and select a credential for the source above instead: its secrets are filled in.',
			name: 'pipeJsonNotice',
			type: 'notice',
			default: '',
		},
		pipeJsonField,
	],
);
