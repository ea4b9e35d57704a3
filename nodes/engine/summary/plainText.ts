/**
 * Writes sentences so that their names are harmless. People approve changes in emails and chats, and a record's author
 * may not be trusted: a name could hide its end, show a link or markup, or close its quotes and continue the sentence.
 */
import type { OutsideText, Phrase, PhraseList, TextStyle } from '../phrase';
import { joinPhrases } from '../phrase';
import { andMore, MAX_NAME_LENGTH, shortened, shortenedInside, withoutHtml } from '../text';

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** Matches the start of a web address, of a file share, of a domain, or of a path on a domain. */
const WEB_PATH = /:\/\/|^\\\\|^[^/.]*\.[^/]*\//;
/** Ends the part of a text that may be a table, host, or file pattern. Links may follow. */
const NAME_END = /[\s,;]|(?<![\p{L}\p{N}])www\./iu;
const SCHEME = /:(?=\/\/)/g;
/** Email programs link to a file share, such as \\host\share. */
const SHARE = /(?<![\p{L}\p{N}\\])\\\\(?=[\p{L}\p{N}])/gu;
/** Browsers treat all of these as a domain's dot. */
const DOT = '[.\u2024\u3002\ufe52\uff0e\uff61]';
/** Browsers also read Roman numerals and circled letters as letters. */
const LETTER = '[\\p{L}\\p{Nl}\\p{So}]';
/**
 * Matches the dot that makes a text look like a host: the one before a possible top-level domain, or the first one in an
 * IPv4 address. File patterns (*.json) and 0.0.0.0/0 aren't hosts.
 */
