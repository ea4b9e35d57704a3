import { actionOf } from '../../contract/collections';
import { CLICKSTACK_BEHAVIOURS, CLICKSTACK_HANDLERS } from '../clickstack';
import { type Answer, type Call, type Handler, notFound } from './answers';
import { BEHAVIOURS } from './behaviours';
import { listMetrics } from './metrics';
import * as organization from './organization';
import { performOnPart } from './parts';
import * as pipes from './pipes';
import { updatePipe } from './pipeUpdate';
import { runQueryEndpoint } from './queries';
import { performOnRecords } from './records';
import * as services from './services';
import * as settings from './settings';

/** The neutral API has no endpoint that reads dashboards. */
const NOT_SERVED: Answer = { status: 404, message: 'Not found' };

const HANDLERS: Readonly<Record<string, Handler>> = {
	...organization,
	...pipes,
	...settings,
	listMetrics,
	runQueryEndpoint,
	createService: services.createService,
	scaleService: services.updateService,
	updateService: services.updateService,
	updateServiceState: services.updateServiceState,
	readDashboard: () => NOT_SERVED,
	readDashboards: () => NOT_SERVED,
	updatePipe,
};

/** If an operation has no handler, it's an action on a collection, or gets an example as response. */
export function perform(call: Call): Answer {
	const { operation, place, state } = call;
	const { organizationId = state.organizationId, serviceId } = place;
	if (organizationId !== state.organizationId) return notFound('organization');
	if (serviceId !== undefined && !state.services.has(serviceId)) return notFound('service');
	const refused = services.asleep(call);
	if (refused !== undefined) return refused;
	const isClickStack = operation.api === 'clickstack';
	const handler = (isClickStack ? CLICKSTACK_HANDLERS : HANDLERS)[operation.operationId];
	if (handler !== undefined) return handler(call);
	const action = actionOf(operation);
	if (action === undefined) return performOnPart(call);
	const behaviours = isClickStack ? CLICKSTACK_BEHAVIOURS : BEHAVIOURS;
	return performOnRecords(call, action, behaviours[action.collection] ?? {});
}
