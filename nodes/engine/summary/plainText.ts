/**
 * Keeps names in a sentence harmless. People approve changes in emails and chats, and a record's author may not be
 * trusted: a name could hide its end, show a link or markup, or close its quotes and continue the sentence.
 */
import { withoutHtml } from '../text';

/** Stand in for a sentence's quotes until its names are cleaned. Names can't contain these characters. */
const QUOTES = { name: '\u{E000}', asWritten: '\u{E001}' };

/** Mark a key's path and spelling until its label is known. Names can't contain these either. */
const KEY = { start: '\u{E005}', spelling: '\u{E006}', end: '\u{E007}' };
export const MARKED_KEY =
	/\u{E005}([^\u{E005}-\u{E007}]*)\u{E006}([^\u{E005}-\u{E007}]*)\u{E007}/gu;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** The start of a web address, of a domain, or of a path on it. */
const WEB_PATH = /:\/\/|^[^/.]*\.[^/]*\//;
const SCHEME = /:(?=\/\/)/g;
/** Browsers treat all of these as a domain's dot. */
const DOT = '[.\u2024\u3002\ufe52\uff0e\uff61]';
/** The dot before a possible top-level domain, except in a file pattern; in an IP address, the first dot. */
const LINK_DOT = new RegExp(
	`(?<=[^\\p{P}\\p{Z}\\p{C}]|[_-])${DOT}(?=\\p{L}[\\p{L}\\p{M}-]|(?:\\p{Nd}{1,3}${DOT}){2}\\p{Nd})`,
	'gu',
);
/** Characters that look like a quote. Two single quotes look like a double quote. */
const QUOTE =
	/[\p{Quotation_Mark}`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u02dd\u02ee\u055a\u05f3\u05f4\u2032-\u2037\u275b-\u2760\u3003\ua78c]+/gu;
/** Characters that let chat and email programs hide or link text. Bold and italic stay readable. */
const MARKUP = /[|~]|\](?=\()/g;

/** Joins lines and removes invisible characters. */
export function visibleLine(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.trim();
}

/** True for a web address, or a domain with a path, whose dots make a link. */
export function hasWebPath(text: string): boolean {
	return WEB_PATH.test(text);
}

/** Quotes a name for `plainText`, which breaks links in it unless it must stay as written. */
export function nameInQuotes(text: string, kind: keyof typeof QUOTES = 'name'): string {
	return QUOTES[kind] + text + QUOTES[kind];
}

/** Marks a key by its path. `spelling` is shown if the panel has no label. */
export function markedKey(path: string, spelling: string): string {
	return KEY.start + path + KEY.spelling + spelling + KEY.end;
}

/** Shows quotes in a text that isn't made harmless. */
export function withQuotes(text: string): string {
	return text.replaceAll(QUOTES.name, '"');
}

/** Rewrites a sentence so that no name can pose as anything else. Double quotes are only around names. */
export function plainText(sentence: string): string {
	return withQuotes(withoutLinks(sentence.replace(MARKED_KEY, '$2').replace(QUOTE, "'")));
}

/** Breaks links, and removes markup that emails or chats might render. */
export function withoutLinks(text: string): string {
	return (
		withoutHtml(text.replace(MARKUP, ' '))
			.split(QUOTES.asWritten)
			// Links are spelled as in security advisories: "https[:]//evil[.]example".
			.map((part, index) =>
				index % 2 === 0 ? part.replace(SCHEME, '[:]').replace(LINK_DOT, '[.]') : part,
			)
			.join('"')
	);
}
