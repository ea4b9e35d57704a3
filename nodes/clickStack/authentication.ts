import type {
	IExecuteFunctions,
	INodeCredentialDescription,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { withDisplayOptions } from '../engine/displayOptions';
import { organizationIdField, serviceIdField, servicePath } from '../clickhouseCloud/identifiers';
import { recordText } from '../engine/summary/sentences';
import { choice, property } from '../engine/body/fields';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import type { Api, Parameters } from '../engine/operation';
import type { RequestOptionsFor } from '../engine/options/requestOptions';
import { optionsField } from '../engine/options/requestOptions';
import { dashboardApi, managedApi } from './api';
import type { CollectionPath, RecordPath } from '../features/record/paths';
import { below } from '../features/record/paths';

const NAMES = { accessToken: 'Own ClickStack', cloudApiKey: 'ClickStack in ClickHouse Cloud' };
const APIS: ReadonlyMap<unknown, Api> = new Map([
	['accessToken', dashboardApi],
	['cloudApiKey', managedApi],
]);
const ifManaged = { show: { authentication: ['cloudApiKey'] } };

/** Which of both APIs is used. It has no conditions: the editor would hide the fields that they mention. */
const authenticationField = property(
	'authentication',
	choice('Authentication', NAMES, {
		selects: true,
		descriptions: {
			accessToken: 'ClickStack Dashboard API credential, for your own server',
			cloudApiKey: 'ClickHouse Cloud Management API credential, for managed ClickStack',
		},
	}),
);

/** The credentials of a node that reads dashboards: Authentication chooses one. */
export const credentials: INodeCredentialDescription[] = [
	{
		name: dashboardApi.credentialType,
		required: true,
		testedBy: 'cloudDashboardApiTest',
		displayOptions: { show: { authentication: ['accessToken'] } },
	},
	{
		name: managedApi.credentialType,
		required: true,
		testedBy: 'cloudManagementApiTest',
		displayOptions: ifManaged,
	},
];

/** The fields that every operation has: the API, and for the managed one its service. */
export const accessFields: INodeProperties[] = [
	authenticationField,
	...withDisplayOptions(ifManaged, [serviceIdField]),
];

/** The options that only the managed API has. */
export const managedOptions: INodeProperties[] = withDisplayOptions(
	{ show: { '/authentication': ['cloudApiKey'] } },
	[organizationIdField],
);

/** An operation's options, including the managed API's. */
export function requestOptions({
	extraOptions = [],
	...operation
}: RequestOptionsFor): INodeProperties {
	return optionsField({ ...operation, extraOptions: [...managedOptions, ...extraOptions] });
}

/** The node's API. Throws a `NodeOperationError` for an expression, which could choose per item. */
export function chosenApi(context: Pick<IExecuteFunctions, 'getNode'>): Api {
	const node = context.getNode();
	const { authentication = authenticationField.default }: INodeParameters = node.parameters;
	const api = APIS.get(authentication);
	if (api !== undefined) return api;
	throw inputError(node, {
		message: 'Authentication has an unknown value',
		description: "Nothing was sent. Choose it from the list. It can't be an expression.",
	});
}

/** True if an item is sent to managed ClickStack. */
export function isManaged({ authentication }: Parameters): boolean {
	return APIS.get(authentication) === managedApi;
}

/** The managed ClickStack service's name for a sentence, or undefined for a self-hosted server. */
export function chosenService(parameters: Parameters): string | undefined {
	if (!isManaged(parameters)) return undefined;
	return `service ${recordText(parameters, serviceIdField.name)}`;
}

/** The start of every path, and the issues with the identifiers in it. */
export function apiPath(parameters: Parameters, credential: Readonly<JsonObject>): RecordPath {
	return isManaged(parameters)
		? below(servicePath, 'clickstack')(parameters, credential)
		: { path: '/api/v2', issues: [] };
}

/** The path of a resource, called `noun`, that only managed ClickStack has. */
export function managedPath(segment: string, noun: string): CollectionPath {
	const text = `is Own ClickStack, which has no ${noun} in its API. Choose ClickStack in ClickHouse Cloud.`;
	return (parameters, credential) => {
		const { path, issues } = below(apiPath, segment)(parameters, credential);
		const refused = isManaged(parameters) ? [] : [{ path: authenticationField.name, text }];
		return { path, issues: [...issues, ...refused] };
	};
}

/** The path of a resource, called `noun`, that only a self-hosted server has. */
export function ownPath(segment: string, noun: string): CollectionPath {
	const path = `/api/v2/${segment}`;
	const text = `is ClickStack in ClickHouse Cloud, which has no ${noun} in its API. If you run your own ClickStack, choose Own ClickStack.`;
	return (parameters) => ({
		path,
		issues: isManaged(parameters) ? [{ path: authenticationField.name, text }] : [],
	});
}
