import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import { isDataObject } from '../../../core/json';
import { parseTime } from '../../../core/time';
import { uuidSegment } from '../../../core/validation/pathSegment';
import { activity } from '../../actions/activity';
import { selectActivities } from '../../actions/activity/selectActivities';
import { ExpiringCache } from './expiringCache';
import { idText, isFiltered, shownTexts } from './listItems';
import type { ListSource } from './listSource';
import { LIFETIME_MS } from './listSource';

/** What the lists show of an organization's activities, newest first. */
interface RecentActivities {
	/** The services that the activities name. Assumed beyond the reference: these are IDs of services. */
	serviceIds: string[];
	activities: INodeListSearchItems[];
}

const MAX_ORGANIZATIONS = 50;
const MAX_KEPT = 1000;

const recent = new ExpiringCache<RecentActivities>(LIFETIME_MS, MAX_ORGANIZATIONS);

/** Reads the activities. For a filter, returns those that the opening of the list has read, if it has. */
export async function recentActivities(
	source: ListSource,
	filter: string | undefined,
): Promise<RecentActivities> {
	const now = Date.now();
	const known = isFiltered(filter) ? recent.get(source.scope, now) : undefined;
	if (known !== undefined) return known;
	const payload = await source.payload(activity.operations.getAll, { returnAll: true });
	const records = Array.isArray(payload) ? payload.filter(isDataObject) : [];
	const { timezone } = source;
	const sorted = selectActivities(records, {}, { startedAt: now, timezone });
	const read = {
		serviceIds: servicesIn(sorted).slice(0, MAX_KEPT),
		activities: activityItems(sorted.slice(0, MAX_KEPT), source),
	};
	recent.set(source.scope, read, now);
	return read;
}

/** Returns the IDs of the services that the activities name, each once, in their order. */
export function servicesIn(activities: readonly IDataObject[]): string[] {
	const named = new Set(activities.map(({ serviceId }) => idText(serviceId)?.trim() ?? ''));
	return [...named].filter((id) => uuidSegment('', id).issues.length === 0);
}

/** Returns the entry of each activity that has an ID: its type, its actor and its time in the zone. */
export function activityItems(
	activities: readonly IDataObject[],
	{ timezone, redact }: Pick<ListSource, 'redact' | 'timezone'>,
): INodeListSearchItems[] {
	return activities.flatMap(({ id, type, actorDetails, actorId, createdAt }) => {
		const value = idText(id);
		if (value === undefined) return [];
		const actor = [actorDetails, actorId].find(
			(text) => shownTexts([text], '', redact) !== undefined,
		);
		const time = parseTime(createdAt, 'utc')?.setZone(timezone).toFormat('yyyy-MM-dd HH:mm');
		return [{ name: shownTexts([type, actor, time], ' · ', redact) ?? redact(value), value }];
	});
}
