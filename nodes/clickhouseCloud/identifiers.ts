import type { INodeProperties } from 'n8n-workflow';
import type { ApiRequestOf } from '../features/apiRequest/apiRequest';
import type { Phrase } from '../engine/phrase';
import { identified } from '../engine/phrase';
import { property, text } from '../engine/body/fields';
import { locatorField } from '../engine/parameters/properties';
import { optionsField, optionsWith } from '../engine/options/requestOptions';
import type { JsonObject } from '../engine/json';
import { asObject, emptyToUndefined } from '../engine/parameters/values';
import type { ParameterValues } from '../engine/operation';
import type { ApiRecord } from '../features/record/record';
import { wordsOf } from '../engine/text';
import { dialectOf, NEUTRAL, organizationOfKey, pipesSegment } from './api';
import type { WithIssues } from '../engine/issue';
import { uuidSegment } from '../engine/parameters/pathSegment';
import type { CollectionPath } from '../features/record/paths';
import { EXAMPLE_ID, below } from '../features/record/paths';

export const EXAMPLE_REVERSE_PRIVATE_ENDPOINT_ID = '6f1d3b90-2c5e-4a7b-b8d1-0e9f4c2a5d73';

export const organizationIdField = property(
	'organizationId',
	text('Organization ID', {
		description: "Defaults to the credential's organization",
	}),
);

export const organizationOptions = optionsWith([organizationIdField]);

/** Finds the ID in a service page's address. */
const SERVICE_IN_URL = '/services/([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})';
const NO_SERVICE =
	'contains no "/services/" followed by an ID. Copy the address of the service\'s page in the console.';

export const serviceIdLocator = locatorField('Service', 'serviceId', 'searchServices', EXAMPLE_ID, {
	nameExample: 'Analytics',
	url: {
		placeholder: `e.g. https://console.example.com/services/${EXAMPLE_ID}`,
		pattern: SERVICE_IN_URL,
		errorMessage: `The URL ${NO_SERVICE}`,
	},
});

export const serviceIdField: INodeProperties = {
	...serviceIdLocator,
	required: true,
	description:
		"The service's page in the console shows the ID. The list shows the organization's services.",
};

const NO_LIST =
	'Check the IDs. They must belong to the organization set in the credential or the node. If they are right, this API might not have this list.';

export const organizationParent: ApiRecord['parent'] = {
	noun: 'organization',
	describe: chosenOrganization,
	options: organizationOptions,
	noList: NO_LIST,
	honorsLimit: (credential) => dialectOf(credential) === 'clickhouseCloud',
};
/** For facts that the API derives from the key alone, without an organization. */
export const keyParent: ApiRecord['parent'] = {
	noun: 'key',
	options: optionsField,
	honorsLimit: organizationParent.honorsLimit,
};
export const serviceParent: ApiRecord['parent'] = {
	...organizationParent,
	noun: 'service',
	idField: serviceIdField,
};

function ownOrganizationId({ options }: ParameterValues): unknown {
	return emptyToUndefined(asObject(options).organizationId);
}

export function chosenOrganization(parameters: ParameterValues): Phrase | undefined {
	return identified('organization', ownOrganizationId(parameters));
}

export const CREDENTIAL_ORGANIZATION = `credential.${organizationOfKey.need.fact}`;
const NO_ORGANIZATION_ID =
	'is empty. Enter it in the credential. If this API is ClickHouse Cloud, you can set API Dialect to ClickHouse Cloud instead.';

/** The item's organization wins over the credential's. */
export function organizationSegment(
	parameters: ParameterValues,
	credential: Readonly<JsonObject>,
): WithIssues<string> {
	const itemOrganization = ownOrganizationId(parameters);
	if (itemOrganization !== undefined)
		return uuidSegment('options.organizationId', itemOrganization);
	const { organizationId } = credential;
	const path = CREDENTIAL_ORGANIZATION;
	const label = 'Organization ID in the credential';
	return emptyToUndefined(organizationId) === undefined
		? { value: '', issues: [{ path, label, text: NO_ORGANIZATION_ID }] }
		: uuidSegment(path, organizationId, label);
}

export const organizationPath = below(
	() => ({ value: '/v1/organizations', issues: [] }),
	organizationSegment,
);

export function inOrganization(name: string): CollectionPath {
	return below(organizationPath, name);
}

export const servicePath = below(inOrganization('services'), ({ serviceId }) =>
	serviceSegment(serviceIdField.name, serviceId),
);

/** A pasted URL gets an issue of its own. */
export function serviceSegment(path: string, serviceId: unknown): WithIssues<string> {
	const isUrl = typeof serviceId === 'string' && serviceId.includes('://');
	return isUrl ? { value: '', issues: [{ path, text: NO_SERVICE }] } : uuidSegment(path, serviceId);
}

/** With `suffix`, the path is that of a resource whose name starts like that of pipes. */
export function pipesPath(suffix = ''): CollectionPath {
	return below(servicePath, (_parameters, credential) => ({
		value: NEUTRAL.pipesSegment + suffix,
		issues: pipesSegment(credential, 'Pipes Path Segment in the credential').issues,
	}));
}

export const managementEndpoints: ApiRequestOf = {
	examplePath: '/v1/organizations/{organizationId}/activities',
	pathDescription:
		"Path below the Base URL, as in your API's documentation. The node fills in {organizationId}.",
	options: organizationOptions,
	variablesOf: (parameters, credential) => ({
		organizationId: organizationSegment(parameters, credential),
	}),
};

/** Shared with the trigger, because n8n's palette shows both as a single entry with either description. */
export const NODE_PAIR_DESCRIPTION =
	'Create ClickPipes from Kafka, Postgres, or S3, manage services, and watch pipes and backups';

export const REGIONS = {
	aws: wordsOf(
		`ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1
		eu-west-1 eu-west-2 il-central-1 us-east-1 us-east-2 us-west-2`,
	),
	gcp: wordsOf('asia-northeast1 asia-southeast1 europe-west2 europe-west4 us-central1 us-east1'),
	azure: wordsOf('centralus eastus eastus2 germanywestcentral westus3'),
};
