import { serviceIdField } from '../clickhouseCloud/identifiers';
import { panelOrganization, panelService } from '../clickhouseCloud/lists';
import type { JsonObject } from '../engine/json';
import type { Facts, NameRead, Operation, ParameterValues, PlanContext } from '../engine/operation';
import { storedRecord } from '../engine/operation';
import { asObject, emptyToUndefined, enteredFields } from '../engine/parameters/values';
import type { PanelList } from '../features/lists/lists';
import { optionsMethod } from '../features/lists/lists';
import { idIn, lookupPurpose } from '../features/lists/names';
import { listNeed } from '../features/record/needs';
import type { ApiRecord } from '../features/record/record';
import { listRead, recordRead } from '../features/record/record';
import { chosenApi, isManaged } from './authentication';
import { plainText } from '../engine/summary/plainText';
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

/** Reads all records of a type for a panel list. */
const panelRead = (record: ApiRecord) => ({ ...listRead(record), properties: [serviceIdField] });

/** Records that an alert watches, with the alert's key for their ID. */
export const WATCHED_RECORDS = [
	{ recordType: dashboardRecord, key: 'dashboardId', fact: 'watched dashboards' },
	{ recordType: savedSearchRecord, key: 'savedSearchId', fact: 'watched searches' },
] as const;

/**
 * Titles each alert with its name, or else its record's name, because most alerts have none. If the record can't be
 * read, the alert stays without a title.
 */
export async function titledAlerts(
	alerts: readonly JsonObject[],
	run: (
		operation: Operation,
		parameters: ParameterValues,
	) => Promise<{ error: unknown } | { payload: unknown }>,
	parameters: ParameterValues = {},
): Promise<JsonObject[]> {
	const listParameters = { ...parameters, limit: undefined, returnAll: true };
	const watchedRecords = await Promise.all(
		WATCHED_RECORDS.map(async ({ recordType, key }) => {
			if (!areWatched(alerts, key)) return [];
			const result = await run(panelRead(recordType), listParameters);
			return 'error' in result ? [] : recordsIn(result.payload);
		}),
	);
	return withTitles(alerts, watchedRecords.flat());
}

function ownName({ displayName, name }: JsonObject): unknown {
	return emptyToUndefined(displayName) ?? emptyToUndefined(name);
}

