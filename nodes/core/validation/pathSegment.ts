import { z } from 'zod';

import type { Problem, IssueSubject, ValidationIssue } from './issue';

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
 * Returns an item's identifier as one encoded path segment. `label` names what is no field of the panel.
 * Returns an issue when the identifier is empty, cannot be encoded, or could lead a server to another path.
 */
export function pathSegment(path: string, value: unknown, label?: string): PathSegment {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.trim() === '') {
		return refused({ path, label }, { code: 'idEmpty' });
	}
	const trimmed = text.trim();
	const flaw = segmentFlaw(trimmed);
	return flaw === undefined
		? { segment: encodeURIComponent(trimmed), issues: [] }
		: refused({ path, label }, flaw);
}

/** Returns what keeps text from being one segment of a path, on every server that it may pass. */
function segmentFlaw(text: string): Problem | undefined {
	if (!text.isWellFormed()) return { code: 'idBroken' };
	const readings = readingsOf(text);
	if (readings === undefined) return { code: 'idEncoded' };
	const any = (pattern: RegExp): boolean => readings.some((reading) => pattern.test(reading));
	if (any(CONTROL_CHARACTER)) return { code: 'idControl' };
	if (any(/[\\/]/)) return { code: 'idSlash' };
	return any(DOT_SEGMENT) ? { code: 'idDots' } : undefined;
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
export function uuidSegment(path: string, value: unknown, label?: string): PathSegment {
	const found = pathSegment(path, value, label);
	if (found.issues.length > 0 || uuid.safeParse(found.segment).success) return found;
	return refused({ path, label }, { code: 'notUuid' });
}

function refused(subject: IssueSubject, finding: Problem): PathSegment {
	return { segment: '', issues: [{ ...subject, ...finding }] };
}
