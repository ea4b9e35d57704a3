import { CONTROL_CHARACTER, DOT_SEGMENT, readingsOf } from '../text';
import type { Problem } from '../validation/issue';
import type { PathSegment } from '../validation/pathSegment';

/** What stands in the path for a name in braces, such as the ID for `{organizationId}`. */
export type PathVariables = Readonly<Record<string, PathSegment>>;

/**
 * Returns the path as it is sent, encoded and relative to the base URL, with the names in braces filled in.
 * Returns an issue where it could lead anywhere but under the base URL, also when it is decoded.
 */
export function requestPath(value: unknown, variables: PathVariables, label?: string): PathSegment {
	const text = typeof value === 'string' ? value.trim() : '';
	const used = Object.entries(variables).filter(([name]) => text.includes(`{${name}}`));
	const filled = used.reduce(
		(path, [name, { segment }]) => path.replaceAll(`{${name}}`, () => segment),
		text,
	);
	const issues = used.flatMap(([, variable]) => variable.issues);
	if (issues.length > 0) return { segment: '', issues };
	const flaw = addressFlaw(filled) ?? encodingFlaw(filled);
	if (flaw !== undefined) return { segment: '', issues: [{ path: 'path', label, ...flaw }] };
	return { segment: `/${encodedPath(filled).replace(/^\//, '')}`, issues };
}

/** Says what in the text is no path, or which name in braces nothing fills in. */
function addressFlaw(text: string): Problem | undefined {
	if (text === '' || text === '/') return { code: 'pathEmpty' };
	if (!text.isWellFormed()) return { code: 'pathBroken' };
	if (/^[a-z][\w+.-]*:/i.test(text)) return { code: 'pathUrl' };
	if (/[?#]/.test(text)) return { code: 'pathQuery' };
	const name = /\{[^{}]*\}/.exec(text)?.[0];
	if (name !== undefined) return { code: 'pathName', name };
	return /[{}]/.test(text) ? { code: 'pathBrace' } : undefined;
}

/** Says what is wrong with the parts of a path, as it was entered and as servers may read it. */
function encodingFlaw(entered: string): Problem | undefined {
	const readings = readingsOf(entered);
	if (readings === undefined) return { code: 'pathEncoded' };
	const flaws = readings.map((reading) => partFlaw(reading, entered));
	const flaw = flaws.find((found) => found !== undefined);
	return flaw ?? (canBeDecoded(entered) ? undefined : { code: 'pathEscape' });
}

function partFlaw(text: string, entered: string): Problem | undefined {
	if (text.includes('\\')) return { code: 'pathBackslash' };
	if (CONTROL_CHARACTER.test(text)) return { code: 'pathControl' };
	if (text.includes('//')) return { code: 'pathSlashes' };
	if (DOT_SEGMENT.test(text)) return { code: 'pathDots' };
	const isLonger = text.split('/').length > entered.split('/').length;
	return isLonger ? { code: 'pathEncodedSlash' } : undefined;
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
