import { recordText } from '../../engine/summary/sentences';
import { isJsonObject } from '../../engine/json';
import type { Need, Operation, Parameters, PlanContext } from '../../engine/operation';
import { objectBody } from '../../engine/request';
import type { ApiRecord, RecordId } from './record';
import { listRead, recordPath } from './record';
import type { Replacement } from './replacement';
import { recordAfter } from './replacement';

/** Adds the readiness of a kind of records: reads, hints and a preparation. */
export function withReadiness(
	{ readiness }: Pick<ApiRecord, 'readiness'>,
	plan: Operation['plan'],
): Operation['plan'] {
	if (readiness === undefined) return plan;
	return (parameters, context) => {
		const planned = plan(parameters, context);
		// Without a path, there's nothing to read.
		if (planned.issues.length > 0) return planned;
		const { issues, hints = [], needs = [], ...planParts } = readiness(parameters, context);
		return {
			...planned,
			...planParts,
			issues: [...planned.issues, ...issues],
			hints: [...(planned.hints ?? []), ...hints],
			needs: [...(planned.needs ?? []), ...needs],
		};
	};
}

const RECORD_FACT = 'record';

/** The request of the plan replaces a record, so the record is read first, unless the plan says how. */
export function withReplacement(
	kind: ApiRecord & { id: RecordId },
	replacement: Replacement,
	plan: Operation['plan'],
): Operation['plan'] {
	return (parameters, context) => {
		const planned = plan(parameters, context);
		const { needs = [recordNeed(kind, parameters, context)], request } = planned;
		const current = context.facts?.[RECORD_FACT];
		const { readOnly } = replacement;
		const after = isJsonObject(current) && {
			after: recordAfter(objectBody(request), current, replacement),
		};
		return { ...planned, needs, replaces: { fact: RECORD_FACT, readOnly, ...after } };
	};
}

/** The read of the record that a request replaces. */
export function recordNeed(
	kind: ApiRecord & { id: RecordId },
	parameters: Parameters,
	context: PlanContext,
): Need {
	const { title } = kind;
	const id = String(parameters[kind.id.field.name]).trim();
	const subject = `${title} ${recordText(parameters, kind.id.field.name)}`;
	const purpose = `An update keeps what you don't enter, so the node reads the ${title} first.`;
	const permission = kind.permissions?.read;
	const need = { fact: RECORD_FACT, purpose, subject, permission };
	if (kind.isOnlyListed === undefined) {
		const { path } = recordPath(kind)(parameters, context.credential);
		return {
			...need,
			request: { method: 'GET', path },
			factIn: (payload) => replacedRecordIn([payload], id, kind),
		};
	}
	const isWanted = (record: unknown): boolean => hasSameId(record, id, kind);
	const list = listRead(kind);
	const all = { ...parameters, returnAll: true };
	const pages = list.pages?.(all);
	return {
		...need,
		request: list.plan(all, context).request,
		pages: pages && { ...pages, isWanted },
		factIn: (payload) => replacedRecordIn(Array.isArray(payload) ? payload : [], id, kind),
	};
}

/** Something else than the record, such as a proxy's own JSON, would reset everything that it lacks. */
function replacedRecordIn(
	payload: readonly unknown[],
	id: string,
	kind: ApiRecord & { id: RecordId },
): ReturnType<Need['factIn']> {
	const record = payload.find((element) => hasSameId(element, id, kind));
	if (record !== undefined) return { value: record };
	const { title, id: recordId } = kind;
	return {
		problem: {
			message: `The API has no ${title} with this ID.`,
			description: `Check ${recordId.field.displayName}: choose the ${title} from the list, or copy its ID again.`,
		},
	};
}

/** An ID that was entered may have other cases than the API's. */
function hasSameId(record: unknown, id: string, { id: { key = 'id' } }: { id: RecordId }): boolean {
	return isJsonObject(record) && String(record[key]).toLowerCase() === id.toLowerCase();
}

/** A read that a key may not be allowed to do: its fact is the payload, and null if the API refuses it. */
export function optionalNeed(fact: string, path: string, purpose: string): Need {
	return {
		fact,
		purpose,
		request: { method: 'GET', path },
		factIn: (payload) => ({ value: payload }),
		factOfFailure: ({ refusedWith }) => (refusedWith === undefined ? undefined : null),
	};
}
