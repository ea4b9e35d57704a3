/**
 * Sentences as data. Texts that others wrote stay complete until the sentence is written (`summary/plainText.ts`),
 * because redaction has to come before shortening.
 */

/** A sentence, or a part of one. A string may only contain words of this package. */
export type Phrase = OutsideText | PhraseList | string | readonly Phrase[];

/** Text that others wrote, such as a record's name. */
export interface OutsideText {
	outside: string;
	style: TextStyle;
	/** The key's path, if the text is a body's key. The panel's label then replaces it. */
	key?: readonly string[];
	/** The same text before or after a change. If both are long, each is shown from the first difference. */
	unlike?: string;
}

/**
 * Puts names in quotes, but not single words. `bare` adds no quotes. Links in an `address` stay unchanged, and so do
 * links in an `asWritten` without a path. Shortens a long `id`.
 */
export type TextStyle = 'address' | 'asWritten' | 'bare' | 'id' | 'name' | 'word';

/**
 * A sentence shows as many entries as fit, at least one and at most `maxEntries`. It counts the entries it leaves out.
 */
export interface PhraseList {
	first: readonly Phrase[];
	count: number;
	/** Name for an entry that isn't shown. */
	noun: string;
	/** Maximum number of entries shown. A list with a maximum is the last to lose entries. */
	maxEntries: number | undefined;
	separator: string;
	/** Marks a list that leaves out something that the request contains. */
	isPart?: true;
}

/** Puts parts into our own words: phrase`Delete file ${quoted(name)}`. */
export function phrase(words: TemplateStringsArray, ...parts: readonly Phrase[]): Phrase {
	return words.map((word, index) => [word, parts[index] ?? '']);
}

export function joinPhrases(phrases: readonly Phrase[], separator: string): Phrase {
	if (phrases.length === 0) return '';
	return phrases.map((part, index) => (index === 0 ? part : [separator, part]));
}

/** If both texts are long, shows each from the first difference. */
export function contrasted(before: Phrase, after: Phrase): [before: Phrase, after: Phrase] {
	if (!isOutsideText(before) || !isOutsideText(after)) return [before, after];
	return [
		{ ...before, unlike: after.outside },
		{ ...after, unlike: before.outside },
	];
}

function isOutsideText(part: Phrase): part is OutsideText {
	return typeof part === 'object' && 'outside' in part;
}

export function isSamePhrase(first: Phrase, second: Phrase): boolean {
	return JSON.stringify(first) === JSON.stringify(second);
}

/** Shows a value without quotes if it's a simple word. */
export const quoteName = outsideText('word');

export const quoted = outsideText('name');

/** For tables, hosts, or file patterns, whose dots aren't links unless a path follows. */
export const asWritten = outsideText('asWritten');

/** Leaves an address unchanged, so that the reader recognizes it. */
export const address = outsideText('address');

export const unquoted = outsideText('bare');

function outsideText(style: TextStyle): (value: unknown) => OutsideText {
	return (value) => {
		const isShown = typeof value === 'string' || typeof value === 'number';
		return { outside: isShown ? String(value) : '?', style };
	};
}

/** Puts the record's name before each ID whose name is known. */
export function withNames(part: Phrase, names: ReadonlyMap<string, string>): Phrase {
	if (typeof part === 'string') return part;
	if ('outside' in part) {
		const name = part.style === 'word' ? names.get(part.outside.trim()) : undefined;
		return name === undefined ? part : phrase`${quoted(name)} (${{ ...part, style: 'id' }})`;
	}
	if ('first' in part)
		return { ...part, first: part.first.map((entry) => withNames(entry, names)) };
	return part.map((inner) => withNames(inner, names));
}

/** Names a thing by its ID. Undefined without an ID. */
export function identified(kind: string, id: unknown): Phrase | undefined {
	const isGiven = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	return isGiven ? phrase`${kind} ${quoteName(id)}` : undefined;
}

/** A body's key, shown by the panel's label if there is a field. */
export function keyText(path: readonly string[], spelling = path.at(-1)): OutsideText {
	return { ...quoteName(spelling), key: path };
}

/** No summary has room for more entries. */
const MOST_ENTRIES = 200;

/** For names that matter less than the sentence around them. */
export const SHORT_LIST = { maxEntries: 10 };

/** For names that matter more than the sentence around them, such as hosts that get a login. */
export const AS_MANY_AS_FIT = { maxEntries: 100 };

/** Lists values, of which a sentence shows at least one. */
export function phraseList<T>(
	values: readonly T[],
	phraseOf: (value: T) => Phrase = quoteName,
	{
		maxEntries,
		noun = '',
		separator = ', ',
	}: Partial<Pick<PhraseList, 'maxEntries' | 'noun' | 'separator'>> = {},
): PhraseList {
	const first = values.slice(0, maxEntries ?? MOST_ENTRIES).map((value) => phraseOf(value));
	return { first, count: values.length, noun, maxEntries, separator };
}

/** Adds no text. Marks a sentence that leaves out something that the request contains. */
export const UNTOLD: PhraseList = { ...phraseList([]), isPart: true };
