import { managementEndpoints, serviceIdField } from '../clickhouseCloud/identifiers';
import { managementApi } from '../clickhouseCloud/api';
import { endpointRead } from '../features/apiRequest/apiRequest';
import type { JsonObject } from '../engine/json';
import { hashOf } from '../engine/json';
import { emptyToUndefined, asObject } from '../engine/parameters/values';
import { redactSecrets } from '../engine/redaction/redact';
import type { PathValue } from '../engine/wait/waitRule';
import { valueAt, valuePathIssues } from '../engine/wait/waitRule';
import type { Poll, TriggerEvent, Trigger } from '../features/watch/poll';
import { throwIssues } from '../features/watch/reader';
import type { WatchedResources } from '../features/watch/resources';
import { readStates, watchedIds, stateChanged } from '../features/watch/stateChanged';
import {
	pathsField,
	valuePathField,
	pipeIdsField,
	reversePrivateEndpointIdsField,
	serviceIdsField,
	properties,
} from './properties';
import { pipeKind, serviceKind, reversePrivateEndpointKind } from '../clickhouseCloud/records';
import type { RecordKind } from '../features/record/record';
import { newActivity } from './newActivity';

const operation = endpointRead(managementEndpoints);
const { name, displayName: label } = pathsField;
const watched = { label, thing: 'path' } as const;

/** Emits the endpoints in whose responses a value is another one than at the poll before. */
const valueChanged: TriggerEvent = {
	read: async (poll, stored) => {
		const valuePath = emptyToUndefined(poll.parameter(valuePathField.name));
		if (valuePath !== undefined) throwIssues(poll, valuePathIssues(valuePath));
		const ids = watchedIds(poll, name, watched);
		if (ids.length === 0) throwIssues(poll, [{ path: name, code: 'noTarget', noun: 'path' }]);
		return await readStates(poll, stored, {
			// The value at another place is another value.
			scope: hashOf([poll.scope, valuePath ?? null]),
			operation,
			reads: { one: (path) => ({ path }) },
			watched,
			ids,
			noun: 'value',
			stateIn:
				typeof valuePath === 'string'
					? (body) => watchedValue(body, valuePath, poll.redact)
					: payloadHash,
			shown: (record) => record,
			item: ({ id, previousState, state, record = {} }) => ({
				...{ path: id, previousValue: previousState, value: state, record },
			}),
		});
	},
};

/** Returns the value at a path. A secret is replaced by its hash: the value is stored with the workflow, unencrypted. */
function watchedValue(body: JsonObject, path: string, redact: Poll['redact']): PathValue {
	const found = valueAt(body, path, redact);
	if (!('value' in found) || found.value === '') return found;
	const shown = valueAt(redactSecrets(body), path, redact);
	const isPublic = 'value' in shown && shown.value === found.value;
	return isPublic ? found : { value: hashOf(found.value) };
}

/** Without a path, the whole payload is the value, or the whole response except its ID, which always differs. */
const payloadHash: WatchedResources['stateIn'] = (body) => {
	const { payloadMember } = managementApi;
	const hasPayload = Object.hasOwn(body, payloadMember);
	return { value: hashOf(hasPayload ? body[payloadMember] : { ...body, requestId: undefined }) };
};

/** What to do if the API has no list: `instead` is what works without one. */
function noList({ title }: RecordKind, instead: string): string {
	return `Check the IDs. If they are right, this API may not have a list of ${title}s: ${instead}.`;
}

const EACH_PIPE = 'use Value Changed with the path of each pipe';

/** Every event, by the values of the selector. */
const events: Readonly<Record<string, TriggerEvent>> = {
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

/** What the Cloud Management Trigger is made of. */
export const managementTrigger: Trigger = {
	api: managementApi,
	version: '/v1',
	home: ({ organizationId }, parameter) => [
		emptyToUndefined(asObject(parameter('options')).organizationId) ?? organizationId,
	],
	properties,
	events,
};