const LINK_DOT = new RegExp(
	`(?<=[^\\p{P}\\p{Z}\\p{C}]|[_-])${DOT}(?=${LETTER}(?:${LETTER}|[\\p{M}-])|(?!0\\.0\\.0/)(?:\\p{Nd}{1,3}${DOT}){2}\\p{Nd})`,
	'gu',
);
/** Characters that look like a quote. Two single quotes look like a double quote. */
const QUOTE =
	/[\p{Quotation_Mark}`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u02dd\u02ee\u055a\u05f3\u05f4\u2032-\u2037\u275b-\u2760\u3003\ua78c]+/gu;
/** Characters that let chat and email programs hide or link text. */
const MARKUP = /[|~]|\](?=\()/g;
/** Chats notify everyone about these words. */
const MENTION = /(?<![\p{L}\p{N}])@(?=(?:all|channel|everyone|here)(?![\p{L}\p{N}]))/giu;
/** Marks of bold and italic text, which chats leave out, and their lookalikes. In a word, underscores mean nothing. */
const EMPHASIS = [
	{ opening: /(?<!\*)\*+(?=[^\s*])/g, closing: /(?<=[^\s*])\*+/g, lookalike: '\u2217' },
	{
		opening: /(?<![\p{L}\p{N}_])_+(?=[^\s_])/gu,
		closing: /(?<=[^\s_])_+(?![\p{L}\p{N}_])/gu,
		lookalike: '\uff3f',
	},
];

/** Matches texts that need no cleaning, to skip the slow patterns. */
const SIMPLE = /^[\w,@/*+-]*$/;
const PLAIN_WORD = /^[\w.,@:/*+-]+$/;
const LONG_ID = /^[\w-]{16,}$/;
const SHORT_ID_LENGTH = 8;

/** A word isn't cut below this length, which keeps IDs, and most hosts and addresses, whole. */
const MIN_WORD_LENGTH = 40;

const MAX_SUMMARY_LENGTH = 600;
/** Maximum number of entries in a list that counts the rest with a noun, as in "and 5 more settings". */
const FEW_ENTRIES = 10;

/** Maximum lengths of texts, by style. Styles that aren't listed use the limit for names. */
const LONGEST: Partial<Record<TextStyle, number>> = {
	address: 260,
	asWritten: 260,
	bare: 600,
	name: 200,
};
/** Styles cut in the middle: a host or address ends with what matters, its domain or port. */
const CUT_INSIDE: readonly TextStyle[] = ['address', 'asWritten'];

/** Doesn't redact, so the phrase must contain no secrets. */
export function plainText(phrase: Phrase): string {
	const wordOf = (text: OutsideText) => styled(uncutLine(text, String), text);
	return cutToLimit(writePhrase(phrase, wordOf).text);
}

/** Writes a request's subject. Names keep their characters, because workflows might compare them. */
export function subjectText(
	phrase: Phrase,
	redact: (text: string) => string,
	quote?: string,
): string {
	const look = { clean: String, quote };
	const wordOf = (text: OutsideText) => styled(uncutLine(text, redact), text, look);
	return cutToLimit(writePhrase(phrase, wordOf).text);
}

/** Joins lines and removes invisible characters. */
export function visibleLine(text: string): string {
	return text
		.replace(INVISIBLE, '')
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.trim();
}

/** Breaks links, and removes markup that emails or chats might render. */
export function withoutLinks(text: string): string {
	return withBrokenLinks(withoutMarkup(text));
}

/** Spells links as in security advisories: "https[:]//evil[.]example". */
function withBrokenLinks(text: string): string {
	return text.replace(SCHEME, '[:]').replace(SHARE, '[\\\\]').replace(LINK_DOT, '[.]');
}

function withoutMarkup(text: string): string {
	return withoutMentions(withoutHtml(withoutEmphasis(text).replace(MARKUP, ' ')));
}

function withoutMentions(text: string): string {
	return text.replace(MENTION, '\uff20');
}

/** A mark without a partner, such as in *.example.com, stays. */
function withoutEmphasis(text: string): string {
	return EMPHASIS.reduce((plainText, { opening, closing, lookalike }) => {
		const start = plainText.search(opening);
		if (start === -1 || plainText.slice(start + 1).search(closing) === -1) return plainText;
		const alike = (marks: string) => lookalike.repeat(marks.length);
		return plainText.replace(opening, alike).replace(closing, alike);
	}, text);
}

/** Redacts before and after removing invisible characters, which may be part of a secret or divide it. */
function uncutLine({ outside, unlike }: OutsideText, redact: (text: string) => string): string {
	if (unlike === undefined) return visibleText(cutToLimit(redact(outside)), redact);
	return fromDifference(visibleText(redact(outside), redact), visibleText(redact(unlike), redact));
}

function visibleText(redacted: string, redact: (text: string) => string): string {
	if (SIMPLE.test(redacted)) return redacted;
	const line = visibleLine(redacted);
	return line === redacted ? line : redact(line);
}

/**
 * Cuts the start of a long text that differs from the other text only further on. Keeps a little text before the
 * difference.
 */
function fromDifference(line: string, otherLine: string): string {
	let sameLength = 0;
	while (sameLength < line.length && line[sameLength] === otherLine[sameLength]) sameLength++;
	const start = sameLength - MAX_NAME_LENGTH / 4;
	const isFar =
		sameLength > MAX_NAME_LENGTH / 2 && line.length > MAX_NAME_LENGTH && sameLength < line.length;
	return isFar ? `…${line.slice(start).toWellFormed()}` : line;
}

/** `isCut`: the text leaves out something that the request contains. */
interface Written {
	text: string;
	isCut: boolean;
}

interface Look {
	clean?: (line: string, style: TextStyle) => string;
	quote?: string | undefined;
	/** Percent of the usual length. */
	share?: number;
}

function styled(
	uncut: string,
	{ style }: OutsideText,
	{ clean = harmlessText, quote = '"', share = 100 }: Look = {},
): Written {
	const maxLength = Math.floor(((LONGEST[style] ?? MAX_NAME_LENGTH) * share) / 100);
	const longest = uncut.includes(' ') ? maxLength : Math.max(maxLength, MIN_WORD_LENGTH);
	const shorten = CUT_INSIDE.includes(style) ? shortenedInside : shortened;
	const line = shorten(uncut, longest);
	const isWord = (style === 'word' || style === 'id') && PLAIN_WORD.test(line);
	const edge = isWord || style === 'bare' ? '' : quote;
	// A shortened name hides nothing of the request, which may not even contain it.
	const isCut = line !== uncut && (style !== 'name' || share < 100);
	return { text: edge + clean(line, style) + edge, isCut };
}

/** Rewrites a name so that it can't pose as anything else. Double quotes are only around names. */
function harmlessText(line: string, style: TextStyle): string {
	if (style === 'id' && LONG_ID.test(line)) return shortenedInside(line, SHORT_ID_LENGTH);
	if (SIMPLE.test(line)) return withoutMentions(withoutEmphasis(line));
	const text = withoutMarkup(line.replace(QUOTE, "'"));
	const end = style === 'address' ? text.length : endOfName(text, style);
	return text.slice(0, end) + withBrokenLinks(text.slice(end));
}

/** Breaks no links before this position. */
function endOfName(text: string, style: TextStyle): number {
	if (style !== 'asWritten' || WEB_PATH.test(text)) return 0;
	const end = text.search(NAME_END);
	return end === -1 ? text.length : end;
}

/** How much of its lists and texts a sentence shows. */
interface EntryLimits {
	/** Entries of a list directly in the sentence. */
	outer: number;
	/** Entries of a list within another list. */
	inner: number;
	/** Entries of a list with its own `maxEntries`. */
	bounded: number;
	/** Percent of each text. */
	share: number;
}

const UNLIMITED: EntryLimits = { outer: Infinity, inner: Infinity, bounded: Infinity, share: 100 };

function writePhrase(
	phrase: Phrase,
	wordOf: (text: OutsideText, share: number) => Written,
	limits = UNLIMITED,
): Written {
	let [text, isCut] = ['', false];
	const add = (part: Phrase, isInside: boolean): void => {
		// Text past the limit would be cut anyway.
		if (text.length > MAX_SUMMARY_LENGTH) return;
		if (typeof part === 'string') text += part;
		else if ('outside' in part) {
			const word = wordOf(part, limits.share);
			text += word.text;
			isCut ||= word.isCut;
		} else if (!('first' in part)) for (const inner of part) add(inner, isInside);
		else {
			const { first, count, noun, maxEntries, separator } = part;
			const entries = first.slice(0, entriesOf(part, isInside, limits));
			isCut ||= count > entries.length || part.isPart === true;
			add(joinPhrases(entries, separator), isInside || maxEntries === undefined);
			add(andMore(count - entries.length, noun), isInside);
		}
	};
	add(phrase, false);
	return { text, isCut };
}

function entriesOf(
	{ maxEntries, noun }: PhraseList,
	isInside: boolean,
	limits: EntryLimits,
): number {
	if (maxEntries !== undefined) return limits.bounded;
	const entries = isInside ? limits.inner : limits.outer;
	return noun === '' ? entries : Math.min(entries, FEW_ENTRIES);
}

/** Numbers of listed entries to try in turn until the sentence fits. */
const COUNTS = [100, 50, 30, 20, 15, 12, 10, 8, 6, 5, 4, 3, 2, 1];

/** Shortens texts first, then nested lists, then other lists, and lists with a maximum last. */
const LIMITS_IN_ORDER: ReadonlyArray<Partial<EntryLimits>> = [
	...[100, 80, 60].map((share) => ({ share })),
	...COUNTS.map((inner) => ({ inner })),
	...COUNTS.map((outer) => ({ inner: 1, outer })),
	...[80, 60, 50, 25].map((share) => ({ inner: 1, outer: 1, share })),
	...COUNTS.map((bounded) => ({ inner: 1, outer: 1, share: 25, bounded })),
];

/** Writes as much of each part as fits into a summary. */
export function summaryText(
	phrase: Phrase,
	redact: (text: string) => string,
	labelOf: (key: readonly string[]) => string | undefined,
): Written {
	const lines = new Map<OutsideText, string>();
	const wordOf = (text: OutsideText, share: number): Written => {
		const label = text.key && labelOf(text.key);
		if (label !== undefined) return { text: label, isCut: false };
		const line = lines.get(text) ?? uncutLine(text, redact);
		lines.set(text, line);
		return styled(line, text, { share });
	};
	let text = '';
	for (const limits of LIMITS_IN_ORDER) {
		const sentence = writePhrase(phrase, wordOf, { ...UNLIMITED, ...limits });
		if (sentence.text.length <= MAX_SUMMARY_LENGTH) return sentence;
		({ text } = sentence);
	}
	return { text: cutToLimit(text), isCut: true };
}

function cutToLimit(text: string): string {
	return shortened(text, MAX_SUMMARY_LENGTH - 1);
}
