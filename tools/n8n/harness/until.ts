/** On timeout, the error describes the condition. Only a hang should reach the timeout, not a slow machine. */
export async function until(
	what: string,
	condition: () => Promise<boolean> | boolean,
	seconds = 600,
): Promise<void> {
	const deadline = Date.now() + seconds * 1000;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`${what}: not within ${String(seconds)} s`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
