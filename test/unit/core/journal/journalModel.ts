export interface ModelItem {
	isRead: boolean;
	path: string;
	query: string;
	name: string;
	password: string;
}

/** What happens to a request, and its effect: made, refused, or unknown. */
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

/** The node runs in the workflow's current version. */
export interface Attempt {
	items: ModelItem[];
	/** The first request gets the first answer. */
	answers: Answer[];
	/** Differs after each edit of the node. */
	edition: string;
	/** A loop runs a node several times, and an agent calls it several times. */
	runIndex: number;
	baseUrl: string;
	keySecret: string;
	resendUnknown: boolean;
	continuesOnFail: boolean;
	/** Set if the approval was for other requests, so that the whole run is refused. */
	isUnapproved: boolean;
}

export interface ModelNode {
	operation: 'create' | 'update' | 'put' | 'remove' | 'unsafeRemove';
	isTool: boolean;
	retriesOnFail: boolean;
}

/** Effects are text, because differences between texts are easy to read. */
export interface Effects {
	requests: string[];
	/** Each item has an output or error, or an error ends the run. Empty if the process dies. */
	results: string[];
	hints: string[];
	/** The journal contains this many requests. */
	remembered: number;
}

/** The journal compares these parts of a request, which exclude secrets. */
interface Request {
	text: string;
	path: string;
	content: string;
	/** A tool's call changes this subject. Other calls may change it in another way. */
	subject: string;
	isRepeatable: boolean;
}

interface Past extends Request {
	fate: 'made' | 'refused' | 'unknown';
	position: number;
	attempt: number;
	/** Differs if the workflow was edited: another field, option, or credential. */
	edition: string;
	runIndex: number;
	keySecret: string;
	/** The output, or the reason why there's none. */
	result: string;
	id: string;
}

/** Texts that come after the number of items. `time` is the time of the earliest attempt. */
const HINTS = {
	replay: (time: string) =>
		`already done at ${time}. Edits since then, if any, weren't sent. To send them, start a new execution`,
	sendAgain: (time: string) => `sent again: the outcome of the attempt at ${time} is unknown`,
	sendAsNew: (time: string) => `sent as new: the attempt at ${time} sent a different request`,
	block: (time: string) => `not sent again: the outcome of the attempt at ${time} is unknown`,
};
const FOUND_NOTHING =
	'The API found nothing left to delete. The earlier attempt, whose outcome was unknown, had deleted it.';

type Action = keyof typeof HINTS | 'send';
/** The scenarios must reach each of these. */
export const ACTIONS: readonly string[] = ['send', ...Object.keys(HINTS)];

/** What the journal does with a request, and the earlier request that decides it. */
interface Decision {
	position: number;
	isRead: boolean;
	request: Request;
	past: Past | undefined;
	action: Action;
}

/** Predicts what each attempt sends, outputs, and reports, based on earlier attempts. */
export class JournalModel {
	private pasts: Past[] = [];
	private attempt = -1;
	private requests = 0;
	readonly used = new Set<string>();

	constructor(private readonly node: ModelNode) {}

	next(attempt: Attempt): Effects {
		this.attempt += 1;
		const decisions = this.decisions(attempt);
		for (const { action } of decisions) this.used.add(action);
		const effects = attempt.isUnapproved
			? this.refuse(decisions, attempt)
			: this.send(decisions, attempt);
		return { requests: [], results: [], hints: [], ...effects, remembered: this.pasts.length };
	}

	private decisions(attempt: Attempt): Decision[] {
		const taken = new Set<Past>();
		return attempt.items.map((item, position) => {
			const request = requestOf(item, this.node, attempt);
			const pasts = this.pasts.filter((past) => !taken.has(past));
			// Runs of a loop are independent, but calls of a tool can run in parallel.
			const ofRun = pasts.filter((past) => isOfRun(past, attempt));
			const calls = pasts.filter(({ subject }) => subject === request.subject);
			const ofItem = this.node.isTool
				? calls.filter(isOfCall(attempt))
				: ofRun.filter((past) => past.position === position);
			const { past, action } = item.isRead
				? { past: undefined, action: 'send' as const }
				: actionFor(request, ofItem, attempt, this.node);
			if (past !== undefined && action !== 'sendAsNew') taken.add(past);
			return { position, isRead: item.isRead, request, past, action };
		});
	}

