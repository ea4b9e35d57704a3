import type { Emulator, EmulatorOptions } from '../tools/emulator';
import { OPERATION_SAMPLES, type OperationSample } from '../tools/samples/operationSamples';
import { withEmulator } from './withEmulator';

/** A sample, and an emulator with its record. */
interface SampleCase {
	name: string;
	sample: OperationSample;
	emulator: Emulator;
}

interface Every {
	samples?: Readonly<Record<string, OperationSample>>;
	/** How the emulators are started. */
	options?: EmulatorOptions;
}

/** Checks every sample in a test of its own, with an emulator of its own. */
export function forEverySample(
	check: (given: SampleCase) => Promise<void>,
	{ samples = OPERATION_SAMPLES, options }: Every = {},
): void {
	const emulator = withEmulator(options);

	it.each(Object.entries(samples))('%s', async (name, sample) => {
		await check({ name, sample, emulator });
	});
}
