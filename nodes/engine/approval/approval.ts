import type {
	Execution,
	InputItem,
	ItemParameters,
	ItemResults,
	PlannedItem,
	SendableItem,
} from '../executionState';
import type { HttpRequest, ShownRequest } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { errorDetails, invalidInput, operationError } from '../errors/nodeErrors';
import { safetyPromise } from '../errors/progress';
import { hintTexts, itemNames } from '../issues/issueMessages';
import type { WriteJournal } from '../journal/writeJournal';
import { requestIdentity } from '../request';
import { addHint, jsonItems } from '../items';
import type { JsonObject } from '../json';
import { parsedJson } from '../json';
import { asObject, isName, isText } from '../parameters/values';
import { keyedHash, keyOf } from '../crypto';
import { OPTIONS } from '../parameterNames';
import { APPROVED_PLAN_LABEL, readItemOptions, sendLaterText } from '../options/requestOptions';
import { shownRequest } from '../redaction/redact';
import { plainText, subjectText, withoutLinks } from '../summary/plainText';
import {
	hiddenText,
	namesById,
	requestDifference,
	summaryOf,
	targetOf,
} from '../summary/summaries';
import { capitalized, counted, formatted, listed, notShown } from '../text';

const HASH = /^v1-[1-9]\d{0,6}-[\da-f]{64}(?:-(?:[\da-f]{16})+)?$/;
/** The hash of a plan with more items covers only the whole plan, to keep the text short that people copy. */
const MAX_ITEM_HASHES = 50;
const ITEM_HASHES = /.{16}/g;

/** An item has two hashes of this length: one of its input, one of its request. */
const PART_LENGTH = 8;
const MAX_SHOWN_NAMES = 5;
const PLAN_KEY = 'n8n-nodes-cloud-management approved plan';

/** A summary shows at least this much of a path. */
const MIN_SHOWN_PATH = 150;

const PLAN_HASH_ADVICE = "Use the dry run's items, such as {{ $('Dry Run').all() }}.";

const APPROVE_AGAIN = 'Do a new dry run, and have the new plan approved.';
const OTHER_CREDENTIAL = ' If nothing else changed, the credential probably did.';
const COMPARE_ADVICE =
	" To see what differs, enter the dry run's items, such as {{ $('Dry Run').all() }}, instead of the hash.";

/** `itemHash` alone decides whether an item is approved. `request` only helps explain a difference. */
interface ApprovedItem {
	itemHash: string;
	request?: ShownRequest;
}

interface ApprovedPlan {
	hash: string;
	count: number;
	items: ApprovedItem[];
}

/** Outputs the planned requests instead of sending them. Every item carries the hash of the whole plan. */
export function showDryRun(execution: Execution, items: readonly PlannedItem[]): ItemResults {
	if (items.length === 0) return new Map();
	const { context, progress } = execution;
	const count = context.getInputData().length;
	const some = `${formatted(items.length)} of ${counted(count, 'item')} not sent.`;
	const later = sendLaterText(execution.operation.properties, context.getNode().name);
	const all = safetyPromise(progress) + later;
	addHint(context, `Dry Run: ${items.length === count ? all : some}`);
	const { hash, hashedItems } = hashPlan(items, execution);
	return new Map(
		hashedItems.map(({ item, itemHash }) => {
			const request = shownRequest(item.request, execution);
			const summary = planSummary(item, execution);
			const names = shownNames(summary, item, execution);
			const plan = { hash, itemHash, ...names };
			const before = stepsBefore(item, execution);
			const output = { summary, dryRun: true, ...before, ...request, plan };
			return [item, { items: jsonItems([output], item.itemIndex) }];
		}),
	);
}

/**
 * Sums up an item's request. Some approvers see only this. Warnings come first, because few people read a long sentence
 * to its end.
 */
function planSummary(item: SendableItem, execution: Execution): string {
	const { preparation, request } = item;
	const { text: sentence, isCut } = summaryOf(item, execution);
	const warnings = [...hiddenText(item, execution), ...hintTexts(item, execution, withoutLinks)];
	const remarks = [
		...(isCut ? restText(request) : []),
		...(preparation?.dryRunText === undefined ? [] : [preparation.dryRunText]),
	];
	return [
		...warnings.map((text) => `Warning: ${text}`),
		remarks.length === 0 ? sentence : `${sentence}. ${remarks.join(' ')}`,
	].join('\n');
}

