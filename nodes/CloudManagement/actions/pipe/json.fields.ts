import type { INodeProperties } from 'n8n-workflow';

/** The choice between fields and JSON, and the JSON itself. */
export const jsonFields: INodeProperties[] = [
	{
		displayName: 'Define Pipe',
		name: 'pipeInput',
		type: 'options',
		options: [
			{
				name: 'By Fields',
				value: 'fields',
				description: 'Fill in a form that shows what the source needs',
			},
			{
				name: 'By JSON',
				value: 'json',
				description: 'Give the whole definition as a JSON object',
			},
		],
		default: 'fields',
		description: 'How to say what the pipe is like',
	},
	{
		displayName:
			'Passwords and keys in this JSON are stored in the workflow in clear. Leave them out and select a Cloud Pipe Source API credential above: it fills them in.',
		name: 'pipeJsonNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { pipeInput: ['json'] } },
	},
	{
		displayName: 'JSON',
		name: 'pipeJson',
		type: 'json',
		typeOptions: { rows: 12 },
		required: true,
		default: '',
		placeholder: 'e.g. { "name": "Orders", "source": { "kafka": { … } }, "destination": { … } }',
		description:
			'The definition of the pipe with name, source, destination, fieldMappings, scaling and settings. Members that this node does not know are sent as they are.',
		displayOptions: { show: { pipeInput: ['json'] } },
	},
];
