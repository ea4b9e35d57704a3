import { z } from 'zod';

import type { ValidationIssue } from '../operation';

const uuid = z.string().uuid();

/** Servers and gateways may decode a path more than once. */
const MAX_DECODINGS = 3;
const ASCII_ESCAPE = /%([0-7][\da-f])/gi;
/** A part that leads up or nowhere, also where a server takes what follows a ";" off it. */
export const DOT_SEGMENT = /(?:^|\/)\s*\.{1,2}\s*(?:[/;]|$)/;
export const CONTROL_CHARACTER = /\p{Cc}/u;

/** An identifier as it will stand in the path, or the issue that keeps it out. */
export interface PathSegment {
	segment: string;
	issues: ValidationIssue[];
}

/**
 * Returns an item's identifier as one encoded path segment. `label` is the field's display name.
 * Returns an issue when the identifier is empty, cannot be encoded, or could lead a server to another path.
 */
export function pathSegment(label: string, value: unknown): PathSegment {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.trim() === '') {
		return refused(label, 'is empty. Enter the ID, or map it from an earlier node.');
	}
	const trimmed = text.trim();
	const flaw = segmentFlaw(trimmed);
	return flaw === undefined
		? { segment: encodeURIComponent(trimmed), issues: [] }
		: refused(label, flaw);
}

/** Returns what keeps text from being one segment of a path, on every server that it may pass. */
function segmentFlaw(text: string): string | undefined {
	if (!text.isWellFormed()) return 'contains a broken Unicode character. Copy the ID again.';
	const readings = readingsOf(text);
	if (readings === undefined) return 'is encoded several times over. Enter the ID as plain text.';
	if (readings.some((reading) => CONTROL_CHARACTER.test(reading))) {
		return 'contains a control character, such as a line break. Copy the ID again.';
	}
	if (readings.some((reading) => /[\\/]/.test(reading))) {
		return 'contains a slash, a backslash or an escape of one, such as %2F. Enter the ID alone.';
	}
	if (readings.some((reading) => DOT_SEGMENT.test(reading))) {
		return 'is "." or "..", which is not an ID. Enter the ID itself.';
	}
	return undefined;
}

/**
 * Returns the texts that servers may read in a part of a path: as it is, and decoded once or more.
 * Escapes are decoded one by one, so that one that cannot be decoded hides no other.
 * Returns undefined where the text is encoded more often than servers are expected to decode.
 */
export function readingsOf(text: string, decodings = MAX_DECODINGS): string[] | undefined {
	const decoded = text.replace(ASCII_ESCAPE, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	if (decoded === text) return [text];
	const others = decodings === 0 ? undefined : readingsOf(decoded, decodings - 1);
	return others && [text, ...others];
}

/** Like `pathSegment`, for IDs that the reference calls UUIDs. Returns an issue when the value is none. */
export function uuidSegment(label: string, value: unknown): PathSegment {
	const found = pathSegment(label, value);
	if (found.issues.length > 0 || uuid.safeParse(found.segment).success) return found;
	return refused(
		label,
		'is not a UUID. Copy the whole ID, such as 3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90.',
	);
}

function refused(label: string, message: string): PathSegment {
	return { segment: '', issues: [{ field: label, message }] };
}
