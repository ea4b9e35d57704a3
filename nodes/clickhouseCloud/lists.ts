import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import { recordsIn, textMember } from '../engine/json';
import type { NameRead, ParameterValues } from '../engine/operation';
import { optionsOf } from '../engine/parameters/properties';
import { asObject, emptyToUndefined, locatorValue } from '../engine/parameters/values';
import type { OpenList, PanelList } from '../features/lists/lists';
import {
	chosenRecord,
	lookupsOf,
	methodsOf,
	optionsMethod,
	searchMethod,
} from '../features/lists/lists';
import type { NamedRecord } from '../features/lists/names';
import { choiceLookup, idIn, lookupPurpose, recordLookup } from '../features/lists/names';
import { parametersIn } from '../features/query/sql';
import type { ApiRecord } from '../features/record/record';
import { listRead, recordRead } from '../features/record/record';
import { activityRecord, sortActivities } from './activities';
import { managementApi } from './api';
import { organizationParent, serviceParent, serviceIdField } from './identifiers';
import {
	apiKeyRecord,
	backupRecord,
	byocInfrastructureRecord,
	changedSettings,
	invitationRecord,
	memberRecord,
	organizationRecord,
	pipeRecord,
	queryEndpointRecord,
	reversePrivateEndpointRecord,
	roleRecord,
	runEndpoint,
	savedQueryRecord,
	serviceRecord,
	snapshotRecord,
} from './records';
import { PERMISSION_LABELS } from './permissions';
import { settingSchemaPath, settingsIn } from './serviceSettings';
import { uuidSegment } from '../engine/parameters/pathSegment';

/** The organization chosen in the options. */
export function panelOrganization(context: ILoadOptionsFunctions, byHand: string): unknown {
	// n8n passes null for a collection with an expression that has no value while the panel is open.
	if (context.getCurrentNodeParameter('options') !== null) {
		return emptyToUndefined(context.getCurrentNodeParameter('options.organizationId'));
	}
	throw inputError(context.getNode(), {
		message: "The options contain an expression that has no value here, so the list can't be read.",
		description: byHand,
	});
}

function accessTo({ idField }: ApiRecord['parent']): PanelList['access'] {
	return (context, byHand) => ({
		api: managementApi,
		parameters: idField && { [idField.name]: chosenRecord(context, idField) },
		options: { organizationId: panelOrganization(context, byHand) },
	});
}

/** If the API has no such list, `otherwise` supplies the records. */
function recordSource(recordType: ApiRecord, otherwise?: (source: OpenList) => unknown) {
	return {
		access: accessTo(recordType.parent),
		loadEntries: async (source: OpenList, parameters: ParameterValues) =>
			recordsIn(await source.readPayload(listRead(recordType), parameters, otherwise)),
	};
}

/** How many services' names are read. The user is waiting for the list. */
const MAX_READS = 10;

const activities = recordSource(activityRecord);

async function newestActivities(source: OpenList, parameters: ParameterValues) {
	return sortActivities(await activities.loadEntries(source, parameters), 'newestFirst');
}

/**
 * Finds services in activities, most recently active first, for an API that doesn't list services. The contract doesn't
 * promise that these IDs are services'.
 */
async function servicesInActivities(source: OpenList): Promise<JsonObject[]> {
	const ids = servicesIn(await newestActivities(source, {}));
	return await Promise.all(
		ids.map(async (id, index) => {
			if (index >= MAX_READS) return { id };
			const result = await source.session.run(
				recordRead(serviceRecord),
				{ serviceId: id },
				source.context,
			);
			return 'payload' in result ? { ...asObject(result.payload), id } : { id };
		}),
	);
}

function servicesIn(records: readonly JsonObject[]): string[] {
	const ids = new Set(
		records.map(({ serviceId }) => (typeof serviceId === 'string' ? serviceId.trim() : '')),
	);
	return [...ids].filter((id) => uuidSegment('', id).issues.length === 0);
}

export function listByName(
	recordType: NamedRecord,
	details: readonly string[] = [],
	name = recordType.nameKeys,
): PanelList {
	const { id, paging } = recordType;
	return {
		...recordSource(recordType),
		...(id.key !== undefined && { idKey: id.key }),
		name: [name],
		details,
		isPaged: paging !== undefined,
		lookup: recordLookup(recordType),
	};
}

