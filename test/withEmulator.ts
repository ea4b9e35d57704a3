import type { Emulator, EmulatorOptions } from '../tools/emulator/index';
import { idleService, startEmulator } from '../tools/emulator/index';

/**
 * Starts an emulator for each test, with a running service and a deletable one, and closes it afterwards. Every request
 * must have met the contract. Returns the emulator of the current test.
 */
export function withEmulator(options: EmulatorOptions = {}): EachEmulator {
	const each = new EachEmulator();
	beforeEach(() => each.start(options));
	afterEach(() => each.end());
	return each;
}

/** The emulator of the current test. */
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

	/** Starts it, or starts another one instead. */
	async start(options: EmulatorOptions): Promise<void> {
		await this.close();
		Object.assign(this, await startEmulator({ seed: { services: [idleService()] }, ...options }));
	}

	async end(): Promise<void> {
		await this.close();
		expect(this.violations).toEqual([]);
	}
}
