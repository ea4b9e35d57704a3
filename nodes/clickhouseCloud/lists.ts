import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import { isJsonObject, recordsIn } from '../engine/json';
import type { Parameters, ReadOperation } from '../engine/operation';
import { asObject, emptyToUndefined, locatorValue } from '../engine/parameters/values';
import type { ListSource, PanelList } from '../features/lists/lists';
import {
	chosenRecord,
	ENTER_IDS,
	optionsMethod,
	searchMethod,
	TYPE_THE_ID,
} from '../features/lists/lists';
import { nameLookups } from '../features/lists/names';
import { parametersIn } from '../features/query/sql';
import type { ApiRecord, ListRow } from '../features/record/record';
import { planRequests, listRead, recordRead } from '../features/record/record';
import { activityRecord, selectActivities } from './activities';
import { managementApi } from './api';
import { ofOrganization, ofService, organizationPath, serviceIdField } from './identifiers';
import {
	apiKeyRecord,
	backupRecord,
	invitationRecord,
	memberRecord,
	pipeRecord,
	queryEndpointRecord,
	reversePrivateEndpointRecord,
	roleRecord,
	runEndpoint,
	savedQueryRecord,
	serviceRecord,
	serviceSettingRecord,
	snapshotRecord,
} from './records';
import { settingSchemaPath, settingsIn } from './settings';
import { uuidSegment } from '../engine/issues/pathSegment';
import type { CollectionPath } from '../features/record/paths';

/** The organization in the node's options, or undefined if the credential's counts. */
export function panelOrganization(context: ILoadOptionsFunctions, byHand = TYPE_THE_ID): unknown {
	// n8n returns null for a collection with an expression that has no value while the panel is open.
	if (context.getCurrentNodeParameter('options') !== null) {
		return emptyToUndefined(context.getCurrentNodeParameter('options.organizationId'));
	}
	throw inputError(context.getNode(), {
		message: "The options contain an expression that has no value here, so the list can't be read.",
		description: byHand,
	});
}

/** The service that is chosen in the panel. Throws a `NodeOperationError` if there is none. */
export function panelService(context: ILoadOptionsFunctions): string {
	return chosenRecord(context, serviceIdField);
}

/** How to reach the records of an organization, or of the chosen service. */
function accessTo(parent: ApiRecord['parent'], byHand?: string): PanelList['access'] {
	return (context) => ({
		api: managementApi,
		parameters: parent.idField === serviceIdField ? { serviceId: panelService(context) } : {},
		options: { organizationId: panelOrganization(context, byHand) },
	});
}

/** The list of a kind's records. `otherwise` reads them from an API that doesn't list them. */
function recordSource(
	kind: ApiRecord,
	row: ListRow = {},
	otherwise?: (source: ListSource) => Promise<unknown>,
): Pick<PanelList, 'access' | 'read'> {
	const list = { ...listRead(kind, row), properties: [serviceIdField] };
	return {
		access: accessTo(kind.parent),
		read: async (source, parameters) => {
			const instead = otherwise && (async () => await otherwise(source));
			const records = recordsIn(await source.payload(list, parameters, instead));
			const time = { credential: {}, startedAt: Date.now(), timezone: source.timezone };
			return row.pick?.(records, {}, time) ?? records;
		},
	};
}

const serviceRead = { ...recordRead(serviceRecord), properties: [serviceIdField] };

/** The maximum number of services read for their names. */
const MAX_READS = 10;

const activities = recordSource(activityRecord, { pick: selectActivities });

/**
 * The services in activities, the most recently active first, for an API that lists none. The contract doesn't promise
 * that these IDs are service IDs.
 */
async function servicesInActivities(source: ListSource): Promise<JsonObject[]> {
	const ids = servicesIn(await activities.read(source, {}));
	return await Promise.all(
		ids.map(async (id, index) => {
			if (index >= MAX_READS) return { id };
			const result = await source.read(serviceRead, { serviceId: id });
			return 'payload' in result ? { ...asObject(result.payload), id } : { id };
		}),
	);
}

/** The IDs of the services in the activities, each once, in their order. */
function servicesIn(records: readonly JsonObject[]): string[] {
	const ids = new Set(
		records.map(({ serviceId }) => (typeof serviceId === 'string' ? serviceId.trim() : '')),
	);
	return [...ids].filter((id) => uuidSegment('', id).issues.length === 0);
}

/** What the panel shows of a kind's records. Of the keys of the name, the first with text counts. */
function listByName(
	kind: ApiRecord,
	details: readonly string[],
	name = kind.nameKeys ?? [],
): PanelList {
	const { id: { key: idKey } = {}, nameKeys, paging } = kind;
	const isSortable = nameKeys !== undefined && paging === undefined;
	return { ...recordSource(kind), ...(idKey && { idKey }), name: [name], details, isSortable };
}

function search(kind: ApiRecord, details: readonly string[] = [], name?: readonly string[]) {
	return searchMethod(listByName(kind, details, name));
}

const services: PanelList = {
	...recordSource(serviceRecord, {}, servicesInActivities),
	name: [['name']],
	details: ['state', 'region'],
	isSortable: true,
};

