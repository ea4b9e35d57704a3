import type { Operation } from '../../contract';
import { type Answer, type Call, type Handler, notFound } from './answers';
import * as byoc from './byoc';
import * as configurations from './configurations';
import * as organization from './organization';
import * as organizationAccess from './organizationAccess';
import * as pipeDiscovery from './pipeDiscovery';
import * as pipes from './pipes';
import { updatePipe } from './pipeUpdate';
import { QUERY_HANDLERS } from './queries';
import { RECORD_HANDLERS } from './records';
import * as reversePrivateEndpoints from './reversePrivateEndpoints';
import * as serviceChanges from './serviceChanges';
import * as services from './services';

const HANDLERS: Readonly<Record<string, Handler>> = {
	...RECORD_HANDLERS,
	...byoc,
	...organization,
	...organizationAccess,
	...configurations,
	...pipes,
	...pipeDiscovery,
	...QUERY_HANDLERS,
	...reversePrivateEndpoints,
	...services,
	...serviceChanges,
	updatePipe,
};

/** Carries out an operation, after checking that its organization and service are known. */
export function perform(
	{ api, operationId }: Pick<Operation, 'api' | 'operationId'>,
	call: Omit<Call, 'isCloud'>,
): Answer {
	const { organizationId, serviceId } = call.parameters;
	if (organizationId !== undefined && organizationId !== call.state.organizationId) {
		return notFound('organization');
	}
	if (serviceId !== undefined && !call.state.services.has(serviceId)) return notFound('service');
	const handler = HANDLERS[operationId];
	if (handler === undefined) throw new Error(`the emulator has no ${operationId}`);
	return handler({ ...call, isCloud: api === 'clickhouseCloud' });
}
