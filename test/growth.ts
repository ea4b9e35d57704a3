/** This growth leaves room for caches and garbage collection. Quadratic cost would grow by 10. */
export const MAX_GROWTH = 5;

/** A single round isn't conclusive. A result that is clear after two rounds needs no more. */
const MIN_ROUNDS = 2;
const MAX_ROUNDS = 10;
/** A measurement must be longer than the clock's resolution and than compilation. */
const MIN_MEASURED_MICROSECONDS = 10_000;

/**
 * Compares an input of ten times the size with ten inputs of that size: about 1 for linear cost, 10 for quadratic.
 * Rounds alternate in the same run and the minimum CPU time counts, so a slow or busy machine doesn't matter.
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

/** In microseconds. */
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
