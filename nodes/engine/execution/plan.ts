import type { Execution, InputItem, PlannedItem } from '../executionState';
import type { Facts, Parameters, Plan, PlanContext } from '../operation';
import type { HttpRequest } from '../request';
import { isRead } from '../request';
import { OPTIONS } from '../parameterNames';
import { readItemOptions } from '../options/requestOptions';
import type { ItemParameters } from '../parameters/read';
import { emptyExpressionIssue } from '../parameters/read';
import { recordNameFinder, withNameAdvice } from '../parameters/recordNames';
import type { Issue } from '../issue';
import { stopsItem, UNEVALUATED, unlessAllowed } from '../issue';
import { fieldLabels } from '../issues/issueTexts';
import { nameOfError } from '../text';
import { jsonProblem } from '../json';
import { readKey } from './identity';
import {
	lookupNeeds,
	nameNeeds,
	withExampleIds,
	withFoundIds,
	withoutLabels,
	withReadNames,
} from './nameLookups';

/** Plans every item as far as possible without a read. */
export function planItems(
	execution: Execution,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): InputItem[] {
	const { context, operation } = execution;
	const findNames = recordNameFinder(operation.properties, context.getNode().parameters);
	return Array.from({ length: count }, (_, itemIndex) => {
		const { issues: unread, ...readFields } = readItem(itemIndex);
		const fields = isDryRun(readFields)
			? { ...readFields, parameters: withoutLabels(execution, readFields.parameters) }
			: readFields;
		const names = findNames(fields.parameters);
		const issues = [...unread, ...unevaluatedIssues(execution, fields)];
		const item = { itemIndex, ...fields, names, issues, facts: {}, readAt: Infinity };
		// The plan would mistake an unreadable field for an empty field.
		return issues.length > 0 ? withFieldHints(execution, item) : planItem(execution, item);
	});
}

/** Reports fixed texts with an unevaluated expression, if they stop the item. */
function unevaluatedIssues(
	{ api, credential }: Execution,
	{ parameters, unevaluated }: Pick<InputItem, 'parameters' | 'unevaluated'>,
): Issue[] {
	const { allowUnlisted } = readItemOptions(parameters[OPTIONS]);
	const issues = unevaluated.map((path) => ({ path, ...UNEVALUATED }));
	return unlessAllowed(issues, allowUnlisted, api.refusesUnusual?.(credential)).filter(stopsItem);
}

/**
 * Plans an item with the facts so far. `inputRequest` stays that of the first plan, unless `withFoundIds` drops it
 * because it has example IDs.
 */
export function planItem(execution: Execution, lastItem: InputItem): InputItem {
	const item = withFoundIds(lastItem);
	const { itemIndex, empty, unevaluated, names, foundIds, facts, readAt, base } = item;
	const parameters = withReadNames(execution, facts, item.parameters);
	const plan =
		names.length === 0
			? planShown(execution, { ...item, parameters })
			: planLookups(execution, item);
	const { request, inputBody, issues } = plan;
	const inputRequest =
		item.inputRequest ?? (request && { ...request, ...(inputBody && { body: inputBody }) });
	return withFieldHints(execution, {
		itemIndex,
		parameters,
		empty,
		unevaluated,
		names,
		foundIds,
		facts,
		readAt,
		base,
		...plan,
		issues: withNameAdvice(issues, execution.operation.properties, parameters),
		inputRequest,
	});
}

export function isPlanned(item: InputItem): item is PlannedItem {
	const { inputRequest, issues, readError, request } = item;
	const hasRequest = request !== undefined && inputRequest !== undefined;
	return hasRequest && !issues.some(stopsItem) && readError === undefined;
}

/** True if the plan needs facts that weren't read yet. A plan may ask again for facts it has. */
export function lacksFacts({ facts, issues, needs = [], readError }: InputItem): boolean {
	const isLacking = needs.some(({ fact }) => !Object.hasOwn(facts, fact));
	return isLacking && !issues.some(stopsItem) && readError === undefined;
}

/**
 * Reports fixed texts with an unevaluated expression, and fields that an expression left empty, replacing the field's
 * other issues. If the field may be empty, only a hint says so.
 */
