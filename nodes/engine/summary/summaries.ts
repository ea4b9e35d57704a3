import type { INodeProperties } from 'n8n-workflow';
import type { Execution, InputItem, PlannedItem } from '../executionState';
import { OPTIONS } from '../parameterNames';
import type { Operation, PlanContext } from '../operation';
import { NAMES_OF } from '../operation';
import type { HttpRequest, ShownRequest } from '../request';
import { objectBody } from '../request';
import type { JsonObject } from '../json';
import { isJsonObject, memberOf } from '../json';
import { isSameJson } from '../crypto';
import { fieldLabel } from '../issues/issueMessages';
import { asObject, isName, isText } from '../parameters/values';
import { hiddenPaths, redactRequest, redactSecrets } from '../redaction/redact';
import type { Phrase } from '../phrase';
import {
	address,
	keyText,
	phrase,
	phraseList,
	quoteName,
	SHORT_LIST,
	unquoted,
	UNTOLD,
	withNames,
} from '../phrase';
import { counted } from '../text';
import { subjectText, summaryText } from './plainText';
import { firstChanges, differences, changesText } from './sentences';

/** With more differences, the whole addresses are easier to read. */
const MAX_CHANGED_PARTS = 2;

/** Turns a summary's verb into the past tense. A read's verb stays, because nothing was changed. */
const PAST_TENSES: Readonly<Record<string, string>> = {
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

type Summarizing = Pick<Execution, 'api' | 'operation' | 'redactorFor'> &
	Pick<PlanContext, 'credential'>;
type NamedItem = Partial<Pick<PlannedItem, 'chosenNames' | 'facts'>>;
type SummarizedItem = NamedItem & Pick<PlannedItem, 'parameters' | 'request'>;

/** `isCut`: the summary leaves out something that the request contains. */
export function summaryOf(
	item: SummarizedItem,
	execution: Summarizing,
	names = namesById(item),
): ReturnType<typeof summaryText> {
	const { request, parameters, facts = {} } = item;
	const { operation } = execution;
	// Redacts before shortening, because a truncated URL may not show where its login ends.
	const redacted = inNeutralSpelling(redactRequest(request).redacted, execution);
	const sent = { value: inNeutralSpelling(request, execution).body, redacted: redacted.body };
	const redactedFacts = Object.fromEntries(
		Object.entries(facts).map(([name, fact]) => [name, shownFact(fact, sent)]),
	);
	const summary =
		operation.texts?.summarize?.(redacted, parameters, redactedFacts) ?? requestSummary(redacted);
	return shownSentence(withNames(summary, names), request, execution);
}

/** A name that was read is newer than a stored name. */
export function namesById({ facts = {}, chosenNames }: NamedItem): ReadonlyMap<string, string> {
	const names = new Map(chosenNames);
	for (const [fact, readNames] of Object.entries(facts)) {
		if (!fact.startsWith(NAMES_OF)) continue;
		for (const [id, name] of Object.entries(asObject(readNames))) {
			if (isName(name)) names.set(id, String(name));
		}
	}
	return names;
}

/** The summary compares the body with records and labels, which have the neutral spelling. */
function inNeutralSpelling(
	request: HttpRequest,
	{ api, credential, operation }: Omit<Summarizing, 'redactorFor'>,
): HttpRequest {
	const { body, path } = request;
	if (body === undefined || operation.output?.raw === true) return request;
	return { ...request, body: api.fromWire(body, credential, path) };
}

export function requestDifference(
	before: ShownRequest,
	after: ShownRequest,
	{ request, ...item }: NamedItem & Pick<PlannedItem, 'request'>,
	execution: Summarizing,
): string {
	const bodyOf = ({ body }: ShownRequest): JsonObject =>
		isJsonObject(body) ? objectBody(inNeutralSpelling({ ...request, body }, execution)) : { body };
	const changes = [
		...callChanges(before, after).map((text) => ({ text })),
		...differences(bodyOf(before), bodyOf(after)),
	];
	const text =
		changes.length === 0 ? 'only hidden values or the credential differ' : firstChanges(changes);
	return shownSentence(withNames(phrase`${text}.`, namesById(item)), request, execution).text;
}

/** Long addresses often differ in a single ID, so only that ID is shown. */
function callChanges(before: ShownRequest, after: ShownRequest): Phrase[] {
	const callOf = ({ method, url }: ShownRequest) => [method, url].map(String).join(' ');
	const [oldParts, parts] = [callOf(before).split('/'), callOf(after).split('/')];
	const changedParts = parts.flatMap((part, index) => {
		const oldPart = oldParts[index] ?? '';
		return part === oldPart ? [] : [phrase`${quoteName(oldPart)} became ${quoteName(part)}`];
	});
	const hasSameParts = oldParts[0] === parts[0] && oldParts.length === parts.length;
	return hasSameParts && changedParts.length <= MAX_CHANGED_PARTS
		? changedParts
		: [phrase`${address(callOf(before))} became ${address(callOf(after))}`];
}

/** Warns that the plan doesn't show everything, because any text can look like a secret. */
export function hiddenText(
	{ request }: Pick<PlannedItem, 'request'>,
	execution: Summarizing,
): string[] {
	const partsOf = (spelled: HttpRequest) => ({
		body: inNeutralSpelling(spelled, execution).body,
		address: addressParts(spelled),
	});
	const hidden = hiddenPaths(partsOf(request), partsOf(redactRequest(request).redacted));
	const paths = new Map(hidden.map(([, ...path]) => [path.join(), path]));
	if (paths.size === 0) return [];
	const list = phraseList(
		[...paths.values()],
		(path) => keyText(path, path.at(-1) ?? 'body'),
		SHORT_LIST,
	);
	const sentence = phrase`Part of ${list} is hidden because it looks like a secret. Check it in the workflow before you approve.`;
	const labelOf = keyLabels(execution.operation);
	const formLabelOf = (path: readonly string[]) =>
		formPaths(path).flatMap((each) => labelOf(each) ?? [])[0];
	return [shownSentence(sentence, request, execution, formLabelOf).text];
}

function addressParts({ path: address }: HttpRequest) {
	const [path, query] = address.split(/\?(.*)/s);
	const texts = new Map<string, string[]>();
	for (const [key, text] of new URLSearchParams(query)) {
		const earlier = texts.get(key);
		if (earlier === undefined) texts.set(key, [text]);
		else earlier.push(text);
	}
	return { path, query: Object.fromEntries(texts) };
}

/** A field's possible paths, because a form may leave out the outermost object, or all objects inside of a row. */
function formPaths(path: readonly string[]): Array<readonly string[]> {
	if (path.length < 3) return [path];
	return [path, path.slice(1), [...path.slice(0, 1), ...path.slice(-1)]];
}

function shownSentence(
	sentence: Phrase,
	request: HttpRequest,
	{ operation, redactorFor }: Summarizing,
	labelOf = keyLabels(operation),
): ReturnType<typeof summaryText> {
	return summaryText(sentence, redactorFor(request, 'node'), labelOf);
}

/** Labels keys by their panel fields, also in collections. Drops the label of the row, and "Names or" before "IDs". */
function keyLabels({
	properties,
}: Pick<Operation, 'properties'>): (path: readonly string[]) => string | undefined {
	const isOfBody = ({ name, type }: INodeProperties) => type === 'collection' && name !== OPTIONS;
	const collections = properties.filter(isOfBody).map(({ name }) => `${name}.`);
	return (path) => {
		const [longLabel] = ['', ...collections].flatMap(
			(start) => fieldLabel(properties, start + path.join('.')) ?? [],
		);
		const [label] = longLabel?.split(', ').slice(-1) ?? [];
		return label?.replace(/ Names? or (?=IDs?$)/, ' ');
	};
}

/** A summary shows this in place of a secret that the request replaces. */
const OTHER_SECRET = '(another secret)';

function shownFact(fact: unknown, sent: Redacted): unknown {
	return isJsonObject(fact)
		? markSecrets({ value: fact, redacted: redactSecrets(fact) }, sent)
		: fact;
}

interface Redacted {
	value: unknown;
	redacted: unknown;
}

/**
 * A secret that the request replaces gets different words, because nobody would see the change between two redacted
 * values.
 */
function markSecrets(stored: Redacted, sent: Redacted): unknown {
	const { value, redacted } = stored;
	if (isJsonObject(value) && isJsonObject(redacted) && isJsonObject(sent.value)) {
		const marked = (name: string) => markSecrets(valuesAt(stored, name), valuesAt(sent, name));
		return Object.fromEntries(Object.keys(redacted).map((name) => [name, marked(name)]));
	}
	if (Array.isArray(value) && Array.isArray(redacted) && Array.isArray(sent.value)) {
		const after: unknown[] = sent.value;
		// The first row with an ID counts.
		const indexes = after.map((row, index) => [asObject(row).id, index] as const);
		const indexesById = new Map(indexes.reverse());
		return value.map((row, index) => {
			// Rows are paired by their IDs, because they may have moved.
			const { id } = asObject(row);
			const pairedIndex = id === undefined ? index : (indexesById.get(id) ?? -1);
			return markSecrets(valuesAt(stored, String(index)), valuesAt(sent, String(pairedIndex)));
		});
	}
	const isHidden = isSameJson(redacted, sent.redacted);
	return isHidden && !isSameJson(value, sent.value) ? OTHER_SECRET : redacted;
}

function valuesAt({ value, redacted }: Redacted, name: string): Redacted {
	return { value: memberOf(value, name), redacted: memberOf(redacted, name) };
}

/** Words the summary for output after the change was made or requested. */
export function doneSummaryOf(
	item: SummarizedItem,
	execution: Summarizing,
	response?: unknown,
): string {
	const { operation } = execution;
	const change = operation.kind === 'change' ? operation : undefined;
	const names = withResponseName(item, change?.idParameter, response);
	return summaryOf(item, execution, names).text.replace(/^\w+/, (verb) =>
		change?.followsLater === true ? `${verb} requested for` : (PAST_TENSES[verb] ?? verb),
	);
}

/** The response's name is newer than the name in the list. If the request renames the record, the old name tells more. */
function withResponseName(
	item: SummarizedItem,
	idParameter: string | undefined,
	response: unknown,
): ReadonlyMap<string, string> {
	const names = namesById(item);
	if (idParameter === undefined || !isJsonObject(response)) return names;
	const chosenId = String(item.parameters[idParameter]).trim();
	const isRenamed = objectBody(item.request)['name'] !== undefined;
	if (isRenamed && names.has(chosenId)) return names;
	// A record without `id` may use the ID parameter's name as key.
	const { id = response[idParameter], name } = response;
	const isSame = isText(id) && String(id) === chosenId;
	return isSame && isName(name) ? new Map([...names, [chosenId, String(name)]]) : names;
}

export function targetOf(
	{ request, parameters, ...item }: NamedItem & Pick<InputItem, 'parameters' | 'request'>,
	{ operation, redactorFor }: Pick<Execution, 'operation' | 'redactorFor'>,
): string | undefined {
	if (request === undefined) return undefined;
	const { redacted } = redactRequest(request);
	const { subjectOf = requestName } = operation.texts ?? {};
	const subject = subjectOf(redacted, parameters);
	return subject && subjectText(withNames(subject, namesById(item)), redactorFor(request, 'node'));
}

function requestName({ method, path }: HttpRequest): Phrase {
	return path === '' ? phrase`${method}` : phrase`${method} ${unquoted(path)}`;
}

function requestSummary(request: HttpRequest): Phrase {
	const { body } = request;
	const content = Array.isArray(body)
		? [`a list of ${counted(body.length, 'element')}`, UNTOLD]
		: changesText(objectBody(request));
	return phrase`Send ${requestName(request)}${content === '' ? '' : phrase` with ${content}`}`;
}
