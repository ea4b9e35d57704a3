import type { INodeParameters } from 'n8n-workflow';
import type {
	Execution,
	InputItem,
	ItemFields,
	ItemParameters,
	NamedLocator,
} from '../executionState';
import type { JsonObject } from '../json';
import type { Api, Facts, Need, ParameterValues, Plan, PlanContext } from '../operation';
import type { HttpRequest } from '../request';
import { isRead, objectBody } from '../request';
import { OPTIONS } from '../parameterNames';
import {
	isDryRun,
	numberOptionIssues,
	offersAllowUnusual,
	readItemOptions,
} from '../options/requestOptions';
import { namesFromModel, recordNameFinder, withNameAdvice } from '../parameters/recordNames';
import type { Issue, UnusualValues } from '../issue';
import { stopsItem, UNEVALUATED, withUnusualDecided } from '../issue';
import { withFieldHints } from '../issues/issueMessages';
import { withNames } from '../phrase';
import { namesById } from '../summary/summaries';
import { nameOfError } from '../text';
import { jsonProblem } from '../json';
import { factOfName, lookupNeeds, nameNeeds, withExampleIds, withFoundIds } from './nameLookups';

/** Plans every item as far as possible without a read. */
export function planItems(
	execution: Execution,
	count: number,
	readItem: (itemIndex: number) => ItemParameters,
): InputItem[] {
	const { context, operation } = execution;
	const findNames = recordNameFinder(operation.properties, context.getNode().parameters);
	return Array.from({ length: count }, (_, itemIndex) => {
		const { issues: unreadableIssues, ...fields } = readItem(itemIndex);
		const names = findNames(fields.parameters);
		const issues = [
			...unreadableIssues,
			...unevaluatedIssues(execution, fields),
			...numberOptionIssues(fields.parameters[OPTIONS]),
		];
		const item = { itemIndex, ...fields, names, issues, facts: {}, factReads: [] };
		// The plan would mistake an unreadable field for an empty field.
		return issues.length > 0
			? { ...item, issues: withFieldHints(issues, item, execution.operation), state: 'invalid' }
			: planItem(execution, item);
	});
}

/** Reports fixed texts with an expression that n8n didn't evaluate, if these stop the item. */
function unevaluatedIssues(
	{ api, credential }: Execution,
	{ parameters, unevaluated }: Pick<ItemFields, 'parameters' | 'unevaluated'>,
): Issue[] {
	const isRefused = unusualValuesFor(parameters, api, credential) === 'refused';
	return isRefused ? unevaluated.map((path) => ({ path, ...UNEVALUATED })) : [];
}

/** Plans an item with the facts so far. Until its IDs are known, its request contains example IDs. */
export function planItem(execution: Execution, lastItem: ItemFields): InputItem {
	let item = withFoundIds(lastItem);
	for (;;) {
		const plan = withNameReads(execution, item, guardedPlan(execution, item));
		const newNames = newNamesFromModel(execution, item, plan);
		if (newNames.length === 0) return plannedAs(execution, item, plan);
		// Forgets what was read while requests contained names instead of IDs.
		const facts = { ...item.foundIds };
		item = { ...item, names: [...item.names, ...newNames], facts, factReads: [] };
	}
}

function plannedAs(execution: Execution, item: ItemFields, plan: PlanOrIssues): InputItem {
	const { request, identity, replaces, preparation } = plan;
	const issues = withFieldHints(plan.issues, item, execution.operation);
	const fields = { ...item, issues, request, replaces };
	if (request === undefined || issues.some(stopsItem)) return { ...fields, state: 'invalid' };
	const body = { ...objectBody(request), ...identity };
	const inputRequest = item.inputRequest ?? (identity ? { ...request, body } : request);
	const plannedFields = { ...fields, request, inputRequest };
	const recordNames = namesById(item);
	const needs = pendingNeeds(plan, item.facts).map((need) => ({
		...need,
		subject: need.subject && withNames(need.subject, recordNames),
	}));
	// An awaiting item replaces nothing yet, so `chainPlans` skips it.
	return needs.length === 0
		? { ...plannedFields, preparation, state: 'planned' }
		: { ...plannedFields, replaces: undefined, needs, state: 'awaiting' };
}

/** Texts from an agent's model that the plan refuses as IDs and nothing has looked up as names. */
function newNamesFromModel(
	execution: Execution,
	{ foundIds = {}, names, parameters }: ItemFields,
	{ issues }: Pick<Plan, 'issues'>,
): NamedLocator[] {
	const { properties } = execution.operation;
	const lookedUp = [...names.map(factOfName), ...Object.keys(foundIds)];
	return namesFromModel(properties, storedInTool(execution), parameters, issues).filter(
		(name) => !lookedUp.includes(factOfName(name)),
	);
}

