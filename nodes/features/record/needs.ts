import { recordText } from '../../engine/summary/sentences';
import { stopsItem } from '../../engine/issue';
import { isJsonObject } from '../../engine/json';
import type { Need, Operation, Parameters, PlanContext } from '../../engine/operation';
import { readItemOptions } from '../../engine/options/requestOptions';
import { OPTIONS } from '../../engine/parameterNames';
import { objectBody } from '../../engine/request';
import { isSameName } from '../../engine/text';
import type { ApiRecord, RecordId } from './record';
import { listRead, recordPath } from './record';
import type { Replacement } from './replacement';
import { RECORD_FACT, recordAfter, unreadPart } from './replacement';

/** Adds reads, hints and a preparation that a kind of record needs before a change. */
export function withPrerequisites(
	{ prerequisites }: Pick<ApiRecord, 'prerequisites'>,
	plan: Operation['plan'],
): Operation['plan'] {
	if (prerequisites === undefined) return plan;
	return (parameters, context) => {
		const planned = plan(parameters, context);
		// Without a valid path, nothing can be read.
		if (planned.issues.some(stopsItem)) return planned;
		const { issues, needs = [], ...planParts } = prerequisites(parameters, context);
		return {
			...planned,
			...planParts,
			issues: [...planned.issues, ...issues],
			needs: [...(planned.needs ?? []), ...needs],
		};
	};
}

/** Needs the record. A need of the plan for the same fact comes first, so it's read instead. */
export function withReplacement(
	record: ApiRecord & { id: RecordId },
	replacement: Replacement,
	plan: Operation['plan'],
): Operation['plan'] {
	return (parameters, context) => {
		const planned = plan(parameters, context);
		const needs = [...(planned.needs ?? []), recordNeed(record, parameters, context, replacement)];
		const current = context.facts?.[RECORD_FACT];
		const after = isJsonObject(current)
			? recordAfter(objectBody(planned.request), current, replacement)
			: undefined;
		return {
			...planned,
			needs,
			replaces: { fact: RECORD_FACT, readOnly: replacement.readOnly, after },
		};
	};
}

/** Reads the record that a request changes, if a dry run shows its old values. */
export function withSummaryRead(record: ApiRecord, plan: Operation['plan']): Operation['plan'] {
	return (parameters, context) => {
		const planned = plan(parameters, context);
		const isShown = !planned.issues.some(stopsItem) && readItemOptions(parameters[OPTIONS]).dryRun;
		const need = isShown ? summaryNeed(record, parameters, context) : undefined;
		return need ? { ...planned, needs: [...(planned.needs ?? []), need] } : planned;
	};
}

/** Reads the record that a request replaces, or only looks at without `replacement`. */
export function recordNeed(
	record: ApiRecord & { id: RecordId },
	parameters: Parameters,
	context: PlanContext,
	replacement?: Replacement,
): Need {
	const { title } = record;
	const id = String(parameters[record.id.field.name]).trim();
	const subject = `${title} ${recordText(parameters, record.id.field.name)}`;
	const purpose = `An update keeps what you don't enter, so the node reads the ${title} first.`;
	const permission = record.permissions?.read;
	const need = { fact: RECORD_FACT, purpose, subject, permission };
	if (record.isOnlyListed === undefined) {
		const { path } = recordPath(record)(parameters, context.credential);
		return {
			...need,
			request: { method: 'GET', path },
			factIn: (payload) => recordIn([payload], id, record, replacement),
		};
	}
	const isWanted = (element: unknown): boolean => hasSameId(element, id, record);
	const list = listRead(record);
	const listParameters = { ...parameters, returnAll: true };
	const pages = list.pages?.(listParameters);
	return {
		...need,
		request: list.plan(listParameters, context).request,
		pages: pages && { ...pages, isWanted },
		factIn: (payload) => recordIn(Array.isArray(payload) ? payload : [], id, record, replacement),
	};
}

/** Anything but the record, such as a proxy's own JSON, would reset every key that it lacks. */
function recordIn(
	payload: readonly unknown[],
	id: string,
	record: ApiRecord & { id: RecordId },
	replacement?: Replacement,
): ReturnType<Need['factIn']> {
	const { title, id: recordId } = record;
	const stored = payload.filter(isJsonObject).find((element) => hasSameId(element, id, record));
	if (stored !== undefined) {
		const problem = replacement && unreadPart(stored, replacement, title);
		return problem ? { problem } : { value: stored };
	}
	return {
		problem: {
			message: `The API has no ${title} with this ID.`,
			description: `Check ${recordId.field.displayName}: choose the ${title} from the list, or copy its ID again.`,
		},
	};
}

function hasSameId(record: unknown, id: string, { id: { key = 'id' } }: { id: RecordId }): boolean {
	return isJsonObject(record) && isSameName(String(record[key]), id);
}

/** A read that the key may not be allowed to make. The fact is the payload, or null if the API refuses. */
export function optionalNeed(fact: string, path: string, purpose: string): Need {
	return {
		fact,
		purpose,
		request: { method: 'GET', path },
		factIn: (payload) => ({ value: payload }),
		factOfFailure: ({ refusedWith }) => (refusedWith === undefined ? undefined : null),
	};
}

/** Reads a record for the summary of a dry run. The fact is null if the key can't read it. */
export function summaryNeed(
	record: ApiRecord,
	parameters: Parameters,
	context: PlanContext,
): Need | undefined {
	const { path, issues } = recordPath(record)(parameters, context.credential);
	if (issues.length > 0) return undefined;
	const { id } = record;
	const need = id
		? recordNeed({ ...record, id }, parameters, context)
		: optionalNeed(RECORD_FACT, path, '');
	return {
		...need,
		factIn: (payload) => ({ value: null, ...need.factIn(payload) }),
		factOfFailure: () => null,
	};
}
