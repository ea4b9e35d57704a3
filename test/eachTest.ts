import type { Emulator, EmulatorOptions } from '../tools/emulator/index';
import { idleService, startEmulator } from '../tools/emulator/index';

/**
 * Starts an emulator for each test, with a running service and a deletable one. After the test, every request must have
 * met the contract.
 */
export function startForEachTest(
	use: (emulator: Emulator) => void,
	options: EmulatorOptions = { cloudOperations: true },
): void {
	let emulator: Emulator;

	beforeEach(async () => {
		emulator = await startEmulator({ seed: { services: [idleService()] }, ...options });
		use(emulator);
	});

	afterEach(async () => {
		await emulator.close();
		expect(emulator.violations).toEqual([]);
	});
}