/** Says where approvers find what the sentence lacks. */
function restText({ body, path }: HttpRequest): string[] {
	const parts = [path.length > MIN_SHOWN_PATH && 'url', body !== undefined && 'body'].filter(
		isText,
	);
	return parts.length === 0
		? []
		: [`For the whole request, see the item's ${parts.join(' and ')}.`];
}

/** The summary's names by ID, so that the approved run can show them without reading them again. */
function shownNames(summary: string, item: SendableItem, execution: Execution) {
	const redact = execution.redactorFor(item.request, 'node');
	const isShown = (id: string): boolean =>
		summary.includes(`(${plainText({ outside: id, style: 'id' })})`);
	const names = [...namesById(item)].filter(([id]) => isShown(id));
	if (names.length === 0) return {};
	return { names: Object.fromEntries(names.map(([id, name]) => [id, redact(name)])) };
}

/** Shows the requests that make the record ready, such as a service's wake and the check of its state. */
function stepsBefore({ preparation }: SendableItem, execution: Execution) {
	if (preparation === undefined || preparation.step === 'none') return {};
	const { step, command, check } = preparation;
	const requests = step === 'command' ? [command, check] : [check];
	return { before: requests.map((request) => shownRequest(request, execution)) };
}

/**
 * Results for items that don't match the approved plan, or undefined if all items can be sent. Throws instead if the
 * node stops on errors.
 */
export function unapprovedResults(
	execution: Execution,
	items: readonly SendableItem[],
	invalidItems: readonly InputItem[],
	journal: WriteJournal | undefined,
): ItemResults | undefined {
	const { context } = execution;
	const error = approvalError(execution, items, invalidItems, journal);
	if (error === undefined) return undefined;
	if (!context.continueOnFail()) throw operationError(context.getNode(), error);
	return new Map(items.map((item) => [item, journal?.earlierResult(item) ?? { error }]));
}

/**
 * Explains why a run's requests can't be sent. The plan covers all requests of the run, including requests that an
 * earlier attempt has sent.
 */
function approvalError(
	execution: Execution,
	items: readonly SendableItem[],
	invalidItems: readonly InputItem[],
	journal: WriteJournal | undefined,
): ErrorDetails | undefined {
	const plans = new Map(
		items.map(({ parameters }) => {
			const value = readItemOptions(parameters[OPTIONS]).approvedPlan;
			return [value && approvedText(value), value];
		}),
	);
	if (plans.size > 1) {
		return unusablePlan("isn't the same for all items", 'Enter one plan for the whole run.');
	}
	const [value] = plans.values();
	if (value === undefined) return undefined;
	if (value === '') {
		return unusablePlan(
			'is empty',
			`${PLAN_HASH_ADVICE} To send without approval, remove the option.`,
		);
	}
	const approved = parseApprovedPlan(value);
	if (approved === undefined) return unusablePlan("isn't the plan of a dry run", PLAN_HASH_ADVICE);
	const plan = hashPlan(items, execution, journal);
	if (approved.hash === plan.hash && invalidItems.length === 0) {
		journal?.approve(plan.hashedItems);
		return undefined;
	}
	return differenceError(approved, plan.hashedItems, invalidItems, execution);
}

type HashedItem = ReturnType<typeof hashPlan>['hashedItems'][number];

/**
 * `v1-<number of items>-<hash of all>-<short hashes of up to fifty items>`. The hashes cover the input and the sent
 * request, secrets included. Hashes that the journal knows to be approved still stand for their items.
 */
function hashPlan(
	items: readonly SendableItem[],
	{ api, credential }: Execution,
	journal?: WriteJournal,
) {
	// Keyed with the credential's secrets, so nobody else can guess a plan's secrets by hashing candidates.
	const secrets = Object.keys(api.authorizationProperties).map((name) => credential[name]);
	const key = keyOf(secrets, PLAN_KEY);
	const hashOfRequest = (request: HttpRequest, extras: readonly unknown[] = []) => {
		const { method, url, body } = requestIdentity(request, credential);
		// Keys stay unsorted, so that the hash covers the body exactly as it's sent.
		return keyedHash(JSON.stringify([method, url, body, ...extras]), key);
	};
	const hashedItems = items.map((item) => {
		const { inputRequest, preparation, request } = item;
		// Hashes only the command. Whether it's needed depends on the record's state, which may change before sending.
		const commands = preparation === undefined ? [] : [preparation.command];
		const input = hashOfRequest(inputRequest, commands);
		const planHash = journal?.planHashIfApproved(item, input) ?? {
			input,
			request: hashOfRequest(request),
		};
		const itemHash = planHash.input.slice(0, PART_LENGTH) + planHash.request.slice(0, PART_LENGTH);
		return { item, planHash, itemHash };
	});
	const all = hashedItems.map(({ planHash }) => planHash.input + planHash.request).join();
	const itemHashes = hashedItems.map(({ itemHash }) => itemHash).join('');
	const ending = items.length > MAX_ITEM_HASHES ? '' : `-${itemHashes}`;
	return { hash: `v1-${String(items.length)}-${keyedHash(all, key)}${ending}`, hashedItems };
}

