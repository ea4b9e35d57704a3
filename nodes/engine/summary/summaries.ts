import type { INodeProperties } from 'n8n-workflow';
import type { Execution, InputItem, PlannedItem } from '../executionState';
import { OPTIONS } from '../parameterNames';
import type { Facts, Operation, Parameters } from '../operation';
import type { HttpRequest, ShownRequest } from '../request';
import { objectBody } from '../request';
import type { JsonObject } from '../json';
import { hashOf, isJsonObject } from '../json';
import { fieldLabels } from '../issues/issueTexts';
import { asObject, isText, chosenNameKey } from '../parameters/values';
import { redactRequest, redactSecrets } from '../redaction/redact';
import { counted, shortenedInside } from '../text';
import { MARKED_KEY, plainText, withQuotes } from './plainText';
import { address, firstChanges, differences, changesText, fitted, cutToLimit } from './sentences';

/** Verbs in the past tense. A read's verb stays, because nothing was changed. */
const DONE: Readonly<Record<string, string>> = {
	Assign: 'Assigned',
	Change: 'Changed',
	Create: 'Created',
	Delete: 'Deleted',
	Invite: 'Invited',
	Remove: 'Removed',
	Replace: 'Replaced',
	Run: 'Ran',
	Scale: 'Scaled',
	Send: 'Sent',
	Update: 'Updated',
	Validate: 'Validated',
};

type Summarizing = Pick<Execution, 'operation' | 'redactorFor'>;
type SummarizedItem = Pick<PlannedItem, 'parameters' | 'request'> & { facts?: Facts };

/** Describes a planned request for people, with secrets redacted. */
export function summaryOf(
	{ request, parameters, facts = {} }: SummarizedItem,
	execution: Summarizing,
): string {
	const { operation } = execution;
	// Redacts before shortening, because a truncated URL may not show where its login ends.
	const { redacted } = redactRequest(request);
	const redactedFacts = Object.fromEntries(
		Object.entries(facts).map(([name, fact]) => [name, shownFact(fact, request, redacted)]),
	);
	const summary =
		operation.texts?.summarize?.(redacted, parameters, redactedFacts) ?? requestSummary(redacted);
	return shownSentence(summary, request, execution);
}

/** Compares two redacted requests. */
export function requestDifference(
	before: ShownRequest,
	after: ShownRequest,
	{ request }: Pick<PlannedItem, 'request'>,
	execution: Summarizing,
): string {
	const callOf = ({ method, url }: ShownRequest): string => [method, url].map(String).join(' ');
	const bodyOf = ({ body }: ShownRequest): JsonObject => (isJsonObject(body) ? body : { body });
	const isSameCall = callOf(before) === callOf(after);
	const changes = [
		...(isSameCall
			? []
			: [{ text: `${address(callOf(before))} became ${address(callOf(after))}` }]),
		...differences(bodyOf(before), bodyOf(after)),
	];
	const text =
		changes.length === 0 ? 'only hidden values or the credential differ' : firstChanges(changes);
	return shownSentence(`${text}.`, request, execution);
}

function shownSentence(
	sentence: string,
	request: HttpRequest,
	{ operation, redactorFor }: Summarizing,
): string {
	const text = plainText(redactorFor(request, 'node')(withLabels(sentence, operation)));
	return fitted(text.replace(LONG_ID_AFTER_NAME, (id) => shortenedInside(id, SHORT_ID_LENGTH)));
}

