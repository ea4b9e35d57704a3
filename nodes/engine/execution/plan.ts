import type {
	Execution,
	Facts,
	InputItem,
	Parameters,
	Plan,
	PlanContext,
	RecordBase,
} from '../operation';
import type { HttpRequest } from '../request';
import type { ErrorDetails } from '../errorDetails';
import { OPTIONS } from '../parameterNames';
import { readItemOptions } from '../options/requestOptions';
import type { ItemParameters } from '../parameters/read';
import type { Issue } from '../issue';
import { nameOfError } from '../text';
import { jsonProblem } from '../json';

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
	/** Whether it can't be planned until the credential is complete. */
	isOpen?: boolean;
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

/** Plans the item again with what is known now. Keeps the request from before any read. */
export function planned(execution: Execution, draft: Draft): Draft {
	const plan = guardedPlan(execution, draft.parameters, draft.facts);
	const { request, entered: body } = plan;
	const issues = plan.issues.filter((issue) => !isOpenIssue(issue, execution));
	const isOpen = issues.length === 0 && plan.issues.length > 0;
	const entered = draft.entered ?? (request && { ...request, ...(body && { body }) });
	// Only the complete credential says what an open item enters.
	return {
		...draft,
		plan: { ...plan, issues },
		request,
		entered: isOpen ? undefined : entered,
		isOpen,
	};
}

/** Whether an issue goes once the credential is complete. */
function isOpenIssue({ path }: Issue, { api: { completion }, credential }: Execution): boolean {
	return path === completion?.issuePath && completion.isNeeded(credential, {});
}

export function isDryRun({ parameters }: InputItem): boolean {
	return readItemOptions(parameters[OPTIONS]).dryRun;
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

/** Plans one item, with its requests as the deployment spells them. Those of a raw operation are sent as entered. */
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