function differenceError(
	approved: ApprovedPlan,
	now: readonly HashedItem[],
	invalidItems: readonly InputItem[],
	execution: Execution,
): ErrorDetails {
	const { inRecord, otherItems, leftOver } = changedItems(approved, now);
	const { progress } = execution;
	const outcomeText = progress.sentBefore === 0 ? 'Nothing was changed.' : safetyPromise(progress);
	const isUnexplained = approved.items.every(({ request }) => request === undefined);
	const differing = [...inRecord, ...otherItems].map(({ item }) => item);
	const lines = differenceLines(differing, leftOver, execution);
	const details = (isUnexplained ? COMPARE_ADVICE : '') + lines;
	const planDiffers = (message: string, cause: string, advice = APPROVE_AGAIN) =>
		errorDetails('planDiffers', 'notSent', message, `${outcomeText}${cause} ${advice}${details}`);
	if (inRecord.length > 0 && otherItems.length === 0 && invalidItems.length === 0) {
		const records = differing.map(
			(item) => changedSubject(item, execution) ?? itemNames([item.itemIndex]),
		);
		return planDiffers(
			`Changed since the plan was approved: ${listed([...new Set(records)], String, MAX_SHOWN_NAMES)}.`,
			' The items match the approved plan, but what the node reads for them has changed.',
		);
	}
	const otherIndexes = [...otherItems.map(({ item }) => item), ...invalidItems]
		.map(({ itemIndex }) => itemIndex)
		.sort((first, second) => first - second);
	const inItems = otherIndexes.length === 0 ? '' : ` in ${itemNames(otherIndexes)}`;
	const counts = [approved.count, now.length].map((count) => counted(count, 'item'));
	const difference = ` The approved plan has ${counts.join(', and this run has ')}.`;
	const isEveryItem = otherItems.length > 0 && otherItems.length === now.length;
	return planDiffers(
		`The requests differ from the approved plan${inItems}.`,
		approved.count === now.length ? '' : difference,
		isEveryItem && isUnexplained ? APPROVE_AGAIN + OTHER_CREDENTIAL : APPROVE_AGAIN,
	);
}

/**
 * Finds items that the approved plan lacks, whatever the order. Items in `inRecord` differ only in what the node read
 * for them. `leftOver` lists approved items without a match. A plan without item hashes leaves all three empty.
 */
function changedItems(approved: ApprovedPlan, now: readonly HashedItem[]) {
	const leftOver = [...approved.items];
	const comparedItems = leftOver.length === 0 ? [] : now;
	const unmatchedItems = comparedItems.filter(
		(hashed) => !takeFirst(leftOver, ({ itemHash }) => itemHash === hashed.itemHash),
	);
	const sameInput = [...leftOver];
	const inRecord = unmatchedItems.filter((hashed) => {
		const inputHash = hashed.itemHash.slice(0, PART_LENGTH);
		const hasFacts = Object.keys(hashed.item.facts).length > 0;
		return hasFacts && takeFirst(sameInput, ({ itemHash }) => itemHash.startsWith(inputHash));
	});
	const otherItems = unmatchedItems.filter((hashed) => !inRecord.includes(hashed));
	return { inRecord, otherItems, leftOver };
}

/** Each item's summary, and its differences from its approved request if the approved plan was passed as items. */
function differenceLines(
	items: readonly SendableItem[],
	approvedItems: readonly ApprovedItem[],
	execution: Execution,
): string {
	const unexplained = approvedItems.flatMap(({ request }) => request ?? []);
	const explained = items.slice(0, MAX_SHOWN_NAMES).map((item) => {
		const now = shownRequest(item.request, execution);
		const isSameCall = ({ method, url }: ShownRequest): boolean =>
			method === now.method && url === now.url;
		const before = takeFirst(unexplained, isSameCall) ?? unexplained.shift();
		const name = itemNames([item.itemIndex]);
		if (before === undefined) return `${name}: ${summaryOf(item, execution).text}.`;
		const target = targetOf(item, execution);
		return `${target === undefined ? name : `${name}, ${target}`}: ${requestDifference(before, now, item, execution)}`;
	});
	return [...explained, ...notShown(items.length - explained.length, 'item')]
		.map((line) => `\n• ${capitalized(line)}`)
		.join('');
}

