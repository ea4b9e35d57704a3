import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../../tools/emulator';
import { startEmulator } from '../../../tools/emulator';
import type { WorkflowRun } from '../../../tools/engine/runWorkflow';
import { runWorkflow } from '../../../tools/engine/runWorkflow';
import { credentialsOf, NODE, workflowOf } from '../../../tools/engine/workflow';
import { API_KEYS, canariesIn } from '../../../tools/samples/canaries';
import { answersFor } from './answers';
import type { LeakCase } from './cases';
import { LEAK_CASES } from './cases';
import { textsIn } from './textsIn';

const SENDING = Object.entries(LEAK_CASES).filter(([, { sends }]) => sends !== false);
const NOT_SENDING = Object.entries(LEAK_CASES).filter(([, { sends }]) => sends === false);
/** Shows other parts of a response. */
const FULL = { fullResponse: true };
const FAST = { maxRetries: 0, maxWait: 0 };
/** Only applies if no response arrives: others must arrive in time on a slow machine. */
const SHORT = { timeout: 1000 };

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ keys: API_KEYS });
});

afterEach(async () => {
	await emulator.close();
});

async function run(
	leakCase: LeakCase,
	parameters: INodeParameters,
	onError?: 'continueRegularOutput',
): Promise<WorkflowRun> {
	const node = leakCase.node(emulator.ids);
	const changed = {
		...node,
		parameters: { ...node.parameters, ...parameters },
		...(onError === undefined ? {} : { onError }),
	};
	return await runWorkflow(workflowOf(changed, [leakCase.item ?? {}]), {
		credentials: credentialsOf(emulator, { source: leakCase.source }),
	});
}

/** The canaries in everything that a run left behind, except in the workflow itself. */
function leaked(result: WorkflowRun, { ownMember }: LeakCase): string[] {
	const texts = textsIn([result.run, result.error, result.items(NODE)], ownMember);
	return texts.flatMap((text) => canariesIn(text).map((canary) => `${canary} in ${text}`));
}

describe.each(SENDING)('No secret of %s', (_, leakCase) => {
	const rows = Object.entries(answersFor(leakCase.secrets)).flatMap(([answer, fault]) => {
		const options: INodeParameters = answer === 'no answer' ? { ...FAST, ...SHORT } : FAST;
		const row = { answer, fault, options, onError: undefined };
		const goesOn = { ...row, onError: 'continueRegularOutput' as const };
		const isShown = answer.includes('success');
		return [row, goesOn, ...(isShown ? [{ ...goesOn, options: { ...FAST, ...FULL } }] : [])];
	});

	it.each(rows)('shows after $answer ($options, $onError)', async ({ fault, options, onError }) => {
		if (fault !== undefined) emulator.faults.add(fault);
		const result = await run(leakCase, { options }, onError);
		if (onError !== undefined) expect(result.items(NODE)).not.toEqual([]);
		expect(leaked(result, leakCase)).toEqual([]);
		expect(emulator.requests).toHaveLength(1);
	});
});

describe.each(NOT_SENDING)('No secret of %s', (_, leakCase) => {
	it('shows in the error, and nothing is sent', async () => {
		const parameters = { options: FAST };
		const stopped = await run(leakCase, parameters);
		expect(stopped.error?.message).toBeDefined();
		expect(leaked(stopped, leakCase)).toEqual([]);
		const goesOn = await run(leakCase, parameters, 'continueRegularOutput');
		expect(goesOn.items(NODE)).toMatchObject([{ json: { error: {} } }]);
		expect(leaked(goesOn, leakCase)).toEqual([]);
		expect(emulator.requests).toEqual([]);
	});
});

describe.each(Object.entries(LEAK_CASES))('No secret of %s', (_, leakCase) => {
	it('shows in a dry run, which needs no response', async () => {
		const parameters = { options: { dryRun: true } };
		const stopped = await run(leakCase, parameters);
		expect(stopped.error !== undefined || stopped.items(NODE).length > 0).toBe(true);
		expect(leaked(stopped, leakCase)).toEqual([]);
		const goesOn = await run(leakCase, parameters, 'continueRegularOutput');
		expect(goesOn.items(NODE)).not.toEqual([]);
		expect(leaked(goesOn, leakCase)).toEqual([]);
		expect(emulator.requests).toEqual([]);
	});

	it('shows if the item is invalid', async () => {
		const parameters = { ...leakCase.invalid, options: FAST };
		const stopped = await run(leakCase, parameters);
		expect(stopped.error?.message).toBeDefined();
		expect(leaked(stopped, leakCase)).toEqual([]);
		expect(leaked(await run(leakCase, parameters, 'continueRegularOutput'), leakCase)).toEqual([]);
		expect(emulator.requests).toEqual([]);
	});
});

describe('The search for canaries', () => {
	it.each(Object.values(LEAK_CASES).map((leakCase) => [leakCase]))(
		'finds every secret in every spelling',
		(leakCase) => {
			const secrets = leakCase.secrets.filter((text) => !/^(?:shown|-----BEGIN C)/.test(text));
			expect(secrets).not.toEqual([]);
			for (const secret of secrets) {
				const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret)];
				for (const spelling of [...spellings, Buffer.from(`x${secret}`).toString('base64')]) {
					expect(canariesIn(textsIn([new Error(spelling)]).join('\n'))).not.toEqual([]);
				}
			}
		},
	);
});
