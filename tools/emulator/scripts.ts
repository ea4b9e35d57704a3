import type { Match } from '../contract';
import type { JsonObject } from '../contract/json';
import type { FaultKind } from './faults';
import type { EmulatorState } from './state';
import type { Collection } from './state/collection';
import { sampleByocInfrastructure, sampleSnapshot } from './state/cloudSamples';
import { sampleBackup, sampleReversePrivateEndpoint, sampleService } from './state/samples';

/** One read's result: the record in this state (or `status`), 404, or a fault. The last step stays. */
export type ScriptStep = { state: string } | { missing: true } | { fault: FaultKind };

/** An active script. */
interface PlacedScript {
	/** How often the resource has been read since. */
	readonly reads: number;
	remove(): void;
}

/** The operations that read a resource, and the parameter that contains its id. */
const ID_PARAMETERS: Record<string, string> = {
	getBackup: 'backupId',
	getByocInfrastructure: 'byocInfrastructureId',
	getReversePrivateEndpoint: 'reversePrivateEndpointId',
	getService: 'serviceId',
	getSnapshot: 'snapshotId',
};

/**
 * Makes the states of resources follow scripts. A missing record is made from a sample once a step shows it; the first
 * step applies immediately.
 */
export class Scripts {
	private readonly running = new Map<string, () => FaultKind | undefined>();

	constructor(private readonly state: EmulatorState) {}

	service(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const { services } = this.state;
		return this.place(`getService ${id}`, steps, services, { ...sampleService(), id }, 'state');
	}

	backup(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const { backups } = this.state;
		return this.place(`getBackup ${id}`, steps, backups, { ...sampleBackup(), id }, 'status');
	}

	byocInfrastructure(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const { byocInfrastructures } = this.state;
		const sample = { ...sampleByocInfrastructure(), id };
		return this.place(`getByocInfrastructure ${id}`, steps, byocInfrastructures, sample, 'state');
	}

	snapshot(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const { snapshots } = this.state;
		return this.place(`getSnapshot ${id}`, steps, snapshots, { ...sampleSnapshot(), id }, 'status');
	}

	reversePrivateEndpoint(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const key = `getReversePrivateEndpoint ${id}`;
		const sample = { ...sampleReversePrivateEndpoint(), id };
		return this.place(key, steps, this.state.reversePrivateEndpoints, sample, 'status');
	}

	/** Counts a request that reads a scripted resource. Returns its fault, if any. */
	read(match: Match | undefined): FaultKind | undefined {
		if (match === undefined) return undefined;
		const { operationId } = match.operation;
		const id = match.parameters[ID_PARAMETERS[operationId] ?? ''] ?? '';
		return this.running.get(`${operationId} ${id}`)?.();
	}

	private place<T extends JsonObject & { id: string }>(
		key: string,
		steps: readonly ScriptStep[],
		records: Collection<T>,
		sample: T,
		member: 'state' | 'status',
	): PlacedScript {
		const first = records.get(sample.id) ?? sample;
		const apply = (step: ScriptStep | undefined): FaultKind | undefined => {
			if (step === undefined) throw new Error('a script needs a step');
			if ('fault' in step) return step.fault;
			if ('missing' in step) records.delete(sample.id);
			else records.set({ ...(records.get(sample.id) ?? first), [member]: step.state });
			return undefined;
		};
		let reads = 0;
		const read = (): FaultKind | undefined => apply(steps[reads++] ?? steps.at(-1));
		apply(steps[0]);
		this.running.set(key, read);
		return {
			get reads() {
				return reads;
			},
			remove: () => {
				if (this.running.get(key) === read) this.running.delete(key);
			},
		};
	}
}
