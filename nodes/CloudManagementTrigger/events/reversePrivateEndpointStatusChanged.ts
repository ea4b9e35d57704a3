import { getReversePrivateEndpoint } from '../../CloudManagement/actions/reversePrivateEndpoint/get.operation';
import { locatorValue } from '../../core/parameters/values';
import { reversePrivateEndpointIdsField } from '../fields';
import type { TriggerEvent } from '../poll';
import { observeStates, watchedIds } from '../watchStates';

/** Emits the reverse private endpoints whose status is another one than at the poll before. */
export const reversePrivateEndpointStatusChanged: TriggerEvent = {
	observe: async (poll, stored) => {
		const { name, displayName } = reversePrivateEndpointIdsField;
		const serviceId = String(locatorValue(poll.parameter('serviceId'))).trim();
		return await observeStates(poll, stored, {
			// The same ID below another service is another endpoint.
			scope: `${poll.scope}/${serviceId}`,
			operation: getReversePrivateEndpoint,
			parameters: { serviceId },
			idParameter: 'reversePrivateEndpointId',
			ids: watchedIds(poll, name, displayName),
			stateMember: 'status',
			item: ({ id, previousState, state, record }) => ({
				previousStatus: previousState,
				status: state,
				reversePrivateEndpoint: record ?? { id, serviceId },
			}),
		});
	},
};
