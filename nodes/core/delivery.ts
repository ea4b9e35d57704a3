import type { Answer, RawAnswer } from './answer';
import { readAnswer } from './answer';
import type { ConnectionFault } from './connectionFault';
import { connectionFault } from './connectionFault';
import type { Failure } from './failure';
import type { FailureContext } from './failureTexts';
import {
	brokenFailure,
	faultFailure,
	refusedFailure,
	stoppedFailure,
	unclearFailure,
	waitFailure,
} from './failureTexts';
import type { Asker, GateQueue, Timing } from './gateQueue';
import { WaitTooLong } from './gateQueue';
import type { Verdict } from './judge';
import { judge } from './judge';
import { pauseEnd } from './namedPause';
import type { Api, HttpMethod, JsonObject, Operation, PlannedRequest } from './operation';
import type { Ticket } from './rateGate';

/** Sends one request and gives what came back, whatever its status. Throws when no answer came. */
export type Transport = (request: PlannedRequest, signal: AbortSignal) => Promise<RawAnswer>;

/** What all requests of one execution have in common. */
export interface Delivery {
	api: Api;
	operation: Operation;
	transport: Transport;
	queue: GateQueue;
	timing: Timing;
	/** Fires when the whole run stops. One per request. */
	signal: AbortSignal;
	maxRetries: number;
	maxWait: number;
}

/** One item's request, and what keeps its secrets out of texts. */
export interface Parcel {
	place: number;
	request: PlannedRequest;
	mask: (text: string) => string;
}

/** What became of one request. */
export type Outcome = { body: JsonObject } | { failure: Failure };

type Reply = Answered<Verdict> | { kind: 'fault'; fault: ConnectionFault };

interface Answered<V extends Verdict> {
	kind: 'answer';
	answer: Answer;
	verdict: V;
}

const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;

/**
 * Sends a request, and again where that is safe, until it has come to an end: after a refusal for the rate as long
 * as Max Wait allows, after a fault as often as Max Retries allows. Throws nothing.
 */
export async function deliver(delivery: Delivery, parcel: Parcel): Promise<Outcome> {
	const asker: Asker = { place: parcel.place, refusedBefore: false, waited: 0 };
	let attempts = 0;
	let faults = 0;
	let refusal: Answer | undefined;
	try {
		for (;;) {
			const ticket = await delivery.queue.enter(asker);
			attempts += 1;
			const reply = await exchange(delivery, parcel, ticket);
			if (isSuccess(reply)) return { body: reply.verdict.body };
			asker.refusedBefore = isLimited(reply);
			if (isLimited(reply)) {
				refusal = reply.answer;
				continue;
			}
			faults += 1;
			const again = faults <= delivery.maxRetries && !delivery.signal.aborted;
			if (!again || !maySendAgain(reply, parcel.request.method)) {
				return { failure: ended(delivery, parcel, reply, attempts) };
			}
			await backOff(delivery, faults);
		}
	} catch (error) {
		const context = failureContext(delivery, parcel, attempts);
		if (error instanceof WaitTooLong) {
			return { failure: waitFailure(delivery.maxWait, refusal, context) };
		}
		// Between attempts the outcome is known: the one before was certainly not carried out.
		if (delivery.signal.aborted) return { failure: stoppedFailure({ ...context, attempts: 0 }) };
		return { failure: brokenFailure(context) };
	}
}

async function exchange(delivery: Delivery, parcel: Parcel, ticket: Ticket): Promise<Reply> {
	const { api, operation, queue, transport, timing, signal } = delivery;
	let raw: RawAnswer;
	try {
		raw = await transport(parcel.request, signal);
	} catch (error) {
		queue.unanswered(ticket);
		return { kind: 'fault', fault: connectionFault(error) };
	}
	const answer = readAnswer(raw);
	const verdict = judge(answer, api, operation);
	if (verdict.kind === 'limited') queue.refused(ticket, pauseEnd(answer.headers, timing.now()));
	else queue.passed(ticket);
	return { kind: 'answer', answer, verdict };
}

function maySendAgain(reply: Reply, method: HttpMethod): boolean {
	if (reply.kind === 'fault') {
		return reply.fault.mayPass && (method === 'GET' || reply.fault.nothingSent);
	}
	return method === 'GET' && reply.verdict.kind === 'unclear';
}

function isSuccess(reply: Reply): reply is Answered<Extract<Verdict, { kind: 'success' }>> {
	return reply.kind === 'answer' && reply.verdict.kind === 'success';
}

function isLimited(reply: Reply): reply is Answered<Extract<Verdict, { kind: 'limited' }>> {
	return reply.kind === 'answer' && reply.verdict.kind === 'limited';
}

async function backOff({ timing, signal }: Delivery, faults: number): Promise<void> {
	await timing.sleep(Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (faults - 1)), signal);
}

function ended(delivery: Delivery, parcel: Parcel, reply: Reply, attempts: number): Failure {
	const context = failureContext(delivery, parcel, attempts);
	if (reply.kind === 'fault') {
		return delivery.signal.aborted ? stoppedFailure(context) : faultFailure(reply.fault, context);
	}
	const { answer, verdict } = reply;
	if (verdict.kind === 'unclear') return unclearFailure(verdict.because, answer, context);
	return refusedFailure(answer, context);
}

function failureContext(delivery: Delivery, parcel: Parcel, attempts: number): FailureContext {
	const { api, operation } = delivery;
	return { api, operation, method: parcel.request.method, mask: parcel.mask, attempts };
}
