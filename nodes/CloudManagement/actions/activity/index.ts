import { idLocator } from '../../../core/parameters/properties';
import { resource } from '../../../core/resource';
import { pathSegment } from '../../../core/validation/pathSegment';
import { ACTIVITY_MEMBERS } from '../../api/records';
import { activitiesPath, ofOrganization, organizationSegment } from '../shared/identifiers';
import type { RecordOutput } from '../../../core/record/output';
import { pickMembers } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';
import { get, getMany } from '../../../core/record/record';
import { filtersField, sortField } from './properties';
import { rangeQuery, selectActivities, selectionIssues } from './selectActivities';

// An API key has no details: only its ID shows who it was.
const SIMPLIFIED = ['createdAt', 'type', 'actorType', 'actorDetails', 'actorId', 'serviceId', 'id'];

/** How an activity becomes an item: when, what, who, where. */
export const activityOutput: RecordOutput = {
	members: ACTIVITY_MEMBERS,
	simplify: (record) => pickMembers(record, SIMPLIFIED),
};

/** The name of an activity, and its address. */
export const activityKind: RecordKind = {
	title: 'activity',
	plural: 'activities',
	home: ofOrganization,
	idField: {
		displayName: 'Activity ID',
		name: 'activityId',
		...idLocator('searchActivities', 'e.g. 8d21f0c4'),
		required: true,
		description:
			'The ID of the activity, from Activity → Get Many. The list contains the newest activities.',
	},
	idSegment: pathSegment,
	collection: (parameters, credential) =>
		activitiesPath(organizationSegment(parameters, credential)),
	output: activityOutput,
};

/** Reference, "Get organization activity" and "List organization activities". */
export const activity = resource(
	'Activity',
	'Who changed what and when in the organization',
	{
		get: get(activityKind, {
			description: 'Get one activity of an organization',
			action: 'Get activity',
		}),
		getAll: getMany(
			activityKind,
			{
				description: 'Get the activities of an organization, such as who changed what and when',
				action: 'Get many activities',
			},
			{
				fields: [filtersField, sortField],
				issues: selectionIssues,
				query: rangeQuery,
				select: selectActivities,
			},
		),
	},
	'getAll',
);
