/** What the fields of one item return in one attempt. */
export interface ModelItem {
	isRead: boolean;
	path: string;
	query: string;
	name: string;
	password: string;
}

/** The fate of a request, by the API's answer to it, or by what happens before there is one. */
export const FATES = {
	made: 'made',
	madeWithErrorKey: 'made',
	madeWithoutRecord: 'made',
	refused: 'refused',
	notFound: 'refused',
	unreachable: 'refused',
	gatewayFails: 'unknown',
	processDies: 'unknown',
} as const;
export type Answer = keyof typeof FATES;

/** One run of the node, as the workflow is by then. */
export interface Attempt {
	items: ModelItem[];
	/** The answers to its requests, one after another. */
	answers: Answer[];
	/** The saved version of the node. */
	edition: string;
	/** The run of a loop, or an agent's call. */
	runIndex: number;
	baseUrl: string;
	keySecret: string;
	resendUnknown: boolean;
	continuesOnFail: boolean;
	/** Whether the approval was for other requests, which refuses the whole run. */
	isUnapproved: boolean;
}

export interface ModelNode {
	operation: 'create' | 'update' | 'put' | 'remove' | 'unsafeRemove';
	isTool: boolean;
	retriesOnFail: boolean;
}

/** What can be seen of an attempt. Requests and results are texts, so that a difference is read at once. */
export interface Effects {
	requests: string[];
	/** Each item's output or error, or the one error that ends the run. A process that dies leaves none. */
	results: string[];
	hints: string[];
	/** How many requests the journal has now. */
	remembered: number;
}

/** A request, with the parts that the journal compares. Secrets aren't among them. */
interface Request {
	text: string;
	path: string;
	url: string;
	content: string;
	isRepeatable: boolean;
}

/** A change that an attempt sent. */
interface Past extends Request {
	fate: 'made' | 'refused' | 'unknown';
	position: number;
	attempt: number;
	/** The circumstances of the attempt. */
	edition: string;
	runIndex: number;
	keySecret: string;
	/** Its output, or why there is none. */
	result: string;
	id: string;
}

/** The texts of the hints, after the number of items. `time` is the earliest attempt's. */
const HINTS = {
	replay: (time: string) =>
		`done by the attempt at ${time} and not sent again, so nothing that you changed since then was sent. To send your changes, start a new execution`,
	sendAgain: (time: string) => `sent again: the outcome of the attempt at ${time} is unknown`,
	sendAsNew: (time: string) => `sent as new: the attempt at ${time} sent another request`,
	block: (time: string) => `not sent again: the outcome of the attempt at ${time} is unknown`,
};
const FOUND_NOTHING =
	'The API found nothing left to delete: the earlier attempt, whose outcome was unknown, did it.';

type Action = keyof typeof HINTS | 'send';
/** Whatever can become of an item that is a change. */
export const ACTIONS: readonly string[] = ['send', ...Object.keys(HINTS)];

/** An item's request, and what becomes of it because of a past one. */
interface Decision {
	position: number;
	isRead: boolean;
	request: Request;
	past: Past | undefined;
	action: Action;
}

/** Decides what each attempt sends, outputs and reports, from what the attempts before it sent. */
export class JournalModel {
	private pasts: Past[] = [];
	private attempt = -1;
	private requests = 0;
	/** The changes that this attempt sends. */
	private readonly own = new Set<Past>();
	/** The actions that were needed so far. */
	readonly used = new Set<string>();

	constructor(private readonly node: ModelNode) {}

	next(attempt: Attempt): Effects {
		this.attempt += 1;
		this.own.clear();
		// Each run of a loop is on its own, whereas calls of a tool can run side by side.
		this.pasts = this.pasts.filter((past) => this.node.isTool || isOfRun(past, attempt));
		const decisions = this.decisions(attempt);
		for (const { action } of decisions) this.used.add(action);
		const effects = attempt.isUnapproved
			? this.refuse(decisions, attempt)
			: this.send(decisions, attempt);
		return { requests: [], results: [], hints: [], ...effects, remembered: this.pasts.length };
	}

