import type { INodeProperties } from 'n8n-workflow';

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Orders from Kafka',
	description: 'What to call the pipe',
};
