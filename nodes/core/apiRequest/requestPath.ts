import { CONTROL_CHARACTER, DOT_SEGMENT, readingsOf } from '../text';
import type { Problem } from '../validation/issue';
import type { PathSegment } from '../validation/pathSegment';

/** The values of the path's placeholders, such as the ID for `{organizationId}`. */
export type PathVariables = Readonly<Record<string, PathSegment>>;

/**
 * Returns the path as it is sent: encoded, relative to the base URL, with its placeholders filled in.
 * Returns an issue if it could lead anywhere but below the base URL, also when decoded.
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

/** Describes why the text isn't a path, or which placeholder can't be filled in. */
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
