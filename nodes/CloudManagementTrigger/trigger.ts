import type { INodeProperties } from 'n8n-workflow';
import { managementApi } from '../clickhouseCloud/api';
import {
	managementEndpoints,
	organizationIdField,
	serviceIdLocator,
} from '../clickhouseCloud/identifiers';
import {
	backupRecord,
	pipeRecord,
	reversePrivateEndpointRecord,
	serviceRecord,
} from '../clickhouseCloud/records';
import {
	BACKUP_STATES,
	PIPE_STATES,
	REVERSE_PRIVATE_ENDPOINT_STATES,
	SERVICE_STATES,
} from '../clickhouseCloud/states';
import { list, loadedIds, property, text } from '../engine/body/fields';
import { throwIfInvalid } from '../engine/issues/issueMessages';
import type { JsonObject } from '../engine/json';
import { hashOf } from '../engine/crypto';
import { collection, withoutNameMode, withDisplayOptions } from '../engine/parameters/properties';
import { emptyToUndefined, isName } from '../engine/parameters/values';
import { phrase, quoted, quoteName } from '../engine/phrase';
import { redactSecrets } from '../engine/redaction/redact';
import type { PathValue } from '../engine/wait/waitChecks';
import {
	EXAMPLE_VALUE_PATH,
	scalarAt,
	VALUE_PATH_HELP,
	VALUE_PATH_LABEL,
	valuePathIssues,
} from '../engine/wait/waitChecks';
import { endpointRead } from '../features/apiRequest/apiRequest';
import { allowUnusualOptions } from '../engine/options/requestOptions';
import { outputChoice } from '../features/record/recordOutput';
import { ANY_PROBLEM } from '../features/record/stateChoice';
import { valueSummary } from '../features/watch/eventSummary';
import type { Poll, Trigger, TriggerEvent } from '../features/watch/poll';
import {
	changeFilters,
	MAX_WATCHED,
	stateChanged,
	watchedIds,
	watchStates,
} from '../features/watch/stateChanged';
import { DEFAULT_IGNORE_OLDER_THAN_DAYS, newActivity } from './newActivity';
import { EXAMPLE_ID } from '../features/record/paths';
import { OPTIONS } from '../engine/parameterNames';

/** Unlike in the node's field, empty means all services. */
const anyServiceField: INodeProperties = {
	...serviceIdLocator,
	modes: (withoutNameMode(serviceIdLocator).modes ?? []).map((mode) =>
		mode.type === 'list' ? { ...mode, placeholder: 'All services' } : mode,
	),
	description:
		'Service whose pipes, endpoints, or backups the trigger watches. Leave empty for all services, if the API can list them.',
};

/** n8n reloads the list when Service changes, because each service has its own records. */
const DEPENDS_ON_SERVICE = { loadOptionsDependsOn: ['serviceId.value'] };

const ALL_BY_LIST = `up to ${String(MAX_WATCHED)}. Watching all requires an API that can list them.`;

const EACH_PIPE = 'use Value Changed with the path of each pipe';

/** `instead` tells the user what to do if the API lacks the list. */
function noList(titles: string, instead: string): string {
	return `Check the IDs. If they are right, this API might not list ${titles}. In that case, ${instead}.`;
}

function allServices(instead: string) {
	const advice = noList('services', instead);
	return { field: anyServiceField, recordType: serviceRecord, noList: advice };
}

const pipeStateChanged = stateChanged({
	name: 'Pipe State Changed',
	description: 'Emits pipes that are new or whose state has changed since the last poll',
	recordType: pipeRecord,
	key: 'pipe',
	state: 'state',
	knownStates: PIPE_STATES,
	newStates: [ANY_PROBLEM],
	usual: ['Running', 'Failed'],
	idsField: property(
		'pipeIds',
		loadedIds('Pipe Names or IDs', 'getPipes', 'Only watch these pipes of the chosen service.', {
			typeOptions: DEPENDS_ON_SERVICE,
			hint: 'Leave empty for all pipes',
		}),
	),
	alwaysListed: true,
	noList: noList('pipes', EACH_PIPE),
	parents: allServices(EACH_PIPE),
});

const reversePrivateEndpointStatusChanged = stateChanged({
	name: 'Reverse Private Endpoint Status Changed',
	description:
		'Emits reverse private endpoints that are new or whose status has changed since the last poll',
	recordType: reversePrivateEndpointRecord,
	key: 'reversePrivateEndpoint',
	state: 'status',
	knownStates: REVERSE_PRIVATE_ENDPOINT_STATES,
	usual: ['Ready', 'Failed'],
	idsField: property(
		'reversePrivateEndpointIds',
		loadedIds(
			'Endpoint Names or IDs',
			'getReversePrivateEndpoints',
			`Only watch these reverse private endpoints of the chosen service, ${ALL_BY_LIST}`,
			{ typeOptions: DEPENDS_ON_SERVICE, hint: 'Leave empty for all endpoints' },
		),
	),
	noList: noList('reverse private endpoints', 'enter their IDs with an expression'),
	parents: allServices('choose a service and enter the IDs of its endpoints with an expression'),
});

/** A backup that has expired counts as gone. */
const backupStatusChanged = stateChanged({
	name: 'Backup Status Changed',
	description: 'Emits backups that are new or whose status has changed since the last poll',
	recordType: backupRecord,
	key: 'backup',
	state: 'status',
	unnamed: ({ backupName, startedAt }) => {
		if (isName(backupName)) return phrase`backup ${quoted(backupName)}`;
		return isName(startedAt) ? phrase`backup started at ${quoteName(startedAt)}` : undefined;
	},
	knownStates: BACKUP_STATES,
	usual: ['in_progress', 'error'],
	noList: noList('backups', 'use Value Changed with the path of each backup'),
	parents: allServices('choose a service'),
});