/** Names what the node read for an item: the record that the item replaces, or else its last need. */
function changedSubject(item: SendableItem, execution: Execution): string | undefined {
	const { factReads, replaces, request } = item;
	if (replaces !== undefined) return targetOf(item, execution);
	const subject = factReads.map(({ need }) => need.subject).findLast((text) => text !== undefined);
	return subject && subjectText(subject, execution.redactorFor(request, 'node'));
}

function takeFirst<T>(list: T[], isMatch: (entry: T) => boolean): T | undefined {
	const position = list.findIndex(isMatch);
	return position < 0 ? undefined : list.splice(position, 1)[0];
}

function unusablePlan(problem: string, advice: string): ErrorDetails {
	return invalidInput({
		message: `${APPROVED_PLAN_LABEL} ${problem}.`,
		description: `Nothing was changed. ${advice}`,
	});
}

/** Accepts a hash, which mail programs may have broken into lines, or the dry run's items. */
function parseApprovedPlan(value: unknown): ApprovedPlan | undefined {
	const outputs = outputsIn(value);
	return outputs === undefined ? parseHash(String(value)) : parseItems(outputs);
}

/** The outputs of a dry run that were entered as a list, as n8n's items, or as JSON. Undefined for a hash. */
function outputsIn(value: unknown): JsonObject[] | undefined {
	if (typeof value === 'string' && !/^\s*[[{]/.test(value)) return undefined;
	return [typeof value === 'string' ? parsedJson(value) : value].flat().map(jsonOf);
}

/** Adds the names that the approved plan showed. A dry run reads the current names instead. */
export function withApprovedNames(
	readItem: (itemIndex: number) => ItemParameters,
): (itemIndex: number) => ItemParameters {
	let approvedNames: ReadonlyMap<string, string> | undefined;
	return (itemIndex) => {
		const item = readItem(itemIndex);
		const { approvedPlan, dryRun } = readItemOptions(item.parameters[OPTIONS]);
		if (dryRun) return { ...item, chosenNames: new Map() };
		// Parsed once, because every item holds the same plan, which can list all items of the run.
		if (approvedPlan !== undefined) approvedNames ??= namesInPlan(approvedPlan);
		return { ...item, chosenNames: new Map([...item.chosenNames, ...(approvedNames ?? [])]) };
	};
}

/** Names that the plan's items show, by ID. Only texts use them, because the hash doesn't cover them. */
function namesInPlan(value: unknown): Map<string, string> {
	const names = (outputsIn(value) ?? []).map(({ plan }) => asObject(asObject(plan).names));
	return new Map(
		names
			.flatMap(Object.entries)
			.flatMap(([id, name]) => (isName(name) ? [[id, String(name)]] : [])),
	);
}

function parseHash(text: string): ApprovedPlan | undefined {
	const hash = text.replace(/\s+/g, '');
	if (!HASH.test(hash)) return undefined;
	const [, number, , hashes = ''] = hash.split('-');
	const count = Number(number);
	const itemHashes = hashes.match(ITEM_HASHES) ?? [];
	if (itemHashes.length !== (count > MAX_ITEM_HASHES ? 0 : count)) return undefined;
	return { hash, count, items: itemHashes.map((itemHash) => ({ itemHash })) };
}

/** Identifies an approved plan. A list is identified by its first item, because comparing whole lists would be slow. */
function approvedText(value: unknown): string {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof value === 'string' ? value : String(asObject(jsonOf(first).plan).hash);
}

function jsonOf(entry: unknown): JsonObject {
	return asObject(asObject(entry).json ?? entry);
}

function parseItems(outputs: readonly JsonObject[]): ApprovedPlan | undefined {
	const plans = outputs.map((output) => asObject(output.plan));
	const [hash, ...otherHashes] = new Set(plans.map((plan) => plan.hash));
	const plan = typeof hash === 'string' && otherHashes.length === 0 ? parseHash(hash) : undefined;
	if (plan?.count !== outputs.length) return plan;
	const items = outputs.map(({ method, url, body }, index) => ({
		itemHash: String(plans[index]?.itemHash),
		request: { method, url, body },
	}));
	return { ...plan, items };
}