/** A list of records without a name, which shows when they started. */
function listByTime(recordType: ApiRecord): PanelList {
	return {
		...recordSource(recordType),
		name: [['startedAt', 'backupName']],
		details: ['status'],
		isOrdered: true,
	};
}

export const serviceList: PanelList = {
	...listByName(serviceRecord, ['state', 'region']),
	...recordSource(serviceRecord, servicesInActivities),
};

const BYOC_NAME_KEYS = ['displayName', 'accountId', 'accountName'];

const namedInfrastructure = {
	...byocInfrastructureRecord,
	nameKeys: BYOC_NAME_KEYS,
	listedBy: 'Organization → Get',
};

/** The API has no list of infrastructure, so it's found in the organization's record. */
const infrastructureIdNeed: NameRead = (name, parameters, context) => {
	const { request, issues } = recordRead(organizationRecord).plan(parameters, context);
	if (issues.length > 0) return undefined;
	return {
		purpose: lookupPurpose(byocInfrastructureRecord.title),
		permission: organizationRecord.permissions.read,
		request: { ...request, method: 'GET' },
		factIn: (organization) =>
			idIn(infrastructureIn(organization), name, namedInfrastructure, context),
	};
};

const MEMBER_NAME_KEYS = ['name', 'email'];

const LOCATOR_LISTS = {
	searchActivities: {
		...activities,
		loadEntries: newestActivities,
		name: [['type'], ['actorDetails', 'actorId'], ['createdAt']],
		isOrdered: true,
	},
	searchApiKeys: listByName(apiKeyRecord, ['state', 'keySuffix']),
	searchBackups: listByTime(backupRecord),
	searchByocInfrastructure: {
		access: accessTo(organizationParent),
		loadEntries: ownInfrastructure,
		name: [BYOC_NAME_KEYS],
		details: ['state', 'regionId'],
		lookup: { ...recordLookup(namedInfrastructure), idOf: infrastructureIdNeed },
	},
	searchInvitations: listByName(invitationRecord),
	searchMembers: listByName(memberRecord, ['email'], MEMBER_NAME_KEYS),
	searchPipes: listByName(pipeRecord, ['state']),
	searchPrivateEndpoints: {
		access: accessTo(serviceParent),
		loadEntries: availableEndpoints,
		name: [],
	},
	searchQueryEndpoints: listByName(queryEndpointRecord, ['database']),
	searchQueryParameters: {
		access: (context, byHand) => {
			const { parameters, ...access } = accessTo(serviceParent)(context, byHand);
			const queryEndpointId = chosenRecord(context, runEndpoint.field);
			return { ...access, parameters: { ...parameters, queryEndpointId } };
		},
		loadEntries: endpointParameters,
		name: [],
		byHand: 'Choose By Name to type the name.',
	},
	searchReversePrivateEndpoints: listByName(reversePrivateEndpointRecord, ['status']),
	searchRoles: listByName(roleRecord, ['type']),
	searchSavedQueries: listByName(savedQueryRecord, ['database']),
	searchServices: serviceList,
	searchServiceSettings: {
		access: accessTo(serviceParent),
		loadEntries: settingsToChoose,
		idKey: 'name',
		name: [['name']],
		details: ['type', 'warning', 'deprecationNotice'],
	},
	searchSnapshots: listByTime(snapshotRecord),
} satisfies Record<string, PanelList>;

/** If the API can't list all settings of a service, users can only choose changed settings. */
async function settingsToChoose(
	source: OpenList,
	parameters: ParameterValues,
): Promise<readonly JsonObject[]> {
	const payload = await source.readPayload(
		recordRead({ ...changedSettings, collection: settingSchemaPath }),
		parameters,
		async () => await source.readPayload(recordRead(changedSettings), parameters),
	);
	return settingsIn(payload) ?? [];
}

/** The contract doesn't promise that Create accepts these endpoints' IDs. */
async function availableEndpoints(
	source: OpenList,
	parameters: ParameterValues,
): Promise<JsonObject[]> {
	const payload = await source.readPayload(recordRead(serviceRecord), parameters);
	const { availablePrivateEndpointIds: available } = asObject(payload);
	return Array.isArray(available) ? available.map((id: unknown) => ({ id })) : [];
}

