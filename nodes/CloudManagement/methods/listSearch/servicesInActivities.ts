import type { JsonObject } from '../../../core/json';
import { asObject } from '../../../core/parameters/values';
import { uuidSegment } from '../../../core/validation/pathSegment';
import { activityKind } from '../../actions/activity';
import { selectActivities } from '../../actions/activity/selectActivities';
import { service } from '../../actions/service';
import type { ListSource } from '../../../core/lists/listSource';
import { recordsOf } from './panelList';

/** How many services are read for their names at most. */
const MAX_READS = 10;

export const activities = recordsOf(activityKind, { select: selectActivities });

/**
 * Returns the services in activities, the most recently active first, for an API that lists none. Assumed beyond
 * the reference: these are IDs of services.
 */
export async function servicesInActivities(source: ListSource): Promise<JsonObject[]> {
	const ids = servicesIn(await activities.read(source, {}));
	return await Promise.all(
		ids.map(async (id, index) => {
			if (index >= MAX_READS) return { id };
			const result = await source.read(service.operations.get, { serviceId: id });
			return 'payload' in result ? { ...asObject(result.payload), id } : { id };
		}),
	);
}

/** Returns the IDs of the services in the activities, each once, in their order. */
function servicesIn(records: readonly JsonObject[]): string[] {
	const named = new Set(
		records.map(({ serviceId }) => (typeof serviceId === 'string' ? serviceId.trim() : '')),
	);
	return [...named].filter((id) => uuidSegment('', id).issues.length === 0);
}
