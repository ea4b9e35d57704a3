import type { WithIssues } from '../issue';
import { CONTROL_CHARACTER, DOT_SEGMENT, decodingsOf, UUID } from '../text';

/**
 * Encodes an identifier as a single path segment. Pass a `label` if the identifier isn't a panel field. Refuses
 * identifiers that are empty, can't be encoded, or could lead a server to another path.
 */
export function pathSegment(path: string, value: unknown, label?: string): WithIssues<string> {
	const text = Number.isFinite(value) ? String(value) : value;
	const trimmedText = typeof text === 'string' ? text.trim() : '';
	const problem = segmentProblem(trimmedText);
	if (problem !== undefined) return { value: '', issues: [{ path, label, text: problem }] };
	return { value: encodeURIComponent(trimmedText), issues: [] };
}

/** Finds texts that a server or proxy might read as more than a single segment. */
function segmentProblem(text: string): string | undefined {
	if (text === '') return 'is empty. Enter the ID, or map it from an earlier node.';
	if (!text.isWellFormed()) return 'contains a broken Unicode character. Copy the ID again.';
	const decodings = decodingsOf(text);
	if (decodings === undefined) return 'is encoded several times. Enter the ID as plain text.';
	const isInAny = (pattern: RegExp): boolean => decodings.some((reading) => pattern.test(reading));
	if (isInAny(CONTROL_CHARACTER)) {
		return 'contains a control character, such as a line break. Copy the ID again.';
	}
	if (isInAny(/[\\/]/)) {
		return 'contains a slash or backslash, or an escape such as %2F. Enter only the ID.';
	}
	return isInAny(DOT_SEGMENT)
		? 'is "." or "..", which isn\'t an ID. Enter the ID itself.'
		: undefined;
}

/** `text` explains the format to users whose ID doesn't match it. */
export interface IdFormat {
	pattern: RegExp;
	text: string;
}

export const UUID_FORMAT: IdFormat = {
	pattern: UUID,
	text: "isn't a UUID. Copy the whole ID: 36 characters, four of them hyphens.",
};

export function inFormat(
	encoded: WithIssues<string>,
	format: IdFormat | undefined,
	path: string,
	label?: string,
): WithIssues<string> {
	if (format === undefined || encoded.issues.length > 0 || format.pattern.test(encoded.value)) {
		return encoded;
	}
	return { value: '', issues: [{ path, label, text: format.text }] };
}

/** Like `pathSegment`, but refuses anything but a UUID. */
export function uuidSegment(path: string, value: unknown, label?: string): WithIssues<string> {
	return inFormat(pathSegment(path, value, label), UUID_FORMAT, path, label);
}
