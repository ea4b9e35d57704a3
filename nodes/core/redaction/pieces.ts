import { REDACTED, redactParts } from './secretParts';

/** Shorter ones may be anything. */
const MIN_PIECE = 12;
/** What every text with a piece of a secret contains: so much of its beginning or of its end. */
const END_LENGTH = 8;
/** Half of it may be an ordinary word. */
const LETTERS = /^\p{L}*$/u;

type Range = readonly [start: number, end: number];

/** Returns a function that replaces secrets in text, whole and in pieces, each in any of the given spellings. */
export function pieceRedactor(spellings: readonly string[]): (text: string) => string {
	const ends = [...new Set(spellings.flatMap(endsOf))];
	return (text) => {
		// Most texts contain no secret, and there are many spellings to look for.
		if (!ends.some((end) => text.includes(end))) return text;
		const found = spellings.filter((one) => endsOf(one).some((end) => text.includes(end)));
		const backwards = reversed(text);
		return withoutRanges(
			text,
			found.flatMap((spelling) => piecesIn(text, backwards, spelling)),
		);
	};
}

function endsOf(spelling: string): [string, string] {
	return [spelling.slice(0, END_LENGTH), spelling.slice(-END_LENGTH)];
}

/** Returns where text contains a spelling, a piece of its beginning or its end, or ends with its beginning. */
function piecesIn(text: string, backwards: string, spelling: string): Range[] {
	const shortest = shortestPiece(spelling);
	// The API, or the bound on what is searched, cut the secret there.
	const beginnings = beginningsIn(text, spelling, { shortest, shortestAtEnd: END_LENGTH });
	const { length } = text;
	const lengths = { shortest, shortestAtEnd: shortest };
	const ends = beginningsIn(backwards, reversed(spelling.slice(-length)), lengths);
	return [...beginnings, ...ends.map(([start, end]): Range => [length - end, length - start])];
}

/** A text with recognized parts, such as a connection string, has secrets in it and may well be quoted otherwise. */
function shortestPiece(spelling: string): number {
	const isWhole = LETTERS.test(spelling) || redactParts(spelling, () => undefined) !== spelling;
	const piece = Math.max(MIN_PIECE, Math.ceil(spelling.length / 2));
	return isWhole ? spelling.length : Math.min(spelling.length, piece);
}

/**
 * Returns where text contains the beginning of a spelling, at its longest. Each character is read once or
 * twice: the search is that of Knuth, Morris and Pratt.
 */
function beginningsIn(
	text: string,
	whole: string,
	{ shortest, shortestAtEnd }: { shortest: number; shortestAtEnd: number },
): Range[] {
	const spelling = whole.slice(0, text.length);
	const [head] = endsOf(spelling);
	const ranges: Range[] = [];
	let index = text.indexOf(head);
	if (index < 0) return ranges;
	const borders = bordersOf(spelling);
	let matched = 0;
	while (index >= 0 && index < text.length) {
		matched = matchedAfter(spelling, borders, matched, text.charCodeAt(index));
		index += 1;
		if (matched >= (index === text.length ? shortestAtEnd : shortest)) {
			add(ranges, [index - matched, index]);
		}
		if (matched === 0) index = text.indexOf(head, index);
	}
	return ranges;
}

/** Adds a part of text that neither begins nor ends before those that were added. */
function add(ranges: Range[], [start, end]: Range): void {
	const last = ranges.at(-1);
	if (last === undefined || start >= last[1]) ranges.push([start, end]);
	else ranges[ranges.length - 1] = [last[0], end];
}

/** How much of a spelling the text ends with after one more character, if it ended with so much of it before. */
function matchedAfter(
	spelling: string,
	borders: ReadonlyMap<number, number>,
	before: number,
	code: number,
): number {
	let matched = before;
	while (matched > 0 && spelling.charCodeAt(matched) !== code) matched = borders.get(matched) ?? 0;
	return spelling.charCodeAt(matched) === code ? matched + 1 : matched;
}

/** Returns by length how much of a spelling's beginning is also its end; without any, there is no entry. */
function bordersOf(spelling: string): Map<number, number> {
	const borders = new Map<number, number>();
	let border = 0;
	for (let index = 1; index < spelling.length; index += 1) {
		border = matchedAfter(spelling, borders, border, spelling.charCodeAt(index));
		if (border > 0) borders.set(index + 1, border);
	}
	return borders;
}

/** Replaces parts of text, those that overlap as one. */
function withoutRanges(text: string, ranges: Range[]): string {
	let shown = '';
	let end = 0;
	for (const [start, next] of ranges.sort(([one], [other]) => one - other)) {
		if (start >= end) shown += text.slice(end, start) + REDACTED;
		end = Math.max(end, next);
	}
	return shown + text.slice(end);
}

function reversed(text: string): string {
	return text.split('').reverse().join('');
}
