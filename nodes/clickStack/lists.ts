import { serviceIdField } from '../clickhouseCloud/identifiers';
import { panelOrganization, panelService } from '../clickhouseCloud/lists';
import type { JsonObject } from '../engine/json';
import type { NameLookup, Operation, Parameters } from '../engine/operation';
import { UPDATE_FIELDS } from '../engine/parameterNames';
import { asObject, emptyToUndefined } from '../engine/parameters/values';
import type { PanelList } from '../features/lists/lists';
import { optionsMethod } from '../features/lists/lists';
import { idIn, listNeed, lookupPurpose } from '../features/lists/names';
import type { ApiRecord } from '../features/record/record';
import { listRead, pluralOf, recordRead } from '../features/record/record';
import { chosenApi, isManaged } from './authentication';
import { conditionText, tileTitle } from './alerts';
import { alertRecord, dashboardIdField, dashboardRecord, savedSearchRecord } from './records';
import { recordsIn } from '../engine/json';

/** Chooses the API that a panel list reads. */
export const panelAccess: PanelList['access'] = (context) => {
	const { authentication } = context.getNode().parameters;
	const api = chosenApi(context);
	if (!isManaged({ authentication })) return { api, options: {} };
	const options = { organizationId: panelOrganization(context) };
	return { api, options, parameters: { authentication, serviceId: panelService(context) } };
};

/** Reads all records of a kind for a panel list. */
const panelRead = (record: ApiRecord) => ({ ...listRead(record), properties: [serviceIdField] });

/** Records that an unnamed alert watches, with the alert's key for their ID. */
const WATCHED = [
	{ kind: dashboardRecord, key: 'dashboardId' },
	{ kind: savedSearchRecord, key: 'savedSearchId' },
] as const;

/**
 * Titles each alert with its name, or else its record's name, because most alerts have none. If the record can't be
 * read, the alert stays without a title.
 */
export async function titledAlerts(
	alerts: readonly JsonObject[],
	run: (
		operation: Operation,
		parameters: Parameters,
	) => Promise<{ error: unknown } | { payload: unknown }>,
	parameters: Parameters = {},
): Promise<JsonObject[]> {
	const listParameters = { ...parameters, limit: undefined, returnAll: true };
	const watchedRecords = await Promise.all(
		WATCHED.map(async ({ kind, key }) => {
			if (!areWatched(alerts, key)) return [];
			const result = await run(panelRead(kind), listParameters);
			return 'error' in result ? [] : recordsIn(result.payload);
		}),
	);
	return withTitles(alerts, watchedRecords.flat());
}

function ownName({ displayName, name }: JsonObject): unknown {
	return emptyToUndefined(displayName) ?? emptyToUndefined(name);
}

/** Identifies an unnamed alert: "Errors over time in Shop" or a saved search's name. */
function watchedBy(alert: JsonObject, records: ReadonlyMap<unknown, JsonObject>): unknown {
	const { dashboardId, savedSearchId, tileId } = alert;
	const search = records.get(savedSearchId);
	if (search !== undefined) return search['name'];
	const dashboard = records.get(dashboardId);
	if (dashboard === undefined) return undefined;
	const tile = recordsIn(dashboard['tiles']).find(({ id }) => id === tileId);
	return tileTitle(emptyToUndefined(tile?.['name']), dashboard['name']);
}

/** Name of the fact with the team's alerts. */
const ALERTS = 'alerts to choose from';

/** Keys of an alert's text in its list. The first with text is used. */
const LISTED_KEYS = ['title', 'condition'];

