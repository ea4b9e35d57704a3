import type { Answer } from './answer';

const LONGEST = 600;
const FIRST_ERROR_STATUS = 400;

/**
 * What the service says in an answer, in its own words, fit to be shown: masked, without markup, not too long.
 * Gives an empty text where it says nothing.
 */
export function serviceWords(
	{ status, json, text }: Pick<Answer, 'status' | 'json' | 'text'>,
	errorMember: string,
	mask: (text: string) => string,
): string {
	if (json !== undefined) return shortened(mask(wordsIn(json[errorMember])));
	// Half a record says nothing to the reader; half an error message may.
	if (status < FIRST_ERROR_STATUS && /^\s*[[{]/.test(text)) return '';
	return shortened(mask(looksLikeMarkup(text) ? titleOf(text) : text));
}

/** Takes any text. Gives it on one line, cut where it is too long to read. */
export function shortened(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line;
}

function wordsIn(value: unknown): string {
	if (typeof value === 'string') return looksLikeMarkup(value) ? titleOf(value) : value;
	return value === undefined || value === null ? '' : JSON.stringify(value);
}

function looksLikeMarkup(text: string): boolean {
	return /<(?:!doctype|\?xml|html|head|body|title)\b/i.test(text);
}

function titleOf(markup: string): string {
	const title = /<title[^>]*>([^<]*)/i.exec(markup)?.[1] ?? '';
	return title.replace(/[<>]/g, '');
}
