import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { inputError } from '../engine/errors/nodeErrors';
import type { ListSource, Shown } from '../features/lists/lists';
import {
	openListSource,
	TYPE_THE_ID,
	listPage,
	listQuery,
	wantedOf,
} from '../features/lists/lists';
import { emptyToUndefined, locatorValue, asObject } from '../engine/parameters/values';
import { managementApi } from './api';
import type { JsonObject } from '../engine/json';
import { isDataObject } from '../engine/json';
import type { Parameters } from '../engine/operation';
import { ofService, serviceIdField } from './identifiers';
import type { ListType, ListTraits } from '../features/record/record';
import { readList, readRecord } from '../features/record/record';
import { uuidSegment } from '../engine/issues/checks';
import { activityRecord, selectActivities } from './activities';
import {
	apiKeyRecord,
	invitationRecord,
	memberRecord,
	pipeRecord,
	serviceRecord,
	backupRecord,
	reversePrivateEndpointRecord,
	roleRecord,
} from './records';

/** Opens the source of a list in the organization of the node. `byHand` explains how to do without the list. */
export async function withListSource<List>(
	context: ILoadOptionsFunctions,
	list: (source: ListSource) => Promise<List>,
	byHand = TYPE_THE_ID,
): Promise<List> {
	const options = { organizationId: chosenOrganization(context, byHand) };
	return await openListSource(context, { api: managementApi, options, byHand }, list);
}

/** Returns the organization in the node's options, or undefined if the credential's counts. */
export function chosenOrganization(context: ILoadOptionsFunctions, byHand: string): unknown {
	// n8n returns null for a collection with an expression that has no value while the panel is open.
	if (context.getCurrentNodeParameter('options') !== null) {
		return emptyToUndefined(context.getCurrentNodeParameter('options.organizationId'));
	}
	throw inputError(context.getNode(), {
		message: "The options contain an expression that has no value here, so the list can't be read.",
		description: byHand,
	});
}

/** A list in the panel: where its records come from, and how they are shown. */
interface PanelList extends Shown {
	parent: ListType['parent'];
	/** Reads the records, in order. */
	read: (source: ListSource, parameters: Parameters) => Promise<readonly JsonObject[]>;
}

/** Fills a list of the panel, as n8n calls it. */
type SearchMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
) => Promise<INodeListSearchResult>;

/** Returns the records of a kind. `otherwise` reads them from an API that doesn't list them. */
export function recordsOf(
	kind: ListType,
	traits: ListTraits = {},
	otherwise?: (source: ListSource) => Promise<unknown>,
): Pick<PanelList, 'parent' | 'read'> {
	const list = { ...readList(kind, traits), properties: [serviceIdField] };
	return {
		parent: kind.parent,
		read: async (source, parameters) => {
			const payload = await source.payload(
				list,
				parameters,
				otherwise && (async () => await otherwise(source)),
			);
			const records = Array.isArray(payload) ? payload.filter(isDataObject) : [];
			const time = { credential: {}, startedAt: Date.now(), timezone: source.timezone };
			return traits.select?.(records, {}, time) ?? records;
		},
	};
}

/** Returns the method that fills a list. Its search, and what is shown beyond 200, reads it again: nothing is kept. */
function searchIn({ parent, read, ...shown }: PanelList): SearchMethod {
	return async function (filter, paginationToken) {
		const query = listQuery(filter, paginationToken);
		const parameters = parent === ofService ? { serviceId: chosenService(this) } : {};
		return await withListSource(this, async (source) => {
			const records = await read(source, { ...parameters, ...wantedOf(query) });
			return listPage(records, shown, source, query);
		});
	};
}

/** Returns the service that is chosen in the panel. Throws a `NodeOperationError` without one. */
export function chosenService(context: ILoadOptionsFunctions): string {
	const locator: unknown = context.getCurrentNodeParameter(serviceIdField.name);
	const chosen = emptyToUndefined(locatorValue(locator, serviceIdField.modes));
	if (typeof chosen === 'string') return chosen.trim();
	throw inputError(context.getNode(), {
		message: 'Service ID has no value here. Choose the service first, or type the ID.',
		description: 'Nothing was sent.',
	});
}

/** The read of one service. */
const serviceRead = { ...readRecord(serviceRecord), properties: [serviceIdField] };

/** How many services are read for their names at most. */
const MAX_READS = 10;

const activities = recordsOf(activityRecord, { select: selectActivities });

/**
 * Returns the services in activities, the most recently active first, for an API that lists none. Assumed beyond
 * the reference: these are IDs of services.
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

/** Returns the IDs of the services in the activities, each once, in their order. */
function servicesIn(records: readonly JsonObject[]): string[] {
	const named = new Set(
		records.map(({ serviceId }) => (typeof serviceId === 'string' ? serviceId.trim() : '')),
	);
	return [...named].filter((id) => uuidSegment('', id).issues.length === 0);
}

/** The lists of the resource locators, by the names that their fields use. */
export const listSearch = {
	searchActivities: searchIn({
		...activities,
		name: [['type'], ['actorDetails', 'actorId'], ['createdAt']],
	}),
	searchApiKeys: searchIn({
		...recordsOf(apiKeyRecord),
		name: [['name']],
		details: ['state', 'keySuffix'],
	}),
	searchBackups: searchIn({
		...recordsOf(backupRecord),
		name: [['startedAt', 'backupName']],
		details: ['status'],
	}),
	searchInvitations: searchIn({ ...recordsOf(invitationRecord), name: [['email']] }),
	searchMembers: searchIn({
		...recordsOf(memberRecord),
		idMember: 'userId',
		name: [['name', 'email']],
		details: ['email'],
	}),
	searchPipes: searchIn({ ...recordsOf(pipeRecord), name: [['name']], details: ['state'] }),
	searchPrivateEndpoints: searchIn({ parent: ofService, read: availableEndpoints, name: [] }),
	searchReversePrivateEndpoints: searchIn({
		...recordsOf(reversePrivateEndpointRecord),
		name: [['description', 'endpointId']],
		details: ['status'],
	}),
	searchServices: searchIn({
		...recordsOf(serviceRecord, {}, servicesInActivities),
		name: [['name']],
		details: ['state', 'region'],
	}),
};

/**
 * Returns the private endpoints that a service lists as available. Assumed beyond the reference: these are the IDs that
 * Create accepts.
 */
async function availableEndpoints(
	source: ListSource,
	parameters: Parameters,
): Promise<JsonObject[]> {
	const payload = await source.payload(serviceRead, parameters);
	const { availablePrivateEndpointIds: available } = asObject(payload);
	return Array.isArray(available) ? available.map((id: unknown) => ({ id })) : [];
}

const roles = recordsOf(roleRecord, {}, async () => await Promise.resolve([]));

/** Lists up to 200 roles of the organization by their names; none if the API has no such list. */
async function getRoles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await withListSource(
		this,
		async (source) => {
			const query = listQuery();
			const records = await roles.read(source, wantedOf(query));
			const shown = { name: [['name']], details: ['type'] };
			return listPage(records, shown, source, query)
				.results.map(({ name, value }) => ({ name, value }))
				.sort((one, other) => one.name.localeCompare(other.name));
		},
		'To do without the list, enter the IDs with an expression.',
	);
}

/** The options of multi-selects, by the names that their fields use. */
export const loadOptions = { getRoles };
