import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { listFilterField } from '../clickhouseCloud/activities';
import {
	EXAMPLE_ID,
	EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID,
	organizationIdField,
	serviceIdLocator,
} from '../clickhouseCloud/identifiers';
import {
	PIPE_STATES,
	REVERSE_PRIVATE_ENDPOINT_STATES,
	SERVICE_STATES,
} from '../clickhouseCloud/states';
import { outputChoice } from '../features/record/output';
import { EXAMPLE_VALUE_PATH, VALUE_PATH_HELP, VALUE_PATH_LABEL } from '../engine/wait/waitRule';
import { changeFilters, MAX_WATCHED, SEPARATE_IDS } from '../features/watch/poll';

/** How old an activity may be by default, in days, to be emitted after a long stop. */
export const DEFAULT_IGNORE_OLDER_THAN_DAYS = 7;

/** As in the node, but left empty for all. */
const anyServiceField: INodeProperties = {
	...serviceIdLocator,
	modes: (serviceIdLocator.modes ?? []).map((mode) =>
		mode.type === 'list' ? { ...mode, placeholder: 'All services' } : mode,
	),
	description:
		'The service whose pipes or endpoints to watch. Leave empty for those of all services, if the API has a list of services.',
};

const ALL_BY_LIST = `at most ${String(MAX_WATCHED)}. ${SEPARATE_IDS} Leave empty for all, if the API has a list of them.`;

export const serviceIdsField: INodeProperties = {
	displayName: 'Service IDs',
	name: 'serviceIds',
	type: 'string',
	default: '',
	placeholder: `e.g. ${EXAMPLE_ID}`,
	description: `The services to watch, ${ALL_BY_LIST}`,
};

export const pipeIdsField: INodeProperties = {
	displayName: 'Pipe IDs',
	name: 'pipeIds',
	type: 'string',
	default: '',
	placeholder: `e.g. ${EXAMPLE_ID}`,
	description: `The pipes of this service to watch. ${SEPARATE_IDS} Leave empty for all.`,
};

export const pathsField: INodeProperties = {
	displayName: 'Paths',
	name: 'paths',
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. /v1/organizations/{organizationId}/services/${EXAMPLE_ID}`,
	description: `What to read: paths after the base URL, at most ${String(MAX_WATCHED)}, as in your API's documentation. {organizationId} is replaced with the organization's ID. Separate paths with commas, or enter a list with an expression.`,
};

export const valuePathField: INodeProperties = {
	displayName: VALUE_PATH_LABEL,
	name: 'valuePath',
	type: 'string',
	default: '',
	placeholder: `e.g. ${EXAMPLE_VALUE_PATH}`,
	description: `${VALUE_PATH_HELP} If only the last field is missing, its value is empty. Leave empty to watch the whole payload. Its value is then a hash, and so is that of a field with the name of a secret.`,
};

export const reversePrivateEndpointIdsField: INodeProperties = {
	displayName: 'Reverse Private Endpoint IDs',
	name: 'reversePrivateEndpointIds',
	type: 'string',
	default: '',
	placeholder: `e.g. ${EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID}`,
	description: `The reverse private endpoints of this service to watch, ${ALL_BY_LIST}`,
};

const eventField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	required: true,
	options: [
		{
			name: 'New Activity',
			value: 'newActivity',
			description: 'When something happens in the organization',
		},
		{
			name: 'Pipe State Changed',
			value: 'pipeStateChanged',
			description: 'When the state of a pipe differs from the last poll, or a pipe is new',
		},
		{
			name: 'Reverse Private Endpoint Status Changed',
			value: 'reversePrivateEndpointStatusChanged',
			description: 'When the status of a reverse private endpoint differs from the last poll',
		},
		{
			name: 'Service State Changed',
			value: 'serviceStateChanged',
			description: 'When the state of a service differs from the last poll',
		},
		{
			name: 'Value Changed',
			value: 'valueChanged',
			description:
				'When a field in the response of any endpoint differs from the last poll. Outputs the response unredacted, as API Request does.',
		},
	],
	default: 'newActivity',
};

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Which activities start the workflow. An activity must match all filters. After you change them, activities that the previous filters excluded may be emitted once.',
	options: [
		listFilterField('actorTypes', 'user, api', 'The kinds of actors'),
		listFilterField(
			'actors',
			'ada@example.com',
			'The actors, by their ID or their details, such as an email address',
		),
		listFilterField('serviceIds', EXAMPLE_ID, 'The services that the activities are about'),
		listFilterField('types', 'service_start, service_stop', 'The types of activities'),
	],
};

const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
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
	],
};

/** The events with a record that has a state. */
const RESOURCE_EVENTS = [
	'pipeStateChanged',
	'reversePrivateEndpointStatusChanged',
	'serviceStateChanged',
];

/** The fields of the panel. */
export const properties: INodeProperties[] = [
	eventField,
	...updateDisplayOptions({ show: { event: ['pipeStateChanged'] } }, [
		anyServiceField,
		pipeIdsField,
		...changeFilters('States', 'Failed, InternalError', 'Running', PIPE_STATES.all),
	]),
	...updateDisplayOptions({ show: { event: ['reversePrivateEndpointStatusChanged'] } }, [
		anyServiceField,
		reversePrivateEndpointIdsField,
		...changeFilters('Statuses', 'Failed, Rejected', 'Ready', REVERSE_PRIVATE_ENDPOINT_STATES.all),
	]),
	...updateDisplayOptions({ show: { event: ['serviceStateChanged'] } }, [
		serviceIdsField,
		...changeFilters('States', 'failed, degraded', 'running', SERVICE_STATES.all),
	]),
	...updateDisplayOptions({ show: { event: ['valueChanged'] } }, [
		pathsField,
		valuePathField,
		...changeFilters('Values', 'failed, degraded', 'running'),
	]),
	...updateDisplayOptions({ show: { event: ['newActivity'] } }, [filtersField]),
	...updateDisplayOptions({ show: { event: ['newActivity', ...RESOURCE_EVENTS] } }, [
		outputChoice('How much of each activity, pipe, service or endpoint to output'),
	]),
	optionsField,
];
