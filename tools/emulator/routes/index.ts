import { actionOf } from '../../contract/collections';
import { CLICKSTACK_BEHAVIOURS, CLICKSTACK_HANDLERS, invalidId } from '../clickstack';
import { type Answer, type Call, type Handler, notFound } from './answers';
import { BEHAVIOURS } from './behaviours';
import * as organization from './organization';
import { performOnPart } from './parts';
import * as pipes from './pipes';
import { updatePipe } from './pipeUpdate';
import { performOnRecords, unknownParent } from './records';
import * as services from './serviceChanges';

const HANDLERS: Readonly<Record<string, Handler>> = {
	...organization,
	...pipes,
	...services,
	updatePipe,
};

/**
 * Carries out an operation: with its own handler, as what it does with a collection of records, or else by an example
 * of its response.
 */
export function perform(call: Call): Answer {
	const { api, operationId } = call.operation;
	const { organizationId, serviceId } = call.parameters;
	if (organizationId !== undefined && organizationId !== call.state.organizationId) {
		return notFound('organization');
	}
	if (serviceId !== undefined && !call.state.services.has(serviceId)) return notFound('service');
	const isClickStack = api === 'clickstack';
	const invalid = isClickStack ? invalidId(call) : undefined;
	if (invalid !== undefined) return invalid;
	const handler = (isClickStack ? CLICKSTACK_HANDLERS : HANDLERS)[operationId];
	if (handler !== undefined) return handler(call);
	const parent = unknownParent(call);
	if (parent !== undefined) return notFound(parent);
	const action = actionOf(call.operation);
	if (action === undefined) return performOnPart(call);
	const behaviours = isClickStack ? CLICKSTACK_BEHAVIOURS : BEHAVIOURS;
	return performOnRecords(call, action, behaviours[action.collection] ?? {});
}
