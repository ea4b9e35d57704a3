import { activityRecord, activityList } from '../../clickhouseCloud/activities';
import { resource } from '../../engine/resource';
import { get } from '../../features/record/record';

export const activity = resource(
	'Activity (Audit Log)',
	"An event in the organization's audit log",
	{
		get: get(activityRecord, { description: 'Get an activity with its actor, type, and time' }),
		getAll: activityList,
	},
);
