import type { IDataObject } from 'n8n-workflow';

import { activity, activityKind, activityOutput } from '../../CloudManagement/actions/activity';
import { listFilter, listIssues } from '../../CloudManagement/actions/activity/listFilters';
import { outputRecord } from '../../core/record/output';
import type { ListTraits } from '../../core/record/record';
import { readList } from '../../core/record/record';
import { dialectOf } from '../../CloudManagement/api/dialect';
import { inputError } from '../../core/errors/nodeErrors';
import type { Operation } from '../../core/operation';
import { asObject } from '../../core/parameters/values';
import { truncate } from '../../core/text';
import type { Poll, PollResult, TriggerEvent } from '../../core/watch/poll';
import { throwIssues } from '../../core/watch/pollError';
import { readRecords } from '../../core/watch/readRecords';
import type { Activity } from '../activityState';
import { activitiesOf, advanceActivities, earliestNew } from '../activityState';
import { DEFAULT_IGNORE_OLDER_THAN_DAYS } from '../properties';

type Activities = Array<Activity<IDataObject>>;

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const MAX_TYPES_NAMED = 10;
const MAX_TYPE_LENGTH = 100;

/** Emits the activities that were not there at the polls before. */
export const newActivity: TriggerEvent = {
	read: async (poll, stored): Promise<PollResult> => {
		const filters = poll.parameter('filters');
		throwIssues(poll, listIssues(filters));
		const operation = listSince(earliestNew(stored, poll));
		const list = await readRecords(poll, operation, { returnAll: true }, 'activities');
		const { records, serviceTime, latest } = list;
		const activities = activitiesOf(records);
		const matches = listFilter(filters);
		const output = poll.parameter('output');
		const shown = (record: IDataObject): IDataObject =>
			outputRecord(record, { output }, activityOutput);
		const newest = serviceTime ?? newestTime(activities, latest);
		const isRecent = ageLimit(poll.parameter('options'), newest);
		const accepts = (activity: Activity<IDataObject>): boolean =>
			isRecent(activity) && matches(activity.record);
		return {
			advance: (current) => {
				const { scope, startedAt } = poll;
				const read = { scope, startedAt, activities, latest, accepts };
				const { state, emitted } = advanceActivities(current, read);
				return { state, items: emitted.map(({ record }) => shown(record)), problems: [] };
			},
			sample: () => shown(newestMatch(poll, activities, matches)),
		};
	},
};

/** ClickHouse Cloud accepts the start of a period. What it lists anyway is filtered here. */
function listSince(since: number | undefined): Operation {
	const query: ListTraits['query'] = (_parameters, { credential }) =>
		since === undefined || dialectOf(credential) !== 'clickhouseCloud'
			? []
			: [`from_date=${encodeURIComponent(new Date(since).toISOString())}`];
	return { ...activity.operations.getAll, ...readList(activityKind, { query }) };
}

/** Compares with the API's time, or if the response doesn't contain it, with the newest activity. */
function ageLimit(options: unknown, newest: number): (activity: Activity<unknown>) => boolean {
	const { ignoreOlderThanDays } = asObject(options);
	const given = Number(ignoreOlderThanDays);
	const days = given > 0 ? given : DEFAULT_IGNORE_OLDER_THAN_DAYS;
	const oldest = newest - days * MS_PER_DAY;
	return ({ time }) => time === null || time >= oldest;
}

/** Times in the future don't count. */
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

/** How often each type occurs, the most frequent first. */
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
