import { keysOf } from '../../contract/collections';
import { exampleOf, successOf } from '../../contract/example';
import { accepts } from '../../contract';
import { isJsonObject } from '../../contract/json';
import type { Answer, Call } from './answers';

/**
 * Some operations have no record, such as a configuration or a check. Their responses are examples, and values that
 * were sent stay until they're sent as null or deleted.
 */
export function performOnPart({ operation, parameters, body, state }: Call): Answer {
	const { api, method, template } = operation;
	const key = template.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
	if (method === 'DELETE') state.parts.delete(key);
	if (method !== 'GET' && method !== 'DELETE') {
		const changed = Object.entries({ ...state.parts.get(key), ...body });
		state.parts.set(key, Object.fromEntries(changed.filter(([, value]) => value !== null)));
	}
	const { schema } = successOf(operation);
	if (schema === undefined) return { done: true };
	const example = exampleOf(api, schema);
	if (!isJsonObject(example)) return { result: example };
	const shown = keysOf(operation, schema);
	const stored = Object.entries(state.parts.get(key) ?? {}).filter(([name]) => shown.has(name));
	const result = { ...example, ...Object.fromEntries(stored) };
	return { result: accepts(api, schema, result) ? result : example };
}
