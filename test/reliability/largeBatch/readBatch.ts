import { z } from 'zod';

import { runWorkflow } from '../../../tools/engine/runWorkflow';
import { MANAGEMENT, NODE, workflowOf } from '../../../tools/engine/workflow';
import type { BatchRun } from './batchRun';

const credentialData = z.record(z.string());
type CredentialData = z.infer<typeof credentialData>;

const SAMPLE_EVERY_MS = 10;
const SETTLING_TURNS = 10;

function collectGarbage(): void {
	if (globalThis.gc === undefined) throw new Error('Run this with --expose-gc');
	globalThis.gc();
}

/** Counts the heap and external buffers. */
function inUse(): number {
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Closing connections and finalizers free their memory in the next turns, so the lowest value counts. */
async function leftInUse(): Promise<number> {
	let left = Infinity;
	for (let turn = 0; turn < SETTLING_TURNS; turn += 1) {
		collectGarbage();
		left = Math.min(left, inUse());
		await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
	}
	return left;
}

async function measuredRun(data: CredentialData, count: number): Promise<BatchRun> {
	const parameters = { resource: 'activity', operation: 'get', activityId: '={{ $json.id }}' };
	const items = Array.from({ length: count }, (_, index) => ({ id: `event-${String(index)}` }));
	collectGarbage();
	const before = inUse();
	let peak = 0;
	const sampler = setInterval(() => {
		peak = Math.max(peak, inUse() - before);
	}, SAMPLE_EVERY_MS);
	const result = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }, items), {
		credentials: { management: { type: 'cloudManagementApi', data } },
	});
	clearInterval(sampler);
	const outputs = result.items(NODE);
	return {
		answers: outputs.map(({ json }) => json['id']),
		pairs: outputs.map(({ pairedItem }) => pairedItem),
		peak,
		left: 0,
	};
}

/** Runs batches of these sizes in sequence, like a long-running n8n. */
async function main([credentials = '', ...counts]: string[]): Promise<void> {
	const data = credentialData.parse(JSON.parse(credentials));
	for (const count of counts) {
		const measured = await measuredRun(data, Number(count));
		process.send?.({ ...measured, left: await leftInUse() });
	}
}

void main(process.argv.slice(2));
