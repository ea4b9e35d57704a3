import type { Emulator, EmulatorOptions } from '../tools/emulator/index';
import { idleService, startEmulator } from '../tools/emulator/index';

/**
 * Gives each test an emulator of its own, with a service that can be deleted besides the running one. After the test,
 * every request must have been within the contract.
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
