import type { IDataObject } from 'n8n-workflow';

import { activity, activityOutput } from '../../CloudManagement/actions/activity';
import { listFilter, listIssues } from '../../CloudManagement/actions/activity/listFilters';
import { outputRecord } from '../../core/record/output';
import { inputError } from '../../core/errors/nodeErrors';
import { isDataObject } from '../../core/json';
import { collection } from '../../core/parameters/values';
import { truncate } from '../../core/text';
import type { Activity } from '../activityState';
import { activitiesOf, advanceActivities } from '../activityState';
import { DEFAULT_IGNORE_OLDER_THAN_DAYS } from '../properties';
import type { Observation, Poll, TriggerEvent } from '../poll';
import { pollError, throwIssues } from '../pollError';

type Activities = Array<Activity<IDataObject>>;

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const MAX_TYPES_NAMED = 10;
const MAX_TYPE_LENGTH = 100;

/** Emits the activities that were not there at the polls before. */
export const newActivity: TriggerEvent = {
	observe: async (poll): Promise<Observation> => {
		const filters = poll.parameter('filters');
		throwIssues(poll.node, listIssues(filters));
		const result = await poll.read(activity.operations.getAll, { returnAll: true });
		if ('error' in result) throw pollError(poll.node, result.error);
		const { payload, serviceTime, latest, now } = result;
		if (!Array.isArray(payload)) throw pollError(poll.node, NOT_A_LIST);
		const activities = activitiesOf(payload.filter(isDataObject));
		const matches = listFilter(filters);
		const output = poll.parameter('output');
		const shown = (record: IDataObject): IDataObject =>
			outputRecord(record, { output }, activityOutput);
		const newest = serviceTime ?? newestTime(activities, latest);
		const isRecent = ageLimit(poll.parameter('options'), newest);
		const accepts = (activity: Activity<IDataObject>): boolean =>
			isRecent(activity) && matches(activity.record);
		return {
			advance: (stored) => {
				const { scope } = poll;
				const read = { scope, activities, latest, now, accepts };
				const { state, emitted } = advanceActivities(stored, read);
				return { state, items: emitted.map(({ record }) => shown(record)) };
			},
			sample: () => shown(newestMatch(poll, activities, matches)),
		};
	},
};

const NOT_A_LIST = {
	message: 'The response contains no list of activities.',
	description: 'Nothing is lost: the next poll reads again.',
};

/** Compares with the API's time, or where the response does not contain it, with the newest activity. */
function ageLimit(options: unknown, newest: number): (activity: Activity<unknown>) => boolean {
	const { ignoreOlderThanDays } = collection(options);
	const given = Number(ignoreOlderThanDays);
	const days = given > 0 ? given : DEFAULT_IGNORE_OLDER_THAN_DAYS;
	const oldest = newest - days * MS_PER_DAY;
	return ({ time }) => time === null || time >= oldest;
}

/** Returns the newest time of the activities, as far as it is not in the future. */
function newestTime(activities: Activities, latest: number): number {
	return activities.reduce(
		(found, { time }) => Math.max(found, Math.min(time ?? -Infinity, latest)),
		-Infinity,
	);
}

function newestMatch(
	{ node, redact }: Poll,
	activities: Activities,
	matches: (record: IDataObject) => boolean,
): IDataObject {
	const matching = activities.filter(({ record }) => matches(record));
	const found = matching.filter(({ time }) => time !== null).at(-1) ?? matching.at(-1);
	if (found !== undefined) return found.record;
	const none = activities.length === 0;
	throw inputError(node, {
		message: none
			? 'The organization has no activities yet'
			: 'No activity of the organization matches the filters',
		description: none
			? 'The trigger emits the first one when it comes.'
			: `The organization has activities of these types: ${typesOf(activities, redact)}.`,
	});
}

/** Returns the types with how often they occur, the most frequent first. */
function typesOf(activities: Activities, redact: Poll['redact']): string {
	const counts = new Map<string, number>();
	for (const { record } of activities) {
		const { type } = record;
		const name = typeof type === 'string' ? type : 'without a type';
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, one], [, other]) => other - one);
	const named = sorted
		.slice(0, MAX_TYPES_NAMED)
		.map(([type, count]) => `${truncate(redact(type), MAX_TYPE_LENGTH)} (${String(count)})`);
	const rest = sorted.length - named.length;
	return [...named, ...(rest > 0 ? [`${String(rest)} more`] : [])].join(', ');
}