/** The resource locators' lists, by the names that their fields use. */
export const listSearch = {
	searchActivities: searchMethod({
		...activities,
		name: [['type'], ['actorDetails', 'actorId'], ['createdAt']],
	}),
	searchApiKeys: search(apiKeyRecord, ['state', 'keySuffix']),
	searchBackups: search(backupRecord, ['status'], ['startedAt', 'backupName']),
	searchByocInfrastructure: searchMethod({
		access: accessTo(ofOrganization),
		read: ownInfrastructure,
		name: [['displayName', 'accountId', 'accountName']],
		details: ['state', 'regionId'],
	}),
	searchInvitations: search(invitationRecord),
	searchMembers: search(memberRecord, ['email'], ['name', 'email']),
	searchPipes: search(pipeRecord, ['state']),
	searchPrivateEndpoints: searchMethod({
		access: accessTo(ofService),
		read: availableEndpoints,
		name: [],
	}),
	searchQueryEndpoints: search(queryEndpointRecord, ['database']),
	searchQueryParameters: searchMethod({
		access: (context) => {
			const { parameters, ...access } = accessTo(ofService)(context);
			const queryEndpointId = chosenRecord(context, runEndpoint.field);
			return { ...access, parameters: { ...parameters, queryEndpointId } };
		},
		read: endpointParameters,
		name: [],
		byHand: 'Choose By Name to type the name.',
	}),
	searchReversePrivateEndpoints: search(reversePrivateEndpointRecord, ['status']),
	searchRoles: search(roleRecord, ['type']),
	searchSavedQueries: search(savedQueryRecord, ['database']),
	searchServices: searchMethod(services),
	searchServiceSettings: searchMethod({
		access: accessTo(ofService),
		read: settingsToChoose,
		idKey: 'name',
		name: [['name']],
		details: ['type', 'warning', 'deprecationNotice'],
	}),
	searchSnapshots: search(snapshotRecord, ['status'], ['startedAt', 'backupName']),
};

/** How records are found by their names. */
export const lookups = nameLookups([
	apiKeyRecord,
	invitationRecord,
	memberRecord,
	pipeRecord,
	queryEndpointRecord,
	reversePrivateEndpointRecord,
	roleRecord,
	savedQueryRecord,
	serviceRecord,
]);

/** The settings that a service can have; those that were set, if the API doesn't say. */
async function settingsToChoose(
	source: ListSource,
	parameters: Parameters,
): Promise<readonly JsonObject[]> {
	const readSettings = async (path: CollectionPath, otherwise?: () => Promise<unknown>) => {
		const plan = planRequests('GET', path);
		const read: ReadOperation = { kind: 'read', properties: [serviceIdField], plan };
		return await source.payload(read, parameters, otherwise);
	};
	const payload = await readSettings(
		settingSchemaPath,
		async () => await readSettings(serviceSettingRecord.collection),
	);
	return settingsIn(payload) ?? [];
}

/** A service's available private endpoints. The contract doesn't promise that Create accepts their IDs. */
async function availableEndpoints(
	source: ListSource,
	parameters: Parameters,
): Promise<JsonObject[]> {
	const payload = await source.payload(serviceRead, parameters);
	const { availablePrivateEndpointIds: available } = asObject(payload);
	return Array.isArray(available) ? available.map((id: unknown) => ({ id })) : [];
}

/** The names of a query's parameters: those with a default, and those in its SQL. */
async function endpointParameters(
	source: ListSource,
	parameters: Parameters,
): Promise<JsonObject[]> {
	const read = { ...recordRead({ ...queryEndpointRecord, id: runEndpoint }), properties: [] };
	const { parameters: defaults, sql } = asObject(await source.payload(read, parameters));
	const names = [...Object.keys(asObject(defaults)), ...parametersIn(String(sql))];
	return [...new Set(names)].map((id) => ({ id }));
}

/** The infrastructure in the organization's record: the API has no list of it. */
async function ownInfrastructure(source: ListSource): Promise<JsonObject[]> {
	const plan = planRequests('GET', organizationPath);
	const payload = await source.payload({ kind: 'read', properties: [], plan }, {});
	const { byocConfig } = asObject(payload);
	return Array.isArray(byocConfig) ? byocConfig.filter(isJsonObject) : [];
}

/** The organization's roles; none if the API has no such list. */
const getRoles = optionsMethod({
	...recordSource(roleRecord, {}, async () => await Promise.resolve([])),
	access: accessTo(roleRecord.parent, ENTER_IDS),
	name: [['name']],
	details: ['type'],
});

const getServices = optionsMethod(services);

const getApiKeys = optionsMethod(listByName(apiKeyRecord, ['state', 'keySuffix']));

/** The multi-selects' options, by the names that their fields use. */
export const loadOptions = { getApiKeys, getRoles, getServices };

/** The options for records of the chosen service. Without one, a trigger watches all. */
function optionsOfService(list: PanelList) {
	const load = optionsMethod(list);
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { modes } = serviceIdField;
		const serviceId = locatorValue(this.getCurrentNodeParameter(serviceIdField.name), modes);
		return emptyToUndefined(serviceId) === undefined ? [] : await load.call(this);
	};
}

/** The options of a trigger's multi-selects. */
export const watchedOptions = {
	getPipes: optionsOfService(listByName(pipeRecord, ['state'])),
	getReversePrivateEndpoints: optionsOfService(
		listByName(reversePrivateEndpointRecord, ['status']),
	),
	getServices,
};
