import type { RecordOutput } from '../shared/output';
import { pickMembers } from '../shared/output';
import { ACTIVITY_MEMBERS } from '../../api/records';

// An API key has no details: its ID alone says who it was.
const SIMPLIFIED = ['createdAt', 'type', 'actorType', 'actorDetails', 'actorId', 'serviceId', 'id'];

/** How an activity becomes an item: when, what, who, where. */
export const activityOutput: RecordOutput = {
	members: ACTIVITY_MEMBERS,
	simplify: (activity) => pickMembers(activity, SIMPLIFIED),
};
