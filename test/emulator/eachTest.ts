import type { Emulator, EmulatorOptions } from './index';
import { startEmulator } from './index';

/** Gives each test an emulator of its own. After the test, every request must have been within the contract. */
export function startForEachTest(
	use: (emulator: Emulator) => void,
	options: EmulatorOptions = { cloudOperations: true },
): void {
	let emulator: Emulator;

	beforeEach(async () => {
		emulator = await startEmulator(options);
		use(emulator);
	});

	afterEach(async () => {
		await emulator.close();
		expect(emulator.violations).toEqual([]);
	});
}
