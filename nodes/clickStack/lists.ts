import { serviceIdField } from '../clickhouseCloud/identifiers';
import { panelOrganization, panelService } from '../clickhouseCloud/lists';
import type { JsonObject } from '../engine/json';
import { emptyToUndefined } from '../engine/parameters/values';
import type { ListSource, PanelList } from '../features/lists/lists';
import { optionsMethod } from '../features/lists/lists';
import type { ApiRecord } from '../features/record/record';
import { listRead } from '../features/record/record';
import { chosenApi, isManaged } from './authentication';
import { alertRecord, dashboardRecord, savedSearchRecord } from './records';
import { recordsIn } from '../engine/json';

/** How a list in the panel reaches its records. */
export const panelAccess: PanelList['access'] = (context) => {
	const { authentication } = context.getNode().parameters;
	const api = chosenApi(context);
	if (!isManaged({ authentication })) return { api, options: {} };
	const options = { organizationId: panelOrganization(context) };
	return { api, options, parameters: { authentication, serviceId: panelService(context) } };
};

/** The read of all records of a kind for a list in the panel. */
const panelRead = (kind: ApiRecord) => ({ ...listRead(kind), properties: [serviceIdField] });

/** The watched record of an alert without a name: its kind, and the alert's key with its ID. */
const WATCHED = [
	{ kind: dashboardRecord, key: 'dashboardId' },
	{ kind: savedSearchRecord, key: 'savedSearchId' },
] as const;

/** Each alert has a `title`: its name, or else its record's name. Most alerts have no name. */
async function readTitledAlerts(source: ListSource, parameters: JsonObject): Promise<JsonObject[]> {
	const alerts = recordsIn(await source.payload(panelRead(alertRecord), parameters));
	const all = { ...parameters, limit: undefined, returnAll: true };
	const watchedRecords = await Promise.all(
		WATCHED.map(async ({ kind, key }) => {
			const isNeeded = alerts.some(
				(alert) => ownName(alert) === undefined && emptyToUndefined(alert[key]) !== undefined,
			);
			if (!isNeeded) return [];
			// If the names can't be read, the list still has the IDs.
			const result = await source.read(panelRead(kind), all);
			return 'error' in result ? [] : recordsIn(result.payload);
		}),
	);
	const records = new Map(watchedRecords.flat().map((record) => [record['id'], record]));
	return alerts.map((alert) => ({ ...alert, title: ownName(alert) ?? watchedBy(alert, records) }));
}

function ownName({ displayName, name }: JsonObject): unknown {
	return emptyToUndefined(displayName) ?? emptyToUndefined(name);
}

/** An alert's source: "Errors over time in Shop" or the name of a saved search. */
function watchedBy(alert: JsonObject, records: ReadonlyMap<unknown, JsonObject>): unknown {
	const { dashboardId, savedSearchId, tileId } = alert;
	const search = records.get(savedSearchId);
	if (search !== undefined) return search['name'];
	const dashboard = records.get(dashboardId);
	if (dashboard === undefined) return undefined;
	const tile = recordsIn(dashboard['tiles']).find(({ id }) => id === tileId);
	const title = emptyToUndefined(tile?.['name']);
	const name = String(dashboard['name']);
	return typeof title === 'string' ? `${title} in ${name}` : name;
}

/** The team's alerts, each by its name or source. */
export const alertList: PanelList = {
	access: panelAccess,
	read: readTitledAlerts,
	name: [['title']],
	details: ['interval', 'state'],
};

/** The multi-selects' options, by the names that their fields use. */
export const loadOptions = { getAlerts: optionsMethod(alertList) };
