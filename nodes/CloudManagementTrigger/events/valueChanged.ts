import { managementEndpoints } from '../../CloudManagement/actions/apiRequest';
import { managementApi } from '../../CloudManagement/api/managementApi';
import { endpointRead } from '../../core/apiRequest/apiRequest';
import { hashOf } from '../../core/json';
import { emptyToUndefined } from '../../core/parameters/values';
import { valueAt, valuePathIssues } from '../../core/wait/valuePath';
import { pathsField, valuePathField } from '../properties';
import type { TriggerEvent } from '../poll';
import { throwIssues } from '../pollError';
import type { WatchedResources } from '../resourceReads';
import { readStates, watchedIds } from '../watchStates';

const operation = endpointRead(managementEndpoints);
const { name, displayName: label } = pathsField;
const watched = { label, thing: 'path' } as const;

/** Emits the endpoints in whose responses a value is another one than at the poll before. */
export const valueChanged: TriggerEvent = {
	read: async (poll, stored) => {
		const valuePath = emptyToUndefined(poll.parameter(valuePathField.name));
		if (valuePath !== undefined) throwIssues(poll.node, valuePathIssues(valuePath));
		const ids = watchedIds(poll, name, watched);
		if (ids.length === 0) throwIssues(poll.node, [{ path: name, code: 'noTarget', noun: 'path' }]);
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
					? (body) => valueAt(body, valuePath, poll.redact)
					: payloadHash,
			shown: (record) => record,
			item: ({ id, previousState, state, record = {} }) => ({
				...{ path: id, previousValue: previousState, value: state, record },
			}),
		});
	},
};

/** Without a path, the whole payload is the value, or the whole response except its ID, which always differs. */
const payloadHash: WatchedResources['stateIn'] = (body) => {
	const { payloadMember } = managementApi;
	const hasPayload = Object.hasOwn(body, payloadMember);
	return { value: hashOf(hasPayload ? body[payloadMember] : { ...body, requestId: undefined }) };
};
