import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { serviceIdField } from '../clickhouseCloud/identifiers';
import { listByName, panelOrganization, serviceList } from '../clickhouseCloud/lists';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import { recordsIn } from '../engine/json';
import type { Facts, NameRead, Operation, ParameterValues, PlanContext } from '../engine/operation';
import { currentRecord } from '../engine/operation';
import { UPDATE_FIELDS } from '../engine/parameterNames';
import { asObject, emptyToUndefined, enteredFields, nameUnder } from '../engine/parameters/values';
import { plainText } from '../engine/summary/plainText';
import type { OpenList, PanelList } from '../features/lists/lists';
import {
	chosenId,
	chosenRecord,
	lookupsOf,
	methodsOf,
	optionsMethod,
	searchMethod,
} from '../features/lists/lists';
import type { NamedRecord } from '../features/lists/names';
import {
	choiceLookup,
	idIn,
	lookupPurpose,
	namesNeed,
	recordLookup,
} from '../features/lists/names';
import { listNeed } from '../features/record/needs';
import type { ApiRecord } from '../features/record/record';
import { listRead, recordRead } from '../features/record/record';
import { conditionText, tileTitle } from './alerts';
import { chosenApi, isManaged } from './authentication';
import {
	alertRecord,
	clickStackRoleRecord,
	connectionRecord,
	dashboardIdField,
	dashboardRecord,
	savedSearchRecord,
	sourceRecord,
	teamInvitationRecord,
	teamMemberRecord,
	webhookRecord,
} from './records';

const panelAccess: PanelList['access'] = (context, byHand) => {
	const { authentication } = context.getNode().parameters;
	const api = chosenApi(context);
	if (!isManaged({ authentication })) return { api, options: {} };
	const options = { organizationId: panelOrganization(context, byHand) };
	const serviceId = chosenRecord(context, serviceIdField);
	return { api, options, parameters: { authentication, serviceId } };
};

const withService = (read: Operation) => ({ ...read, properties: [serviceIdField] });

/** `key` is the alert's key for the ID of the record it watches. */
export const WATCHED_RECORDS = [
	{ recordType: dashboardRecord, key: 'dashboardId', fact: 'watched dashboards' },
	{ recordType: savedSearchRecord, key: 'savedSearchId', fact: 'watched searches' },
] as const;

/**
 * Titles each alert with its name. Most alerts have none, so it then uses the name of the record that the alert
 * watches. If that can't be read, the alert has no title.
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
			const result = await run(withService(listRead(recordType)), listParameters);
			return 'error' in result ? [] : recordsIn(result.payload);
		}),
	);
	return withTitles(alerts, watchedRecords.flat());
}

export function alertTitle(alert: JsonObject, records: ReadonlyMap<unknown, JsonObject>): unknown {
	return nameUnder(alertRecord.nameKeys, alert) ?? watchedBy(alert, records);
}

/**
 * The name of the tile or saved search that an alert watches, which identifies it, because most alerts have no name:
 * "Errors over time in Shop".
 */
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

/** The first of these keys with text is an alert's text in its list. */
const LISTED_KEYS = ['title', 'condition'];

/** Finds an alert by its text in the list: its name, or the name of its tile or saved search, or its condition. */
const alertIdNeed: NameRead = (name, parameters, context) => {
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
		// If these names can't be read, named alerts can still be found.
		return need && { ...need, fact, factIn: listFact, factOfFailure: () => [] };
	}
	const records = WATCHED_RECORDS.flatMap(({ fact }) => recordsIn(facts[fact]));
	const names = { ...alertRecord, nameKeys: LISTED_KEYS };
	const factIn = (payload: unknown) =>
		idIn(withTitles(recordsIn(payload), records), name, names, context);
	return alertNeed && { ...alertNeed, factIn };
};

