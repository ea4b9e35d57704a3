import { pipeKind } from '../../CloudManagement/actions/pipe/pipeKind';
import { reversePrivateEndpointKind } from '../../CloudManagement/actions/reversePrivateEndpoint';
import { serviceKind } from '../../CloudManagement/actions/service/serviceKind';
import { serviceIdField } from '../../CloudManagement/actions/shared/identifiers';
import type { RecordKind } from '../../core/record/record';
import type { TriggerEvent } from '../../core/watch/poll';
import { stateChanged } from '../../core/watch/stateChanged';
import { pipeIdsField, reversePrivateEndpointIdsField, serviceIdsField } from '../properties';
import { newActivity } from './newActivity';
import { valueChanged } from './valueChanged';

/** What to do if the API has no list: `instead` is what works without one. */
function noList({ title }: RecordKind, instead: string): string {
	return `Check the IDs. If they are right, this API may not have a list of ${title}s: ${instead}.`;
}

const EACH_PIPE = 'use Value Changed with the path of each pipe';

/** Every event, by the values of the selector. */
export const events: Readonly<Record<string, TriggerEvent>> = {
	newActivity,
	pipeStateChanged: stateChanged({
		kind: pipeKind,
		simplify: pipeKind.output.simplify,
		idsField: pipeIdsField,
		alwaysListed: true,
		noList: noList(pipeKind, EACH_PIPE),
		homes: { kind: serviceKind, noList: noList(serviceKind, EACH_PIPE) },
		member: 'pipe',
		state: 'state',
		previousState: 'previousState',
	}),
	reversePrivateEndpointStatusChanged: stateChanged({
		kind: reversePrivateEndpointKind,
		simplify: reversePrivateEndpointKind.output.simplify,
		idsField: reversePrivateEndpointIdsField,
		noList: noList(
			reversePrivateEndpointKind,
			`enter ${reversePrivateEndpointIdsField.displayName}`,
		),
		homes: {
			kind: serviceKind,
			noList: noList(
				serviceKind,
				`enter ${serviceIdField.displayName} and ${reversePrivateEndpointIdsField.displayName}`,
			),
		},
		member: 'reversePrivateEndpoint',
		state: 'status',
		previousState: 'previousStatus',
	}),
	serviceStateChanged: stateChanged({
		kind: serviceKind,
		simplify: serviceKind.output.simplify,
		idsField: serviceIdsField,
		noList: noList(serviceKind, `enter ${serviceIdsField.displayName}`),
		member: 'service',
		state: 'state',
		previousState: 'previousState',
	}),
	valueChanged,
};
