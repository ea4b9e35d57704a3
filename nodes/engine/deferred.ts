/** A function that is made when it's first called: n8n loads a node whole, and most of its operations never run. */
export function deferred<Inputs extends readonly unknown[], Output>(
	make: () => (...inputs: Inputs) => Output,
): (...inputs: Inputs) => Output {
	let created: ((...inputs: Inputs) => Output) | undefined;
	return (...inputs) => (created ??= make())(...inputs);
}
