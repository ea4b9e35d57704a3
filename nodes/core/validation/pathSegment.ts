import { z } from 'zod';

import type { ValidationIssue } from '../operation';

const uuid = z.string().uuid();

/** An identifier as it will stand in the path, or the issue that keeps it out. */
export interface PathSegment {
	segment: string;
	issues: ValidationIssue[];
}

/**
 * Returns an item's identifier as one encoded path segment. `label` is the field's display name.
 * Returns an issue when the identifier is empty, is a dot segment or cannot be encoded.
 */
export function pathSegment(label: string, value: unknown): PathSegment {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.trim() === '') {
		return refused(label, 'is empty. Enter the ID, or map it from an earlier node.');
	}
	const trimmed = text.trim();
	if (trimmed === '.' || trimmed === '..') {
		return refused(label, `is "${trimmed}", which is not an ID. Enter the ID itself.`);
	}
	if (!trimmed.isWellFormed()) {
		return refused(label, 'holds a broken Unicode character. Copy the ID again.');
	}
	return { segment: encodeURIComponent(trimmed), issues: [] };
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
