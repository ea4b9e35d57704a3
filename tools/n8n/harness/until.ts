/** Waits until a condition is true, checking often. Throws with the condition's description if it never is. */
export async function until(
	what: string,
	condition: () => Promise<boolean> | boolean,
	seconds = 300,
): Promise<void> {
	const deadline = Date.now() + seconds * 1000;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`${what}: not within ${String(seconds)} s`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
