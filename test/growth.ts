/**
 * Leaves room for caches and garbage collection in a process with many tests, and is far below 10, the ratio of
 * quadratic cost.
 */
export const MAX_GROWTH = 5;

/** One round is not enough to be sure; a result that is clear after two needs no more. */
const MIN_ROUNDS = 2;
const MAX_ROUNDS = 10;
/** Long enough for the clock, and for a task to be compiled. */
const MIN_MEASURED_MICROSECONDS = 10_000;

/**
 * Returns how much more computing one input of ten times the size needs than ten inputs of that size: about 1 if the
 * cost is linear, and 10 if it is quadratic. Both are measured alternately in the same run, by the CPU time of this
 * process and at their minimum, so that a slow or busy machine changes nothing.
 */
export async function growth<Input>(
	size: number,
	inputOf: (size: number) => Input,
	task: (input: Input) => unknown,
): Promise<number> {
	const [small, large] = [inputOf(size), inputOf(10 * size)];
	let calls = 1;
	while ((await cpuTimeOf(calls, large, task)) < MIN_MEASURED_MICROSECONDS) calls *= 2;
	const least = { small: Infinity, large: Infinity };
	const ratio = (): number => least.large / least.small;
	for (let round = 0; round < MAX_ROUNDS; round += 1) {
		if (round >= MIN_ROUNDS && ratio() < MAX_GROWTH) break;
		least.small = Math.min(least.small, await cpuTimeOf(10 * calls, small, task));
		least.large = Math.min(least.large, await cpuTimeOf(calls, large, task));
	}
	return ratio();
}

/** The computing time of a number of calls of a task, in microseconds. */
async function cpuTimeOf<Input>(
	calls: number,
	input: Input,
	task: (input: Input) => unknown,
): Promise<number> {
	const start = process.cpuUsage();
	for (let call = 0; call < calls; call += 1) await task(input);
	const { user, system } = process.cpuUsage(start);
	return user + system;
}