/** Finds an alert by the text in its list: its name, else its tile's or saved search's name, else its condition. */
export const alertLookup: NameLookup = (name, parameters, context) => {
	const { facts = {} } = context;
	const alerts = recordsIn(facts[ALERTS]);
	const alertNeed = listNeed(alertRecord, alertRecord.title, parameters, context);
	const listFact = (payload: unknown) => ({ value: recordsIn(payload) });
	if (!Object.hasOwn(facts, ALERTS)) {
		return alertNeed && { ...alertNeed, fact: ALERTS, factIn: listFact };
	}
	for (const { kind, key } of WATCHED) {
		const fact = watchedFact(kind);
		if (Object.hasOwn(facts, fact) || !areWatched(alerts, key)) continue;
		const need = listNeed(kind, alertRecord.title, parameters, context);
		// Without these names, named alerts can still be found.
		return need && { ...need, fact, factIn: listFact, factOfFailure: () => [] };
	}
	const watched = WATCHED.flatMap(({ kind }) => recordsIn(facts[watchedFact(kind)]));
	const names = { title: alertRecord.title, label: 'Alert', nameKeys: LISTED_KEYS };
	const factIn = (payload: unknown) => idIn(withTitles(recordsIn(payload), watched), name, names);
	return alertNeed && { ...alertNeed, factIn };
};

function watchedFact(record: ApiRecord): string {
	return `${pluralOf(record)} that alerts watch`;
}

function areWatched(alerts: readonly JsonObject[], key: string): boolean {
	return alerts.some(
		(alert) => ownName(alert) === undefined && emptyToUndefined(alert[key]) !== undefined,
	);
}

function withTitles(alerts: readonly JsonObject[], watched: readonly JsonObject[]): JsonObject[] {
	const records = new Map(watched.map((record) => [record['id'], record]));
	return alerts.map((alert) => ({
		...alert,
		title: ownName(alert) ?? watchedBy(alert, records),
		condition: conditionText(alert),
	}));
}

/** Name of the fact with the alert whose tile is chosen. */
const ALERT = 'alert of the tile';
const TILE = { title: 'tile', label: 'Tile', nameKeys: ['name'], listedBy: 'Dashboard → Get' };

/** Finds a tile in the chosen dashboard, or in the dashboard that the alert watches. */
export const tileLookup: NameLookup = (name, parameters, context) => {
	const { facts = {} } = context;
	const fields = asObject(parameters[UPDATE_FIELDS]);
	const chosenId = emptyToUndefined(
		parameters[dashboardIdField.name] ?? fields[dashboardIdField.name],
	);
	const dashboardId = chosenId ?? asObject(facts[ALERT])[dashboardIdField.name];
	const [kind, ids] =
		dashboardId === undefined ? [alertRecord, {}] : [dashboardRecord, { dashboardId }];
	const { request, issues } = recordRead(kind).plan({ ...parameters, ...ids }, context);
	if (issues.length > 0) return undefined;
	const need = {
		purpose: lookupPurpose(TILE.title),
		request: { ...request, method: 'GET' as const },
	};
	if (dashboardId === undefined) {
		if (Object.hasOwn(facts, ALERT)) return undefined;
		return { ...need, fact: ALERT, factIn: (value) => ({ value }) };
	}
	return {
		...need,
		factIn: (payload) => idIn(tilesIn(payload), name, TILE),
	};
};

/** Finds the name of a tile in the chosen dashboard. */
export const tileNameLookup: NameLookup = (id, parameters, context) => {
	const need = tileLookup('', parameters, context);
	const nameIn = (payload: unknown) => tilesIn(payload).find((tile) => tile['id'] === id)?.['name'];
	return (
		need && {
			...need,
			factIn: (payload) => ({ value: nameIn(payload) ?? null }),
			factOfFailure: () => null,
		}
	);
};

/** A dashboard's tiles, with their chart's properties. */
export function tilesIn(dashboard: unknown): JsonObject[] {
	return recordsIn(asObject(dashboard)['tiles']).map((tile) => ({
		...asObject(tile['config']),
		...tile,
	}));
}

/** The team's alerts by name, source or condition. */
export const alertList: PanelList = {
	access: panelAccess,
	loadEntries: async ({ context, payload, session }, parameters) => {
		const alerts = recordsIn(await payload(panelRead(alertRecord), parameters));
		const run = async (operation: Operation, more: Parameters) =>
			await session.run(operation, more, context);
		return await titledAlerts(alerts, run, parameters);
	},
	name: [LISTED_KEYS],
	details: ['interval', 'state'],
};

export const loadOptions = { getAlerts: optionsMethod(alertList) };