/** The name identifies the record, and the request shows the whole ID. */
const LONG_ID_AFTER_NAME = /(?<=" \()[\w-]{16,}(?=\))/g;
const SHORT_ID_LENGTH = 8;

/**
 * Labels keys by their panel fields, at the top or in a collection: a row's key without the row, a list of IDs as the
 * list.
 */
function withLabels(sentence: string, { properties }: Pick<Operation, 'properties'>): string {
	const { labelOf } = fieldLabels(properties);
	const isOfBody = ({ name, type }: INodeProperties) => type === 'collection' && name !== OPTIONS;
	const collections = properties.filter(isOfBody).map(({ name }) => `${name}.`);
	return sentence.replace(MARKED_KEY, (_, path: string, spelling: string) => {
		const [longLabel] = ['', ...collections].flatMap((start) => labelOf(start + path) ?? []);
		const [label] = longLabel?.split(', ').slice(-1) ?? [];
		return label?.replace(/ Names? or (?=IDs?$)/, ' ') ?? spelling;
	});
}

/** Shown for a secret that the request replaces with another. */
const OTHER_SECRET = '(another secret)';

/** Redacts a fact, but shows if the request changes a secret. */
function shownFact(fact: unknown, request: HttpRequest, { body: shownBody }: HttpRequest): unknown {
	const sent = { value: objectBody(request), redacted: shownBody };
	return isJsonObject(fact)
		? markSecrets({ value: fact, redacted: redactSecrets(fact) }, sent)
		: fact;
}

/** A value with its redacted form. */
interface Redacted {
	value: unknown;
	redacted: unknown;
}

/** Redacts a value, and marks secrets that are replaced. */
function markSecrets({ value, redacted }: Redacted, sent: Redacted): unknown {
	if (isJsonObject(value) && isJsonObject(redacted) && isJsonObject(sent.value)) {
		// Maps, because every object would have a key such as toString.
		const [before, after, shownAfter] = [value, sent.value, asObject(sent.redacted)].map(
			(object) => new Map(Object.entries(object)),
		);
		const entries = Object.entries(redacted).map(([name, part]): [string, unknown] => [
			name,
			markSecrets(
				{ value: before?.get(name), redacted: part },
				{ value: after?.get(name), redacted: shownAfter?.get(name) },
			),
		]);
		return Object.fromEntries(entries);
	}
	if (Array.isArray(value) && Array.isArray(redacted) && Array.isArray(sent.value)) {
		const after: unknown[] = sent.value;
		const shownAfter = [sent.redacted].flat();
		return redacted.map((part: unknown, index) => {
			const { id } = asObject(value[index]);
			const same = id === undefined ? index : after.findIndex((each) => asObject(each).id === id);
			return markSecrets(
				{ value: value[index], redacted: part },
				{ value: after[same], redacted: shownAfter[same] },
			);
		});
	}
	const isHidden = hashOf(redacted ?? null) === hashOf(sent.redacted ?? null);
	return isHidden && hashOf(value ?? null) !== hashOf(sent.value ?? null) ? OTHER_SECRET : redacted;
}

/** A change's summary, worded for the output after it was made or requested. */
export function doneSummaryOf(
	item: SummarizedItem,
	execution: Summarizing,
	response?: unknown,
): string {
	const { operation } = execution;
	const change = operation.kind === 'change' ? operation : undefined;
	const namedItem = {
		...item,
		parameters: withResponseName(item, change?.idParameter, response),
	};
	return summaryOf(namedItem, execution).replace(/^\w+/, (verb) =>
		change?.followsLater === true ? `${verb} requested for` : (DONE[verb] ?? verb),
	);
}

/** The response's name is newer than the name in the list. If the request renames the record, the old name tells more. */
function withResponseName(
	{ parameters, request }: SummarizedItem,
	idParameter: string | undefined,
	response: unknown,
): Parameters {
	if (idParameter === undefined || !isJsonObject(response)) return parameters;
	const nameKey = chosenNameKey(idParameter);
	const isRenamed = objectBody(request)['name'] !== undefined;
	if (isRenamed && isText(parameters[nameKey])) return parameters;
	// Members use the field's name as ID key.
	const { id = response[idParameter], name } = response;
	const isSame = isText(id) && String(id) === String(parameters[idParameter]).trim();
	return isSame && isText(name) ? { ...parameters, [nameKey]: name } : parameters;
}

/** Describes a request's record, redacted. Undefined if nothing shows it. */
export function targetOf(
	{ request, parameters }: Pick<InputItem, 'parameters' | 'request'>,
	{ operation, redactorFor }: Summarizing,
): string | undefined {
	if (request === undefined) return undefined;
	const { redacted } = redactRequest(request);
	const { subjectOf = requestName } = operation.texts ?? {};
	const text = subjectOf(redacted, parameters);
	if (text === undefined) return undefined;
	return shownSubject(text, redactorFor(request, 'node'));
}

/** Keeps all characters, because workflows might compare this. */
export function shownSubject(text: string, redact: (text: string) => string): string {
	return cutToLimit(withQuotes(redact(text)));
}

function requestName({ method, path }: HttpRequest): string {
	return `${method} ${path}`;
}

function requestSummary(request: HttpRequest): string {
	const { body } = request;
	const content = Array.isArray(body)
		? `a list of ${counted(body.length, 'element')}`
		: changesText(objectBody(request));
	return `Send ${requestName(request)}${content === '' ? '' : ` with ${content}`}`;
}