	private decisions(attempt: Attempt): Decision[] {
		const { isTool } = this.node;
		const all = attempt.items.map((item, position) => ({
			position,
			isRead: item.isRead,
			request: requestOf(item, this.node, attempt),
		}));
		const found = new Map<number, Past>();
		for (const find of isTool ? [equalRequest] : [sameItem, equalRequest, restOfItem]) {
			for (const { position, isRead, request } of all) {
				if (isRead || found.has(position)) continue;
				const free = this.pasts.filter((past) => ![...found.values()].includes(past));
				const past = find(free, { request, position, attempt, isTool });
				if (past !== undefined) found.set(position, past);
			}
		}
		return all.map((one) => {
			const past = found.get(one.position);
			return { ...one, past, action: actionFor(one.request, past, attempt) };
		});
	}

	/** Sends nothing. What earlier attempts made, or may have made, is output anyway. */
	private refuse(decisions: readonly Decision[], attempt: Attempt): Partial<Effects> {
		if (!attempt.continuesOnFail) return { results: ['error notSent'] };
		const results = decisions.map(({ request, past, action }) =>
			past === undefined || action === 'send' || action === 'sendAsNew'
				? 'error notSent'
				: knownResult(past, request, attempt),
		);
		this.finish(results);
		return { results };
	}

	private send(decisions: readonly Decision[], attempt: Attempt): Partial<Effects> {
		const hints = hintsOf(decisions);
		const requests: string[] = [];
		const results: string[] = [];
		for (const { request, past, action, ...item } of decisions) {
			if (past !== undefined && (action === 'block' || action === 'replay')) {
				results.push(knownResult(past, request, attempt));
			} else {
				const answer = attempt.answers[requests.length] ?? 'made';
				requests.push(request.text);
				results.push(this.sendOne({ request, past, action, ...item }, answer, attempt));
				if (answer === 'processDies') return { requests };
			}
			const result = results.at(-1) ?? '';
			if (isError(result) && !attempt.continuesOnFail) {
				return { requests, hints, results: [`item ${String(item.position)}: ${result}`] };
			}
		}
		if (results.includes(DELETED_BEFORE)) hints.push(FOUND_NOTHING);
		this.finish(results);
		return { requests, results, hints };
	}

	/** Sends one request, remembers it if it's a change, and returns the item's result. */
	private sendOne(decision: Decision, answer: Answer, attempt: Attempt): string {
		const { action, request, position, past } = decision;
		this.requests += 1;
		const isAgain = action === 'sendAgain';
		const isGone = isAgain && answer === 'notFound' && this.node.operation === 'remove';
		const fate = isGone ? 'made' : FATES[answer];
		const id = isGone || answer === 'madeWithoutRecord' ? '' : `r${String(this.requests)}`;
		const result = isGone ? DELETED_BEFORE : resultOf(answer, id);
		if (decision.isRead) return result.replace(MAY_EXIST, '');
		const { edition, runIndex, keySecret } = attempt;
		const circumstances = { attempt: this.attempt, edition, runIndex, keySecret };
		const sent = { ...request, ...circumstances, position, fate, result, id };
		if (past === undefined || action === 'sendAsNew') {
			this.pasts.push(sent);
			this.own.add(sent);
		} else {
			// A refusal is about this request alone: the earlier one may have been applied.
			if (!isAgain || fate !== 'refused') Object.assign(past, sent);
			this.own.add(past);
		}
		return result;
	}

	/** Forgets the run's requests, unless n8n takes the output for an error and runs the node again. */
	private finish(results: readonly string[]): void {
		const first = results.find((result) => result !== NO_ITEM) ?? NO_ITEM;
		if (this.node.retriesOnFail && first.includes('error')) return;
		// Another call of a tool must not repeat what may have been applied.
		const isKept = (past: Past) => !this.own.has(past) || past.fate === 'unknown';
		this.pasts = this.node.isTool ? this.pasts.filter(isKept) : [];
	}
}

const REPEATABLE: readonly string[] = ['update', 'remove'];

function requestOf(item: ModelItem, { operation }: ModelNode, { baseUrl }: Attempt): Request {
	const { isRead, name, password } = item;
	const isRemoval = operation === 'remove' || operation === 'unsafeRemove';
	const method = isRead ? 'GET' : isRemoval ? 'DELETE' : 'POST';
	const path = `${method} ${baseUrl.replace(/\/$/, '')}${item.path}`;
	const url = path + item.query;
	const isRepeatable = operation === 'put' ? name === 'safe' : REPEATABLE.includes(operation);
	const request = { path, url, isRepeatable };
	if (isRemoval) return { ...request, text: url, content: url };
	const body = JSON.stringify({ name, credentials: { password } });
	return { ...request, text: `${url} ${body}`, content: `${url} ${name}` };
}

