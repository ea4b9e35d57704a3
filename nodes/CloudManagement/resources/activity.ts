import { activityRecord, activityList } from '../../clickhouseCloud/activities';
import { resource } from '../../engine/resource';
import { get } from '../../features/record/record';

export const activity = resource('Activity', 'Who changed what and when in the organization', {
	get: get(activityRecord, { description: 'Get one activity of an organization' }),
	getAll: activityList,
});
