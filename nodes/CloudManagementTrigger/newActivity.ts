import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import {
	activityRecord,
	listFilter,
	listFilterField,
	servicesFilterField,
	listIssues,
} from '../clickhouseCloud/activities';
import { dialectOf } from '../clickhouseCloud/api';
import { filtersField } from '../clickhouseCloud/filters';
import { inputError } from '../engine/errors/nodeErrors';
import { header } from '../engine/http/response';
import { throwIfInvalid } from '../engine/issues/issueMessages';
import type { Operation } from '../engine/operation';
import { shortLine } from '../engine/text';
import { MS_PER_DAY } from '../engine/time';
import { outputRecord } from '../features/record/recordOutput';
import type { ListRow } from '../features/record/record';
import { listRead } from '../features/record/record';
import type { Poll, PollResult, TriggerEvent } from '../features/watch/poll';
import { pollError, readRecords } from '../features/watch/poll';
import { activitySummary, serviceNames } from './activitySummary';
import type { Activity } from './activityState';
import {
	ACTIVITY_LIMITS,
	activitiesOf,
	advanceActivities,
	LATE_MS,
	newestTime,
	SKIPPED,
	storedActivities,
} from './activityState';

/** After a long stop, older activities aren't emitted. */
export const DEFAULT_IGNORE_OLDER_THAN_DAYS = 7;

/** The API's clock may differ by this much from the clock that dates its activities. */
const TOLERANCE_MS = 300_000;

const MAX_TYPES_NAMED = 10;
const MAX_TYPE_LENGTH = 100;

const triggerFilters = filtersField(
	'Only activities that match every filter start the workflow. After you change the filters, the trigger may emit activities that the previous filters excluded.',
	[
		listFilterField('actorTypes', 'Types of actors'),
		listFilterField('actors', 'Actors, by ID or details, such as an email address'),
		servicesFilterField('Services that the activities are about.'),
		listFilterField('types', 'Types of activities', 'service_start, service_stop'),
	],
);

export const newActivity: TriggerEvent = {
	name: 'New Activity',
	description: `Emits each new activity in the organization. A poll emits up to ${String(ACTIVITY_LIMITS.emitted)}. Later polls emit the rest.`,
	fields: [triggerFilters],
	watch: readActivities,
};

async function readActivities(poll: Poll): Promise<PollResult> {
	const { node, scope, stored } = poll;
	const filters = poll.parameter('filters');
	throwIfInvalid(poll, listIssues(filters));
	const operation = listSince(storedActivities(stored, scope, poll.now()).watermark);
	const list = await readRecords(poll, operation, { returnAll: true }, 'activities');
	if ('error' in list) throw pollError(node, list.error);
	const read = activitiesOf(list.records);
	const { activities, hasSkipped } = read;
	const now = poll.now();
	const date = DateTime.fromHTTP(header(list.headers, 'date') ?? '');
	// A server date far ahead would make everything look old.
	const serviceTime = date.isValid ? Math.min(date.toMillis(), now) : undefined;
	const latestTime = (serviceTime ?? now) + TOLERANCE_MS;
	const matches = listFilter(filters);
	const enteredDays = Number(poll.options.ignoreOlderThanDays);
	const days = enteredDays > 0 ? enteredDays : DEFAULT_IGNORE_OLDER_THAN_DAYS;
	const oldest = (serviceTime ?? newestTime(activities, latestTime)) - days * MS_PER_DAY;
	const accepts = ({ time, record }: Activity): boolean => time >= oldest && matches(record);
	const output = poll.parameter('output');
	const activityPoll = { ...read, scope, now, latestTime, accepts };
	const shownActivities = poll.isManual
		? activities
		: advanceActivities(stored, activityPoll).emitted;
	const hasSummary = output !== 'raw';
	const names = await serviceNames(
		poll,
		hasSummary ? shownActivities.map(({ record }) => record) : [],
	);
	const activityItem = (record: IDataObject): IDataObject => ({
		...(hasSummary && { summary: activitySummary(record, names) }),
		...outputRecord(record, { output }, activityRecord.output),
	});
	return {
		advance: (current) => {
			const { emitted, ...progress } = advanceActivities(current, activityPoll);
			return { ...progress, items: emitted.map(({ record }) => activityItem(record)) };
		},
		sample: () => {
			if (hasSkipped && activities.length === 0) throw pollError(node, SKIPPED);
			const records = activities.map(({ record }) => record);
			return activityItem(newestMatch(poll, records, matches));
		},
	};
}

/** Only ClickHouse Cloud filters by start time. From other APIs, the poll gets all activities and drops the old ones. */
function listSince(watermark: number | null): Operation {
	const query: ListRow['query'] = (_parameters, { credential }) => {
		if (watermark === null || dialectOf(credential) !== 'clickhouseCloud') return [];
		const since = new Date(Math.max(0, watermark - LATE_MS));
		return [`from_date=${encodeURIComponent(since.toISOString())}`];
	};
	return listRead(activityRecord, { query });
}

function newestMatch(
	{ node, redact }: Poll,
	records: readonly IDataObject[],
	matches: (record: IDataObject) => boolean,
): IDataObject {
	const match = records.findLast(matches);
	if (match !== undefined) return match;
	const none = records.length === 0;
	throw inputError(node, {
		message: none
			? 'The organization has no activities yet'
			: 'No activity of the organization matches the filters',
		description: none
			? 'The trigger emits the first activity when it arrives.'
			: `The organization has activities of these types: ${typesOf(records, redact)}.`,
	});
}

/** The most frequent type comes first. */
function typesOf(records: readonly IDataObject[], redact: Poll['redact']): string {
	const counts = new Map<string, number>();
	for (const { type } of records) {
		const name = typeof type === 'string' ? type : 'without a type';
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, count], [, nextCount]) => nextCount - count);
	const typeTexts = sorted
		.slice(0, MAX_TYPES_NAMED)
		.map(([type, count]) => `${shortLine(redact(type), MAX_TYPE_LENGTH)} (${String(count)})`);
	const unnamedCount = sorted.length - typeTexts.length;
	return [...typeTexts, ...(unnamedCount > 0 ? [`${String(unnamedCount)} more`] : [])].join(', ');
}
