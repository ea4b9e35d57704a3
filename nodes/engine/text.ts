const MAX_CODE_POINT = 0x10ffff;
const ESCAPE =
	/\\u[\da-f]{4}|\\[/"\\bfnrt]|&#x[\da-f]{1,6};|&#\d{1,7};|&(?:amp|apos|gt|lt|quot);/gi;
const ENTITIES: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&apos;': "'",
	'&gt;': '>',
	'&lt;': '<',
	'&quot;': '"',
};

/** HTML's markup characters, each with a lookalike that is safe in HTML and in plain text. */
const HTML = '<‹>›&＆';

const LONGEST_MESSAGE = 600;

/** For example, "10,000". An Intl formatter would delay the node's start by 20 ms. */
export function formatted(count: number): string {
	if (Math.abs(count) < 1000) return String(count);
	if (!Number.isSafeInteger(count) || count < 0) return count.toLocaleString('en');
	return `${formatted(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`;
}

/** Counts from 1, as n8n's table does. */
export function itemNumber(itemIndex: number): string {
	return formatted(itemIndex + 1);
}

/** In words such as "searches" and "caches", or "services" and "indices", the ending doesn't tell the singular. */
const UNCLEAR_PLURAL = / or |(?:ch|ic|v)es(?=$| to )/i;

/**
 * Counts from 1: "Column 2" of "Columns", "Table to Add 1" of "Tables to Add". Without a clear singular, as with a choice
 * of two plurals: 'Entry 1 of "Host Names or IDs"'.
 */
export function rowName(label: string, index: number): string {
	if (UNCLEAR_PLURAL.test(label)) return `Entry ${String(index + 1)} of "${label}"`;
	// Series, status, and alias end like plurals.
	const plural = /(?:(?<!ser)ies|(?<=ss|x|sh|status|alias)es|(?<!s|ie|statu|alia)s)(?=$| to )/i;
	const singular = label.replace(plural, (end) => (end === 'ies' ? 'y' : ''));
	return `${singular} ${String(index + 1)}`;
}

/** ' ("Errors")', or empty for a thing without a name. */
export function nameInText(name: string | undefined): string {
	return name === undefined || name === '' ? '' : ` ("${shortened(name, MAX_NAME_LENGTH)}")`;
}

