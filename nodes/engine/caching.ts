import type { INodeProperties } from 'n8n-workflow';

/** Creates the function when it's first called, because n8n loads all operations and most never run. */
export function lazy<Inputs extends readonly unknown[], Output>(
	make: () => (...inputs: Inputs) => Output,
): (...inputs: Inputs) => Output {
	let created: ((...inputs: Inputs) => Output) | undefined;
	return (...inputs) => (created ??= make())(...inputs);
}

/** Makes a single object for equal inputs, so operations can share the field in the panel. */
export function cachedField<Inputs extends readonly unknown[]>(
	make: (...inputs: Inputs) => INodeProperties,
): (...inputs: Inputs) => INodeProperties {
	const cachedFields: Array<{ inputs: Inputs; field: INodeProperties }> = [];
	return (...inputs) => {
		const cached = cachedFields.find(
			(entry) =>
				entry.inputs.length === inputs.length &&
				entry.inputs.every((input, index) => input === inputs[index]),
		);
		if (cached !== undefined) return cached.field;
		const field = make(...inputs);
		cachedFields.push({ inputs, field });
		return field;
	};
}

/** Caches the result for as long as the input exists. The input must not change after the first call. */
export function memoized<Input extends object, Output>(
	compute: (input: Input) => Output,
): (input: Input) => Output {
	const results = new WeakMap<Input, Output>();
	return (input) => {
		const result = results.get(input) ?? compute(input);
		results.set(input, result);
		return result;
	};
}

const MAX_CACHED = 1000;

/** Adds an entry. If there are too many, drops the oldest. */
export function setBounded<Value>(memory: Map<string, Value>, key: string, value: Value): void {
	memory.delete(key);
	memory.set(key, value);
	const [oldest] = memory.keys();
	if (memory.size > MAX_CACHED && oldest !== undefined) memory.delete(oldest);
}
