import type { INode } from 'n8n-workflow';

/** Returns whether an AI agent calls the node: n8n gives it a type of its own for that, whose name ends in Tool. */
export function isUsedAsTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
