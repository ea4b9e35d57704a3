import { builtClock as clock, systemClock as system } from './builtClock';

/** Makes this file's nodes wait without delay, because their clock advances while they sleep. */
export function skipWaits(): void {
	let skipped = 0;

	beforeEach(() => {
		skipped = 0;
		clock.now = () => system.now() + skipped;
		clock.elapsed = () => system.elapsed() + skipped;
		clock.sleep = async (ms, signal) => {
			await new Promise((resolve) => setImmediate(resolve));
			signal.throwIfAborted();
			skipped += ms;
		};
	});

	afterEach(() => {
		Object.assign(clock, system);
	});
}
