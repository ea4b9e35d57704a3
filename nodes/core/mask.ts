import { isJsonObject } from './formValues';
import { secretPatterns } from './secretPattern';

/** What stands in place of a secret. */
export const MASK = '***';

/** What must not show in data. */
export interface DataMask {
	/** Names of members whose content is secret, at any depth. */
	members: ReadonlySet<string>;
	/** Keeps secrets out of every other text. */
	text: (text: string) => string;
}

/**
 * Takes any JSON value. Gives the same value with every text and number under a secret member replaced,
 * and every other text masked; what holds no secret is shared, not copied.
 */
export function maskData<T>(value: T, mask: DataMask): T;
export function maskData(value: unknown, mask: DataMask): unknown {
	return masked(value, mask, false);
}

function masked(value: unknown, mask: DataMask, secret: boolean): unknown {
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		const result = entries.map((entry) => masked(entry, mask, secret));
		return result.some((entry, place) => entry !== entries[place]) ? result : value;
	}
	if (isJsonObject(value)) {
		const members = Object.entries(value);
		const result = members.map(
			([name, content]) => [name, masked(content, mask, secret || mask.members.has(name))] as const,
		);
		const changed = result.some(([, content], place) => content !== members[place]?.[1]);
		// Defines members instead of setting them, so that "__proto__" stays a member.
		return changed ? Object.fromEntries(result) : value;
	}
	if (typeof value === 'string') return secret ? MASK : mask.text(value);
	return secret && typeof value === 'number' ? MASK : value;
}

/**
 * Gives a function for messages that replaces every occurrence of any of the secrets, however it is spelled,
 * and what is left of one where the text was cut off.
 */
export function textMask(secrets: Iterable<string>): (text: string) => string {
	const { whole, cutOff } = secretPatterns(secrets);
	return replacing([...whole, ...cutOff]);
}

/** Gives a function for data, of any length, that replaces every occurrence of any of the secrets. */
export function valueMask(secrets: Iterable<string>): (text: string) => string {
	return replacing(secretPatterns(secrets).whole);
}

function replacing(sources: readonly string[]): (text: string) => string {
	if (sources.length === 0) return (text) => text;
	const pattern = new RegExp(sources.join('|'), 'g');
	return (text) => text.replace(pattern, MASK);
}
