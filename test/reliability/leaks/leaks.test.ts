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

const CASES = Object.entries(LEAK_CASES);
const SENDING = CASES.filter(([, { sends }]) => sends !== false);
/** The two error modes output different parts of a response. */
const NODES = [
	{ onError: 'stopWorkflow', fullResponse: false },
	{ onError: 'continueRegularOutput', fullResponse: true },
] as const;

interface Run {
	leakCase: LeakCase;
	parameters?: INodeParameters;
	dryRun?: boolean;
	/** By default, the service works normally. `isOfReads` moves the fault from the change to an earlier read. */
	fault?: Fault | undefined;
	isOfReads?: true;
	requests: number;
}

/** Runs the node and expects no canary outside the workflow itself. */
async function run(
	{ leakCase, parameters: changes, dryRun = false, fault, isOfReads, requests }: Run,
	{ onError, fullResponse }: (typeof NODES)[number],
) {
	const { node, item = {}, source, ownMember, reads } = leakCase;
	const options = { maxRetries: 0, maxWait: 0, dryRun, fullResponse };
	const emulator = await startEmulator({ ...leakCase.emulator, keys: API_KEYS });
	leakCase.store?.(emulator);
	// If a leak case reads first, its GET is the read and its PUT is the change.
	const match = reads === undefined ? {} : { match: { method: isOfReads ? 'GET' : 'PUT' } };
	if (fault !== undefined) emulator.faults.add({ ...fault, ...match });
	const { parameters, ...rest } = node(emulator.ids);
	const changed = { ...rest, onError, parameters: { ...parameters, ...changes, options } };
	const result = await runWorkflow(workflowOf(changed, [item]), {
		credentials: credentialsOf(emulator, { source }),
	});
	await emulator.close();
	const items = result.items(NODE);
	const texts = textsIn([result.run, result.error, items], ownMember);
	const leaked = texts.flatMap((text) => canariesIn(text).map((canary) => `${canary} in ${text}`));
	expect(leaked).toEqual([]);
	// A dry run also reads names.
	const sent = emulator.requests.filter(({ method }) => !dryRun || method !== 'GET');
	expect(sent).toHaveLength(requests);
	return { items, error: result.error };
}

/** Runs both modes, and returns the first run. The second run must have output. */
async function runBoth(given: Run) {
	const [stopped, goesOn] = await Promise.all([run(given, NODES[0]), run(given, NODES[1])]);
	expect(goesOn.items).not.toEqual([]);
	return stopped;
}

describe.each(SENDING)('execution with secrets of %s', (_name, leakCase) => {
	const answers = Object.entries<Fault | undefined>(answersFor(leakCase.secrets));

	it.each([...answers, ['success', undefined] as const])(
		'hides all secrets after %s',
		async (_, fault) => {
			await runBoth({ leakCase, fault, requests: 1 + (leakCase.reads ?? 0) });
		},
	);
});

describe('execution with secrets of a credential', () => {
	const [leakCase] = Object.values(LEAK_CASES).filter(({ reads }) => reads === 1);
	if (leakCase === undefined) throw new Error('No case reads a record first');
	const refusals = Object.entries<Fault | undefined>(answersFor([API_KEYS.accessToken])).filter(
		([name]) => !name.startsWith('a success'),
	);

	it.each(refusals)(
		'redacts secrets if the read before a change ends with %s',
		async (_, fault) => {
			await runBoth({ leakCase, fault, isOfReads: true, requests: 1 });
		},
	);
});

describe.each(CASES)('execution with secrets of %s', (_name, leakCase) => {
	const { secrets, sends = true, invalid } = leakCase;

	it('redacts secrets in a dry run without sending the change', async () => {
		const { error, items } = await runBoth({ leakCase, dryRun: true, requests: 0 });
		expect([error === undefined, items.length > 0]).toEqual([sends, sends]);
	});

	it('redacts secrets if the item is invalid', async () => {
		const { error } = await runBoth({ leakCase, parameters: invalid, requests: 0 });
		expect(error?.message).toBeDefined();
	});

	it('contains only secrets that the search finds', () => {
		const hidden = secrets.filter((text) => !/^(?:shown|-----BEGIN C)/.test(text));
		expect(hidden).not.toEqual([]);
		for (const secret of hidden) {
			const base64 = Buffer.from(`x${secret}`).toString('base64');
			for (const spelling of [secret, encodeURIComponent(secret), base64]) {
				expect(canariesIn(textsIn([new Error(spelling)]).join('\n'))).not.toEqual([]);
			}
		}
	});
});
