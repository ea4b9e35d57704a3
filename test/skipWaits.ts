import path from 'node:path';

/** The loaded package's nodes share this clock, because it comes from the build. */
const { SYSTEM_CLOCK: clock } = jest.requireActual<typeof import('../nodes/engine/time')>(
	path.resolve(__dirname, '../dist/nodes/engine/time.js'),
);

/** Makes this file's nodes wait without delay, because their clock advances while they sleep. */
export function skipWaits(): void {
	const system = { ...clock };
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
