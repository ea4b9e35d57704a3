import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { sendBatch } from './batch';
import { readCredential, readExtraCredential } from './credentials/read';
import { inputError, invalidInput } from './errors/nodeErrors';
import type { Clock } from './http/requestQueue';
import { sleepUnlessAborted } from './http/requestQueue';
import type { Api, Execution, Operation, OperationTable } from './operation';
import { dryRunItem, errorItem } from './output';
import type { ExecutionOptions } from './parameters/options';
import { readOptions } from './parameters/options';
import type { ItemParameters } from './parameters/read';
import { parameterReader } from './parameters/read';
import type { InvalidItem } from './preflight';
import { planItems } from './preflight';
import { basicLogins, secretsIn, textRedactor } from './redact/redact';
import { hintTexts, invalidItemError, preflightError } from './validation/issueTexts';

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), sleep: sleepUnlessAborted };

/**
 * Runs the node's selected operation for all input items: plans them all, refuses invalid ones before anything
 * is sent, sends, and returns the output items in input order, each paired with its input item.
 * Throws a `NodeOperationError` for invalid input and a `NodeApiError` for a failed request,
 * unless the node continues on errors.
 */
export async function executeOperation(
	context: IExecuteFunctions,
	api: Api,
	operations: OperationTable,
	clock: Clock = SYSTEM_CLOCK,
): Promise<INodeExecutionData[][]> {
	const count = context.getInputData().length;
	if (count === 0) return [[]];
	const operation = selectedOperation(context, operations);
	const readItem = parameterReader(context, operation.properties);
	const options = firstItemOptions(context, operation, readItem(0));
	const credential = await readCredential(context, api.credentialType);
	const extraCredential = await readExtraCredential(context, operation);
	const results: INodeExecutionData[][] = Array.from({ length: count }, () => []);
	const execution: Execution = {
		context,
		api,
		operation,
		credential,
		options,
		clock,
		redactorFor: redactorFor(api, credential, extraCredential),
		results,
	};
	const planContext = {
		credential,
		extraCredential,
		extraCredentialName: extraCredentialName(context, operation),
		timezone: context.getTimezone(),
	};
	const { valid, invalid, hints } = planItems(operation, planContext, count, readItem);
	settleInvalid(execution, invalid);
	showHints(context, hintTexts(hints, count));
	if (!options.dryRun) await sendBatch(execution, valid);
	else {
		for (const { itemIndex, request } of valid) {
			results[itemIndex] = [dryRunItem(request, itemIndex, execution)];
		}
	}
	return [results.flat()];
}

function redactorFor(
	api: Api,
	credential: ICredentialDataDecryptedObject,
	extraCredential: ICredentialDataDecryptedObject | undefined,
): Execution['redactorFor'] {
	const members = api.secretCredentialMembers.map((name) => credential[name]);
	const own = members.filter((secret) => typeof secret === 'string');
	const logins = own.flatMap((secret) => basicLogins(credential, secret));
	const fixed = [...own, ...logins, ...secretsIn(extraCredential, api.secretMembers)];
	return (body) => textRedactor([...fixed, ...secretsIn(body, api.secretMembers)]);
}

function extraCredentialName(
	context: IExecuteFunctions,
	{ extraCredentialType = '' }: Operation,
): string | undefined {
	return context.getNode().credentials?.[extraCredentialType]?.name;
}

function showHints(context: IExecuteFunctions, hints: string[]): void {
	context.addExecutionHints(
		...hints.map((message) => ({ message, location: 'outputPane' as const })),
	);
}

function selectedOperation(context: IExecuteFunctions, operations: OperationTable): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const group = Object.hasOwn(operations, resource) ? operations[resource] : undefined;
	const operation = group !== undefined && Object.hasOwn(group, name) ? group[name] : undefined;
	if (operation !== undefined) return operation;
	throw inputError(context.getNode(), {
		message: `The operation "${name}" of the resource "${resource}" is not known`,
		description: 'Nothing was sent. Choose the resource and the operation again.',
	});
}

/** The first item's options count for all. When they cannot be read, nobody knows whether to send at all. */
function firstItemOptions(
	context: IExecuteFunctions,
	{ properties }: Operation,
	{ parameters, issues }: ItemParameters,
): ExecutionOptions {
	const label = properties.find(({ name }) => name === 'options')?.displayName;
	const unread = issues.find(({ field }) => field === label);
	if (unread === undefined) return readOptions(parameters['options']);
	throw inputError(
		context.getNode(),
		{ message: `${unread.field} ${unread.message}`, description: 'Nothing was sent.' },
		0,
	);
}

/** Refuses the whole execution for its invalid items, or turns them into error items where it continues. */
function settleInvalid(execution: Execution, invalid: InvalidItem[]): void {
	const { context, redactorFor, results } = execution;
	const [first] = invalid;
	if (first === undefined) return;
	if (!context.continueOnFail()) {
		const details = preflightError(invalid, results.length, redactorFor);
		throw inputError(
			context.getNode(),
			details,
			invalid.length === 1 ? first.itemIndex : undefined,
		);
	}
	for (const item of invalid) {
		const details = invalidInput(invalidItemError(item, redactorFor(item.body)));
		results[item.itemIndex] = [errorItem(details, item.itemIndex)];
	}
}
