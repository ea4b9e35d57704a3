/**
 * Searches at any depth, also in hidden and symbol properties, maps, sets, errors, and buffers. Leaves out properties
 * with the skipped name.
 */
export function textsIn(value: unknown, skipped?: string): string[] {
	const texts: string[] = [];
	const seen = new Set<unknown>();
	const waiting: unknown[] = [value];
	while (waiting.length > 0) {
		const next = waiting.pop();
		if (typeof next === 'string') texts.push(next);
		if (typeof next !== 'object' || next === null || seen.has(next)) continue;
		seen.add(next);
		if (ArrayBuffer.isView(next)) {
			texts.push(Buffer.from(next.buffer, next.byteOffset, next.byteLength).toString('latin1'));
			continue;
		}
		if (next instanceof Map || next instanceof Set) waiting.push(...next.keys(), ...next.values());
		for (const name of Reflect.ownKeys(next)) {
			if (name === skipped) continue;
			waiting.push(typeof name === 'string' ? name : name.description, Reflect.get(next, name));
		}
	}
	return texts;
}
