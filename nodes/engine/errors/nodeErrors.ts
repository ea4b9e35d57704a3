import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ErrorDetails, ErrorOutcome, ErrorReason, ErrorText } from '../operation';
import { NEXT_ACTIONS } from '../operation';
import { withoutHtml } from '../text';

export function errorDetails(
	reason: ErrorReason,
	outcome: ErrorOutcome,
	message: string,
	description: string,
	attempts = 0,
): ErrorDetails {
	return { message, description, outcome, reason, attempts };
}

/** Returns the details of input that was not sent because it is invalid. */
export function invalidInput({ message, description }: ErrorText): ErrorDetails {
	return errorDetails('invalidInput', 'notSent', message, description);
}

/** Returns an error as data, as error items and thrown errors carry it. */
export function errorData(details: ErrorDetails): IDataObject {
	const { message, outcome, reason, httpCode, requestId, attempts, target } = details;
	return {
		message,
		outcome,
		reason,
		nextAction: NEXT_ACTIONS[reason],
		...(target === undefined ? {} : { target }),
		...(httpCode === undefined ? {} : { httpCode }),
		...(requestId === undefined ? {} : { requestId }),
		attempts,
	};
}

export function messageOfError(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns the class of whatever was thrown, for a report. */
export function nameOfError(thrown: unknown): string {
	return thrown instanceof Error ? thrown.name : typeof thrown;
}

/** Builds n8n's error for a failed request. It contains only the details, nothing of request or response. */
export function requestError(node: INode, details: ErrorDetails, itemIndex: number): NodeApiError {
	const { httpCode } = details;
	const { message, description } = shownText(node, details);
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, itemIndex, ...(httpCode === undefined ? {} : { httpCode }) },
	);
	// n8n replaces a message that happens to contain an error code with its own text.
	error.message = message;
	error.context.details = errorData(details);
	return error;
}

/** Makes n8n's error for input that cannot be sent. */
export function inputError(node: INode, text: ErrorText, itemIndex?: number): NodeOperationError {
	return operationError(node, invalidInput(text), itemIndex);
}

/** Builds n8n's error for an execution that can't start or continue. */
export function operationError(
	node: INode,
	details: ErrorDetails,
	itemIndex?: number,
): NodeOperationError {
	const { message, description } = shownText(node, details);
	const position = itemIndex === undefined ? {} : { itemIndex };
	const error = new NodeOperationError(node, message, { description, ...position });
	error.message = message;
	error.context.details = errorData(details);
	return error;
}

/** In n8n, a node called by an AI agent has a type of its own, whose name ends in Tool. */
export function isUsedAsTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/**
 * Returns an error's texts for n8n: the canvas shows both as HTML. Of a tool's error, n8n passes only the message to
 * the model, so the message also explains what to do next.
 */
function shownText(node: INode, { message, description }: ErrorText): ErrorText {
	const all = isUsedAsTool(node) ? `${message}\n${description}` : message;
	return { message: withoutHtml(all), description: withoutHtml(description) };
}