	/** A refused run sends nothing, but still outputs the results of earlier attempts. */
	private refuse(decisions: readonly Decision[], attempt: Attempt): Partial<Effects> {
		if (!attempt.continuesOnFail) return { results: ['error notSent'] };
		const results = decisions.map(({ request, past, action }) =>
			past === undefined || action === 'send' || action === 'sendAsNew'
				? 'error notSent'
				: knownResult(past, request, attempt),
		);
		this.finish(results, attempt);
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
				const place = decisions.length === 1 ? '' : `item ${String(item.position + 1)}: `;
				return { requests, hints, results: [place + result] };
			}
		}
		if (results.includes(DELETED_BEFORE)) hints.push(FOUND_NOTHING);
		this.finish(results, attempt);
		return { requests, results, hints };
	}

	/** Sends a request, remembers changes, and returns the item's result. */
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
		} else {
			// A refusal concerns only this request. The earlier request may have been applied.
			if (!isAgain || fate !== 'refused') Object.assign(past, sent);
		}
		return result;
	}

	/** Forgets the run's requests, unless n8n takes the output for an error and reruns the node. */
	private finish(results: readonly string[], attempt: Attempt): void {
		const first = results.find((result) => result !== NO_ITEM) ?? NO_ITEM;
		if (this.node.retriesOnFail && first.includes('error')) return;
		// A tool's other calls must not repeat a change that may have been applied.
		const isKept = (past: Past) => !isOfRun(past, attempt) || past.fate === 'unknown';
		this.pasts = this.node.isTool ? this.pasts.filter(isKept) : [];
	}
}

const REPEATABLE: readonly string[] = ['update', 'remove'];

function requestOf(item: ModelItem, { operation }: ModelNode, { baseUrl }: Attempt): Request {
	const { isRead, name, password } = item;
	const isRemoval = operation === 'remove' || operation === 'unsafeRemove';
	const method = isRead ? 'GET' : isRemoval ? 'DELETE' : 'POST';
	// The Base URL may change to another name of the same API.
	const path = `${method} ${item.path}`;
	const url = `${method} ${baseUrl.replace(/\/$/, '')}${item.path}${item.query}`;
	const isRepeatable = operation === 'put' ? name === 'safe' : REPEATABLE.includes(operation);
	const request = { path, isRepeatable };
	if (isRemoval) return { ...request, text: url, content: url, subject: url };
	const body = JSON.stringify({ name, credentials: { password } });
	const [content, subject] = [`${url} ${name}`, `${path} ${name}`];
	return { ...request, text: `${url} ${body}`, content, subject };
}

/** An earlier call of the same tool blocks this one only while its outcome is unknown. */
const isOfCall = (attempt: Attempt) => (past: Past) =>
	past.fate === 'unknown' || isOfRun(past, attempt);

/** The verdict, and the past request that decides it. */
function actionFor(
	request: Request,
	pasts: readonly Past[],
	attempt: Attempt,
	{ isTool }: ModelNode,
): { past: Past | undefined; action: Action } {
	// Expressions such as $now change an item's input unintentionally. Only an edit is intentional.
	const isSame = ({ path, fate, edition, content }: Past) =>
		path === request.path &&
		(fate !== 'made' || (!isTool && edition === attempt.edition) || content === request.content);
	const same = pasts.filter(isSame);
	const past = same.find(isSent) ?? same[0];
	const other = pasts.find(isSent);
	if (past === undefined && other !== undefined) return { past: other, action: 'sendAsNew' };
	if (past?.fate === 'made') return { past, action: 'replay' };
	if (past?.fate !== 'unknown') return { past, action: 'send' };
	const isHarmless = past.isRepeatable || attempt.resendUnknown;
	return { past, action: isHarmless ? 'sendAgain' : 'block' };
}

const isSent = ({ fate }: Past): boolean => fate !== 'refused';
const isOfRun = (past: Past, { runIndex }: Attempt): boolean => past.runIndex === runIndex;
const isError = (result: string): boolean => result.startsWith('error');

const NO_ITEM = 'no item';
const DELETED_BEFORE = 'deleted';
const MAY_EXIST = 'The thing may exist. ';

function resultOf(answer: Answer, id: string): string {
	const results: Record<Answer, string> = {
		made: id,
		// To n8n, a record with this key can look like an error.
		madeWithErrorKey: `${id} with the key error`,
		madeWithoutRecord: NO_ITEM,
		refused: 'error refused',
		notFound: 'error refused',
		unreachable: 'error notSent',
		gatewayFails: `error unknown: ${MAY_EXIST}The API took too long (504).`,
		processDies: `error unknown: ${MAY_EXIST}The execution ended before the response arrived`,
	};
	return results[answer];
}

/** Such an item isn't sent, because its past decides the result. */
function knownResult(past: Past, request: Request, attempt: Attempt): string {
	const time = timeOf(past.attempt);
	if (past.fate === 'unknown') {
		const other = past.content === request.content ? '' : ' with different content';
		return `${past.result.replace(/\.$/, '')}. Not sent again, because it was already sent at ${time}${other}.`;
	}
	if (past.keySecret !== attempt.keySecret) {
		const made = past.id === '' ? '' : ` (ID ${past.id})`;
		return `error unknown: The change was made at ${time}${made} and wasn't sent again. Its output can't be decrypted.`;
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
