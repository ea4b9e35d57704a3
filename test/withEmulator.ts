import type { Emulator, EmulatorOptions } from '../tools/emulator/index';
import { idleService, startEmulator } from '../tools/emulator/index';

/**
 * Starts an emulator with a running and a deletable service before each test, and closes it afterward. Every request
 * must meet the contract. The result always refers to the current test's emulator.
 */
export function withEmulator(options: EmulatorOptions = {}): EachEmulator {
	const each = new EachEmulator();
	beforeEach(() => each.start(options));
	afterEach(() => each.end());
	return each;
}

/** The current test's emulator. */
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

	/** Starts an emulator, or replaces the running one. */
	async start(options: EmulatorOptions): Promise<void> {
		await this.close();
		Object.assign(this, await startEmulator({ seed: { services: [idleService()] }, ...options }));
	}

	async end(): Promise<void> {
		await this.close();
		expect(this.violations).toEqual([]);
	}
}
