import type { INode, INodeExecutionData, IExecuteFunctions, IDataObject } from 'n8n-workflow';
import type { JsonObject } from './json';
import { dataObject } from './json';
import { withoutHtml } from './text';

/** True for an earlier attempt's stored output, which must consist of plain JSON objects. */
export function jsonItems(elements: JsonObject[], itemIndex: number): INodeExecutionData[] {
	return elements.map((element) => pairedItem(dataObject(element), itemIndex));
}

/** Shows a hint in the output pane, if this n8n version supports hints. */
export function addHint(context: IExecuteFunctions, text: string): void {
	if ('addExecutionHints' in context)
		context.addExecutionHints({ message: withoutHtml(text), location: 'outputPane' });
}

/** Some n8n versions treat a node whose output starts with an item like this as failed, and run the node again. */
export function looksLikeError(firstItem: INodeExecutionData | undefined): boolean {
	// n8n 1.x accepts any value here; later versions ignore null and false.
	return firstItem?.json['error'] !== undefined;
}

export function pairedItem(json: IDataObject, itemIndex: number): INodeExecutionData {
	return { json, pairedItem: { item: itemIndex } };
}

/** n8n gives a node that AI agents call a type ending in Tool. */
export function isUsedAsTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}
