import type { RecordOutput } from '../shared/output';
import { pickMembers } from '../shared/output';
import { ACTIVITY_MEMBERS } from '../../api/records';

const SIMPLIFIED = ['createdAt', 'type', 'actorType', 'actorDetails', 'serviceId', 'id'];

/** How an activity becomes an item: when, what, who, where. */
export const activityOutput: RecordOutput = {
	members: ACTIVITY_MEMBERS,
	simplify: (activity) => pickMembers(activity, SIMPLIFIED),
};