/** The parameters come from the query's defaults and its SQL. */
async function endpointParameters(
	source: OpenList,
	parameters: ParameterValues,
): Promise<JsonObject[]> {
	const read = recordRead({ ...queryEndpointRecord, id: runEndpoint });
	const { parameters: defaults, sql } = asObject(await source.readPayload(read, parameters));
	const names = [...Object.keys(asObject(defaults)), ...parametersIn(String(sql))];
	return [...new Set(names)].map((id) => ({ id }));
}

async function organizationOf(source: OpenList): Promise<JsonObject> {
	return asObject(await source.readPayload(recordRead(organizationRecord), {}));
}

/** The API has no list of infrastructure, so it's read from the organization's record. */
async function ownInfrastructure(source: OpenList): Promise<JsonObject[]> {
	return infrastructureIn(await organizationOf(source));
}

function infrastructureIn(organization: unknown): JsonObject[] {
	return recordsIn(asObject(organization)['byocConfig']);
}

const noRecords = () => [];

const members = recordSource(memberRecord, noRecords);
const apiKeys = recordSource(apiKeyRecord, noRecords);

const MULTI_SELECT_LISTS = {
	/** The values are the names that the API gives people and keys in a role's actors. */
	getActors: {
		access: accessTo(organizationParent),
		loadEntries: async (source, parameters) => {
			const [people, keys] = await Promise.all([
				members.loadEntries(source, parameters),
				apiKeys.loadEntries(source, parameters),
			]);
			return [
				...people.map((member) => ({
					...member,
					id: `user/${textMember(member, 'userId') ?? ''}`,
				})),
				...keys.map((key) => ({
					name: key.name,
					id: `apiKey/${textMember(key, 'id') ?? ''}`,
					kind: 'API key',
				})),
			];
		},
		name: [MEMBER_NAME_KEYS],
		details: ['email', 'kind'],
		lookup: choiceLookup({ 'user/': memberRecord, 'apiKey/': apiKeyRecord }),
	},
	getApiKeys: {
		...LOCATOR_LISTS.searchApiKeys,
		lookup: choiceLookup({ '': apiKeyRecord }),
	},
	getResources: {
		access: accessTo(organizationParent),
		loadEntries: async (source, parameters) => {
			const [{ id, name }, instances] = await Promise.all([
				organizationOf(source),
				serviceList.loadEntries(source, parameters),
			]);
			return [
				{ id: 'instance/*', name: 'All services' },
				{ id: `organization/${String(id)}`, name, kind: 'organization' },
				...instances.map((instance) => ({ ...instance, id: `instance/${String(instance.id)}` })),
			];
		},
		name: [['name']],
		details: ['kind', 'state', 'region'],
		lookup: choiceLookup({ 'instance/': serviceRecord }),
	},
	/** Empty if the API has no list of roles. */
	getRoles: {
		...recordSource(roleRecord, noRecords),
		name: [['name']],
		details: ['type'],
		lookup: choiceLookup({ '': roleRecord }),
	},
} satisfies Record<string, PanelList>;

const getServices = optionsMethod(serviceList);

/** The API has no list of permissions, and in the node's description they would take 3 kB. */
const getPermissions = async (): Promise<INodePropertyOptions[]> =>
	await Promise.resolve(optionsOf(Object.keys(PERMISSION_LABELS), PERMISSION_LABELS));

export const listSearch = methodsOf(LOCATOR_LISTS, searchMethod);
export const loadOptions = {
	...methodsOf(MULTI_SELECT_LISTS, optionsMethod),
	getPermissions,
	getServices,
};
export const lookups = lookupsOf({ ...LOCATOR_LISTS, ...MULTI_SELECT_LISTS });

/** A trigger without a service watches all of them, so it offers no records to choose. */
function optionsOfService(list: PanelList) {
	const load = optionsMethod(list);
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { modes } = serviceIdField;
		const serviceId = locatorValue(this.getCurrentNodeParameter(serviceIdField.name), modes);
		return emptyToUndefined(serviceId) === undefined ? [] : await load.call(this);
	};
}

export const watchedOptions = {
	getPipes: optionsOfService(LOCATOR_LISTS.searchPipes),
	getReversePrivateEndpoints: optionsOfService(LOCATOR_LISTS.searchReversePrivateEndpoints),
	getServices,
};
