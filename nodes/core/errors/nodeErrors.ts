import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** What went wrong with one item, as text that is fit to be shown and stored. */
export interface ErrorDetails {
	message: string;
	/** What to do next, in whole sentences. */
	description: string;
	httpCode?: string | undefined;
}

/** The words of whatever was thrown. */
export function messageOfError(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Makes n8n's error for a failed request. It holds the texts alone, nothing of request or answer. */
export function requestError(node: INode, failure: ErrorDetails, itemIndex: number): NodeApiError {
	const { message, description, httpCode = null } = failure;
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, itemIndex, ...(httpCode === null ? {} : { httpCode }) },
	);
	// n8n puts a text of its own in place of a message that happens to hold an error code.
	error.message = message;
	return error;
}

/** Makes n8n's error for input that cannot be sent, or for a run that cannot begin. */
export function inputError(
	node: INode,
	{ message, description }: ErrorDetails,
	itemIndex?: number,
): NodeOperationError {
	const position = itemIndex === undefined ? {} : { itemIndex };
	const error = new NodeOperationError(node, message, { description, ...position });
	error.message = message;
	return error;
}
