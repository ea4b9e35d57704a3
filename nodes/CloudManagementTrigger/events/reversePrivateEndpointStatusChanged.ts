import {
	reversePrivateEndpoint,
	reversePrivateEndpointKind,
} from '../../CloudManagement/actions/reversePrivateEndpoint';
import { serviceIdField } from '../../CloudManagement/actions/shared/identifiers';
import { outputRecord } from '../../core/record/output';
import { hashOf } from '../../core/json';
import { locatorValue } from '../../core/parameters/values';
import { reversePrivateEndpointIdsField } from '../properties';
import type { TriggerEvent } from '../poll';
import { observeStates, stateMember, watchedIds } from '../watchStates';

const { name, displayName: label } = reversePrivateEndpointIdsField;
const watched = { label, thing: 'ID' } as const;

/** Emits the reverse private endpoints whose status is another one than at the poll before. */
export const reversePrivateEndpointStatusChanged: TriggerEvent = {
	observe: async (poll, stored) => {
		const serviceId = String(
			locatorValue(poll.parameter('serviceId'), serviceIdField.modes),
		).trim();
		const output = poll.parameter('output');
		return await observeStates(poll, stored, {
			// The same ID below another service is another endpoint.
			scope: hashOf([poll.scope, serviceId]),
			operation: reversePrivateEndpoint.operations.get,
			parameters: (reversePrivateEndpointId) => ({ serviceId, reversePrivateEndpointId }),
			watched,
			ids: watchedIds(poll, name, watched),
			...stateMember('status'),
			shown: (record) => outputRecord(record, { output }, reversePrivateEndpointKind.output),
			item: ({ id, previousState, state, record }) => ({
				previousStatus: previousState,
				status: state,
				reversePrivateEndpoint: record ?? { id, serviceId },
			}),
		});
	},
};
