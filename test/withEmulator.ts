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
	private running: Emulator | undefined;

	/** Starts it, or starts another one instead. */
	async start(options: EmulatorOptions): Promise<void> {
		await this.running?.close();
		this.running = await startEmulator({ seed: { services: [idleService()] }, ...options });
	}

	async end(): Promise<void> {
		const { violations } = this.current;
		await this.close();
		this.running = undefined;
		expect(violations).toEqual([]);
	}

	async close(): Promise<void> {
		await this.current.close();
	}

	clearLog(): void {
		this.current.clearLog();
	}

	get url() {
		return this.current.url;
	}

	get credentials() {
		return this.current.credentials;
	}

	get ids() {
		return this.current.ids;
	}

	get state() {
		return this.current.state;
	}

	get faults() {
		return this.current.faults;
	}

	get requests() {
		return this.current.requests;
	}

	get violations() {
		return this.current.violations;
	}

	private get current(): Emulator {
		if (this.running === undefined) throw new Error('The emulator runs during a test.');
		return this.running;
	}
}
