import type {
	IExecuteFunctions,
	INodeCredentialDescription,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';
import { organizationIdField, serviceIdField, servicePath } from '../clickhouseCloud/identifiers';
import type { Phrase } from '../engine/phrase';
import { phrase, quoteName } from '../engine/phrase';
import { choice, property } from '../engine/body/fields';
import { inputError } from '../engine/errors/nodeErrors';
import type { JsonObject } from '../engine/json';
import type { Api, ParameterValues } from '../engine/operation';
import { optionsWith } from '../engine/options/requestOptions';
import { dashboardApi, managedApi } from './api';
import type { CollectionPath } from '../features/record/paths';
import type { WithIssues } from '../engine/issue';
import { below } from '../features/record/paths';
import { withDisplayOptions } from '../engine/parameters/properties';

const API_NAMES = { accessToken: 'Own ClickStack', cloudApiKey: 'ClickStack in ClickHouse Cloud' };
const APIS: ReadonlyMap<unknown, Api> = new Map([
	['accessToken', dashboardApi],
	['cloudApiKey', managedApi],
]);
const ifManaged = { show: { authentication: ['cloudApiKey'] } };

/** This field has no conditions, because the editor hides every field that a condition mentions. */
const authenticationField = property(
	'authentication',
	choice('Authentication', API_NAMES, {
		selects: true,
		descriptions: {
			accessToken: 'ClickStack API credential, for your own server',
			cloudApiKey: 'ClickHouse Cloud Management API credential, for managed ClickStack',
		},
	}),
);

/** Authentication selects one of these credentials. */
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

/** Every operation starts with the API and, for the managed API, its service. */
export const accessFields: INodeProperties[] = [
	authenticationField,
	...withDisplayOptions(ifManaged, [
		{
			...serviceIdField,
			description:
				'ClickHouse Cloud service with ClickStack. For your own ClickStack, choose a ClickStack credential instead.',
		},
	]),
];

export const managedOptions: INodeProperties[] = withDisplayOptions(
	{ show: { '/authentication': ['cloudApiKey'] } },
	[organizationIdField],
);

export const clickStackOptions = optionsWith(managedOptions);

/** Throws a `NodeOperationError` for an expression, because an expression could choose another API for each item. */
export function chosenApi(context: Pick<IExecuteFunctions, 'getNode'>): Api {
	const node = context.getNode();
	const { authentication = authenticationField.default }: INodeParameters = node.parameters;
	const api = APIS.get(authentication);
	if (api !== undefined) return api;
	throw inputError(node, {
		message: 'Authentication has an unknown value',
		description: "Nothing was sent. Choose it from the list. Expressions don't work in this field.",
	});
}

export function isManaged({ authentication }: ParameterValues): boolean {
	return APIS.get(authentication) === managedApi;
}

/** Undefined for a self-hosted server. */
export function chosenService(parameters: ParameterValues): Phrase | undefined {
	if (!isManaged(parameters)) return undefined;
	return phrase`service ${quoteName(parameters[serviceIdField.name])}`;
}

export function apiPath(
	parameters: ParameterValues,
	credential: Readonly<JsonObject>,
): WithIssues<string> {
	return isManaged(parameters)
		? below(servicePath, 'clickstack')(parameters, credential)
		: { value: '/api/v2', issues: [] };
}

/** For a resource that only managed ClickStack has. `noun` is its name. */
export function managedPath(segment: string, noun: string): CollectionPath {
	const text = `is Own ClickStack, which has no ${noun} in its API. Choose ClickStack in ClickHouse Cloud.`;
	return (parameters, credential) => {
		const { value, issues } = below(apiPath, segment)(parameters, credential);
		const refused = isManaged(parameters) ? [] : [{ path: authenticationField.name, text }];
		return { value, issues: [...issues, ...refused] };
	};
}

/** For a resource that only self-hosted servers have. `noun` is its name. */
export function ownPath(segment: string, noun: string): CollectionPath {
	const text = `is ClickStack in ClickHouse Cloud, which has no ${noun} in its API. If you run your own ClickStack, choose Own ClickStack.`;
	return (parameters) => ({
		value: `/api/v2/${segment}`,
		issues: isManaged(parameters) ? [{ path: authenticationField.name, text }] : [],
	});
}
