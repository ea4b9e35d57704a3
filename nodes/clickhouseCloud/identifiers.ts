import type { INodeProperties } from 'n8n-workflow';
import type { ApiRequestOf } from '../features/apiRequest/apiRequest';
import { identified } from '../engine/approval/sentences';
import { idLocator } from '../engine/parameters/properties';
import type { RequestOptionsFor } from '../features/record/options';
import { optionsField } from '../features/record/options';
import type { JsonObject } from '../engine/json';
import { asObject, emptyToUndefined } from '../engine/parameters/values';
import type { ValidationIssue, Parameters } from '../engine/operation';
import type { CollectionPath, RecordHome } from '../features/record/record';
import type { PathSegment } from '../engine/issues/checks';
import { pathSegment, uuidSegment } from '../engine/issues/checks';
import { dialectOf, pipesSegmentOf } from './api';

/** The IDs that fields show as examples. */
export const EXAMPLE_ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
export const EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID = '6f1d3b90-2c5e-4a7b-b8d1-0e9f4c2a5d73';

const ID_PLACEHOLDER = `e.g. ${EXAMPLE_ID}`;

/** The start of a request's path, and the issues with the identifiers in it. */
interface RequestPath {
	path: string;
	issues: ValidationIssue[];
}

const ORGANIZATIONS: RequestPath = { path: '/v1/organizations', issues: [] };

/** The option for another organization than the credential's. */
export const organizationIdField: INodeProperties = {
	displayName: 'Organization ID',
	name: 'organizationId',
	type: 'string',
	default: '',
	placeholder: ID_PLACEHOLDER,
	description: "The organization to use. Leave empty for the credential's own.",
};

/** Returns the options of an operation, with the organization among them. */
export function requestOptions({ own = [], ...operation }: RequestOptionsFor): INodeProperties {
	return optionsField({ ...operation, own: [organizationIdField, ...own] });
}

/** The ID in the address of a service's page. */
const IN_URL = '/services/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})';
const NO_SERVICE =
	'contains no "/services/" followed by an ID. Copy the address of the page of the service in the console.';

/** The choice of a service, without what the field says about it. */
export const serviceIdLocator: INodeProperties = {
	displayName: 'Service ID',
	name: 'serviceId',
	...idLocator('searchServices', ID_PLACEHOLDER, {
		placeholder: `e.g. https://console.example.com/services/${EXAMPLE_ID}`,
		pattern: IN_URL,
		errorMessage: `The URL ${NO_SERVICE}`,
	}),
};

export const serviceIdField: INodeProperties = {
	...serviceIdLocator,
	required: true,
	description:
		'The ID of the service, from its page in the console. The list contains the services of the organization.',
};

/** Returns the field of a record's ID: chosen from a list, typed or mapped. */
function idField(
	displayName: string,
	name: string,
	searchListMethod: string,
	description: string,
	example = EXAMPLE_ID,
): INodeProperties {
	const locator = idLocator(searchListMethod, `e.g. ${example}`);
	return { displayName, name, ...locator, required: true, description };
}

export const pipeIdField = idField(
	'Pipe ID',
	'pipeId',
	'searchPipes',
	'The ID of the pipe, from the output of Pipe → Create. The list contains the pipes of the chosen service.',
);

export const backupIdField = idField(
	'Backup ID',
	'backupId',
	'searchBackups',
	'The ID of the backup, from the console. The list contains the backups of the chosen service.',
	'5b7e2c18-90af-4d36-8e12-c4a9d0f3b672',
);

export const reversePrivateEndpointIdField = idField(
	'Reverse Private Endpoint ID',
	'reversePrivateEndpointId',
	'searchReversePrivateEndpoints',
	'The ID of the reverse private endpoint, from the console. The list contains those of the chosen service.',
	EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID,
);

export const userIdField = idField(
	'User ID',
	'userId',
	'searchMembers',
	'The user ID of the member. The list contains the members of the organization.',
	'0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54',
);

export const invitationIdField = idField(
	'Invitation ID',
	'invitationId',
	'searchInvitations',
	'The ID of the invitation, from the output of Invitation → Create. The list contains the open invitations.',
);

export const apiKeyIdField = idField(
	'API Key ID',
	'apiKeyId',
	'searchApiKeys',
	'The ID of the API key, a UUID, not its Key ID. The list contains the API keys of the organization.',
);

