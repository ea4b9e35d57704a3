import { isJsonObject } from './formValues';

/** What stands in place of a secret. */
export const MASK = '***';

/**
 * Takes any JSON value and the names of members whose content is secret, at any depth.
 * Gives the same value with every text and number under such a member replaced; the rest is shared, not copied.
 */
export function maskMembers<T>(value: T, names: ReadonlySet<string>): T;
export function maskMembers(value: unknown, names: ReadonlySet<string>): unknown {
	return masked(value, names, false);
}

function masked(value: unknown, names: ReadonlySet<string>, secret: boolean): unknown {
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		const result = entries.map((entry) => masked(entry, names, secret));
		return result.some((entry, place) => entry !== entries[place]) ? result : value;
	}
	if (isJsonObject(value)) {
		const members = Object.entries(value);
		const result = members.map(
			([name, content]) => [name, masked(content, names, secret || names.has(name))] as const,
		);
		const changed = result.some(([, content], place) => content !== members[place]?.[1]);
		// Defines members instead of setting them, so that "__proto__" stays a member.
		return changed ? Object.fromEntries(result) : value;
	}
	return secret && (typeof value === 'string' || typeof value === 'number') ? MASK : value;
}

/** Gives a function that replaces every occurrence of any of the secrets in a text, the longest first. */
export function textMask(secrets: Iterable<string>): (text: string) => string {
	const spellings = new Set([...secrets].flatMap(spellingsOf));
	if (spellings.size === 0) return (text) => text;
	const longestFirst = [...spellings].sort((one, other) => other.length - one.length);
	const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g');
	return (text) => text.replace(pattern, MASK);
}

/** A secret as it may turn up in a text: as it is, in JSON, in a URL, in a form, in Base64. */
function spellingsOf(secret: string): string[] {
	if (secret.trim() === '') return [];
	const encoded = encodeURIComponent(secret.toWellFormed());
	return [
		secret,
		secret.trim(),
		JSON.stringify(secret).slice(1, -1),
		encoded,
		encoded.replaceAll('%20', '+'),
		Buffer.from(secret).toString('base64'),
	];
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
