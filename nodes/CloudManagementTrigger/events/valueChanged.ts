import { managementEndpoints } from '../../CloudManagement/actions/apiRequest';
import { managementApi } from '../../CloudManagement/api/managementApi';
import { endpointRead } from '../../core/apiRequest/apiRequest';
import type { JsonObject } from '../../core/json';
import { hashOf } from '../../core/json';
import { emptyToUndefined } from '../../core/parameters/values';
import { redactSecrets } from '../../core/redaction/redact';
import type { PathValue } from '../../core/wait/valuePath';
import { valueAt, valuePathIssues } from '../../core/wait/valuePath';
import type { Poll, TriggerEvent } from '../../core/watch/poll';
import { throwIssues } from '../../core/watch/pollError';
import type { WatchedResources } from '../../core/watch/resourceReads';
import { readStates, watchedIds } from '../../core/watch/watchStates';
import { pathsField, valuePathField } from '../properties';

const operation = endpointRead(managementEndpoints);
const { name, displayName: label } = pathsField;
const watched = { label, thing: 'path' } as const;

/** Emits the endpoints in whose responses a value is another one than at the poll before. */
export const valueChanged: TriggerEvent = {
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
