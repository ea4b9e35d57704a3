import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../tools/emulator';
import { startEmulator } from '../../../tools/emulator';
import { runWorkflow } from '../../../tools/engine/runWorkflow';
import { credentialsOf, NODE, workflowOf } from '../../../tools/engine/workflow';
import { API_KEYS, canariesIn } from '../../../tools/samples/canaries';
import { answersFor } from './answers';
import type { LeakCase } from './cases';
import { LEAK_CASES } from './cases';
import { textsIn } from './textsIn';

const CASES = Object.entries(LEAK_CASES).map(([name, leakCase]) => ({ name, ...leakCase }));
const SENDING = CASES.filter(({ sends }) => sends !== false);
const NOT_SENDING = CASES.filter(({ sends }) => sends === false);
/** Both APIs, and the most secrets: they meet every answer. */
const THOROUGH = ['service get', 'dashboard update', 'JSON outside the API reference'];
/** The other cases differ in where the secrets are, so they meet the answers that say the most. */
const TELLING = ['success', 'a success that contains the secrets', 'echo', '401'];
const FAST = { maxRetries: 0, maxWait: 0 };
/** Only if no answer arrives: others must arrive in time on a slow machine. */
const SHORT = { ...FAST, timeout: 1000 };
/** Shows other parts of a response. */
const FULL = { ...FAST, fullResponse: true };

/** Runs the node, and returns the canaries in everything that it left behind, except in the workflow itself. */
async function run(
	{ node, item = {}, source, ownMember }: LeakCase,
	changes: INodeParameters,
	fault: Fault | undefined,
	onError: 'stopWorkflow' | 'continueRegularOutput',
) {
	const emulator = await startEmulator({ keys: API_KEYS });
	if (fault !== undefined) emulator.faults.add(fault);
	const { parameters, ...rest } = node(emulator.ids);
	const changed = { ...rest, onError, parameters: { ...parameters, ...changes } };
	const result = await runWorkflow(workflowOf(changed, [item]), {
		credentials: credentialsOf(emulator, { source }),
	});
	await emulator.close();
	const items = result.items(NODE);
	const texts = textsIn([result.run, result.error, items], ownMember);
	const leaked = texts.flatMap((text) => canariesIn(text).map((canary) => `${canary} in ${text}`));
	return { leaked, items, error: result.error, requests: emulator.requests.length };
}

/** Runs the node with both ways to go on after an error: nothing leaks, and the second one has an output. */
async function runWithoutLeak(
	leakCase: LeakCase,
	changes: INodeParameters,
	{ fault, requests }: { fault?: Fault | undefined; requests: number },
) {
	const [stopped, goesOn] = await Promise.all([
		run(leakCase, changes, fault, 'stopWorkflow'),
		run(leakCase, changes, fault, 'continueRegularOutput'),
	]);
	expect([...stopped.leaked, ...goesOn.leaked]).toEqual([]);
	expect([stopped.requests, goesOn.requests]).toEqual([requests, requests]);
	expect(goesOn.items).not.toEqual([]);
	return { stopped, goesOn };
}

describe.each(SENDING)('No secret of $name', (leakCase) => {
	const { name, secrets } = leakCase;
	const answers = Object.entries(answersFor(secrets))
		.filter(([answer]) => THOROUGH.includes(name) || TELLING.includes(answer))
		.map(([answer, fault]) => ({ answer, fault }));

	it.each(answers)('shows after $answer', async ({ answer, fault }) => {
		const options = answer === 'no answer' ? SHORT : FAST;
		await runWithoutLeak(leakCase, { options }, { fault, requests: 1 });
		if (!answer.includes('success')) return;
		await runWithoutLeak(leakCase, { options: FULL }, { fault, requests: 1 });
	});
});

describe.each(NOT_SENDING)('No secret of $name', (leakCase) => {
	it('shows in the error, and nothing is sent', async () => {
		const { stopped, goesOn } = await runWithoutLeak(leakCase, { options: FAST }, { requests: 0 });
		expect(stopped.error?.message).toBeDefined();
		expect(goesOn.items).toMatchObject([{ json: { error: {} } }]);
	});
});

describe.each(CASES)('No secret of $name', (leakCase) => {
	it('shows in a dry run, which needs no response', async () => {
		const options = { dryRun: true };
		const { stopped } = await runWithoutLeak(leakCase, { options }, { requests: 0 });
		expect(stopped.error !== undefined || stopped.items.length > 0).toBe(true);
	});

	it('shows if the item is invalid', async () => {
		const invalid = { ...leakCase.invalid, options: FAST };
		const { stopped } = await runWithoutLeak(leakCase, invalid, { requests: 0 });
		expect(stopped.error?.message).toBeDefined();
	});
});

describe('The search for canaries', () => {
	it.each(CASES)('finds every secret of $name in every spelling', ({ secrets }) => {
		const hidden = secrets.filter((text) => !/^(?:shown|-----BEGIN C)/.test(text));
		expect(hidden).not.toEqual([]);
		for (const secret of hidden) {
			const spellings = [
				secret,
				encodeURIComponent(secret),
				JSON.stringify(secret),
				Buffer.from(`x${secret}`).toString('base64'),
			];
			for (const spelling of spellings) {
				expect(canariesIn(textsIn([new Error(spelling)]).join('\n'))).not.toEqual([]);
			}
		}
	});
});
