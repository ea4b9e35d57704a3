import type { PathSegment } from '../validation/pathSegment';
import { CONTROL_CHARACTER, DOT_SEGMENT, readingsOf } from '../validation/pathSegment';

/** What stands in the path for a name in braces, such as the ID for `{organizationId}`. */
export type PathVariables = Readonly<Record<string, PathSegment>>;

/**
 * Returns the path as it is sent, encoded and relative to the base URL, with the names in braces filled in.
 * Returns an issue where it could lead anywhere but under the base URL, also when it is decoded.
 */
export function requestPath(label: string, value: unknown, variables: PathVariables): PathSegment {
	const text = typeof value === 'string' ? value.trim() : '';
	const used = Object.entries(variables).filter(([name]) => text.includes(`{${name}}`));
	const filled = used.reduce(
		(path, [name, { segment }]) => path.replaceAll(`{${name}}`, () => segment),
		text,
	);
	const issues = used.flatMap(([, variable]) => variable.issues);
	if (issues.length > 0) return { segment: '', issues };
	const message = addressFlaw(filled) ?? encodingFlaw(filled);
	if (message !== undefined) return { segment: '', issues: [{ field: label, message }] };
	return { segment: `/${encodedPath(filled).replace(/^\//, '')}`, issues };
}

/** Says what in the text is no path, or which name in braces nothing fills in. */
function addressFlaw(text: string): string | undefined {
	if (text === '' || text === '/') return 'is empty. Enter the path after the base URL.';
	if (!text.isWellFormed()) return 'contains a broken Unicode character. Copy the path again.';
	if (/^[a-z][\w+.-]*:/i.test(text)) {
		return 'is a full URL. Enter only the path after the base URL.';
	}
	if (/[?#]/.test(text))
		return 'contains a "?" or a "#". Enter the path alone: API Request has Query Parameters for the rest.';
	const name = /\{[^{}]*\}/.exec(text)?.[0];
	if (name !== undefined) {
		return `contains ${name}, which the node does not fill in. Enter the value itself.`;
	}
	return /[{}]/.test(text)
		? 'contains a single brace. Remove it, or write it as %7B or %7D.'
		: undefined;
}

/** Says what is wrong with the parts of a path, as it was entered and as servers may read it. */
function encodingFlaw(entered: string): string | undefined {
	const readings = readingsOf(entered);
	if (readings === undefined) return 'is encoded several times over. Enter it as plain text.';
	for (const reading of readings) {
		const flaw = partFlaw(reading, entered);
		if (flaw !== undefined) return flaw;
	}
	return canBeDecoded(entered)
		? undefined
		: 'contains a "%" that begins no valid escape. Write it as %25.';
}

function partFlaw(text: string, entered: string): string | undefined {
	if (text.includes('\\')) return 'contains a backslash. Separate the parts with "/".';
	if (CONTROL_CHARACTER.test(text)) return 'contains a control character. Copy the path again.';
	if (text.includes('//'))
		return 'contains "//". Enter it without a host, with one "/" between parts.';
	if (DOT_SEGMENT.test(text)) return 'contains "." or ".." as a part. Enter the path without it.';
	const isLonger = text.split('/').length > entered.split('/').length;
	return isLonger ? 'contains an encoded "/". Write it as "/".' : undefined;
}

function canBeDecoded(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/** Encodes what is not encoded yet. */
function encodedPath(path: string): string {
	return encodeURI(path).replace(/%25([\da-f]{2})/gi, '%$1');
}