/** An alert's own name, or else the name of what it watches. */
export function alertTitle(alert: JsonObject, records: ReadonlyMap<unknown, JsonObject>): unknown {
	return ownName(alert) ?? watchedBy(alert, records);
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

const ALERTS = 'alerts to choose from';

/** Keys of an alert's text in its list. The first with text is used. */
const LISTED_KEYS = ['title', 'condition'];

/** Finds an alert by the text in its list: its name, else the name of its tile or saved search, else its condition. */
export const alertIdNeed: NameRead = (name, parameters, context) => {
	const { facts } = context;
	const alerts = recordsIn(facts[ALERTS]);
	const purpose = lookupPurpose(alertRecord.title);
	const alertNeed = listNeed(alertRecord, purpose, parameters, context);
	const listFact = (payload: unknown) => ({ value: recordsIn(payload) });
	if (!Object.hasOwn(facts, ALERTS)) {
		return alertNeed && { ...alertNeed, fact: ALERTS, factIn: listFact };
	}
	for (const { recordType, key, fact } of WATCHED_RECORDS) {
		if (Object.hasOwn(facts, fact) || !areWatched(alerts, key)) continue;
		const need = listNeed(recordType, purpose, parameters, context);
		// Without these names, named alerts can still be found.
		return need && { ...need, fact, factIn: listFact, factOfFailure: () => [] };
	}
	const records = WATCHED_RECORDS.flatMap(({ fact }) => recordsIn(facts[fact]));
	const names = { title: alertRecord.title, label: 'Alert', nameKeys: LISTED_KEYS };
	const factIn = (payload: unknown) => idIn(withTitles(recordsIn(payload), records), name, names);
	return alertNeed && { ...alertNeed, factIn };
};

function areWatched(alerts: readonly JsonObject[], key: string): boolean {
	return alerts.some(
		(alert) => ownName(alert) === undefined && emptyToUndefined(alert[key]) !== undefined,
	);
}

function withTitles(alerts: readonly JsonObject[], watched: readonly JsonObject[]): JsonObject[] {
	const records = new Map(watched.map((record) => [record['id'], record]));
	return alerts.map((alert) => ({
		...alert,
		title: alertTitle(alert, records),
		condition: plainText(conditionText(alert) ?? ''),
	}));
}

/** The alert whose tile is chosen. */
const ALERT = 'alert of the tile';
export const TILE = {
	title: 'tile',
	label: 'Tile',
	nameKeys: ['name'],
	listedBy: 'Dashboard → Get',
};

/** Finds a tile in the chosen dashboard, or in the dashboard that the alert watches. */
export const tileIdNeed: NameRead = (name, parameters, context) => {
	const { facts } = context;
	const dashboardId = dashboardOfTile(parameters, facts);
	if (dashboardId !== undefined) {
		const need = tileNeed(dashboardRecord, { ...parameters, dashboardId }, context);
		return need && { ...need, factIn: (payload) => idIn(tilesIn(payload), name, TILE) };
	}
	if (Object.hasOwn(facts, ALERT)) return undefined;
	const need = tileNeed(alertRecord, parameters, context);
	return need && { ...need, fact: ALERT, factIn: (value) => ({ value }) };
};

/** Finds the name of a tile in the chosen dashboard, or in the dashboard of the updated alert. */
export const tileNameNeed: NameRead = (id, parameters, context) => {
	const { facts } = context;
	const alertsDashboard = { dashboardId: storedRecord(facts)?.['dashboardId'] };
	const dashboardId = dashboardOfTile({ ...alertsDashboard, ...parameters }, facts);
	if (dashboardId === undefined) return undefined;
	const need = tileNeed(dashboardRecord, { ...parameters, dashboardId }, context);
	const nameIn = (payload: unknown) => tilesIn(payload).find((tile) => tile['id'] === id)?.['name'];
	const factIn = (payload: unknown) => ({ value: nameIn(payload) ?? null });
	return need && { ...need, factIn, factOfFailure: () => null };
};

function dashboardOfTile(parameters: ParameterValues, facts: Facts): unknown {
	const { name } = dashboardIdField;
	return emptyToUndefined(enteredFields(parameters)[name]) ?? asObject(facts[ALERT])[name];
}

/** Reads the record that leads to a tile. Undefined if its ID isn't known. */
function tileNeed(record: ApiRecord, parameters: ParameterValues, context: PlanContext) {
	const { request, issues } = recordRead(record).plan(parameters, context);
	if (issues.length > 0) return undefined;
	return {
		purpose: lookupPurpose(TILE.title),
		request: { ...request, method: 'GET' as const },
	};
}

/** Tiles of a dashboard, with the properties of their charts. */
export function tilesIn(dashboard: unknown): JsonObject[] {
	return recordsIn(asObject(dashboard)['tiles']).map((tile) => ({
		...asObject(tile['config']),
		...tile,
	}));
}

/** The team's alerts by name, source, or condition. */
export const alertList: PanelList = {
	access: panelAccess,
	loadEntries: async ({ context, readPayload, session }, parameters) => {
		const alerts = recordsIn(await readPayload(panelRead(alertRecord), parameters));
		const run = async (operation: Operation, more: ParameterValues) =>
			await session.run(operation, more, context);
		return await titledAlerts(alerts, run, parameters);
	},
	name: [LISTED_KEYS],
	details: ['interval', 'state'],
	isPaged: true,
};

export const loadOptions = { getAlerts: optionsMethod(alertList) };
