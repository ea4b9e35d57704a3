import type { INode, INodeExecutionData, IExecuteFunctions, IDataObject } from 'n8n-workflow';
import type { JsonObject } from './json';
import { dataObject } from './json';
import { withoutHtml } from './text';

/** Turns JSON objects, such as the stored output of an earlier attempt, into the items of one input item. */
export function jsonItems(elements: JsonObject[], itemIndex: number): INodeExecutionData[] {
	return elements.map((element) => pairedItem(dataObject(element), itemIndex));
}

/** Shows a hint with the node's output, if this n8n supports hints. */
export function addHint(context: IExecuteFunctions, text: string): void {
	if ('addExecutionHints' in context)
		context.addExecutionHints({ message: withoutHtml(text), location: 'outputPane' });
}

/** True if any n8n treats an output that starts with this item as a failure, and runs the node again. */
export function looksLikeError(first: INodeExecutionData | undefined): boolean {
	// n8n 1.x checks for any value; later versions ignore null and false.
	return first?.json['error'] !== undefined;
}

export function pairedItem(json: IDataObject, itemIndex: number): INodeExecutionData {
	return { json, pairedItem: { item: itemIndex } };
}
/** In n8n, a node called by an AI agent has its own type, whose name ends in Tool. */
export function isUsedAsTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
