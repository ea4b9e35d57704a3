import type { Execution, InputItem, PlannedItem, ItemResults } from '../operation';
import type { HttpRequest } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { errorDetails, invalidInput, operationError } from '../errors/nodeErrors';
import { unchanged } from '../errors/progress';
import type { WriteJournal } from '../journal/writeJournal';
import { requestIdentity } from '../request';
import { addHint, jsonItems } from '../items';
import { keyedHash, keyOf } from '../json';
import { OPTIONS } from '../parameterNames';
import { APPROVED_PLAN_LABEL, readItemOptions } from '../options/requestOptions';
import { shownRequest } from '../redaction/redact';
import { plainText } from './plainText';
import { listed, summaryOf, targetOf } from './sentences';
import { counted, formatted, itemNumber } from '../text';

/** Plans of more items have no hash per item in their text, so that it stays short. */
const MAX_ITEM_HASHES = 50;
/** Of what was entered, and of what is sent. */
const PART_LENGTH = 8;
const ITEM_HASHES = /.{16}/g;
const MAX_NAMES = 5;
const PLAN = /^v1-[1-9]\d{0,6}-[\da-f]{64}(?:-(?:[\da-f]{16})+)?$/;
const KEY_PURPOSE = 'n8n-nodes-cloud-management approved plan';

const NO_PLAN = "isn't the plan of a dry run";
const PLAN_HASH_ADVICE =
	"Use plan.hash from the output of the dry run, such as {{ $('Dry Run').first().json.plan.hash }}.";

const COMPARE =
	'Do a new dry run, compare its plan.itemHash with that of each approved item, and have the new plan approved. If every item differs, the credential probably changed.';

/** Outputs planned requests instead of sending them, each with the plan of all of them. */
export function showDryRun(execution: Execution, items: readonly PlannedItem[]): ItemResults {
	if (items.length === 0) return new Map();
	const { context, progress } = execution;
	const count = context.getInputData().length;
	const some = `${formatted(items.length)} of ${counted(count, 'item')} not sent.`;
	addHint(context, `Dry Run: ${items.length === count ? unchanged(progress) : some}`);
	const { text: hash, itemHashes } = hashPlan(items, execution);
	return new Map(
		items.map((item, index) => {
			// The summary is the first column of n8n's table, and all that some approvers see.
			const { hints = [], preparation } = item;
			const more = [...(preparation ? [preparation.dryRunText] : []), ...hints];
			const remarks = plainText(execution.redactorFor(item.request, 'node')(more.join(' ')));
			const sentence = summaryOf(item, execution);
			const summary = remarks === '' ? sentence : `${sentence}. ${remarks}`;
			const plan = { hash, itemHash: itemHashes[index] };
			const request = shownRequest(item.request, execution);
			const before = stepsBefore(item, execution);
			const output = { summary, dryRun: true, ...before, ...request, plan };
			return [item, { items: jsonItems([output], item.itemIndex) }];
		}),
	);
}

/** The requests that are sent before an item's own. */
function stepsBefore({ preparation }: PlannedItem, execution: Execution) {
	if (preparation === undefined || preparation.step === 'none') return {};
	const { step, command, check } = preparation;
	const requests = step === 'command' ? [command, check] : [check];
	return { before: requests.map((request) => shownRequest(request, execution)) };
}

/**
 * The results of items that must match an approved plan and don't. Undefined if the items can be sent. Throws an error
 * instead unless the node continues on errors.
 */
export function unapprovedResults(
	execution: Execution,
	items: readonly PlannedItem[],
	invalid: readonly InputItem[],
	journal: WriteJournal | undefined,
): ItemResults | undefined {
	const { context } = execution;
	const error = items.length === 0 ? undefined : approvalError(execution, items, invalid, journal);
	if (error === undefined) return undefined;
	if (!context.continueOnFail()) throw operationError(context.getNode(), error);
	return new Map(items.map((item) => [item, journal?.earlierResult(item) ?? { error }]));
}

/**
 * Why a run's requests can't be sent; undefined if they match the approved plan or need no approval. The plan covers
 * all requests of the run, including those that an earlier attempt has sent.
 */
function approvalError(
	execution: Execution,
	items: readonly PlannedItem[],
	invalid: readonly InputItem[],
	journal: WriteJournal | undefined,
): ErrorDetails | undefined {
	const planTexts = [
		...new Set(items.map(({ parameters }) => readItemOptions(parameters[OPTIONS]).approvedPlan)),
	];
	if (!planTexts.every(isTextOrAbsent)) return unusablePlan(NO_PLAN, PLAN_HASH_ADVICE);
	const [text, ...otherTexts] = planTexts;
	if (otherTexts.length > 0) {
		return unusablePlan("isn't the same for all items", 'Enter one plan for the whole run.');
	}
	if (text === undefined) return undefined;
	if (text === '') {
		return unusablePlan(
			'is empty',
			`${PLAN_HASH_ADVICE} To send without approval, remove the option.`,
		);
	}
	const approved = parsePlan(text);
	if (approved === undefined) return unusablePlan(NO_PLAN, PLAN_HASH_ADVICE);
	const plan = hashPlan(items, execution, (item) => journal?.approvedHashOf(item));
	if (approved.text === plan.text && invalid.length === 0) {
		journal?.approve(plan.hashes);
		return undefined;
	}
	return differenceError(approved, items, plan, invalid, execution, journal?.sentCount ?? 0);
}

function isTextOrAbsent(entry: unknown): entry is string | undefined {
	return entry === undefined || typeof entry === 'string';
}

/**
 * `v1-<number of items>-<hash of all>-<short hashes of up to fifty items>`. The hashes cover what was entered and what
 * is sent, secrets included. `approvedHashOf` supplies the hash of an item that already has one.
 */