export function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For example, "an image" or "a list". Nouns for things that can't be counted take no article. */
export function withArticle(noun: string): string {
	if (/\binfrastructure$/i.test(noun)) return noun;
	return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** For example, "a", "a or b", or "a, b, or c". */
export function enumerated(words: readonly string[], conjunction: 'and' | 'or'): string {
	const lastWord = words.at(-1) ?? '';
	const before = words.slice(0, -1);
	if (before.length === 0) return lastWord;
	return `${before.join(', ')}${before.length > 1 ? ',' : ''} ${conjunction} ${lastWord}`;
}

/** Ignores case. */
export function byName(first: { name: string }, second: { name: string }): number {
	return compareTexts(first.name.toLowerCase(), second.name.toLowerCase());
}

/** `localeCompare` would delay the node's start by 10 ms, and its order depends on the machine. */
export function compareTexts(text: string, otherText: string): number {
	return text < otherText ? -1 : Number(text > otherText);
}

/** For example, "1 item" or "10,000 items". */
export function counted(count: number, thing: string): string {
	return `${formatted(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** For example, "once" or "3 times". */
export function times(count: number): string {
	return count === 1 ? 'once' : `${formatted(count)} times`;
}

export function were(count: number): string {
	return count === 1 ? 'was' : 'were';
}

/** For example, " and 5 more" or " and 5 more settings". Empty if nothing is omitted. */
export function andMore(omitted: number, noun = ''): string {
	if (omitted <= 0) return '';
	return ` and ${noun === '' ? `${formatted(omitted)} more` : counted(omitted, `more ${noun}`)}`;
}

const MAX_LISTED = 10;

/** Shows the first values and counts the rest. */
export function listed<T>(
	values: readonly T[],
	wordOf: (value: T) => string,
	longest = MAX_LISTED,
): string {
	return `${values.slice(0, longest).map(wordOf).join(', ')}${andMore(values.length - longest)}`;
}

/** Counts a list's omitted entries in a last line. */
export function notShown(omitted: number, thing: string): string[] {
	if (omitted <= 0) return [];
	return [`${counted(omitted, `more ${thing}`)} ${omitted === 1 ? 'is' : 'are'} not shown.`];
}

/** Longest name that a message quotes in full. */
export const MAX_NAME_LENGTH = 80;

export function shortened(text: string, longest: number): string {
	// A cut inside a surrogate pair would leave half a character.
	return text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text;
}

/** Cuts the middle out, so that texts that start alike stay different. */
export function shortenedInside(text: string, longest: number): string {
	if (text.length <= longest) return text;
	const half = longest / 2;
	const end = text.slice(text.length - Math.floor(half));
	return `${text.slice(0, Math.ceil(half))}…${end}`.toWellFormed();
}

/** Pieces of a text that are joined before there are too many of them. */
const MAX_PIECES = 1000;

/** For texts of millions of matches, all of which `replace` would collect before it calls a function. */
export function replaceMatches(
	text: string,
	pattern: RegExp,
	replacementOf: (match: RegExpExecArray) => string,
): string {
	let [replaced, end] = ['', 0];
	const pieces: string[] = [];
	for (const match of text.matchAll(pattern)) {
		pieces.push(text.slice(end, match.index), replacementOf(match));
		end = match.index + match[0].length;
		if (pieces.length >= MAX_PIECES) replaced += pieces.splice(0).join('');
	}
	return replaced + pieces.join('') + text.slice(end);
}

/** Puts a text on one line and shortens it. */
export function shortLine(text: string, longest = LONGEST_MESSAGE): string {
	let line = '';
	// Stops early, because a text may have millions of words.
	for (const [word] of text.matchAll(/[^\s\p{Cc}]+/gu)) {
		line += line === '' ? word : ` ${word}`;
		if (line.length > longest) break;
	}
	return shortened(line, longest);
}

/** n8n renders hints and thrown errors' texts as HTML, with links and images. */
export function withoutHtml(text: string): string {
	return text.replace(/[<>&]/g, (character) => HTML.charAt(HTML.indexOf(character) + 1));
}

export function withoutEscapes(text: string): string {
	return withoutPercent(text).replace(ESCAPE, (match) => {
		const escape = match.toLowerCase();
		if (escape.startsWith('\\')) return String(JSON.parse(`"${escape}"`));
		const [, hex, decimal] = /^&#(?:x([\da-f]+)|(\d+))/.exec(escape) ?? [];
		const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return ENTITIES[escape] ?? String.fromCodePoint(Math.min(code, MAX_CODE_POINT));
	});
}

/** Servers and gateways may decode a path more than once. */
const MAX_PATH_DECODINGS = 3;
/** A dot segment, also as it appears once a server drops everything from ";" on. */
export const DOT_SEGMENT = /(?:^|\/)\s*\.{1,2}\s*(?:[/;]|$)/;
export const CONTROL_CHARACTER = /\p{Cc}/u;
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * What different servers may read in a path part: the text itself, and the text after decoding it once or more.
 * Undefined if the text is encoded more often than any server decodes.
 */
export function decodingsOf(text: string, decodings = MAX_PATH_DECODINGS): string[] | undefined {
	const decoded = withoutPercent(text);
	if (decoded === text) return [text];
	const decodedReadings = decodings === 0 ? undefined : decodingsOf(decoded, decodings - 1);
	return decodedReadings && [text, ...decodedReadings];
}

/** Decodes a URL's ASCII escapes one by one, so an invalid escape can't hide other escapes. */
function withoutPercent(text: string): string {
	return text.replace(/%([0-7][\da-f])/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Splits a list such as "id name state". */
export function wordsOf(text: string): string[] {
	return text.trim().split(/\s+/);
}

export function messageOfError(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}

export function nameOfError(thrown: unknown): string {
	return thrown instanceof Error ? thrown.name : typeof thrown;
}

/** Ignores case and spaces at the ends, because users may enter an ID or a state differently than the API spells it. */
export function isSameName(first: string, second: string): boolean {
	return comparableName(first) === comparableName(second);
}

function comparableName(name: string): string {
	return name.trim().toLowerCase();
}

/** Keeps the first spelling of each name. */
export function distinctNames(names: readonly string[]): string[] {
	const spellings = new Map<string, string>();
	for (const name of names) {
		const key = comparableName(name);
		if (!spellings.has(key)) spellings.set(key, name);
	}
	return [...spellings.values()];
}

export function isAmong(name: string, names: readonly string[]): boolean {
	return names.some((listedName) => isSameName(listedName, name));
}

/** The first sentence without its period. A period in double quotes doesn't end it. */
export function firstSentenceOf(text: string): string {
	for (const { 0: part, index } of text.matchAll(/"[^"]*"|[.!?](?=\s|$)/g)) {
		if (!part.startsWith('"')) return text.slice(0, index);
	}
	return text;
}

/** Shorter names aren't suggested, because a letter often changes what they mean. */
const MIN_COMPARED_LENGTH = 5;

/** Finds a known name that differs in a few slips, ignoring case. Finds nothing for short names. */
export function nearestKnown(
	name: string,
	knownNames: readonly string[],
	{ shortest = MIN_COMPARED_LENGTH, slips = 1 } = {},
): string | undefined {
	if (name.length < shortest) return undefined;
	const lower = name.toLowerCase();
	const similarNames = knownNames.filter((knownName) =>
		differBy(slips, lower, knownName.toLowerCase()),
	);
	// UInt46 probably means UInt64, not UInt16.
	return (
		similarNames.find((knownName) => lettersOf(knownName) === lettersOf(name)) ?? similarNames[0]
	);
}

function lettersOf(name: string): string {
	return Array.from(name.toLowerCase()).sort().join('');
}

/** A slip is a letter added, omitted, or replaced, or two neighbors swapped. */
function differBy(slips: number, first: string, second: string): boolean {
	let at = 0;
	while (at < first.length && first[at] === second[at]) at += 1;
	const [tail, otherTail] = [first.slice(at), second.slice(at)];
	if (tail === otherTail) return true;
	if (slips === 0 || Math.abs(tail.length - otherTail.length) > slips) return false;
	const swapped = tail.charAt(1) + tail.charAt(0) + tail.slice(2);
	return (
		differBy(slips - 1, tail.slice(1), otherTail.slice(1)) ||
		differBy(slips - 1, tail.slice(1), otherTail) ||
		differBy(slips - 1, tail, otherTail.slice(1)) ||
		differBy(slips - 1, swapped, otherTail)
	);
}
