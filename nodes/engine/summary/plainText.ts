/**
 * Keeps names in a sentence harmless. People approve changes in emails and chats, and whoever named a record may not be
 * trusted: a name could hide its end, show a link or markup, or close its quotes and go on as the sentence.
 */
import { withoutHtml } from '../text';

/** Placeholders for a sentence's quotes until its names are cleaned: no name contains such a character. */
const QUOTES = { name: '\u{E000}', asWritten: '\u{E001}' };

/** Placeholders around a key's path and its spelling, until its label is known: no name contains them either. */
const KEY = { start: '\u{E005}', spelling: '\u{E006}', end: '\u{E007}' };
export const MARKED_KEY =
	/\u{E005}([^\u{E005}-\u{E007}]*)\u{E006}([^\u{E005}-\u{E007}]*)\u{E007}/gu;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** The start of a web address, or of a domain, or of a path on it. */
const WEB_PATH = /:\/\/|^[^/.]*\.[^/]*\//;
const SCHEME = /:(?=\/\/)/g;
/** Browsers treat all of these as a domain's dot. */
const DOT = '[.\u2024\u3002\ufe52\uff0e\uff61]';
/** The dot before a possible top-level domain, except in a file pattern; the first of an IP address. */
const LINK_DOT = new RegExp(
	`(?<=[^\\p{P}\\p{Z}\\p{C}]|[_-])${DOT}(?=\\p{L}[\\p{L}\\p{M}-]|(?:\\p{Nd}{1,3}${DOT}){2}\\p{Nd})`,
	'gu',
);
/** Characters that look like a quote, except the double one, which ends no name. */
const QUOTE =
	'(?!")[\\p{Quotation_Mark}\\u0060\\u00b4\\u02b9-\\u02bf\\u02c8\\u02ca\\u02cb\\u02ee\\u055a\\u05f3\\u05f4\\u2032-\\u2037\\ua78c]';
/** An apostrophe in a word, or any other quote. */
const APOSTROPHE_OR_QUOTE = new RegExp(`((?<=\\p{L})${QUOTE}(?=\\p{L}))|${QUOTE}`, 'gu');
/** Characters that make chat and email programs hide or link a text; bold and italic ones stay readable. */
const MARKUP = /[|~]|\](?=\()/g;

/** Text on one line, without characters that nobody sees. */
export function visibleLine(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.trim();
}

/** True for a web address or a domain with a path, whose dots make a link. */
export function hasWebPath(text: string): boolean {
	return WEB_PATH.test(text);
}

/** Quotes a name for `plainText`, which breaks links in it unless it must be read as it's written. */
export function nameInQuotes(text: string, kind: keyof typeof QUOTES = 'name'): string {
	return QUOTES[kind] + text + QUOTES[kind];
}

/** Marks a body's key by its path, with the spelling to show if the panel has no label for it. */
export function markedKey(path: string, spelling: string): string {
	return KEY.start + path + KEY.spelling + spelling + KEY.end;
}

/** Shows the quotes of a text that isn't made harmless. */
export function withQuotes(text: string): string {
	return text.replaceAll(QUOTES.name, "'");
}

/**
 * Rewrites a sentence so that no name can pose as anything else: without links and markup that an email or chat message
 * might render, and with no quotes except those around names.
 */
export function plainText(sentence: string): string {
	const plain = sentence
		.replace(MARKED_KEY, '$2')
		.replace(APOSTROPHE_OR_QUOTE, (_, apostrophe?: string) => (apostrophe === undefined ? '' : '’'))
		.replace(MARKUP, ' ');
	return (
		withoutHtml(plain)
			.split(QUOTES.asWritten)
			// Links as security advisories spell them: "https[:]//evil[.]example".
			.map((part, index) =>
				index % 2 === 0 ? part.replace(SCHEME, '[:]').replace(LINK_DOT, '[.]') : part,
			)
			.join("'")
			.replaceAll(QUOTES.name, "'")
	);
}
