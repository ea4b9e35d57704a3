/** A shorter piece of a secret is no secret, and could be a word of any message. */
const SHORTEST_PIECE = 16;

const LAST_ASCII = 0x7f;

const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** Longer patterns are more than JavaScript bears. */
const LONGEST_PATTERN = 500;

/** So many letters of a secret tell something of it; fewer are often the end of another word. */
const SHORTEST_BEGINNING = 4;

/** Where more letters than these are there, all that follows is taken for the secret. */
const LONGEST_BEGINNING = 64;

/** Where a service, or a proxy before it, has cut off a text: at times within the spelling of a letter. */
const TORN_LETTER = '(?:\\\\+(?:u[\\da-fA-F]{0,3})?|%[\\da-fA-F]?|&#?[\\da-zA-Z]*)?';
const CUT_OFF = '(?=\\s*(?:…|\\.{3}|[\\s"\'\\\\}\\]]*$))';

const BASE64_LETTERS: Readonly<Record<string, string>> = {
	'+': '(?:[-+]|%2[Bb])',
	'/': '(?:[/_]|%2[Ff])',
};

/**
 * Gives the sources of patterns that find any of the secrets, and any long piece of one, in a text, the longest
 * first: as they are, and as JSON, URLs, forms, HTML or Base64 write them. Those of `cutOff` find the beginning
 * of a secret at the end of a text that was cut.
 */
export function secretPatterns(secrets: Iterable<string>): { whole: string[]; cutOff: string[] } {
	const found = new Set([...secrets].flatMap(partsOf));
	const longestFirst = [...found].sort((one, other) => other.length - one.length);
	const spellings = longestFirst.flatMap((part) => [lettersOf(part.trim()), base64Of(part)]);
	return {
		whole: [...new Set(spellings.map(wholePattern))],
		cutOff: [...new Set(spellings.flatMap(beginningPattern))],
	};
}

/** The secret, with and without the blanks around it, and the lines of a PEM block or the members of a connection string. */
function partsOf(secret: string): string[] {
	const pieces = secret.split(/[;\r\n]+/).map((piece) => piece.replace(/^\w+=/, '').trim());
	const telling = pieces.filter(
		(piece) => piece.length >= SHORTEST_PIECE && !piece.startsWith('-----'),
	);
	return [secret, secret.trim(), ...telling].filter((part) => part.trim() !== '');
}

/** Of a very long secret the beginning is looked for, and nothing after it is shown. */
function wholePattern(letters: string[]): string {
	if (letters.length <= LONGEST_PATTERN) return letters.join('');
	return `${letters.slice(0, LONGEST_PATTERN).join('')}[^]*`;
}

/** The beginning of a secret, as long as possible, where a text is cut off. */
function beginningPattern(letters: string[]): string[] {
	if (letters.length <= SHORTEST_BEGINNING) return [];
	const rest = letters.slice(SHORTEST_BEGINNING, LONGEST_BEGINNING);
	const beyond = letters.length > LONGEST_BEGINNING ? '[^]*' : '';
	const further = rest.reduceRight((after, letter) => `(?:${letter}${after})?`, beyond);
	return [`${letters.slice(0, SHORTEST_BEGINNING).join('')}${further}${TORN_LETTER}${CUT_OFF}`];
}

/** Backslashes go together: a pattern for each would try all ways to share out a long row of them. */
function lettersOf(secret: string): string[] {
	const letters = secret.slice(0, 2 * LONGEST_PATTERN).matchAll(/\\+|[^\\]/gu);
	return Array.from(letters, ([letter]) => letterPattern(letter));
}

/** One letter in each of its spellings: a service may mix them, and may escape what was escaped before. */
function letterPattern(letter: string): string {
	if (/[A-Za-z\d]/.test(letter)) return letter;
	const point = Number(letter.codePointAt(0));
	const spellings = [plainPattern(letter), escapedPattern(letter), percentPattern(letter)];
	const names = [`#${String(point)}`, `#[xX]0*${hex(point, 1)}`, HTML_NAMES[letter] ?? []].flat();
	spellings.push(`&(?:amp;)*(?:${names.join('|')});`);
	if (point > LAST_ASCII) spellings.push(misreadPattern(letter));
	return `(?:${spellings.join('|')})`;
}

/** As it is, or behind backslashes; a blank as any other blank, or as the plus sign of a form. */
function plainPattern(letter: string): string {
	if (/\s/.test(letter)) return '\\s|\\+|\\\\{1,3}[nrtfv]';
	if (letter.startsWith('\\')) return `\\\\{${String(letter.length)},${String(letter.length * 8)}}`;
	return `\\\\{0,3}${literal(letter)}`;
}

function escapedPattern(letter: string): string {
	const units = letter.split('');
	return units.map((unit) => `\\\\{1,3}u${hex(unit.charCodeAt(0), 4)}`).join('');
}

function percentPattern(letter: string): string {
	return [...Buffer.from(letter)].map((byte) => `%(?:25)*${hex(byte, 2)}`).join('');
}

/** In a wrong character set it comes as its bytes, or as the sign for what cannot be read. */
function misreadPattern(letter: string): string {
	return `${literal(Buffer.from(letter).toString('latin1'))}|\\ufffd`;
}

/** Both alphabets of Base64, with and without its end, and as a URL writes it. */
function base64Of(secret: string): string[] {
	const text = Buffer.from(secret).toString('base64');
	const letters = text
		.slice(0, 2 * LONGEST_PATTERN)
		.replace(/=+$/, '')
		.split('');
	const patterns = letters.map((letter) => BASE64_LETTERS[letter] ?? letter);
	return [...patterns, '(?:=|%3[Dd])*'];
}

function hex(code: number, digits: number): string {
	const text = code.toString(16).padStart(digits, '0');
	return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
