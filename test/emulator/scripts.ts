import type { Match } from '../contract';
import type { FaultKind } from './faults';
import type { EmulatorState } from './state';
import { sampleBackup, sampleReversePrivateEndpoint, sampleService } from './state/samples';

/** What reads of a resource return while a step lasts. */
type ScriptedRead =
	/** The record in this state; of a backup or a reverse private endpoint, in this `status`. */
	| { state: string }
	/** 404. */
	| { missing: true }
	| { fault: FaultKind };

/** One step: lasts one read, or the given number of reads or milliseconds. The last one never ends. */
export type ScriptStep = ScriptedRead &
	({ reads?: number; ms?: never } | { ms: number; reads?: never });

/** A script in place, and how far it has come. */
interface PlacedScript {
	/** How often the resource has been read since. */
	readonly reads: number;
	/** The index of the step that the latest read got; 0 before any. */
	readonly step: number;
	remove(): void;
}

/** The record that a script is about. */
interface ScriptedRecord {
	show(state: string): void;
	hide(): void;
}

/** Moves from step to step, by reads and by time; the time begins with the first read. */
class RunningScript {
	reads = 0;

	step = 0;

	private readsOfStep = 0;

	private stepSince: number | undefined;

	constructor(
		private readonly steps: readonly ScriptStep[],
		private readonly record: ScriptedRecord,
	) {
		this.apply();
	}

	/** Takes the next read. Returns the fault to give, if the step is one. */
	read(now: number): FaultKind | undefined {
		this.stepSince ??= now;
		this.reads += 1;
		while (this.step < this.steps.length - 1) {
			const end = this.endOfStep(now);
			if (end === undefined) break;
			this.step += 1;
			this.readsOfStep = 0;
			this.stepSince = end;
		}
		this.readsOfStep += 1;
		return this.apply();
	}

	/** Returns when the step ended; undefined while it lasts. */
	private endOfStep(now: number): number | undefined {
		const step = this.steps[this.step];
		if (step?.ms === undefined) return this.readsOfStep < (step?.reads ?? 1) ? undefined : now;
		const end = (this.stepSince ?? now) + step.ms;
		return now < end ? undefined : end;
	}

	private apply(): FaultKind | undefined {
		const step = this.steps[this.step];
		if (step === undefined) throw new Error('a script needs a step');
		if ('fault' in step) return step.fault;
		if ('state' in step) this.record.show(step.state);
		else this.record.hide();
		return undefined;
	}
}

/** The operations that read a resource, and the parameter that contains its id. */
const ID_PARAMETERS: Record<string, string> = {
	getBackup: 'backupId',
	getReversePrivateEndpoint: 'reversePrivateEndpointId',
	getService: 'serviceId',
};

/**
 * Makes the states of resources follow scripts. A record that is not there is made from a sample
 * once a step shows it; the first step applies from the moment at which the script is put in place.
 */
export class Scripts {
	private readonly running = new Map<string, RunningScript>();

	constructor(private readonly state: EmulatorState) {}

	service(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const { services } = this.state;
		const first = services.get(id) ?? { ...sampleService(), id };
		return this.place(`getService ${id}`, steps, {
			show: (state) => {
				services.set({ ...(services.get(id) ?? first), state });
			},
			hide: () => services.delete(id),
		});
	}

	backup(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const { backups } = this.state;
		const first = backups.get(id) ?? { ...sampleBackup(), id };
		return this.place(`getBackup ${id}`, steps, {
			show: (status) => {
				backups.set({ ...(backups.get(id) ?? first), status });
			},
			hide: () => backups.delete(id),
		});
	}

	reversePrivateEndpoint(id: string, steps: readonly ScriptStep[]): PlacedScript {
		const { reversePrivateEndpoints: endpoints } = this.state;
		const first = endpoints.get(id) ?? { ...sampleReversePrivateEndpoint(), id };
		return this.place(`getReversePrivateEndpoint ${id}`, steps, {
			show: (status) => {
				endpoints.set({ ...(endpoints.get(id) ?? first), status });
			},
			hide: () => endpoints.delete(id),
		});
	}

	/** Counts a request that reads a scripted resource. Returns the fault to give, if any. */
	read(match: Match | undefined, now: number): FaultKind | undefined {
		if (match === undefined) return undefined;
		const { operationId } = match.operation;
		const id = match.parameters[ID_PARAMETERS[operationId] ?? ''] ?? '';
		return this.running.get(`${operationId} ${id}`)?.read(now);
	}

	private place(key: string, steps: readonly ScriptStep[], record: ScriptedRecord): PlacedScript {
		const script = new RunningScript(steps, record);
		this.running.set(key, script);
		return {
			get reads() {
				return script.reads;
			},
			get step() {
				return script.step;
			},
			remove: () => {
				if (this.running.get(key) === script) this.running.delete(key);
			},
		};
	}
}
