import { randomUUID } from 'node:crypto';

import type { Emulator, Fault, Sink } from '../../../tools/emulator';
import { idleService, startEmulator } from '../../../tools/emulator';
import type { OperationSample } from '../../../tools/samples/operationSamples';
import { SAMPLE_SOURCE, sampleNode } from '../../../tools/samples/operationSamples';
import type { WorkflowRun } from '../../../tools/engine/runWorkflow';
import { runWorkflow } from '../../../tools/engine/runWorkflow';
import { credentialsOf, detailsOf, NODE, workflowOf } from '../../../tools/engine/workflow';
import type { FaultExpectation } from './expectations';

const OPTIONS = { maxRetries: 1, maxWait: 2, timeout: 600_000 };
/** Long enough for the requests of all operations to arrive, even if each one runs into it. */
const SHORT_TIMEOUT = 5000;
const HOUR_MS = 3_600_000;
/** A port on which nothing listens: a closed port may soon be another emulator's. */
const CLOSED = { baseUrl: 'http://127.0.0.1:1' };

/** The result of one operation under one fault. */
interface Seen {
	requests: number;
	outcome: unknown;
	reason: unknown;
	message: string | undefined;
	description: string | undefined;
	hasItems: boolean;
}

async function run(emulator: Emulator, sample: OperationSample, fault: FaultExpectation['fault']) {
	const hangs = fault !== 'refused' && fault.kind === 'hang';
	const options = hangs ? { ...OPTIONS, timeout: SHORT_TIMEOUT } : OPTIONS;
	// Without filters: a fault's record in a list passes none.
	const workflow = workflowOf(sampleNode(sample, emulator.ids, { options, filters: {} }));
	const addresses = fault === 'refused' ? { management: CLOSED, dashboard: CLOSED } : {};
	return await runWorkflow(workflow, {
		credentials: credentialsOf(emulator, { source: SAMPLE_SOURCE, ...addresses }),
	});
}

/** The faults one after another, with the address of the other host or the times filled in. */
function concrete(fault: Fault, sink: Sink): Fault[] {
	if (fault.kind === 'redirect') return [{ ...fault, location: sink.url }];
	if (fault.kind !== 'status') return [fault];
	const headers = Object.entries(fault.headers ?? {});
	if (!headers.some(([, value]) => value.startsWith('{'))) return [fault];
	const second = Math.ceil(Date.now() / 1000) * 1000;
	const retryAfter = (ms: number): Fault => {
		const date = new Date(second + ms).toUTCString();
		const filled = headers.map(([name, value]): [string, string] => [
			name,
			value.replace('{seconds}', String(ms / 1000)).replace('{date}', date),
		]);
		return { ...fault, headers: Object.fromEntries(filled) };
	};
	// The first is waited for, unless it has passed. The second is too far ahead, however late it arrives.
	return [{ ...retryAfter(1000), times: 1 }, retryAfter(HOUR_MS)];
}

function seen({ error, items }: WorkflowRun, requests: number): Seen {
	const { outcome, reason } = detailsOf(error);
	return {
		...{ requests, outcome, reason },
		...{ message: error?.message, description: error?.description ?? undefined },
		...{ hasItems: items(NODE).length > 0 },
	};
}

/**
 * Runs one operation against an emulator of its own that applies the fault, always or the first time only. Returns the
 * requests and the result.
 */
export async function runFault(
	sample: OperationSample,
	{ fault }: FaultExpectation,
	sink: Sink,
	times?: number,
): Promise<Seen> {
	// A key of its own: a port may have served another emulator before, and the node remembers its pauses.
	const emulator = await startEmulator({
		cloudOperations: true,
		seed: { services: [idleService()] },
		keys: { keyId: randomUUID(), accessToken: randomUUID() },
	});
	try {
		const faults = fault === 'refused' ? [] : concrete(fault, sink).slice(0, times);
		for (const one of faults) emulator.faults.add({ ...one, ...(times && { times }) });
		const result = await run(emulator, sample, fault);
		return seen(result, emulator.requests.length);
	} finally {
		await emulator.close();
	}
}
