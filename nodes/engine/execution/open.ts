import type { IExecuteFunctions, NodeError } from 'n8n-workflow';
import { readCredential, readExtraCredential } from '../credentials/readCredential';
import { inputError } from '../errors/nodeErrors';
import { issuesError } from '../issues/issueMessages';
import type { Execution, ItemParameters } from '../executionState';
import type { Operation, OperationTable } from '../operation';
import type { Limits } from '../request';
import { OPERATION, OPTIONS, RESOURCE } from '../parameterNames';
import { countSentBefore } from '../journal/writeJournal';
import { readLimits } from '../options/requestOptions';
import { redactorOf } from '../redaction/redact';
import { nodeLog } from './log';
import { ownValue } from '../json';

export function selectedOperation(
	context: IExecuteFunctions,
	operations: OperationTable,
): Operation {
	const resource = context.getNodeParameter(RESOURCE, 0);
	const group = ownValue(operations, resource);
	// n8n finds no operation for a resource that its list lacks.
	if (group === undefined) throw notKnown(context, `The resource "${resource}"`);
	const name = context.getNodeParameter(OPERATION, 0);
	const operation = ownValue(group, name);
	if (operation !== undefined) return operation;
	throw notKnown(context, `The operation "${name}" of the resource "${resource}"`);
}

function notKnown(context: IExecuteFunctions, choice: string): NodeError {
	return inputError(context.getNode(), {
		message: `${choice} is unknown`,
		description: 'Nothing was sent. Choose the resource and the operation again.',
	});
}

/** Reads the credentials. The first item's options apply to all items. */
export async function openExecution(
	use: Pick<Execution, 'api' | 'clock' | 'context' | 'lookups' | 'operation'>,
	firstItem: ItemParameters,
): Promise<Execution> {
	const { api, clock, context, operation } = use;
	const limits = limitsFor(operation, firstItemLimits(context, operation, firstItem));
	const credential = await readCredential(context, api);
	const extraCredential = await readExtraCredential(context, operation);
	const { extraCredentialType = '' } = operation;
	const sentBefore = operation.kind === 'change' ? countSentBefore(context) : 0;
	const redactorFor = redactorOf(api, credential, extraCredential);
	const { logDefect } = nodeLog(context.logger, redactorFor, context.getNode().type, api);
	return {
		...use,
		limits,
		credential,
		extraCredential,
		extraCredentialName: context.getNode().credentials?.[extraCredentialType]?.name,
		redactorFor,
		logDefect,
		startedAt: clock.now(),
		timezone: context.getTimezone(),
		progress: { sent: 'nothing', sentBefore, prepared: [] },
	};
}

/** Limits of an operation. A wait doesn't retry, because it reads again anyway. */
export function limitsFor({ kind }: Pick<Operation, 'kind'>, limits: Limits): Limits {
	return kind === 'wait' ? { ...limits, maxRetries: 0 } : limits;
}

/** If the first item's options can't be read, nobody knows whether sending is allowed. */
function firstItemLimits(
	context: IExecuteFunctions,
	operation: Operation,
	{ parameters, issues }: ItemParameters,
): Limits {
	const unread = issues.find(({ path }) => path === OPTIONS);
	if (unread === undefined) return readLimits(parameters[OPTIONS]);
	throw issuesError(context.getNode(), [unread], operation);
}