function areWatched(alerts: readonly JsonObject[], key: string): boolean {
	return alerts.some(
		(alert) =>
			nameUnder(alertRecord.nameKeys, alert) === undefined &&
			emptyToUndefined(alert[key]) !== undefined,
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

const ALERT = 'alert of the tile';
const TILE = {
	title: 'tile',
	id: { field: { displayName: 'Tile' } },
	nameKeys: ['name'],
	listedBy: 'Dashboard → Get',
};

/** Finds a tile in the chosen dashboard, or in the dashboard that the alert watches. */
const tileIdNeed: NameRead = (name, parameters, context) => {
	const { facts } = context;
	const dashboardId = dashboardOfTile(parameters, facts);
	if (dashboardId !== undefined) {
		const need = tileNeed(dashboardRecord, { ...parameters, dashboardId }, context);
		return (
			need && { ...need, factIn: (payload) => idIn(flattenedTiles(payload), name, TILE, context) }
		);
	}
	if (Object.hasOwn(facts, ALERT)) return undefined;
	const need = tileNeed(alertRecord, parameters, context);
	return need && { ...need, fact: ALERT, factIn: (value) => ({ value }) };
};

/** Finds the name of a tile in the chosen dashboard, or in the dashboard of the updated alert. */
const tileNameNeed: NameRead = (id, parameters, context) => {
	const { facts } = context;
	const alertsDashboard = { dashboardId: currentRecord(facts)?.['dashboardId'] };
	const dashboardId = dashboardOfTile({ ...alertsDashboard, ...parameters }, facts);
	if (dashboardId === undefined) return undefined;
	const need = tileNeed(dashboardRecord, { ...parameters, dashboardId }, context);
	const tileNameIn = (payload: unknown) =>
		flattenedTiles(payload).find((tile) => tile['id'] === id)?.['name'];
	const factIn = (payload: unknown) => ({ value: tileNameIn(payload) ?? null });
	return need && { ...need, factIn, factOfFailure: () => null };
};

function dashboardOfTile(parameters: ParameterValues, facts: Facts): unknown {
	const { name } = dashboardIdField;
	return emptyToUndefined(enteredFields(parameters)[name]) ?? asObject(facts[ALERT])[name];
}

/** Undefined if the record's ID isn't known. */
function tileNeed(recordType: ApiRecord, parameters: ParameterValues, context: PlanContext) {
	const { request, issues } = recordRead(recordType).plan(parameters, context);
	if (issues.length > 0) return undefined;
	return {
		purpose: lookupPurpose(TILE.title),
		request: { ...request, method: 'GET' as const },
	};
}

/** A chart's properties are in the tile's `config`. */
function flattenedTiles(dashboard: unknown): JsonObject[] {
	return recordsIn(asObject(dashboard)['tiles']).map((tile) => ({
		...asObject(tile['config']),
		...tile,
	}));
}

const alertList: PanelList = {
	access: panelAccess,
	loadEntries: async ({ context, readPayload, session }, parameters) => {
		const alerts = recordsIn(await readPayload(withService(listRead(alertRecord)), parameters));
		const run = async (operation: Operation, runParameters: ParameterValues) =>
			await session.run(operation, runParameters, context);
		return await titledAlerts(alerts, run, parameters);
	},
	name: [LISTED_KEYS],
	details: ['interval', 'state'],
	isPaged: true,
	lookup: { ...recordLookup(alertRecord), idOf: alertIdNeed },
};

/** In an alert's update, the Dashboard field is inside Update Fields. */
const changedDashboardField = {
	...dashboardIdField,
	name: `${UPDATE_FIELDS}.${dashboardIdField.name}`,
};

/** The dashboard whose tiles are listed. In an alert's update, it's the alert's own unless another is chosen. */
function tilesOwner(context: ILoadOptionsFunctions): ParameterValues {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		context.getCurrentNodeParameter(name),
	);
	if (resource !== 'alert' || operation !== 'update')
		return { dashboardId: chosenRecord(context, dashboardIdField) };
	const fields = asObject(context.getCurrentNodeParameter(UPDATE_FIELDS));
	return Object.hasOwn(fields, dashboardIdField.name)
		? { dashboardId: chosenRecord(context, changedDashboardField) }
		: { alertId: chosenRecord(context, alertRecord.id.field) };
}

/** Throws if the alert watches no tile. */
async function dashboardOfAlert(list: OpenList, parameters: ParameterValues): Promise<string> {
	const { dashboardId } = asObject(
		await list.readPayload(withService(recordRead(alertRecord)), parameters),
	);
	if (typeof dashboardId === 'string') return dashboardId;
	throw inputError(list.context.getNode(), {
		message: 'The alert watches no tile. Add Dashboard first, or type the ID.',
		description: 'Nothing was changed.',
	});
}

/** A dashboard's tiles with their chart kinds. */
const tileList: PanelList = {
	access: (context, byHand) => {
		const { parameters, ...access } = panelAccess(context, byHand);
		return { ...access, parameters: { ...parameters, ...tilesOwner(context) } };
	},
	loadEntries: async (list, parameters) => {
		const { dashboardId = await dashboardOfAlert(list, parameters) } = parameters;
		const read = withService(recordRead(dashboardRecord));
		return flattenedTiles(await list.readPayload(read, { ...parameters, dashboardId }));
	},
	name: [['name']],
	details: ['displayType'],
	lookup: { idOf: tileIdNeed, nameOf: tileNameNeed, listedBy: TILE.listedBy },
};

function teamList(recordType: NamedRecord, details?: string[]): PanelList {
	return { ...listByName(recordType, details), access: panelAccess };
}

const webhookList = teamList(webhookRecord, ['service']);

const LOCATOR_LISTS = {
	searchAlerts: alertList,
	searchConnections: teamList(connectionRecord, ['host']),
	searchDashboards: teamList(dashboardRecord),
	searchRoles: teamList(clickStackRoleRecord),
	searchSavedSearches: teamList(savedSearchRecord),
	searchServices: serviceList,
	searchSources: teamList(sourceRecord, ['kind', 'section']),
	searchTeamInvitations: teamList(teamInvitationRecord),
	searchTeamMembers: teamList(teamMemberRecord, ['name']),
	searchTiles: tileList,
	searchWebhooks: webhookList,
};

/** Reads the names of all webhooks. */
export const webhookNames = namesNeed(webhookRecord, '');

const getWebhooks = { ...webhookList, lookup: choiceLookup({ '': webhookRecord }) };

const tileOptions = optionsMethod(tileList);

export const listSearch = methodsOf(LOCATOR_LISTS, searchMethod);
export const loadOptions = {
	/** Empty until a dashboard is chosen, because n8n reads the options when the panel opens and would show an error. */
	getTiles: async function (this: ILoadOptionsFunctions): ReturnType<typeof tileOptions> {
		return chosenId(this, dashboardIdField) === undefined ? [] : await tileOptions.call(this);
	},
	getWebhooks: optionsMethod(getWebhooks),
};
export const lookups = lookupsOf({ ...LOCATOR_LISTS, getWebhooks });

/** Options of the triggers' multi-select. */
export const watchedOptions = { getAlerts: optionsMethod(alertList) };
