import type {
	ErrorDetails,
	Execution,
	PlannedItem,
	InvalidItem,
	ItemResults,
	Recovery,
} from '../operation';
import { errorDetails, invalidInput } from '../errors/nodeErrors';
import { requestIdentity } from '../operation';
import { jsonItems } from '../items';
import { keyedHash, keyOf } from '../json';
import { APPROVED_PLAN_LABEL, readItemOptions } from '../parameters/options';
import { shownRequest } from '../redaction/redact';
import { listed, summaryOf } from './sentences';
import { counted, itemNumber } from '../text';

/** Plans of more items have no hash per item in their text, so that it stays short. */
const MAX_ITEM_HASHES = 50;
const ITEM_HASH_LENGTH = 8;
const ITEM_HASHES = /.{8}/g;
const MAX_NAMES = 5;
const PLAN = /^v1-[1-9]\d{0,6}-[\da-f]{64}(?:-(?:[\da-f]{8})+)?$/;
const KEY_PURPOSE = 'n8n-nodes-cloud-management approved plan';

const NO_PLAN = "isn't the plan of a dry run";
const PLAN_HASH_ADVICE =
	"Use plan.hash from the output of the dry run, such as {{ $('Dry Run').first().json.plan.hash }}.";

const COMPARE =
	'Do a new dry run, compare its plan.itemHash with that of each approved item, and have the new plan approved. If every item differs, the credential probably changed.';

/** Outputs planned requests instead of sending them, each with the plan of all of them. */
export function outputDryRun(execution: Execution, items: readonly PlannedItem[]): ItemResults {
	if (items.length === 0) return new Map();
	const { text: hash, itemHashes } = planOf(items, execution);
	return new Map(
		items.map((item, index) => {
			// The summary is the first column of n8n's table.
			const note = recoveryOf(item, execution)?.note;
			const sentence = summaryOf(item, execution);
			const summary = note === undefined ? sentence : `${sentence}. ${note}`;
			const plan = { hash, itemHash: itemHashes[index] };
			const request = shownRequest(item.request, execution);
			const output = { summary, dryRun: true, ...request, plan };
			return [item, { items: jsonItems([output], item.itemIndex) }];
		}),
	);
}

/**
 * Returns why a run's requests can't be sent, or undefined if they match the approved plan or need no approval. The
 * plan covers all requests of the run, including the `sentCount` that an earlier attempt has sent.
 */
export function approvalError(
	execution: Execution,
	items: readonly PlannedItem[],
	invalid: readonly InvalidItem[],
	sentCount: number,
): ErrorDetails | undefined {
	const entered = [
		...new Set(items.map(({ parameters }) => readItemOptions(parameters['options']).approvedPlan)),
	];
	if (!entered.every(isTextOrAbsent)) return unusable(NO_PLAN, PLAN_HASH_ADVICE);
	const [text, ...others] = entered;
	if (others.length > 0) {
		return unusable("isn't the same for all items", 'Enter one plan for the whole run.');
	}
	if (text === undefined) return undefined;
	if (text === '') {
		return unusable('is empty', `${PLAN_HASH_ADVICE} To send without approval, remove the option.`);
	}
	const approved = parsePlan(text);
	if (approved === undefined) return unusable(NO_PLAN, PLAN_HASH_ADVICE);
	const plan = planOf(items, execution);
	if (approved.text === plan.text && invalid.length === 0) return undefined;
	return differenceError(approved, items, plan, invalid, sentCount);
}

function isTextOrAbsent(entry: unknown): entry is string | undefined {
	return entry === undefined || typeof entry === 'string';
}

/**
 * Returns the plan of these requests, `v1-<number of items>-<hash of all>-<short hashes of up to fifty items>`. Its
 * hashes cover the whole requests, secrets included.
 */
function planOf(items: readonly PlannedItem[], execution: Execution) {
	const { api, credential } = execution;
	// Made from the key: only its owner can guess a plan's secrets.
	const secrets = api.authorizationProperties.map((name) => credential[name]);
	const key = keyOf(secrets, KEY_PURPOSE);
	const hashes = items.map((item) => {
		const { method, url, body } = requestIdentity(item.request, credential);
		const first = recoveryOf(item, execution)?.first;
		const also = first === undefined ? [] : [first];
		// The body in the order in which it is sent.
		return keyedHash(JSON.stringify([method, url, body, ...also]), key);
	});
	const itemHashes = hashes.map((hash) => hash.slice(0, ITEM_HASH_LENGTH));
	const ending = items.length > MAX_ITEM_HASHES ? '' : `-${itemHashes.join('')}`;
	const text = `v1-${String(items.length)}-${keyedHash(hashes.join(), key)}${ending}`;
	return { text, itemHashes };
}

function recoveryOf(
	{ parameters }: PlannedItem,
	{ operation, credential }: Execution,
): Recovery | undefined {
	return operation.recovery?.(parameters, credential);
}

/**
 * Reads a plan's text, which mail programs may have broken into lines: one of more than fifty items has no hashes per
 * item. Returns undefined if it isn't a plan.
 */
function parsePlan(entered: string) {
	const text = entered.replace(/\s+/g, '');
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
	plan: ReturnType<typeof planOf>,
	invalid: readonly InvalidItem[],
	sentCount: number,
): ErrorDetails {
	// Requests that the approved plan does not list: in any order, each as often as it was approved.
	const left = [...approved.itemHashes];
	const changed = now.filter((_, index) => {
		const position = left.indexOf(plan.itemHashes[index] ?? '');
		if (position >= 0) left.splice(position, 1);
		return approved.count <= MAX_ITEM_HASHES && position < 0;
	});
	const names = [...changed, ...invalid].map(({ itemIndex }) => `item ${itemNumber(itemIndex)}`);
	const inItems = names.length === 0 ? '' : ` in ${listed(names, String, MAX_NAMES)}`;
	const earlier = `Nothing more was sent: an earlier attempt sent ${counted(sentCount, 'item')}.`;
	const counts = [approved.count, now.length].map((count) => counted(count, 'item'));
	const difference = ` The approved plan has ${counts.join(', and this run has ')}.`;
	return errorDetails(
		'planDiffers',
		'notSent',
		`The requests differ from the approved plan${inItems}.`,
		`${sentCount === 0 ? 'Nothing was sent.' : earlier}${approved.count === now.length ? '' : difference} ${COMPARE}`,
	);
}

function unusable(problem: string, advice: string): ErrorDetails {
	return invalidInput({
		message: `${APPROVED_PLAN_LABEL} ${problem}.`,
		description: `Nothing was sent. ${advice}`,
	});
}