interface Search {
	request: Request;
	position: number;
	attempt: Attempt;
	isTool: boolean;
}

/** While the node stays as it is, an item's position decides, whatever its body is by now. */
function sameItem(pasts: readonly Past[], { request, position, attempt }: Search) {
	const own = pasts.filter((past) => past.position === position);
	const same = own.filter(({ edition }) => edition === attempt.edition);
	const made = same.find(({ fate, url }) => fate === 'made' && url === request.url);
	return made ?? samePath(same, request);
}

/** After an edit, and in a tool, an equal request is an item's past, at any position. */
function equalRequest(pasts: readonly Past[], { request, attempt, isTool }: Search) {
	const equal = pasts.filter(({ content }) => content === request.content);
	const ofTool = (past: Past) => past.fate === 'unknown' || isOfRun(past, attempt);
	const ofEdit = (past: Past) => past.edition !== attempt.edition;
	return mostCertain(equal.filter(isTool ? ofTool : ofEdit));
}

/** Anything else at the position shows that another request was sent for the item. */
function restOfItem(pasts: readonly Past[], { request, position }: Search) {
	const own = pasts.filter((past) => past.position === position);
	return samePath(own, request) ?? mostCertain(own);
}

/** Without an output, only the path counts: a query such as `$now` must send nothing twice. */
function samePath(pasts: readonly Past[], request: Request): Past | undefined {
	return mostCertain(pasts.filter(({ fate, path }) => fate !== 'made' && path === request.path));
}

function mostCertain(pasts: readonly Past[]): Past | undefined {
	const made = pasts.find(({ fate }) => fate === 'made');
	return made ?? pasts.find(({ fate }) => fate === 'unknown') ?? pasts[0];
}

function actionFor(request: Request, past: Past | undefined, attempt: Attempt): Action {
	if (past === undefined || past.fate === 'refused') return 'send';
	if (past.fate === 'unknown') {
		if (past.path !== request.path) return 'sendAsNew';
		return request.isRepeatable || attempt.resendUnknown ? 'sendAgain' : 'block';
	}
	const isSame =
		past.edition === attempt.edition ? past.url === request.url : past.content === request.content;
	return isSame ? 'replay' : 'sendAsNew';
}

const isOfRun = (past: Past, { runIndex }: Attempt): boolean => past.runIndex === runIndex;
const isError = (result: string): boolean => result.startsWith('error');

const NO_ITEM = 'no item';
const DELETED_BEFORE = 'deleted';
const MAY_EXIST = 'The thing may exist. ';

function resultOf(answer: Answer, id: string): string {
	const results: Record<Answer, string> = {
		made: id,
		// A record with this key can look to n8n like an error.
		madeWithErrorKey: `${id} with the key error`,
		madeWithoutRecord: NO_ITEM,
		refused: 'error refused',
		notFound: 'error refused',
		unreachable: 'error notSent',
		gatewayFails: `error unknown: ${MAY_EXIST}The API failed (status 504): Gateway Time-out`,
		processDies: `error unknown: ${MAY_EXIST}The execution ended before the response arrived`,
	};
	return results[answer];
}

/** The result of an item that isn't sent because of its past. */
function knownResult(past: Past, request: Request, attempt: Attempt): string {
	const time = timeOf(past.attempt);
	if (past.fate === 'unknown') {
		const other = past.content === request.content ? '' : ' with other content';
		return `${past.result}. Not sent again: it was sent at ${time}${other}.`;
	}
	if (past.keySecret !== attempt.keySecret) {
		const made = past.id === '' ? '' : ` (ID ${past.id})`;
		return `error unknown: It was applied at ${time}${made}. Not sent again, although its output can no longer be decrypted.`;
	}
	return past.result;
}

function hintsOf(decisions: readonly Decision[]): string[] {
	return Object.entries(HINTS).flatMap(([action, text]) => {
		const pasts = decisions.flatMap((one) => (one.action === action && one.past ? one.past : []));
		if (pasts.length === 0) return [];
		const items = `${String(pasts.length)} of ${String(decisions.length)}`;
		const were = `item${decisions.length === 1 ? '' : 's'} ${pasts.length === 1 ? 'was' : 'were'}`;
		const time = timeOf(Math.min(...pasts.map(({ attempt }) => attempt)));
		return `${items} ${were} ${text(time)}.`;
	});
}

/** Attempts are a minute apart. */
function timeOf(attempt: number): string {
	return `2027-01-15 08:0${String(attempt)}:00 (UTC)`;
}
