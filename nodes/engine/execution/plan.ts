import { nameOfError } from '../errors/nodeErrors';
import type { JsonObject } from '../json';
import type {
	Execution,
	Facts,
	InputItem,
	InvalidItem,
	ItemHint,
	Parameters,
	Plan,
	PlanContext,
	PlannedItem,
	RecordBase,
} from '../operation';
import type { HttpRequest } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { readItemOptions } from '../parameters/options';
import type { Session } from './session';
import { jsonProblem } from '../issues/checks';
import { emptyExpressionIssue } from '../parameters/read';
import type { ItemParameters } from '../parameters/read';
import type { NameOf } from '../issues/issueTexts';
import { namesBy } from '../issues/issueTexts';
import type { Issue } from '../issue';
import { CANT_BE_CLEARED } from '../issue';

/** One item on its way to a request. */
export interface Draft extends InputItem {
	facts: Facts;
	/** When the first of its facts was read, by the execution's clock. Before that, infinity. */
	readAt: number;
	plan: Pick<Plan, 'issues'> & Partial<Plan>;
	/** The paths of fields whose expressions returned nothing. */
	empty: readonly string[];
	/** The request before anything was read. */
	entered?: HttpRequest | undefined;
	base?: RecordBase;
	/** Why a read that the plan needs failed. */
	error?: ErrorDetails;
}

/** Plans every item as far as that is possible without a read. `readItem` returns one item's parameters. */
export function draftItems(
	execution: Execution,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): Draft[] {
	return Array.from({ length: count }, (_, itemIndex) => {
		const { parameters, issues: unread, empty } = readItem(itemIndex);
		const draft: Draft = {
			itemIndex,
			parameters,
			empty,
			facts: {},
			readAt: Infinity,
			plan: NO_PLAN,
		};
		// A field that could not be read would only look empty to the plan.
		return unread.length > 0 ? { ...draft, plan: { issues: unread } } : planned(execution, draft);
	});
}

const NO_PLAN = { issues: [] };

/** Plans a draft by the credential and its facts. */
function planned(execution: Execution, draft: Draft): Draft {
	const plan = guardedPlan(execution, draft.parameters, draft.facts);
	const { request, entered } = plan;
	return {
		...draft,
		plan,
		request,
		entered: draft.entered ?? (request && { ...request, ...(entered && { body: entered }) }),
	};
}

/** Plans drafts again whose only issue was a credential that is complete now. */
export function withCredential(execution: Execution, drafts: readonly Draft[]): Draft[] {
	return drafts.map((draft) =>
		isOpen(draft, execution) ? planned(execution, { ...draft, entered: undefined }) : draft,
	);
}

/** True if only a value that the credential leaves open keeps an item from being planned. */
export function isOpen({ plan: { issues } }: Draft, { api: { completion } }: Execution): boolean {
	return issues.length > 0 && issues.every(({ path }) => path === completion?.issuePath);
}

/** Drops the issue that the credential will not have once it is complete. */
export function withoutOpen(draft: Draft, { api: { completion } }: Execution): Draft {
	const issues = draft.plan.issues.filter(({ path }) => path !== completion?.issuePath);
	return { ...draft, plan: { ...draft.plan, issues } };
}

/**
 * Reads what the drafts need, in rounds, and plans them with it. Items that replace the same record are planned one on
 * the other. A failed read is the error of its items, and the others go on.
 */
export async function withNeeds(
	execution: Execution,
	drafts: readonly Draft[],
	session: Session,
): Promise<Draft[]> {
	let all = [...drafts];
	while (all.some(isWaiting)) {
		execution.hasRead = true;
		const read = await Promise.all(
			all.map(async (draft) => (isWaiting(draft) ? await readFacts(draft, session) : draft)),
		);
		const next = read.map((draft, index) =>
			draft === all[index] || draft.error ? draft : planned(execution, draft),
		);
		all = chained(execution, next);
	}
	return all;
}

/** Plans each item on what the one before makes of the same record. A dry run makes nothing that others build on. */
function chained(execution: Execution, drafts: readonly Draft[]): Draft[] {
	const latest = new Map<string, JsonObject>();
	return drafts.map((draft) => {
		const { base, error, facts, request } = draft;
		if (base === undefined || request === undefined || error) return draft;
		const key = `${String(isDryRun(draft))} ${request.path}`;
		const { fact } = base.need;
		const record: unknown = latest.get(key) ?? base.record;
		const next =
			facts[fact] === record
				? draft
				: planned(execution, { ...draft, facts: { ...facts, [fact]: record } });
		const { issues, replacedBy } = next.plan;
		if (replacedBy && issues.length === 0 && !isWaiting(next)) latest.set(key, replacedBy);
		return next;
	});
}

