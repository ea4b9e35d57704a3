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
import { isRead } from '../request';
import { namesInPlan } from '../approval/approval';
import { OPTIONS } from '../parameterNames';
import { numberOptionIssues, offersAllowUnusual, readItemOptions } from '../options/requestOptions';
import { emptyExpressionIssue } from '../parameters/readParameters';
import { namesFromModel, recordNameFinder, withNameAdvice } from '../parameters/recordNames';
import type { Issue, UnusualValues } from '../issue';
import { stopsItem, UNEVALUATED, unlessAllowed } from '../issue';
import { fieldLabels } from '../issues/issueMessages';
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
	let approvedNames: ReadonlyMap<string, string> | undefined;
	return Array.from({ length: count }, (_, itemIndex) => {
		const { issues: unreadableIssues, ...readFields } = readItem(itemIndex);
		const { approvedPlan, dryRun } = readItemOptions(readFields.parameters[OPTIONS]);
		// All items have the same plan, which may be as long as the run.
		if (approvedPlan !== undefined) approvedNames ??= namesInPlan(approvedPlan);
		const chosenNames = dryRun ? [] : [...readFields.chosenNames, ...(approvedNames ?? [])];
		const fields = { ...readFields, chosenNames: new Map(chosenNames) };
		const names = findNames(fields.parameters);
		const issues = [
			...unreadableIssues,
			...unevaluatedIssues(execution, fields),
			...numberOptionIssues(fields.parameters[OPTIONS]),
		];
		const item = { itemIndex, ...fields, names, issues, facts: {}, factReads: [] };
		// The plan would mistake an unreadable field for an empty field.
		return issues.length > 0
			? { ...item, issues: withFieldHints(execution, item), state: 'invalid' }
			: planItem(execution, item);
	});
}

/** Reports fixed texts with an unevaluated expression, if they stop the item. */
function unevaluatedIssues(
	{ api, credential }: Execution,
	{ parameters, unevaluated }: Pick<ItemFields, 'parameters' | 'unevaluated'>,
): Issue[] {
	const issues = unevaluated.map((path) => ({ path, ...UNEVALUATED }));
	return unlessAllowed(issues, unusualValuesFor(parameters, api, credential)).filter(stopsItem);
}

/** Plans an item with the facts so far. Until its IDs are known, its request contains example IDs. */
export function planItem(execution: Execution, lastItem: ItemFields): InputItem {
	const item = withFoundIds(lastItem);
	const plan = planWithNames(execution, item);
	const modelNames = newNamesFromModel(execution, item, plan);
	if (modelNames.length > 0) {
		const names = [...item.names, ...modelNames];
		return planItem(execution, withoutReads({ ...item, names }));
	}
	return withPlan(execution, item, plan);
}

function withPlan(
	execution: Execution,
	item: ItemFields,
	plan: ReturnType<typeof guardedPlan>,
): InputItem {
	const {
		itemIndex,
		parameters,
		chosenNames,
		empty,
		unevaluated,
		names,
		foundIds,
		facts,
		factReads,
	} = item;
	const { request, replaces, preparation } = plan;
	const issues = withFieldHints(execution, { ...item, issues: plan.issues });
	const fields = {
		itemIndex,
		parameters,
		chosenNames,
		empty,
		unevaluated,
		names,
		foundIds,
		facts,
		factReads,
		issues,
	};
	if (request === undefined || issues.some(stopsItem)) {
		return { ...fields, request, replaces, state: 'invalid' };
	}
	const plannedFields = { ...fields, request, inputRequest: item.inputRequest ?? request };
	const recordNames = namesById(item);
	const needs = pendingNeeds(plan, facts).map((need) => ({
		...need,
		subject: need.subject && withNames(need.subject, recordNames),
	}));
	return needs.length === 0
		? { ...plannedFields, replaces, preparation, state: 'planned' }
		: { ...plannedFields, needs, state: 'awaiting' };
}

function planWithNames(execution: Execution, item: ItemFields): ReturnType<typeof guardedPlan> {
	const parameters = withExampleIds(item.parameters, item.names);
	const planned = guardedPlan(execution, { ...item, parameters });
	return planned.request === undefined || planned.issues.some(stopsItem)
		? planned
		: { ...planned, ...nameReads(execution, item, planned) };
}

/** Whatever was read is about a name as an ID. */
function withoutReads(item: ItemFields): ItemFields {
	return { ...item, facts: { ...item.foundIds }, factReads: [] };
}

/** Each text is looked up at most once. */
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

/** Only a tool has fields that a model fills in. n8n copies the node each time, which takes long for many items. */
function storedInTool({ context, isTool }: Execution): INodeParameters {
	return isTool === true ? context.getNode().parameters : {};
}

function pendingNeeds({ needs = [] }: Pick<Plan, 'needs'>, facts: Facts): Need[] {
	return needs.filter(({ fact }) => !Object.hasOwn(facts, fact));
}

