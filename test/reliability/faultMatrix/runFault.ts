import { randomUUID } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';

import type { Emulator, EmulatorOptions, Fault, Sink } from '../../../tools/emulator';
import { idleService, startEmulator } from '../../../tools/emulator';
import { runWorkflow } from '../../../tools/engine/runWorkflow';
import { credentialsOf, detailsOf, NODE, workflowOf } from '../../../tools/engine/workflow';
import type { OperationSample } from '../../../tools/samples/operationSamples';
import { SAMPLE_SOURCE, sampleNode } from '../../../tools/samples/operationSamples';
import type { FaultExpectation } from './expectations';

const OPTIONS = { maxRetries: 1, maxWait: 2, timeout: 600_000 };
/** Even on a busy machine, a request arrives in this time. */
const TIMEOUT_OF_SILENCE = 1500;
const HOUR_MS = 3_600_000;
/** Port 1, because another emulator could soon take any other closed port. */
const CLOSED = { baseUrl: 'http://127.0.0.1:1', queryBaseUrl: 'http://127.0.0.1:1' };

/** Fills in the other host's address or the times. */
function concrete(fault: Fault, { url }: Pick<Sink, 'url'>): Fault[] {
	if (fault.kind === 'redirect') return [{ ...fault, location: url }];
	if (fault.kind !== 'status') return [fault];
	const headers = Object.entries(fault.headers ?? {});
	if (!headers.some(([, value]) => value.startsWith('{'))) return [fault];
	// A date names a whole second. Rounded up, it would leave no room in Max Wait for a slow machine.
	const second = Math.floor(Date.now() / 1000) * 1000;
	const retryAfter = (ms: number): Fault => {
		const date = new Date(second + ms).toUTCString();
		const filled = headers.map(([name, value]): [string, string] => [
			name,
			value.replace('{seconds}', String(ms / 1000)).replace('{date}', date),
		]);
		return { ...fault, headers: Object.fromEntries(filled) };
	};
	// The first wait is short, or already over. The second is too long, however late it arrives.
	return [{ ...retryAfter(1000), times: 1 }, retryAfter(HOUR_MS)];
}

interface Scene {
	/** Defaults to every request with the sample's method. */
	at?: Fault['match'];
	emulator?: EmulatorOptions;
	/** Added to the node's options. */
	options?: INodeParameters;
	prepare?: (emulator: Emulator) => void;
}

/** Each run has a new emulator. Returns the requests, the number of faults, and the result. */
export async function runFault(
	sample: OperationSample,
	{ fault }: Pick<FaultExpectation, 'fault'>,
	sink: Pick<Sink, 'url'>,
	{ at = { method: sample.method }, prepare, ...scene }: Scene = {},
) {
	// The node would remember another emulator's pauses on the same port, so the key is new.
	const emulator = await startEmulator({
		...sample.emulator,
		...scene.emulator,
		seed: { services: [idleService()] },
		keys: { keyId: randomUUID(), accessToken: randomUUID() },
	});
	const isRefused = fault === 'refused';
	for (const one of isRefused ? [] : concrete(fault, sink)) {
		emulator.faults.add({ ...one, match: at });
	}
	prepare?.(emulator);
	const timeout = !isRefused && fault.kind === 'hang' ? TIMEOUT_OF_SILENCE : OPTIONS.timeout;
	// Without filters, because a fault's record in a list would pass none.
	const options = { ...OPTIONS, timeout, ...scene.options };
	const node = sampleNode(sample, emulator.ids, { options, filters: {} });
	const addresses = isRefused ? { management: CLOSED, dashboard: CLOSED } : {};
	const credentials = credentialsOf(emulator, { source: SAMPLE_SOURCE, ...addresses });
	try {
		const { error, items } = await runWorkflow(workflowOf(node), { credentials });
		const { outcome, reason } = detailsOf(error);
		const seen = emulator.requests.map(({ method, path }) => `${method} ${path}`);
		const requests = emulator.requests.filter((request) => request.fault !== undefined).length;
		return { seen, requests, outcome, reason, error, hasItems: items(NODE).length > 0 };
	} finally {
		await emulator.close();
	}
}
