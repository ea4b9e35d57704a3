import type { IDataObject } from 'n8n-workflow';

import type { Emulator, EmulatorOptions } from '../tools/emulator/index';
import { idleService, startEmulator } from '../tools/emulator/index';
import type { WorkflowFile, WorkflowRun } from '../tools/engine/runWorkflow';
import { retryWorkflow, runWorkflow } from '../tools/engine/runWorkflow';
import type { NodeUnderTest } from '../tools/engine/workflow';
import { credentialsOf, workflowOf } from '../tools/engine/workflow';

type CredentialChanges = Parameters<typeof credentialsOf>[1];

/**
 * A running and a deletable service exist. Every request must meet the contract. The result always refers to the
 * current test's emulator.
 */
export function withEmulator(options: EmulatorOptions = {}): EachEmulator {
	const each = new EachEmulator();
	beforeEach(() => each.start(options));
	afterEach(() => each.end());
	return each;
}

/** Stands for the current test's emulator. */
export class EachEmulator implements Emulator {
	url!: Emulator['url'];
	credentials!: Emulator['credentials'];
	ids!: Emulator['ids'];
	state!: Emulator['state'];
	faults!: Emulator['faults'];
	requests!: Emulator['requests'];
	violations!: Emulator['violations'];
	stored!: Emulator['stored'];
	change!: Emulator['change'];
	play!: Emulator['play'];
	clearLog!: Emulator['clearLog'];
	close: Emulator['close'] = async () => {
		await Promise.resolve();
	};

	/** A running emulator is replaced. */
	async start(options: EmulatorOptions): Promise<void> {
		await this.close();
		Object.assign(this, await startEmulator({ seed: { services: [idleService()] }, ...options }));
	}

	/** Runs a workflow in n8n's engine, with credentials that reach this emulator. */
	async run(file: WorkflowFile, changes?: CredentialChanges): Promise<WorkflowRun> {
		return await runWorkflow(file, { credentials: credentialsOf(this, changes) });
	}

	async runNode(node: NodeUnderTest, items?: IDataObject[], changes?: CredentialChanges) {
		return await this.run(workflowOf(node, items), changes);
	}

	async retry(failed: WorkflowRun, file: WorkflowFile, changes?: CredentialChanges) {
		return await retryWorkflow(failed, file, { credentials: credentialsOf(this, changes) });
	}

	/** Carries out the next requests with this method, but responds with 504. */
	loseResponse(method: string, times = 1): void {
		const match = { method };
		this.faults.add({ kind: 'status', status: 504, times, actAnyway: true, match });
	}

	async end(): Promise<void> {
		await this.close();
		expect(this.violations).toEqual([]);
	}
}
