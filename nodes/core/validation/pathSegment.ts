import { z } from 'zod';

import { CONTROL_CHARACTER, DOT_SEGMENT, readingsOf } from '../text';
import type { Problem, IssueSubject, ValidationIssue } from './issue';

const uuid = z.string().uuid();

/** An identifier encoded for the path, or the issue that keeps it out. */
export interface PathSegment {
	segment: string;
	issues: ValidationIssue[];
}

/**
 * Returns an item's identifier as one encoded path segment. `label` is for identifiers that aren't fields of the panel.
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

/** Like `pathSegment`, for IDs that the reference calls UUIDs. Returns an issue when the value is none. */
export function uuidSegment(path: string, value: unknown, label?: string): PathSegment {
	const found = pathSegment(path, value, label);
	if (found.issues.length > 0 || uuid.safeParse(found.segment).success) return found;
	return refused({ path, label }, { code: 'notUuid' });
}

function refused(subject: IssueSubject, finding: Problem): PathSegment {
	return { segment: '', issues: [{ ...subject, ...finding }] };
}