const NO_LIST =
	'Check the IDs, and that they belong to the organization in the credential or the node. If they are right, this API may not have this list.';

const ofApi: Pick<RecordHome, 'noList' | 'options' | 'readsLimit'> = {
	options: requestOptions,
	noList: NO_LIST,
	readsLimit: (credential) => dialectOf(credential) === 'clickhouseCloud',
};

/** Records that belong to the organization, and those whose path begins with the ID of a service. */
export const ofOrganization: RecordHome = {
	noun: 'organization',
	chosen: chosenOrganization,
	...ofApi,
};
export const ofService: RecordHome = { noun: 'service', idField: serviceIdField, ...ofApi };

/** Returns where the records of the organization are, in a collection of this name. */
export function inOrganization(name: string): CollectionPath {
	return (parameters, credential) => appendSegments(organizationPath(parameters, credential), name);
}

/** The same for the records of a service. */
export function inService(name: string): CollectionPath {
	return (parameters, credential) => appendSegments(servicePath(parameters, credential), name);
}

/** Returns the ID of the organization that an item chose in place of the credential's. */
function ownOrganizationId({ options }: Parameters): unknown {
	return emptyToUndefined(asObject(options).organizationId);
}

/** Returns what a sentence calls the organization that an item chose in place of the credential's. */
export function chosenOrganization(parameters: Parameters): string | undefined {
	return identified('organization', ownOrganizationId(parameters));
}

/** Returns the organization of an item as a segment of the path: its own, or else the credential's. */
export function organizationSegment(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): PathSegment {
	const own = ownOrganizationId(parameters);
	if (own !== undefined) return uuidSegment('options.organizationId', own);
	const label = 'Organization ID in the credential';
	return uuidSegment('credential.organizationId', credential.organizationId, label);
}

/** Returns the start of every path, with the organization's ID, and the issues with it. */
export function organizationPath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): RequestPath {
	return appendSegments(ORGANIZATIONS, organizationSegment(parameters, credential));
}

/** Returns the path of an organization's activities. */
export function activitiesPath(organization: PathSegment): RequestPath {
	return appendSegments(ORGANIZATIONS, organization, 'activities');
}

/** Returns the path of an organization's services. */
export function servicesPath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): RequestPath {
	return appendSegments(organizationPath(parameters, credential), 'services');
}

/** Returns the ID of a service as a segment of the path. */
export function serviceSegment(path: string, serviceId: unknown): PathSegment {
	const isUrl = typeof serviceId === 'string' && serviceId.includes('://');
	return isUrl
		? { segment: '', issues: [{ path, code: 'malformed', shape: NO_SERVICE }] }
		: uuidSegment(path, serviceId);
}

/** Returns the start of a path within a service, and the issues with it. */
export function servicePath(parameters: Parameters, credential: Readonly<JsonObject>): RequestPath {
	const service = serviceSegment(serviceIdField.name, parameters.serviceId);
	return appendSegments(servicesPath(parameters, credential), service);
}

/** Returns the segment of a service's pipes in the credential's spelling. */
export function pipesSegment(credential: Readonly<JsonObject>): PathSegment {
	const label = 'Pipes Path Segment in the credential';
	return pathSegment('credential.pipesSegment', pipesSegmentOf(credential), label);
}

/** Appends segments to a path; a `PathSegment` brings its issues along. */
export function appendSegments(
	parent: RequestPath,
	...parts: ReadonlyArray<string | PathSegment>
): RequestPath {
	return parts.reduce<RequestPath>((path, part) => {
		const { segment, issues } = typeof part === 'string' ? { segment: part, issues: [] } : part;
		return { path: `${path.path}/${segment}`, issues: [...path.issues, ...issues] };
	}, parent);
}

/** Any endpoint of the management API. */
export const managementEndpoints: ApiRequestOf = {
	examplePath: '/v1/organizations/{organizationId}/activities',
	pathDescription:
		"The path after the base URL, as in your API's documentation. {organizationId} is replaced with the organization's ID.",
	ownOptions: [organizationIdField],
	variablesOf: (parameters, credential) => ({
		organizationId: organizationSegment(parameters, credential),
	}),
};

/** What this node and its trigger do: n8n's palette shows the two as one, with one of their descriptions. */
export const NODE_PAIR_DESCRIPTION =
	'Manage pipes, services, backups and members of a cloud data platform, or start workflows when something happens in it';
