import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { listFilterField } from '../CloudManagement/actions/activity/fields';
import {
	EXAMPLE_ID,
	EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID,
	organizationIdField,
	serviceIdField,
} from '../CloudManagement/actions/shared/identifiers';

/** How old an activity may be by default, in days, to be emitted after a long stop. */
export const DEFAULT_IGNORE_OLDER_THAN_DAYS = 7;

/** How many resources one trigger watches at most. */
export const MOST_WATCHED = 50;

export const serviceIdsField: INodeProperties = {
	displayName: 'Service IDs',
	name: 'serviceIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. ${EXAMPLE_ID}`,
	description: `The services to watch, at most ${String(MOST_WATCHED)}. Separate IDs with commas, or give a list with an expression.`,
};

export const reversePrivateEndpointIdsField: INodeProperties = {
	displayName: 'Reverse Private Endpoint IDs',
	name: 'reversePrivateEndpointIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. ${EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID}`,
	description: `The reverse private endpoints to watch, at most ${String(MOST_WATCHED)}. Separate IDs with commas, or give a list with an expression.`,
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
			name: 'Reverse Private Endpoint Status Changed',
			value: 'reversePrivateEndpointStatusChanged',
			description: 'When the status of a reverse private endpoint differs from the last poll',
		},
		{
			name: 'Service State Changed',
			value: 'serviceStateChanged',
			description: 'When the state of a service differs from the last poll',
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
				'Older activities are skipped. This matters after the workflow was inactive for a long time.',
		},
		organizationIdField,
	],
};

/** The fields of the panel. */
export const properties: INodeProperties[] = [
	eventField,
	...updateDisplayOptions({ show: { event: ['serviceStateChanged'] } }, [serviceIdsField]),
	...updateDisplayOptions({ show: { event: ['reversePrivateEndpointStatusChanged'] } }, [
		{ ...serviceIdField, description: 'The service that owns the reverse private endpoints' },
		reversePrivateEndpointIdsField,
	]),
	...updateDisplayOptions({ show: { event: ['newActivity'] } }, [filtersField]),
	optionsField,
];
