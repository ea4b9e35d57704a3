import { z } from 'zod';
import type { Issue } from '../issue';
import { CONTROL_CHARACTER, DOT_SEGMENT, readingsOf } from '../text';

const uuid = z.string().uuid();

/** An identifier encoded for a path, with the issues that forbid it. */
export interface PathSegment {
	segment: string;
	issues: Issue[];
}

/**
 * Encodes an identifier as a single path segment. `label` is for identifiers that aren't panel fields. Refuses
 * identifiers that are empty, can't be encoded, or could lead a server to another path.
 */
export function pathSegment(path: string, value: unknown, label?: string): PathSegment {
	const text = Number.isFinite(value) ? String(value) : value;
	const trimmedText = typeof text === 'string' ? text.trim() : '';
	const problem = segmentProblem(trimmedText);
	if (problem !== undefined) return { segment: '', issues: [{ path, label, text: problem }] };
	return { segment: encodeURIComponent(trimmedText), issues: [] };
}

/** Checks for texts that some server on the way could read as more than a segment. */
function segmentProblem(text: string): string | undefined {
	if (text === '') return 'is empty. Enter the ID, or map it from an earlier node.';
	if (!text.isWellFormed()) return 'contains a broken Unicode character. Copy the ID again.';
	const readings = readingsOf(text);
	if (readings === undefined) return 'is encoded several times. Enter the ID as plain text.';
	const any = (pattern: RegExp): boolean => readings.some((reading) => pattern.test(reading));
	if (any(CONTROL_CHARACTER)) {
		return 'contains a control character, such as a line break. Copy the ID again.';
	}
	if (any(/[\\/]/)) {
		return 'contains a slash or backslash, or an escape such as %2F. Enter only the ID.';
	}
	return any(DOT_SEGMENT) ? 'is "." or "..", which isn\'t an ID. Enter the ID itself.' : undefined;
}

/** Like `pathSegment`, but refuses anything but a UUID. */
export function uuidSegment(path: string, value: unknown, label?: string): PathSegment {
	const result = pathSegment(path, value, label);
	if (result.issues.length > 0 || uuid.safeParse(result.segment).success) return result;
	const text = "isn't a UUID. Copy the whole ID: 36 characters, four of them hyphens.";
	return { segment: '', issues: [{ path, label, text }] };
}
