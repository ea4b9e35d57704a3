import type { INodeProperties } from 'n8n-workflow';

/** Returns the expression by which the model of an AI agent gives the value of a JSON field. */
export function fromAiExpression(key: string, description: string): string {
	return `{{ $fromAI('${key}', '${description}', 'json') }}`;
}

/** Returns a notice, shown in a tool alone, that gives the expression to copy. n8n has no button for it on JSON fields that hold a default. */
export function fromAiNotice(name: string, label: string, expression: string): INodeProperties {
	return {
		displayName: `To let the AI Agent give the ${label}, switch the field to Expression and enter: <code>${expression}</code>`,
		name,
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true] } },
	};
}
