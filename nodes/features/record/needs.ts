import { phrase, quoteName } from '../../engine/phrase';
import { stopsItem } from '../../engine/issue';
import { isJsonObject, recordsIn } from '../../engine/json';
import type { Need, ParameterValues, Plan, PlanContext } from '../../engine/operation';
import { RECORD, currentRecord } from '../../engine/operation';
import { isDryRun } from '../../engine/options/requestOptions';
import { objectBody } from '../../engine/request';
import { isSameName } from '../../engine/text';
import type { ApiRecord, RecordId } from './record';
import { listRead, recordPath, recordRead } from './record';
import type { Replacement } from './replacement';
import { recordAfter, unreadPart } from './replacement';
import type { Step } from './steps';

/** Reads the record, and returns the record as it should be after the request. Later items build on that. */
export function readReplacedRecord(
	recordType: ApiRecord & { id: RecordId },
	replacement: Replacement,
): Step<Plan> {
	return (planned, parameters, context) => {
		const stored = currentRecord(context.facts);
		const after = stored && recordAfter(objectBody(planned.request), stored, replacement);
		return {
			needs: needsRecord(planned) ? [] : [recordNeed(recordType, parameters, context, replacement)],
			replaces: { readOnly: replacement.readOnly, expected: after },
		};
	};
}

/** Reads the old values of what a dry run changes, for its summary. */
export function readOldValues(recordType: ApiRecord): Step<Plan> {
	return inDryRun((planned, parameters, context) => {
		const need = needsRecord(planned) ? undefined : summaryNeed(recordType, parameters, context);
		return { needs: need ? [need] : [] };
	});
}

function needsRecord({ needs = [] }: Pick<Plan, 'needs'>): boolean {
	return needs.some(({ fact }) => fact === RECORD);
}

/** Runs a step only in a valid dry run, because only its summary uses what the step reads. */
export function inDryRun(step: Step<Plan>): Step<Plan> {
	return (planned, parameters, context) =>
		isDryRun({ parameters }) && !planned.issues.some(stopsItem)
			? step(planned, parameters, context)
			: {};
}

/** With `replacement`, refuses a record that the node couldn't write back. */
export function recordNeed(
	recordType: ApiRecord & { id: RecordId },
	parameters: ParameterValues,
	context: PlanContext,
	replacement?: Replacement,
): Need {
	const { title, isOnlyListed = false } = recordType;
	const enteredId = parameters[recordType.id.field.name];
	const id = String(enteredId).trim();
	const read = isOnlyListed ? listRead(recordType) : recordRead(recordType);
	const readParameters = { ...parameters, returnAll: true };
	const pages = read.kind === 'list' ? read.pages?.(readParameters) : undefined;
	return {
		fact: RECORD,
		purpose: `An update changes only what you enter, so it reads the ${title} first.`,
		subject: phrase`${title} ${quoteName(enteredId)}`,
		permission: recordType.permissions?.read,
		request: { ...read.plan(readParameters, context).request, method: 'GET' },
		pages: pages && { ...pages, isWanted: (element) => hasSameId(element, id, recordType) },
		factIn: (payload) =>
			recordIn(isOnlyListed ? recordsIn(payload) : [payload], id, recordType, replacement),
	};
}

/**
 * The record in a response or a list. Anything else, such as a proxy's JSON, is a problem: if the node wrote it back,
 * the API would reset every missing key.
 */
function recordIn(
	payload: readonly unknown[],
	id: string,
	recordType: ApiRecord & { id: RecordId },
	replacement?: Replacement,
): ReturnType<Need['factIn']> {
	const { title, id: recordId } = recordType;
	const stored = payload.filter(isJsonObject).find((element) => hasSameId(element, id, recordType));
	if (stored !== undefined) {
		const problem = replacement && unreadPart(stored, replacement, title);
		return problem ? { problem } : { value: stored };
	}
	return {
		problem: {
			message: `The API has no ${title} with this ID.`,
			description: `Check ${recordId.field.displayName}: copy the ID of the ${title} again. You can also choose the ${title} from the list.`,
		},
	};
}

export function hasSameId(
	record: unknown,
	id: string,
	{ id: { key = 'id' } }: { id: RecordId },
): boolean {
	return isJsonObject(record) && isSameName(String(record[key]), id);
}

/** Reads something that the key may have no access to. The fact is the payload, or null if the API refuses. */
export function optionalNeed(fact: string, path: string, purpose: string): Need {
	return {
		fact,
		purpose,
		request: { method: 'GET', path },
		factIn: (payload) => ({ value: payload }),
		factOfFailure: ({ refusedWith }) => (refusedWith === undefined ? undefined : null),
	};
}

/** Reads the record for a dry run's summary. The fact is null if the key can't read it. */
export function summaryNeed(
	recordType: ApiRecord,
	parameters: ParameterValues,
	context: PlanContext,
): Need | undefined {
	const { value: path, issues } = recordPath(recordType)(parameters, context.credential);
	if (issues.length > 0) return undefined;
	const { id } = recordType;
	const need = id
		? recordNeed({ ...recordType, id }, parameters, context)
		: optionalNeed(RECORD, path, '');
	return {
		...need,
		factIn: (payload) => {
			const fact = need.factIn(payload);
			return 'value' in fact ? fact : { value: null };
		},
		factOfFailure: () => null,
	};
}

/** Reads all records, because names aren't unique. Undefined until the records' parent is known. */
export function listNeed(
	recordType: ApiRecord,
	purpose: string,
	parameters: ParameterValues,
	context: PlanContext,
): Omit<Need, 'fact' | 'factIn'> | undefined {
	const list = listRead(recordType);
	const listParameters = { ...parameters, returnAll: true };
	const { request, issues } = list.plan(listParameters, context);
	if (issues.length > 0) return undefined;
	return {
		purpose,
		subject: list.texts?.subjectOf?.(request, listParameters),
		permission: list.texts?.permission,
		advice: list.texts?.advice,
		request: { ...request, method: 'GET' },
		pages: list.pages?.(listParameters),
	};
}
