import type { INodeProperties } from 'n8n-workflow';

import { identified, otherFields, quoted, quoteName } from '../../../core/approval/summary';
import type { JsonObject } from '../../../core/json';
import { optionsOf } from '../../../core/parameters/properties';
import { textList } from '../../../core/parameters/values';
import { objectBody } from '../../../core/http/request';
import type { ListedOperation } from '../../../core/resource';
import {
	AVAILABILITY_ZONE_SUFFIXES,
	BYOC_REGIONS,
	byocInfrastructureSchema,
	UNKNOWN_REGIONS,
} from '../../api/byocInfrastructure';
import { dialectOf } from '../../api/dialect';
import { createDefaults } from '../../../core/record/creation';
import {
	appendSegments,
	chosenOrganization,
	organizationPath,
	requestOptions,
} from '../shared/identifiers';
import {
	hasAddedMembers,
	requestBody,
	requestMembersField,
	trimmed,
} from '../../../core/parameters/requestBody';

const REGION_NAMES = {
	...Object.fromEntries(BYOC_REGIONS.map((region) => [region, `${providerOf(region)} ${region}`])),
	'': 'None (Use Additional Fields)',
};

const fields: INodeProperties[] = [
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 123456789012',
		description: 'The cloud account to set up the infrastructure in',
	},
	{
		displayName: 'Region',
		name: 'regionId',
		type: 'options',
		options: optionsOf(['', ...BYOC_REGIONS], REGION_NAMES),
		default: 'us-east-1',
		description:
			"The region to set up the infrastructure in. It's sent as regionId, as ClickHouse Cloud expects. If your API uses another key, choose None and enter the region in Additional Fields (JSON). A region that isn't in the list needs an expression and the option Allow Unlisted Values.",
	},
	{
		displayName: 'Availability Zone Suffixes',
		name: 'availabilityZoneSuffixes',
		type: 'multiOptions',
		required: true,
		options: optionsOf(AVAILABILITY_ZONE_SUFFIXES),
		default: ['a', 'b', 'c'],
		description: 'The availability zones of the region to use',
	},
	{
		displayName: 'VPC CIDR Range',
		name: 'vpcCidrRange',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 10.0.0.0/16',
		description: 'The IP address range of the virtual private cloud (VPC)',
	},
	{
		displayName: 'Display Name',
		name: 'displayName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Production',
		description: 'The name of the infrastructure in the console. ClickHouse Cloud requires it.',
	},
	requestMembersField('{ "tags": [] }'),
];

/** Reference, "Create BYOC infrastructure". */
export const createByocInfrastructure: ListedOperation = {
	name: 'Create',
	description: 'Set up BYOC infrastructure in your own cloud account',
	action: 'Create BYOC infrastructure',
	...createDefaults('BYOC infrastructure'),
	properties: [...fields, requestOptions({ reads: false, allowUnlisted: true })],
	unknownOutcome: [
		'The infrastructure may have been created',
		'Check the BYOC infrastructure of the organization in the console before you run the node again.',
	],
	target: (request) => identified('BYOC infrastructure in account', objectBody(request).accountId),
	summarize: (request, parameters) => {
		const body = objectBody(request);
		const others = otherFields(body, ['accountId', 'regionId', 'displayName']);
		const organization = chosenOrganization(parameters);
		const of = organization === undefined ? '' : ` of ${organization}`;
		return `Create BYOC infrastructure${nameText(body)}${of} in account ${quoteName(body.accountId)}${regionText(body)}${others}`;
	},
	plan: (parameters, { credential }) => {
		const organization = organizationPath(parameters, credential);
		const { path, issues } = appendSegments(organization, 'byocInfrastructure');
		const members = {
			accountId: trimmed(parameters.accountId),
			availabilityZoneSuffixes: textList(parameters.availabilityZoneSuffixes),
			displayName: trimmed(parameters.displayName),
			regionId: trimmed(parameters.regionId),
			vpcCidrRange: trimmed(parameters.vpcCidrRange),
		};
		const found = requestBody(byocInfrastructureSchema, members, parameters);
		return {
			request: { method: 'POST', path, body: found.body },
			issues: [...issues, ...found.issues],
			hints: [...regionHints(found.body, members), ...dialectHints(found.body, credential)],
		};
	},
};

function regionHints(body: JsonObject, members: JsonObject): string[] {
	if (body.regionId !== undefined || hasAddedMembers(body, members)) return [];
	return ['Region is empty, and Additional Fields (JSON) adds none: no region is sent.'];
}

/** Second reference, 2.3 and 7. */
function dialectHints(
	{ regionId, displayName, availabilityZoneSuffixes: zones }: JsonObject,
	credential: Readonly<JsonObject>,
): string[] {
	const dialect = dialectOf(credential);
	const isCloud = dialect === 'clickhouseCloud';
	const rows: Array<[applies: boolean, hint: string]> = [
		[
			UNKNOWN_REGIONS[dialect].some((region) => region === regionId),
			"The API may not know this region: its dialect doesn't list it. Left unchanged.",
		],
		[isCloud && displayName === undefined, 'ClickHouse Cloud needs a Display Name.'],
		[
			isCloud && Array.isArray(zones) && zones.length !== 3,
			'ClickHouse Cloud needs three availability zones.',
		],
	];
	return rows.filter(([applies]) => applies).map(([, hint]) => hint);
}

/** Without `regionId`, another key may contain the region. */
function regionText({ regionId }: JsonObject): string {
	return regionId === undefined ? '' : `, region ${quoteName(regionId)}`;
}

function nameText({ displayName }: JsonObject): string {
	return displayName === undefined ? '' : ` ${quoted(displayName)}`;
}

/** Each provider spells regions its own way: `us-east-1`, `us-east1`, `eastus`. */
function providerOf(region: string): string {
	if (!region.includes('-')) return 'Azure';
	return /-\d$/.test(region) ? 'AWS' : 'Google';
}
