import { pipeKind } from '../../CloudManagement/actions/pipe/pipeKind';
import { reversePrivateEndpointKind } from '../../CloudManagement/actions/reversePrivateEndpoint';
import { serviceKind } from '../../CloudManagement/actions/service/serviceKind';
import { pipeIdsField, reversePrivateEndpointIdsField, serviceIdsField } from '../properties';
import type { TriggerEvent } from '../poll';
import { newActivity } from './newActivity';
import { stateChanged } from './stateChanged';
import { valueChanged } from './valueChanged';

/** Every event, as the selector names it. */
export const events: Readonly<Record<string, TriggerEvent>> = {
	newActivity,
	pipeStateChanged: stateChanged({
		kind: pipeKind,
		idsField: pipeIdsField,
		alwaysListed: true,
		member: 'pipe',
		state: 'state',
		previousState: 'previousState',
	}),
	reversePrivateEndpointStatusChanged: stateChanged({
		kind: reversePrivateEndpointKind,
		idsField: reversePrivateEndpointIdsField,
		member: 'reversePrivateEndpoint',
		state: 'status',
		previousState: 'previousStatus',
	}),
	serviceStateChanged: stateChanged({
		kind: serviceKind,
		idsField: serviceIdsField,
		member: 'service',
		state: 'state',
		previousState: 'previousState',
	}),
	valueChanged,
};