/**
 * The stored parameters of a tool, in which a model may fill in fields. Empty for other nodes, because n8n copies the
 * node each time, which takes long for many items.
 */
function storedInTool({ context, isTool }: Execution): INodeParameters {
	return isTool === true ? context.getNode().parameters : {};
}

function pendingNeeds({ needs = [] }: Pick<Plan, 'needs'>, facts: Facts): Need[] {
	return needs.filter(({ fact }) => !Object.hasOwn(facts, fact));
}

/**
 * Adds reads that find IDs by names, and then reads of the names in a change's summary. A dry run always reads these
 * names. Otherwise, the node reads them only if the plan reads the list anyway.
 */
function withNameReads(execution: Execution, item: ItemFields, plan: PlanOrIssues): PlanOrIssues {
	const { request, issues, needs = [] } = plan;
	if (request === undefined || issues.some(stopsItem)) return plan;
	if (item.names.length > 0) return { ...plan, ...lookupNeeds(execution, item) };
	const pending = pendingNeeds(plan, item.facts);
	if (isRead(request) || (!isDryRun(item) && pending.length === 0)) return plan;
	const paths = pending.map((need) => need.request.path);
	const names = nameNeeds(execution, item).filter(
		(need) => isDryRun(item) || paths.includes(need.request.path),
	);
	return { ...plan, needs: [...needs, ...names] };
}

/** A plan, or only the issue that explains why planning failed. */
type PlanOrIssues = Plan | (Omit<Plan, 'request'> & { request?: undefined });

/** Plans an item. A thrown error makes only this item invalid. */
function guardedPlan(execution: Execution, { names, facts, ...item }: ItemFields): PlanOrIssues {
	const { logDefect } = execution;
	const parameters = withExampleIds(item.parameters, names);
	try {
		const wired = wirePlan(execution, parameters, { ...execution, facts });
		const advised = withNameAdvice(wired.issues, execution, parameters);
		const plan = { ...wired, issues: advised };
		// The value is already refused, so it needs no other issue.
		const isRefused = plan.issues.some(stopsItem);
		const problem = isRefused
			? undefined
			: jsonProblem(plan.request.body, roundedIn(item.factReads));
		if (problem === undefined) return plan;
		const issue = { path: '', label: 'The request body', text: problem };
		return { ...plan, issues: [...plan.issues, issue] };
	} catch (error) {
		// Redacts secrets of all parameters, because the error may quote any parameter.
		logDefect('planning an item', error, { method: 'POST', path: '', body: parameters });
		const text = `contains a value that can't be processed (${nameOfError(error)}), such as an object instead of text. Check its expressions. If they are right, this is a bug. Please report it, with its entry in n8n's log.`;
		return { issues: [{ path: '', label: 'The item', text }] };
	}
}

/** Numbers that n8n rounded in the records this item read. Other records may hold the same number exactly. */
function roundedIn(factReads: ItemFields['factReads']): ReadonlyMap<unknown, string> {
	const integers = factReads.flatMap(({ rounded }) => rounded);
	return new Map(integers.map((integer) => [Number(integer), integer]));
}

function unusualValuesFor(
	parameters: ParameterValues,
	api: Api,
	credential: Readonly<JsonObject>,
): UnusualValues {
	if (readItemOptions(parameters[OPTIONS]).allowUnusual) return 'allowed';
	return api.refusesUnusual?.(credential) === true ? 'refused' : undefined;
}

/**
 * Translates the requests to the API's dialect. A raw operation's request is sent as entered. The session translates
 * the needs' requests.
 */
export function wirePlan(
	{ api, operation }: Pick<Execution, 'api' | 'operation'>,
	parameters: ParameterValues,
	context: PlanContext,
): Plan {
	// An operation that doesn't offer Allow Unusual Values sends the value with a hint, if the issue has one.
	const unusualValues = offersAllowUnusual(operation.properties)
		? unusualValuesFor(parameters, api, context.credential)
		: undefined;
	const planned = operation.plan(parameters, { ...context, unusualValues });
	const plan = { ...planned, issues: withUnusualDecided(planned.issues, unusualValues) };
	if (operation.output?.raw === true) return plan;
	const toWire = (request: HttpRequest): HttpRequest => api.toWire(request, context.credential);
	const { request, preparation } = plan;
	return {
		...plan,
		request: toWire(request),
		preparation: preparation && {
			...preparation,
			check: toWire(preparation.check),
			command: toWire(preparation.command),
		},
	};
}