const serviceStateChanged = stateChanged({
	name: 'Service State Changed',
	description: 'Emits services that are new or whose state has changed since the last poll',
	recordType: serviceRecord,
	key: 'service',
	state: 'state',
	knownStates: SERVICE_STATES,
	usual: ['running', 'degraded'],
	idsField: property(
		'serviceIds',
		loadedIds('Service Names or IDs', 'getServices', `Only watch these services, ${ALL_BY_LIST}`, {
			hint: 'Leave empty for all services',
		}),
	),
	noList: noList('services', 'enter their IDs with an expression'),
});

const pathsField = property(
	'paths',
	list('Paths', {
		required: true,
		placeholder: `e.g. /v1/organizations/{organizationId}/services/${EXAMPLE_ID}`,
		description: `Up to ${String(MAX_WATCHED)} paths below the Base URL, as in your API's documentation. The node fills in {organizationId}. Separate paths with commas, or map a list.`,
	}),
);
const valuePathField = property(
	'valuePath',
	text(VALUE_PATH_LABEL, {
		placeholder: `e.g. ${EXAMPLE_VALUE_PATH}`,
		description: `${VALUE_PATH_HELP} If only the last field is missing, its value is empty. Leave empty to watch the whole payload. The output then contains a hash of it.`,
	}),
);
const watchedEndpoint = endpointRead(managementEndpoints);

const valueChanged: TriggerEvent = {
	name: 'Value Changed',
	description:
		"Emits any endpoint's response when one of its fields has changed since the last poll. Like API Request, this event doesn't redact the response.",
	fields: [
		pathsField,
		valuePathField,
		...changeFilters(
			'Values',
			'Separate them with commas, or enter a list with an expression.',
			(label, description, isNew) => {
				const placeholder = `e.g. ${isNew ? 'failed, degraded' : 'running'}`;
				return list(label, { placeholder, hint: 'Leave empty for all values', description });
			},
		),
	],
	watch: async (poll) => {
		const valuePath = emptyToUndefined(poll.parameter(valuePathField.name));
		if (valuePath !== undefined) throwIfInvalid(poll, valuePathIssues(valuePath));
		const { name, displayName: label } = pathsField;
		const ids = watchedIds(poll, name, 'path');
		const problem = 'is empty. Enter at least one path.';
		if (ids.length === 0) throwIfInvalid(poll, [{ path: name, text: problem }]);
		return await watchStates(poll, {
			// Values of different Value Paths can't be compared, and neither can a hash without a key.
			scope: hashOf([poll.scope, valuePath ?? { hash: 'keyed' }]),
			recordType: { title: 'path' },
			operation: watchedEndpoint,
			reads: { byId: (path) => ({ path }) },
			field: { label, thing: 'path' },
			ids,
			stateIn: (body) =>
				typeof valuePath === 'string'
					? watchedValue(body, valuePath, poll)
					: { value: poll.secretHash(payloadHash(body)) },
			outputOf: (record) => record,
			item: (change) => ({
				summary: valueSummary(change, typeof valuePath === 'string' ? valuePath : undefined),
				value: change.state,
				previousValue: change.previousState,
				path: change.id,
				record: change.record ?? {},
			}),
		});
	},
};

/** n8n stores a watched value with the workflow, unencrypted, so secrets are hashed. */
function watchedValue(body: JsonObject, path: string, { redact, secretHash }: Poll): PathValue {
	const pathValue = scalarAt(body, path, redact);
	if (!('value' in pathValue) || pathValue.value === '') return pathValue;
	const redacted = scalarAt(redactSecrets(body), path, redact);
	const isPublic = 'value' in redacted && redacted.value === pathValue.value;
	return isPublic ? pathValue : { value: secretHash(pathValue.value) };
}

/**
 * Without a Value Path, this hash is watched. It covers the payload or, without a payload, the whole response except its
 * ID. It's stored with a key, because a payload may contain secrets.
 */
function payloadHash(body: JsonObject): string {
	const { payloadKey } = managementApi;
	const hasPayload = Object.hasOwn(body, payloadKey);
	return hashOf(hasPayload ? body[payloadKey] : { ...body, requestId: undefined });
}

/** Workflows store these names. The first event is preselected. Their records have an output choice. */
const recordEvents = {
	pipeStateChanged,
	backupStatusChanged,
	newActivity,
	reversePrivateEndpointStatusChanged,
	serviceStateChanged,
};

const stateEvents = Object.keys(recordEvents).filter((name) => name !== 'newActivity');

const triggerOptionsField = collection('Options', OPTIONS, 'Add Option', [
	{
		displayName: 'Ignore Older Than (Days)',
		name: 'ignoreOlderThanDays',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { '/event': ['newActivity'] } },
		default: DEFAULT_IGNORE_OLDER_THAN_DAYS,
		description:
			'Skips older activities, for example after the workflow was inactive for a long time',
	},
	organizationIdField,
	...withDisplayOptions({ show: { '/event': stateEvents } }, allowUnusualOptions),
]);

export const managementTrigger: Trigger = {
	api: managementApi,
	stateScope: ({ organizationId }, options) => [
		emptyToUndefined(options.organizationId) ?? organizationId,
	],
	events: { ...recordEvents, valueChanged },
	common: [
		...withDisplayOptions({ show: { event: Object.keys(recordEvents) } }, [
			outputChoice('Fields of the activity, pipe, service, endpoint, or backup'),
		]),
		triggerOptionsField,
	],
};