function hashPlan(
	items: readonly PlannedItem[],
	{ api, credential }: Execution,
	approvedHashOf: (item: PlannedItem) => string | undefined = () => undefined,
) {
	// Made from the key: only its owner can guess a plan's secrets.
	const secrets = Object.keys(api.authorizationProperties).map((name) => credential[name]);
	const key = keyOf(secrets, KEY_PURPOSE);
	const hashOfRequest = (request: HttpRequest, extras: readonly unknown[] = []) => {
		const { method, url, body } = requestIdentity(request, credential);
		// The body in the order in which it is sent.
		return keyedHash(JSON.stringify([method, url, body, ...extras]), key);
	};
	const hashes = new Map(
		items.map((item) => {
			const { inputRequest, preparation, request } = item;
			// Which step the record asks for may change until then.
			const also = preparation === undefined ? [] : [preparation.command];
			const hash =
				approvedHashOf(item) ?? hashOfRequest(inputRequest, also) + hashOfRequest(request);
			return [item, hash] as const;
		}),
	);
	const all = [...hashes.values()];
	const itemHashes = all.map(
		(hash) => hash.slice(0, PART_LENGTH) + hash.slice(hash.length / 2).slice(0, PART_LENGTH),
	);
	const ending = items.length > MAX_ITEM_HASHES ? '' : `-${itemHashes.join('')}`;
	const text = `v1-${String(items.length)}-${keyedHash(all.join(), key)}${ending}`;
	return { text, hashes, itemHashes };
}

/**
 * Reads a plan's text, which mail programs may have broken into lines: one of more than fifty items has no hashes per
 * item. Returns undefined if it isn't a plan.
 */
function parsePlan(enteredText: string) {
	const text = enteredText.replace(/\s+/g, '');
	if (!PLAN.test(text)) return undefined;
	const [, number, , hashes = ''] = text.split('-');
	const count = Number(number);
	const itemHashes = hashes.match(ITEM_HASHES) ?? [];
	const listedCount = count > MAX_ITEM_HASHES ? 0 : count;
	return itemHashes.length === listedCount ? { text, count, itemHashes } : undefined;
}

function differenceError(
	approved: NonNullable<ReturnType<typeof parsePlan>>,
	now: readonly PlannedItem[],
	plan: ReturnType<typeof hashPlan>,
	invalid: readonly InputItem[],
	execution: Execution,
	sentCount: number,
): ErrorDetails {
	const { inRecord, otherItems } = changedItems(approved, now, plan.itemHashes);
	const earlier = `Nothing more was sent: an earlier attempt sent ${counted(sentCount, 'item')}.`;
	const fate = sentCount === 0 ? 'Nothing was changed.' : earlier;
	if (inRecord.length > 0 && otherItems.length === 0 && invalid.length === 0) {
		const records = inRecord.map((item) => targetOf(item, execution) ?? itemName(item));
		return errorDetails(
			'planDiffers',
			'notSent',
			`Changed since the plan was approved: ${listed([...new Set(records)], String, MAX_NAMES)}.`,
			`${fate} The items are as approved, but the records that they change aren't. ${APPROVE_AGAIN}`,
		);
	}
	const names = [...otherItems, ...invalid].map(itemName);
	const inItems = names.length === 0 ? '' : ` in ${listed(names, String, MAX_NAMES)}`;
	const counts = [approved.count, now.length].map((count) => counted(count, 'item'));
	const difference = ` The approved plan has ${counts.join(', and this run has ')}.`;
	return errorDetails(
		'planDiffers',
		'notSent',
		`The requests differ from the approved plan${inItems}.`,
		`${fate}${approved.count === now.length ? '' : difference} ${COMPARE}`,
	);
}

/**
 * The items that the approved plan doesn't list, in any order, each as often as it was approved: those that only differ
 * because the record that they change does, and the others. A plan without hashes per item tells of none.
 */
function changedItems(
	{ count, itemHashes: approvedHashes }: { count: number; itemHashes: readonly string[] },
	items: readonly PlannedItem[],
	itemHashes: readonly string[],
): { inRecord: PlannedItem[]; otherItems: PlannedItem[] } {
	if (count > MAX_ITEM_HASHES) return { inRecord: [], otherItems: [] };
	const unmatchedHashes = [...approvedHashes];
	const hashes = new Map(items.map((item, index) => [item, itemHashes[index] ?? '']));
	const isUnlisted = (isMeant: (hash: string) => boolean): boolean =>
		!take(unmatchedHashes, isMeant);
	const changed = items.filter((item) => isUnlisted((hash) => hash === hashes.get(item)));
	const otherItems = changed.filter((item) => {
		const inputHash = (hashes.get(item) ?? '').slice(0, PART_LENGTH);
		return item.base === undefined || isUnlisted((hash) => hash.startsWith(inputHash));
	});
	return { inRecord: changed.filter((item) => !otherItems.includes(item)), otherItems };
}

const APPROVE_AGAIN = 'Do a new dry run, and have the new plan approved.';

function itemName({ itemIndex }: InputItem): string {
	return `item ${itemNumber(itemIndex)}`;
}

/** Takes the first matching entry out of a list. Returns whether there is one. */
function take(hashes: string[], isMeant: (hash: string) => boolean): boolean {
	const position = hashes.findIndex(isMeant);
	if (position >= 0) hashes.splice(position, 1);
	return position >= 0;
}

function unusablePlan(problem: string, advice: string): ErrorDetails {
	return invalidInput({
		message: `${APPROVED_PLAN_LABEL} ${problem}.`,
		description: `Nothing was changed. ${advice}`,
	});
}