function withFieldHints({ operation }: Execution, item: InputItem): InputItem {
	const { empty, unevaluated, issues } = item;
	if (empty.length === 0 && unevaluated.length === 0) return item;
	// A parameter and the property it fills share a label.
	const { nameOf } = fieldLabels(operation.properties);
	const refused = issues.filter(stopsItem);
	const unevaluatedHints = unevaluated
		.filter((path) => !refused.some((issue) => issue.path === path))
		.map((path): Issue => ({ path, verdict: 'hint', text: UNEVALUATED.hint }));
	const emptyNames = empty.map((path) => nameOf({ path }));
	// The text about a value that can't be cleared explains more.
	const isReplaced = (issue: Issue): boolean => stopsItem(issue) && issue.kind !== 'notCleared';
	const otherIssues = issues.filter(
		(issue) => !isReplaced(issue) || !emptyNames.includes(nameOf(issue)),
	);
	const replacedPaths = empty.filter((path) =>
		issues.some((issue) => isReplaced(issue) && nameOf(issue) === nameOf({ path })),
	);
	return {
		...item,
		issues: [
			...replacedPaths.map(emptyExpressionIssue),
			...unevaluatedHints,
			...empty.map((path): Issue => ({ path, verdict: 'hint', text: EMPTY_EXPRESSION })),
			...otherIssues,
		],
	};
}

const EMPTY_EXPRESSION =
	'is empty: the expression returned nothing. Correct the expression if the field should have a value.';

/**
 * Plans an item. A change's summary names its records: in a dry run always, otherwise only if the plan reads them
 * anyway.
 */
function planShown(execution: Execution, item: InputItem): ReturnType<typeof guardedPlan> {
	const plan = guardedPlan(execution, item.parameters, item.facts);
	const { request, issues, needs = [] } = plan;
	const isShown = isDryRun(item) || needs.length > 0;
	const isShownChange = isShown && request !== undefined && !isRead(request);
	if (!isShownChange || issues.some(stopsItem)) return plan;
	const paths = needs.map((need) => need.request.path);
	const names = nameNeeds(execution, item).filter(
		(need) => isDryRun(item) || paths.includes(need.request.path),
	);
	return { ...plan, needs: [...needs, ...names] };
}

/** Plans an item whose IDs aren't known yet. Its other fields are checked, and the lookups become needs. */
function planLookups(execution: Execution, item: InputItem): ReturnType<typeof guardedPlan> {
	const { names, parameters } = item;
	const plan = guardedPlan(execution, withExampleIds(parameters, names), {});
	if (plan.request === undefined || plan.issues.some(stopsItem)) return plan;
	return { request: plan.request, ...lookupNeeds(execution, item) };
}

export function isDryRun({ parameters }: Pick<InputItem, 'parameters'>): boolean {
	return readItemOptions(parameters[OPTIONS]).dryRun;
}

/** A thrown error makes only this item invalid. */
function guardedPlan(
	execution: Execution,
	parameters: Parameters,
	facts: Facts,
): Pick<Plan, 'issues'> & Partial<Plan> {
	const { log } = execution;
	try {
		const plan = wirePlan(execution, parameters, { ...execution, facts });
		// A refused value needs no second issue.
		const isRefused = plan.issues.some(stopsItem);
		const problem = isRefused
			? undefined
			: jsonProblem(plan.request.body, roundedIn(execution, plan));
		if (problem === undefined) return plan;
		const issue = { path: '', label: 'The request body', text: problem };
		return { ...plan, issues: [...plan.issues, issue] };
	} catch (error) {
		// The error may quote any parameter.
		log.unexpected('planning an item', error, { method: 'POST', path: '', body: parameters });
		const text = `contains a value that can't be processed (${nameOfError(error)}), such as an object instead of text. Check its expressions. If they are right, this is a bug. Please report it, with its entry in n8n's log.`;
		return { issues: [{ path: '', label: 'The item', text }] };
	}
}

/** The numbers that the plan's own reads rounded. Another record may hold the same number exactly. */
function roundedIn({ rounded }: Execution, { needs = [] }: Plan): ReadonlyMap<unknown, string> {
	return new Map(needs.flatMap(({ request }) => [...(rounded.get(readKey(request)) ?? [])]));
}

/** Spells the requests as the deployment does, except a raw operation's, which are sent as entered. */
export function wirePlan(
	{ api, operation }: Pick<Execution, 'api' | 'operation'>,
	parameters: Parameters,
	context: PlanContext,
): Plan {
	const refusesUnusual = api.refusesUnusual?.(context.credential);
	const plan = operation.plan(parameters, { ...context, refusesUnusual });
	if (operation.output?.raw === true) return plan;
	const toWire = <Request extends HttpRequest>(request: Request): Request =>
		api.toWire(request, context.credential);
	const needs = plan.needs?.map((need) => ({ ...need, request: toWire(need.request) }));
	return { ...plan, request: toWire(plan.request), ...(needs && { needs }) };
}
