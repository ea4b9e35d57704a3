import type { Emulator, Fault, Sink } from '../../emulator';
import { startEmulator } from '../../emulator';
import type { OperationSample } from '../../engine/harness/operationSamples';
import { SAMPLE_SOURCE, sampleNode } from '../../engine/harness/operationSamples';
import type { WorkflowRun } from '../../engine/harness/runWorkflow';
import { runWorkflow } from '../../engine/harness/runWorkflow';
import { credentialsOf, NODE, workflowOf } from '../../engine/harness/workflow';
import type { Expected, FaultExpectation } from './expectations';

const OPTIONS = { maxRetries: 1, maxWait: 2, timeout: 2000 };
/** Time enough for 10 MB on a busy machine, where no fault eats the timeout. */
const LONG_TIMEOUT = 100_000;

/** What came of one operation under one fault. */
export interface Seen extends Expected {
	/** Whether the node gave items and no error. */
	succeeds: boolean;
}

/** The emulator's request IDs differ from run to run. */
const REQUEST_ID = / Request ID: [-\da-f]{36}\.$/;

async function run(emulator: Emulator, sample: OperationSample, fault: FaultExpectation['fault']) {
	const hangs = fault !== 'refused' && fault.kind === 'hang';
	const options = hangs ? OPTIONS : { ...OPTIONS, timeout: LONG_TIMEOUT };
	const workflow = workflowOf(sampleNode(sample, emulator.ids, { options }));
	return await runWorkflow(workflow, {
		credentials: credentialsOf(emulator, { source: SAMPLE_SOURCE }),
	});
}

/** The fault with the address of the other host put in, and a date one or two seconds ahead. */
function concrete(fault: Fault, sink: Sink): Fault {
	if (fault.kind === 'redirect') return { ...fault, location: sink.url };
	if (fault.kind !== 'status' || fault.headers?.['retry-after'] !== '{date}') return fault;
	const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000).toUTCString();
	return { ...fault, headers: { 'retry-after': date } };
}

function seen(result: WorkflowRun, requests: number): Seen {
	const { error } = result;
	if (error === undefined) return { requests, succeeds: result.items(NODE).length > 0 };
	const description = (error.description ?? '').replace(REQUEST_ID, '');
	return { requests, succeeds: false, message: error.message, description };
}

/**
 * Runs one operation against an emulator of its own that gives the fault, always or the first time only.
 * Gives what arrived and what the user was told.
 */
export async function runFault(
	sample: OperationSample,
	{ fault }: FaultExpectation,
	sink: Sink,
	times?: number,
): Promise<Seen> {
	const emulator = await startEmulator();
	try {
		if (fault !== 'refused')
			emulator.faults.add({ ...concrete(fault, sink), ...(times && { times }) });
		else await emulator.close();
		const result = await run(emulator, sample, fault);
		return seen(result, emulator.requests.length);
	} finally {
		if (fault !== 'refused') await emulator.close();
	}
}
