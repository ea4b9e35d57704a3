import type { INodeExecutionData } from 'n8n-workflow';

import { plainData, type TestCredential } from '../../../tools/engine/credentials';
import type { WorkflowRun } from '../../../tools/engine/runWorkflow';
import { retryWorkflow, runWorkflow } from '../../../tools/engine/runWorkflow';
import { NODE, workflowOf } from '../../../tools/engine/workflow';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { textsIn } from '../../reliability/leaks/textsIn';
import type { Case } from './cases';
import type { HostileServer } from './hostileServer';
import { operationOf, SECRETS } from './operations';

/** Few steps are silent, so that few runs last that long. */
const TIMEOUT_OF_SILENCE = 60;
const TIMEOUT = 20_000;

function credentialsFor(baseUrl: string): Record<string, TestCredential> {
	const { organizationId } = SEEDED_IDS;
	const credential = (type: string, data: object) => ({ type, name: type, data: plainData(data) });
	const keys = { keyId: 'key', keySecret: SECRETS.key };
	const login = { method: 'usernamePassword', username: 'loader', password: SECRETS.source };
	return {
		management: credential('cloudManagementApi', {
			baseUrl,
			organizationId,
			apiDialect: 'standard',
			...keys,
		}),
		dashboard: credential('cloudDashboardApi', { baseUrl, accessToken: SECRETS.token }),
		source: credential('cloudPipeSourceApi', login),
	};
}

/** A case's results: of the run itself, and of the Retry of a failed execution. */
export interface Played {
	runs: WorkflowRun[];
	/** How often the server acted on each item. */
	acted: ReadonlyMap<string, number>;
}

/** Plays a case in n8n's engine, and a Retry if the execution failed. */
export async function play(
	server: HostileServer,
	{ operation, items, node, options, steps }: Case,
): Promise<Played> {
	const credentials = credentialsFor(server.play(steps));
	const { parameters, ...rest } = operationOf(operation).node;
	const timeout = steps.some(({ kind }) => kind === 'silence') ? TIMEOUT_OF_SILENCE : TIMEOUT;
	const withOptions = { ...parameters, options: { ...options, timeout } };
	const file = workflowOf(
		{ ...rest, ...node, waitBetweenTries: 1, parameters: withOptions },
		Array.from({ length: items }, (_, item) => ({ item })),
	);
	const first = await runWorkflow(file, { credentials });
	if (first.error === undefined) return { runs: [first], acted: server.acted };
	const second = await retryWorkflow(first, file, { credentials });
	return { runs: [first, second], acted: server.acted };
}

/** Returns the items on which the server acted more than once although that does harm. */
export function actedTwice({ operation }: Case, { acted }: Played): string[] {
	if (operationOf(operation).isHarmless === true) return [];
	return [...acted].filter(([, times]) => times > 1).map(([item]) => item);
}

/** Returns the items that end in nothing, in several errors, or in both an output and an error. */
export function endedWrong({ items, steps }: Case, run: WorkflowRun): number[] {
	const outputs = [...run.items(NODE), ...run.items(NODE, 1)];
	const indexes = Array.from({ length: items }, (_, item) => item);
	if (run.error !== undefined) return outputs.length === 0 ? [] : indexes;
	const mayBeEmpty = steps.some((step) => step.kind === 'response' && step.body.includes('[]'));
	return indexes.filter((index) => {
		const own = outputs.filter(({ pairedItem }) => itemOf(pairedItem) === index);
		const errors = own.filter(isErrorItem);
		return errors.length > 0 ? own.length > 1 : own.length === 0 && !mayBeEmpty;
	});
}

function itemOf(pairedItem: INodeExecutionData['pairedItem']): number | undefined {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : undefined;
}

/** Whether an item stands for a failure: no service sends such an object. */
export function isErrorItem({ json: { error } }: INodeExecutionData): boolean {
	return typeof error === 'object' && error !== null && 'attempts' in error;
}

/** Returns the secrets that a text of the node shows: in errors, in hints, and in its stored data. */
export function shownSecrets({ operation }: Case, { error, run, items }: WorkflowRun): string[] {
	const { resultData, executionData } = run.data;
	const failed = [...items(NODE), ...items(NODE, 1)].filter(isErrorItem);
	const hints = (resultData.runData[NODE] ?? []).map((task) => [task.hints, task.error]);
	const ownTexts = failed.map(({ json: { error: details, message } }) => [details, message]);
	// The node's own parameters are part of the error that n8n stores.
	const texts = textsIn([error?.message, error?.description, hints, ownTexts], 'parameters');
	const all = [...texts, ...textsIn(executionData?.contextData)].join('\n');
	return operationOf(operation).secrets.filter((secret) =>
		spellings(secret).some((one) => all.includes(one)),
	);
}

function spellings(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	return [secret, json, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}
