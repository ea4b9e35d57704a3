const started = Date.now();

/** Prints a line with the seconds since the start. */
export function progress(text: string): void {
	const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
	process.stdout.write(`${seconds}s  ${text}\n`);
}
