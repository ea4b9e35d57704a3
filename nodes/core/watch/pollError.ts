import type { INode, INodeProperties } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { MS_PER_SECOND } from '../clock';
import type { ValidationIssue } from '../operation';
import { withoutHtml } from '../text';
import { issuesError } from '../validation/issueTexts';

/** Why a read failed, and how long the API asked to wait. */
export interface ReadError {
	message: string;
	/** What to do next, in whole sentences. */
	description: string;
	httpCode?: string | undefined;
	retryAfterMs?: number | undefined;
	/** Whether the time or the rate was the reason, and the next poll is to begin with what was not read. */
	isPostponed?: true;
	/** Whether the API itself answered that there is no such resource. */
	isNotFound?: true;
	/** Whether the response has nothing at Value Path. */
	isWrongPath?: true;
}

/**
 * Creates n8n's error for a poll that could not read. It contains the wait in both ways that n8n's backoff reads:
 * as a `retry-after` header, and as `failure` since n8n 2.41.
 */
export function pollError(node: INode, readError: ReadError): NodeApiError {
	const { httpCode, retryAfterMs } = readError;
	const message = withoutHtml(readError.message);
	const description = withoutHtml(readError.description);
	const cause = causeOf(httpCode);
	const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
	const error = new NodeApiError(
		node,
		{ message },
		{ message, description, ...(httpCode === undefined ? {} : { httpCode }) },
	);
	// n8n replaces a message that happens to contain an error code with its own text.
	error.message = message;
	return Object.assign(error, {
		...(cause === undefined ? {} : { failure: { cause, ...wait } }),
		...(retryAfterMs === undefined ? {} : { headers: { 'retry-after': seconds(retryAfterMs) } }),
	});
}

/** Throws a `NodeOperationError` for issues with the node's parameters. */
export function throwIssues(
	{ node, properties }: { node: INode; properties: INodeProperties[] },
	issues: readonly ValidationIssue[],
): void {
	if (issues.length > 0) throw issuesError(node, issues, { properties });
}

/** None if n8n knows the cause itself, or nobody does. Without a status, no response came. */
function causeOf(httpCode: string | undefined) {
	const status = Number(httpCode ?? 0);
	if (status === 429) return 'rate-limited';
	if (status === 401) return 'credential-invalid';
	return status === 0 || status === 408 || status >= 500 ? 'temporarily-unavailable' : undefined;
}

function seconds(ms: number): string {
	return String(Math.ceil(ms / MS_PER_SECOND));
}
