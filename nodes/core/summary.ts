import type { HttpRequest } from './http/request';
import type { Execution, InputItem, PlannedItem } from './operation';
import { redactRequest } from './redact';
import { andMore, counted, shortened } from './text';

const MAX_NAME_LENGTH = 80;
const MAX_SUMMARY_LENGTH = 400;
const MAX_MEMBERS = 10;
const PLAIN = /^[\w.,@:/*+-]+$/;

/** Stands for a quote of the sentence, until the names in it are plain: no name contains such a character. */
const SENTENCE_QUOTE = '\u{E000}';
/** A web address, also without its scheme, and what follows it. */
const LINK = /(?:[a-z][\w+.-]*:\/\/|www\.|(?<![\w-])[\w-]+(?:\.[\w-]+)+\/)\S*/giu;
/** What looks like a quote, but for the double one, which ends no name. */
const QUOTE =
	/(?!")[\p{Quotation_Mark}\u0060\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u055a\u05f3\u05f4\u2032-\u2037\ua78c]/gu;
/** What an email or chat program takes for markup, each followed by a plain character that looks alike. */
const MARKUP = '<‹>›[［]］\\∖|∣*∗_ˍ~∼&＆';

/** What the texts about a request are made with. */
type Summarizing = Pick<Execution, 'operation' | 'redactorFor'>;

/** The verbs that the summaries of changes begin with. */
const PAST_TENSE: Readonly<Record<string, string>> = {
	Assign: 'Assigned',
	Change: 'Changed',
	Create: 'Created',
	Delete: 'Deleted',
	Invite: 'Invited',
	Replace: 'Replaced',
	Resync: 'Resynced',
	Send: 'Sent',
	Start: 'Started',
	Stop: 'Stopped',
};

/** Returns what one planned request does, in a sentence for people, with secrets redacted. */
export function summaryOf(
	{ request, parameters }: PlannedItem,
	{ operation, redactorFor }: Summarizing,
): string {
	// Redacted before a name is cut: what is left of a URL might not show where its login ends.
	const { shown } = redactRequest(request);
	const summary = operation.summarize?.(shown, parameters) ?? requestSummary(shown);
	const redacted = redactorFor(request, 'node')(summary);
	return shortened(plainText(redacted), MAX_SUMMARY_LENGTH - 1);
}

/** Returns the same sentence in the past tense, for the output of a change that was made. */
export function doneSummaryOf(item: PlannedItem, execution: Summarizing): string {
	return summaryOf(item, execution).replace(/^\w+/, (verb) => PAST_TENSE[verb] ?? verb);
}

/** Names what a request is about, with secrets redacted, or returns undefined where nothing says it. */
export function targetOf(
	{ request, parameters }: InputItem,
	{ operation, redactorFor }: Summarizing,
): string | undefined {
	if (request === undefined) return undefined;
	const { target = requestName } = operation;
	const text = target(redactRequest(request).shown, parameters);
	if (text === undefined) return undefined;
	// Data, in contrast to a summary: a workflow may compare it, so its characters stay.
	const redacted = redactorFor(request, 'node')(text).replaceAll(SENTENCE_QUOTE, "'");
	return shortened(redacted, MAX_SUMMARY_LENGTH - 1);
}

/** Returns a resource by its kind and ID, or undefined where there is no ID. */
export function identified(kind: string, id: unknown): string | undefined {
	const isGiven = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '');
	return isGiven ? `${kind} ${named(id)}` : undefined;
}

/** Returns a value as a sentence names it: plain where it is one plain word, in quotes otherwise. */
export function named(value: unknown): string {
	const text = oneLine(value);
	return PLAIN.test(text) ? text : inQuotes(text);
}

/** Returns a name in quotes. */
export function quoted(value: unknown): string {
	return inQuotes(oneLine(value));
}

function inQuotes(text: string): string {
	return SENTENCE_QUOTE + text + SENTENCE_QUOTE;
}

function requestName({ method, path }: HttpRequest): string {
	return `${method} ${path}`;
}

function requestSummary(request: HttpRequest): string {
	const { body } = request;
	const content = Array.isArray(body)
		? `a list of ${counted(body.length, 'element')}`
		: memberNames(Object.keys(body ?? {}));
	return `Send ${requestName(request)}${content === '' ? '' : ` with ${content}`}`;
}

function memberNames(names: readonly string[]): string {
	const shown = names.slice(0, MAX_MEMBERS).map(named).join(', ');
	return `${shown}${andMore(names.length - MAX_MEMBERS)}`;
}

/** Returns text as a single line without invisible characters. */
function oneLine(value: unknown): string {
	const text = ['string', 'number'].includes(typeof value) ? String(value) : '?';
	const clean = text.slice(0, MAX_SUMMARY_LENGTH).replace(/[\p{C}\p{Z}]+/gu, ' ');
	return shortened(clean.trim(), MAX_NAME_LENGTH);
}

/**
 * Returns a sentence in which no name can pretend to be more: without links and markup that the email or chat
 * message might take for its own, and with no quotes but those around names.
 */
function plainText(sentence: string): string {
	return sentence
		.replace(LINK, (link) => link.replaceAll('/', '∕').replaceAll('.', '․'))
		.replace(QUOTE, (quote, at: number, text: string) =>
			isInWord(text, at, at + quote.length) ? '’' : '"',
		)
		.replace(/[<>[\]\\|*_~&]/g, (character) => MARKUP.charAt(MARKUP.indexOf(character) + 1))
		.replaceAll(SENTENCE_QUOTE, "'");
}

/** Returns whether there are letters before and after a part of text. */
function isInWord(text: string, start: number, end: number): boolean {
	return (
		/\p{L}$/u.test(text.slice(Math.max(0, start - 2), start)) && /^\p{L}/u.test(text.slice(end))
	);
}
