import type { Execution, PlannedItem } from './operation';
import { redactQuery } from './redact';
import { andMore, counted, shortened } from './text';

const MAX_NAME_LENGTH = 80;
const MAX_SUMMARY_LENGTH = 400;
const MAX_MEMBERS = 10;
const PLAIN = /^[\w.,@:/*+-]+$/;

/** Returns what one planned request does, in a sentence for people, with secrets redacted. */
export function summaryOf(
	{ request, parameters }: PlannedItem,
	{ operation, api, redactorFor }: Pick<Execution, 'operation' | 'api' | 'redactorFor'>,
): string {
	const summary =
		operation.summarize?.(request, parameters) ??
		requestSummary({ ...request, path: redactQuery(request.path, api.secretMembers) });
	return shortened(redactorFor(request)(summary), MAX_SUMMARY_LENGTH - 1);
}

/** Returns a value as a sentence names it: plain where it is one plain word, in quotes otherwise. */
export function named(value: unknown): string {
	const text = oneLine(value);
	return PLAIN.test(text) ? text : `'${text}'`;
}

/** Returns a name in quotes. */
export function quoted(value: unknown): string {
	return `'${oneLine(value)}'`;
}

function requestSummary({ method, path, body }: PlannedItem['request']): string {
	const content = Array.isArray(body)
		? `a list of ${counted(body.length, 'element')}`
		: memberNames(Object.keys(body ?? {}));
	return `Send ${method} ${path}${content === '' ? '' : ` with ${content}`}`;
}

function memberNames(names: readonly string[]): string {
	const shown = names.slice(0, MAX_MEMBERS).map(named).join(', ');
	return `${shown}${andMore(names.length - MAX_MEMBERS)}`;
}

/**
 * Returns a text that cannot pretend to be more than a name: a single line without invisible characters, quotes
 * and angle brackets, which the email or chat message that shows it might take for markup.
 */
function oneLine(value: unknown): string {
	const text = ['string', 'number'].includes(typeof value) ? String(value) : '?';
	const clean = text
		.slice(0, MAX_SUMMARY_LENGTH)
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.trim()
		.replaceAll("'", '’')
		.replaceAll('<', '‹')
		.replaceAll('>', '›');
	return shortened(clean, MAX_NAME_LENGTH);
}
