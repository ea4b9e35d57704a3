import * as fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';

import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { plainData } from '../../../tools/engine/credentials';
import type { WorkflowRun } from '../../../tools/engine/runWorkflow';
import { retryWorkflow, runWorkflow } from '../../../tools/engine/runWorkflow';
import { NODE, workflowOf } from '../../../tools/engine/workflow';
import { textsIn } from '../../reliability/leaks/textsIn';
import { skipWaits } from '../../skipWaits';
import type { Case } from './cases';
import { anyCases, SECRETS } from './cases';
import { HostileServer } from './hostileServer';

const SEED = 20_261_124;
const RUNS = 200;
/** Short, because a silent step lasts as long as the timeout. */
const TIMEOUT_OF_SILENCE = 60;
const TIMEOUT = 20_000;

let server: HostileServer;

skipWaits();

beforeAll(async () => {
	server = await HostileServer.start();
});

afterAll(async () => {
	await server.close();
});

function credentialsFor(baseUrl: string) {
	const { organizationId } = SEEDED_IDS;
	const credential = (type: string, data: object) => ({ type, data: plainData(data) });
	return {
		management: credential('cloudManagementApi', {
			baseUrl,
			organizationId,
			apiDialect: 'standard',
			keyId: 'key',
			keySecret: SECRETS.key,
		}),
		dashboard: credential('cloudDashboardApi', { baseUrl, accessToken: SECRETS.token }),
		source: credential('cloudPipeSourceApi', {
			method: 'usernamePassword',
			username: 'loader',
			password: SECRETS.source,
		}),
	};
}

/** If the execution fails, n8n's Retry follows. Contains both results. */
async function play({ operation, items, node, options, steps }: Case): Promise<WorkflowRun[]> {
	const credentials = credentialsFor(server.play(steps));
	const { parameters, ...rest } = operation.node;
	const timeout = steps.some(({ end }) => end === 'silence') ? TIMEOUT_OF_SILENCE : TIMEOUT;
	const withOptions = { ...parameters, options: { ...options, timeout } };
	const file = workflowOf(
		{ ...rest, ...node, waitBetweenTries: 1, parameters: withOptions },
		Array.from({ length: items }, (_, item) => ({ item })),
	);
	const first = await runWorkflow(file, { credentials });
	if (first.error === undefined) return [first];
	return [first, await retryWorkflow(first, file, { credentials })];
}

/** An item's end is wrong if the item has no result, several errors, or both an output and an error. */
function endedWrong({ items, steps }: Case, run: WorkflowRun): number[] {
	const outputs = [...run.items(NODE), ...run.items(NODE, 1)];
	const indexes = Array.from({ length: items }, (_, item) => item);
	if (run.error !== undefined) return outputs.length === 0 ? [] : indexes;
	const mayBeEmpty = steps.some(({ body }) => body.includes('[]'));
	return indexes.filter((index) => {
		const own = outputs.filter(({ pairedItem }) => itemOf(pairedItem) === index);
		const errors = own.filter(isErrorItem);
		return errors.length > 0 ? own.length > 1 : own.length === 0 && !mayBeEmpty;
	});
}

function itemOf(pairedItem: INodeExecutionData['pairedItem']): number | undefined {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : undefined;
}

/** No service sends an object like the node's error items. */
function isErrorItem({ json: { error } }: INodeExecutionData): boolean {
	return typeof error === 'object' && error !== null && 'attempts' in error;
}

/** Searches the node's errors, hints, and stored data. */
function shownSecrets({ operation }: Case, { error, run, items }: WorkflowRun): string[] {
	const { resultData, executionData } = run.data;
	const failed = [...items(NODE), ...items(NODE, 1)].filter(isErrorItem);
	const hints = (resultData.runData[NODE] ?? []).map((task) => [task.hints, task.error]);
	const ownTexts = failed.map(({ json: { error: details, message } }) => [details, message]);
	// n8n stores the node's own parameters with the error.
	const texts = textsIn([error?.message, error?.description, hints, ownTexts], 'parameters');
	const all = [...texts, ...textsIn(executionData?.contextData)].join('\n');
	return operation.secrets.filter((secret) => spellings(secret).some((one) => all.includes(one)));
}

function spellings(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	return [secret, json, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}

describe('executeOperation (any response and failure)', () => {
	it('outputs every item without repeating a change or showing a secret', async () => {
		let outputs = 0;
		let errors = 0;
		await fc.assert(
			fc.asyncProperty(anyCases, async (played) => {
				const runs = await play(played);
				const repeated = [...server.acted].filter(([, times]) => times > 1);
				if (played.operation.isHarmless !== true) expect({ repeated }).toEqual({ repeated: [] });
				for (const run of runs) {
					expect({ wrong: endedWrong(played, run) }).toEqual({ wrong: [] });
					expect({ secrets: shownSecrets(played, run) }).toEqual({ secrets: [] });
					const failed = run.error !== undefined || run.items(NODE).some(isErrorItem);
					if (failed) errors += 1;
					else outputs += 1;
				}
			}),
			{ seed: SEED, numRuns: RUNS },
		);
		// Both outcomes must be frequent, or the test proves nothing.
		expect(Math.min(outputs, errors)).toBeGreaterThan(RUNS / 10);
	});
});
