/** Creates the function on first call, because n8n loads all operations and most never run. */
export function deferred<Inputs extends readonly unknown[], Output>(
	make: () => (...inputs: Inputs) => Output,
): (...inputs: Inputs) => Output {
	let created: ((...inputs: Inputs) => Output) | undefined;
	return (...inputs) => (created ??= make())(...inputs);
}
