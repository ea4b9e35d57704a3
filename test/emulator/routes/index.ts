import type { Operation } from '../../contract';
import { type Answer, type Call, type Handler, notFound } from './answers';
import { createByocInfrastructure } from './byocInfrastructures';
import { CLOUD_HANDLERS } from './cloud';
import { updateDashboard } from './dashboards';
import { createInvitation, updateMember } from './people';
import { createPipe, deletePipe, getPipe, updatePipeState } from './pipes';
import { createPrivateEndpoint } from './privateEndpoints';
import {
	getActivity,
	getBackup,
	getReversePrivateEndpoint,
	getService,
	listActivities,
} from './reads';
import { wakeService } from './services';

const HANDLERS: Record<string, Handler> = {
	createByocInfrastructure,
	createInvitation,
	createPipe,
	createPrivateEndpoint,
	deletePipe,
	getActivity,
	getBackup,
	getPipe,
	getReversePrivateEndpoint,
	getService,
	listActivities,
	updateDashboard,
	updateMember,
	updatePipeState,
	wakeService,
};

/** Carries out an operation, after checking that its organization and service are known. */
export function perform(
	{ api, operationId }: Pick<Operation, 'api' | 'operationId'>,
	call: Call,
): Answer {
	const { organizationId, serviceId } = call.parameters;
	if (organizationId !== undefined && organizationId !== call.state.organizationId) {
		return notFound('organization');
	}
	if (serviceId !== undefined && !call.state.services.has(serviceId)) return notFound('service');
	const own = api === 'clickhouseCloud' ? CLOUD_HANDLERS[operationId] : undefined;
	const handler = own ?? HANDLERS[operationId];
	if (handler === undefined) throw new Error(`the emulator has no ${operationId}`);
	return handler(call);
}