function isWaiting({ error, facts, plan }: Draft): boolean {
	// A plan may ask again for what was read.
	const lacksFact = plan.needs?.some(({ fact }) => !Object.hasOwn(facts, fact)) === true;
	return error === undefined && plan.issues.length === 0 && lacksFact;
}

async function readFacts(draft: Draft, session: Session): Promise<Draft> {
	let next = draft;
	for (const need of draft.plan.needs ?? []) {
		if (Object.hasOwn(next.facts, need.fact)) continue;
		const result = await session.read(need, draft.itemIndex);
		if ('error' in result) return { ...next, error: result.error };
		const { value, readAt } = result;
		next = {
			...next,
			facts: { ...next.facts, [need.fact]: value },
			readAt: Math.min(next.readAt, readAt),
			...(need.readOnly && { base: { need, record: value } }),
		};
	}
	return next;
}

export function isDryRun({ parameters }: InputItem): boolean {
	return readItemOptions(parameters['options']).dryRun;
}

/** Separates the items that may be sent from those that must not; the hints are on the former. */
export function sorted(
	execution: Execution,
	drafts: readonly Draft[],
): { valid: PlannedItem[]; invalid: InvalidItem[]; hints: ItemHint[] } {
	const nameOf = namesBy(execution.operation);
	const valid: PlannedItem[] = [];
	const invalid: InvalidItem[] = [];
	const hints: ItemHint[] = [];
	for (const { plan, empty, entered, error, ...item } of drafts) {
		const { itemIndex, request } = item;
		const { issues, preparation, repeatable } = plan;
		if (request === undefined || entered === undefined || issues.length > 0 || error) {
			const allIssues = namedEmpty(issues, empty, nameOf);
			invalid.push({ ...item, issues: allIssues, ...(error && { error }) });
			continue;
		}
		valid.push({ ...item, request, entered, preparation, repeatable });
		const texts = [...empty.map((path) => emptyHint(nameOf({ path }))), ...(plan.hints ?? [])];
		hints.push(...texts.map((text) => ({ itemIndex, text })));
	}
	return { valid, invalid, hints };
}

/** The field can be empty; a hint still points out that its expression was meant to fill it. */
function emptyHint(label: string): string {
	return `${label} is empty: the expression returned nothing. Correct the expression if the field should have a value.`;
}

/** Replaces the issues of a field that an expression left empty by one that points that out, once for each field. */
function namedEmpty(issues: readonly Issue[], empty: readonly string[], nameOf: NameOf): Issue[] {
	// A parameter and the property that it fills share one label.
	const emptyNames = empty.map((path) => nameOf({ path }));
	// That a value can't be cleared says more.
	const isReplaced = ({ text }: Issue): boolean => !text.startsWith(CANT_BE_CLEARED);
	const otherIssues = issues.filter(
		(issue) => !isReplaced(issue) || !emptyNames.includes(nameOf(issue)),
	);
	const replacedPaths = empty.filter((path) =>
		issues.some((issue) => isReplaced(issue) && nameOf(issue) === nameOf({ path })),
	);
	return [...replacedPaths.map(emptyExpressionIssue), ...otherIssues];
}

/** Plans one item. A thrown error makes this item invalid, and no other. */
export function guardedPlan(
	execution: Execution,
	parameters: Parameters,
	facts: Facts,
): Draft['plan'] {
	const { log } = execution;
	try {
		const plan = wirePlan(execution, parameters, { ...execution, facts });
		// A value that was refused already needs no second issue.
		const problem = plan.issues.length > 0 ? undefined : jsonProblem(plan.request.body);
		if (problem === undefined) return plan;
		const issue = { path: '', label: 'The request body', text: problem };
		return { ...plan, issues: [...plan.issues, issue] };
	} catch (error) {
		// It may quote any parameter.
		log.unexpected('planning an item', error, { method: 'POST', path: '', body: parameters });
		const text = `contains a value that can't be processed (${nameOfError(error)}), such as an object instead of text. Check its expressions. If they are right, this is a bug. Please report it, with its entry in n8n's log.`;
		return { issues: [{ path: '', label: 'The item', text }] };
	}
}

/** Plans one item, with its requests as the deployment spells them. Those of API Request are sent as entered. */
export function wirePlan(
	{ api, operation }: Pick<Execution, 'api' | 'operation'>,
	parameters: Parameters,
	context: PlanContext,
): Plan {
	const plan = operation.plan(parameters, context);
	if (operation.output?.raw === true) return plan;
	const toWire = <Request extends HttpRequest>(request: Request): Request =>
		api.toWire(request, context.credential);
	const needs = plan.needs?.map((need) => ({ ...need, request: toWire(need.request) }));
	return { ...plan, request: toWire(plan.request), ...(needs && { needs }) };
}