/**
 * Adds hints about fixed texts with an expression, and about fields that an expression left empty. If such an empty
 * field has issues, a single issue about the expression replaces them.
 */
function withFieldHints(
	{ operation }: Execution,
	{ empty, unevaluated, issues }: ItemParameters,
): Issue[] {
	if (empty.length === 0 && unevaluated.length === 0) return issues;
	// A parameter and the property it fills share a label.
	const { labelOfIssue } = fieldLabels(operation.properties);
	const refused = issues.filter(stopsItem);
	const unevaluatedHints = unevaluated
		.filter((path) => !refused.some((issue) => issue.path === path))
		.map((path): Issue => ({ path, verdict: 'hint', text: UNEVALUATED.hintText }));
	const emptyNames = empty.map((path) => labelOfIssue({ path }));
	// A `notCleared` issue stays, because its text explains more than the text about empty fields.
	const isReplaced = (issue: Issue): boolean => stopsItem(issue) && issue.kind !== 'notCleared';
	const otherIssues = issues.filter(
		(issue) => !isReplaced(issue) || !emptyNames.includes(labelOfIssue(issue)),
	);
	const replacedPaths = empty.filter((path) =>
		issues.some((issue) => isReplaced(issue) && labelOfIssue(issue) === labelOfIssue({ path })),
	);
	return [
		...replacedPaths.map(emptyExpressionIssue),
		...unevaluatedHints,
		...empty.map((path): Issue => ({ path, verdict: 'hint', text: EMPTY_EXPRESSION })),
		...otherIssues,
	];
}

const EMPTY_EXPRESSION =
	'is empty: the expression returned nothing. If the field should have a value, correct the expression.';

/**
 * Adds reads of IDs by their names, and of the names in a change's summary: in a dry run always, otherwise only if the
 * plan reads them anyway. IDs come first.
 */
function nameReads(
	execution: Execution,
	item: ItemFields,
	{ request, issues, needs = [] }: Plan,
): Pick<Plan, 'issues' | 'needs'> {
	if (item.names.length > 0) return lookupNeeds(execution, item);
	const pending = pendingNeeds({ needs }, item.facts);
	if (isRead(request) || (!isDryRun(item) && pending.length === 0)) return { issues, needs };
	const paths = pending.map((need) => need.request.path);
	const names = nameNeeds(execution, item).filter(
		(need) => isDryRun(item) || paths.includes(need.request.path),
	);
	return { issues, needs: [...needs, ...names] };
}

export function isDryRun({ parameters }: Pick<ItemFields, 'parameters'>): boolean {
	return readItemOptions(parameters[OPTIONS]).dryRun;
}

/** A thrown error makes only this item invalid. */
function guardedPlan(
	execution: Execution,
	{ parameters, facts, factReads }: ItemFields,
): Plan | (Omit<Plan, 'request'> & { request?: undefined }) {
	const { logDefect } = execution;
	try {
		const wired = wirePlan(execution, parameters, { ...execution, facts });
		const advised = withNameAdvice(wired.issues, execution, parameters, storedInTool(execution));
		const plan = { ...wired, issues: advised };
		// A refused value needs no second issue.
		const isRefused = plan.issues.some(stopsItem);
		const problem = isRefused ? undefined : jsonProblem(plan.request.body, roundedIn(factReads));
		if (problem === undefined) return plan;
		const issue = { path: '', label: 'The request body', text: problem };
		return { ...plan, issues: [...plan.issues, issue] };
	} catch (error) {
		// The error may quote any parameter, so the log redacts secrets in all of them.
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
	return api.refusesUnusual?.(credential) === true ? 'refused' : 'hinted';
}

/** Spells the requests as the deployment does, except a raw operation's, which are sent as entered. */
export function wirePlan(
	{ api, operation }: Pick<Execution, 'api' | 'operation'>,
	parameters: ParameterValues,
	context: PlanContext,
): Plan {
	// Without the option to send it anyway, an unusual value causes only a hint.
	const unusualValues = offersAllowUnusual(operation.properties)
		? unusualValuesFor(parameters, api, context.credential)
		: 'hinted';
	const planned = operation.plan(parameters, { ...context, unusualValues });
	const plan = { ...planned, issues: unlessAllowed(planned.issues, unusualValues) };
	if (operation.output?.raw === true) return plan;
	const toWire = <Request extends HttpRequest>(request: Request): Request =>
		api.toWire(request, context.credential);
	const { request, needs = [], preparation } = plan;
	return {
		...plan,
		request: toWire(request),
		needs: needs.map((need) => ({ ...need, request: toWire(need.request) })),
		preparation: preparation && {
			...preparation,
			check: toWire(preparation.check),
			command: toWire(preparation.command),
		},
	};
}
