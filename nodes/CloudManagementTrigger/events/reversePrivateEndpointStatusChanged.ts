import { getReversePrivateEndpoint } from '../../CloudManagement/actions/reversePrivateEndpoint/get.operation';
import { hashOf } from '../../core/hash';
import { locatorValue } from '../../core/parameters/values';
import { reversePrivateEndpointIdsField } from '../fields';
import type { TriggerEvent } from '../poll';
import { observeStates, watchedIds } from '../watchStates';

const { name, displayName: label } = reversePrivateEndpointIdsField;

/** Emits the reverse private endpoints whose status is another one than at the poll before. */
export const reversePrivateEndpointStatusChanged: TriggerEvent = {
	observe: async (poll, stored) => {
		const serviceId = String(locatorValue(poll.parameter('serviceId'))).trim();
		return await observeStates(poll, stored, {
			// The same ID below another service is another endpoint.
			scope: hashOf([poll.scope, serviceId]),
			operation: getReversePrivateEndpoint,
			parameters: { serviceId },
			idParameter: 'reversePrivateEndpointId',
			label,
			ids: watchedIds(poll, name, label),
			stateMember: 'status',
			item: ({ id, previousState, state, record }) => ({
				previousStatus: previousState,
				status: state,
				reversePrivateEndpoint: record ?? { id, serviceId },
			}),
		});
	},
};
