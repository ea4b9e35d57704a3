import { apiMessage } from '../errors/apiMessage';
import { errorDetails, failureDetails } from '../errors/nodeErrors';
import type { Client, ParseSuccess, Result } from '../http/client';
import type { Failure } from '../http/response';
import type { WriteJournal } from '../journal/writeJournal';
import type { JsonObject } from '../json';
import type { ErrorDetails, Execution, PlannedItem, Recovery } from '../operation';
import { MS_PER_SECOND } from '../time';

const CHECK_INTERVAL_MS = 5000;

/**
 * Sends a refused request again as soon as a read shows that it can succeed, if the refusal did nothing. Returns the
 * first refusal if that's impossible, and an error if it takes longer than Max Wait. Throws nothing.
 */
export async function recovered(
	execution: Execution,
	client: Client,
	item: PlannedItem,
	refusal: Result<JsonObject>,
	parse: ParseSuccess<JsonObject>,
	journal: WriteJournal | undefined,
): Promise<Result<JsonObject> | { error: ErrorDetails }> {
	if (refusal.kind !== 'rejected') return refusal;
	const { operation, clock, credential, options } = execution;
	const recovery = operation.recovery?.(item.parameters, credential);
	if (recovery === undefined || !isRecoverable(refusal, recovery, execution)) return refusal;
	const send = async (request: PlannedItem['request']) =>
		await client.send(request, item.itemIndex, parse);
	const deadline = clock.elapsed() + options.maxWait;
	let result: Result<JsonObject> = refusal;
	if (recovery.first !== undefined) {
		const recordOutcome = journal?.recordOwn(recovery.first);
		const prepared = await send(recovery.first);
		const isUnknown = prepared.kind !== 'success' && prepared.maybeSent;
		recordOutcome?.(prepared.kind === 'success' ? 'done' : isUnknown ? 'unknown' : 'refused');
		if (prepared.kind === 'stopped') return prepared;
		if (prepared.kind !== 'success') {
			return { error: unprepared(execution, item, recovery, [refusal, prepared]) };
		}
	}
	for (;;) {
		const check = await send(recovery.check);
		if (check.kind !== 'success') return check.kind === 'stopped' ? check : refusal;
		const readiness = recovery.readiness(check.body[execution.api.payloadKey]);
		if (readiness === 'never') return result;
		if (readiness === 'ready') {
			result = await send(item.request);
			const isAgain = recovery.repeats === true && isRecoverable(result, recovery, execution);
			if (!isAgain) return result;
		}
		if (clock.elapsed() + CHECK_INTERVAL_MS > deadline) {
			return readiness === 'ready' ? result : { error: tooLate(recovery, options.maxWait) };
		}
		const stopped = await pause(client);
		if (stopped !== undefined) return stopped;
	}
}

function isRecoverable(
	result: Result<JsonObject>,
	{ follows }: Recovery,
	{ api }: Execution,
): boolean {
	if (result.kind !== 'rejected') return false;
	const { response } = result;
	return follows(
		response.status,
		apiMessage(response, api.errorKey, (text) => text),
	);
}

/** Describes the refusal, and why the remedy wasn't applied. */
function unprepared(
	{ api, operation, redactorFor }: Execution,
	{ request }: PlannedItem,
	{ first = request, firstTraits }: Recovery,
	[refusal, failure]: readonly [refusal: Failure, failure: Failure],
): ErrorDetails {
	const of = { api, operation, request, redact: redactorFor(request) };
	const ofFirst = { ...of, operation: firstTraits ?? {}, request: first };
	const { message, description } = failureDetails(failure, ofFirst);
	const name = firstTraits?.name ?? 'Another request';
	return {
		...failureDetails(refusal, of),
		description: `${name} failed. ${message} ${description}`,
	};
}

function tooLate({ tooLateText }: Recovery, maxWait: number): ErrorDetails {
	const { message, description } = tooLateText(Math.round(maxWait / MS_PER_SECOND));
	return errorDetails('asleep', 'notSent', message, description);
}

/** Waits for the next check. If the execution was stopped, returns that. */
async function pause(client: Client): Promise<Failure | undefined> {
	try {
		await client.sleep(CHECK_INTERVAL_MS);
		return undefined;
	} catch {
		return { kind: 'stopped', attempts: 0, maybeSent: false };
	}
}
