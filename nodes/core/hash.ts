import { createHash } from 'node:crypto';

import { isJsonObject } from './json';

/** Returns a hash of JSON that does not depend on the order of members. */
export function hashOf(value: unknown): string {
	const text = JSON.stringify(value, (_name, member: unknown) =>
		isJsonObject(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member,
	);
	return createHash('sha256').update(text).digest('hex');
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
	return one < other ? -1 : 1;
}
