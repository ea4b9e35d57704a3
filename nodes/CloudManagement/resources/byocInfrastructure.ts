import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { identified, phrase, quoteName, quoted } from '../../engine/phrase';
import { changesOf, differences, joinChanges, otherFields } from '../../engine/summary/sentences';
import type { Fields } from '../../engine/body/fields';
import {
	choice,
	describeFields,
	FILLED,
	flag,
	jsonObject,
	list,
	several,
	text,
} from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { neededText, notTogetherText, sentenceHint, tooManyText } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isAbsent, isJsonObject, recordsIn } from '../../engine/json';
import type { ParameterValues, ReadOperation } from '../../engine/operation';
import { objectBody } from '../../engine/request';
import { isText } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { enumerated, listed, wordsOf } from '../../engine/text';
import type { Dialect } from '../../clickhouseCloud/api';
import { dialectOf } from '../../clickhouseCloud/api';
import { chosenOrganization, REGIONS } from '../../clickhouseCloud/identifiers';
import { byocInfrastructureRecord } from '../../clickhouseCloud/records';
import { BYOC_STATES, waitAdvice, waitForState } from '../../clickhouseCloud/states';
import type { BodyFields } from '../../features/record/bodyFields';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { get, planRequests } from '../../features/record/record';
import { below } from '../../features/record/paths';
import { BETA_PERMISSIONS } from '../../clickhouseCloud/permissions';

const AVAILABILITY_ZONE_SUFFIXES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Only the neutral contract lists these regions. */
const ONLY_STANDARD = ['me-central-1'];
const ONLY_CLICKHOUSE_CLOUD = wordsOf(
	'ap-northeast-2 asia-northeast1 ca-central-1 centralus europe-west2 il-central-1',
);

const BYOC_REGIONS = [...Object.values(REGIONS).flat(), ...ONLY_STANDARD];

/** In a custom dialect, nobody knows which regions are listed. */
const UNKNOWN_REGIONS: Readonly<Record<Dialect, readonly string[]>> = {
	clickhouseCloud: ONLY_STANDARD,
	custom: [],
	standard: ONLY_CLICKHOUSE_CLOUD,
};

/** Each provider spells regions differently: `us-east-1`, `us-east1`, `eastus`. */
function providerOf(region: string): 'AWS' | 'Azure' | 'Google' {
	if (!region.includes('-')) return 'Azure';
	return /-\d$/.test(region) ? 'AWS' : 'Google';
}

/** With these keys, the infrastructure uses an existing network. */
const OWN_NETWORK = ['vpcId', 'privateSubnetIds', 'publicSubnetIds'];
/** ClickHouse Cloud requires these fields for Azure regions. */
const AZURE_FIELDS = ['tenantId', 'servicePrincipalClientId'];

const MAX_SUBNETS = 6;
const MAX_TAGS = 50;

/** ClickHouse Cloud requires more fields besides the account. */
function* byocIssues(body: JsonObject, dialect: Dialect): Iterable<Issue> {
	const { regionId, vpcCidrRange, vpcId, privateSubnetIds } = body;
	const provider = typeof regionId === 'string' ? providerOf(regionId) : undefined;
	const networkKeys = OWN_NETWORK.filter((name) => !isAbsent(body[name]));
	if (networkKeys.length > 0 && !isAbsent(vpcCidrRange)) {
		const quotedKeys = enumerated(
			networkKeys.map((name) => `"${name}"`),
			'and',
		);
		yield { path: 'vpcCidrRange', text: notTogetherText(quotedKeys) };
	}
	if (!isAbsent(vpcId) && isAbsent(privateSubnetIds)) {
		yield { path: 'privateSubnetIds', text: neededText('with "vpcId"') };
	}
	if (provider === 'Google' && Array.isArray(privateSubnetIds) && privateSubnetIds.length > 1) {
		yield { path: 'privateSubnetIds', text: tooManyText(1) };
	}
	if (dialect !== 'clickhouseCloud') return;
	const needed = provider === 'Azure' ? AZURE_FIELDS : provider === undefined ? ['regionId'] : [];
	const because = provider === undefined ? 'in ClickHouse Cloud' : 'for Azure';
	for (const path of needed) if (isAbsent(body[path])) yield { path, text: neededText(because) };
}

const REGION_NAMES = Object.fromEntries(
	BYOC_REGIONS.map((region) => [region, `${providerOf(region)} ${region}`]),
);
function inRegionOf(...providers: ReadonlyArray<ReturnType<typeof providerOf>>) {
	return { regionId: BYOC_REGIONS.filter((region) => providers.includes(providerOf(region))) };
}

const TEXT_LIST = z.array(z.string().trim());

function tagsField(description: string) {
	return jsonObject('Tags', {
		placeholder: 'e.g. { "team": "data" }',
		description,
		schema: z
			.record(z.string())
			.refine(
				(tags) => Object.keys(tags).length <= MAX_TAGS,
				`must have at most ${String(MAX_TAGS)} entries.`,
			),
	});
}

/** These fields are rarely needed. */
const RARE_FIELDS: Fields = {
	vpcId: text('VPC ID', {
		shown: inRegionOf('AWS', 'Google'),
		placeholder: 'e.g. vpc-0a1b2c3d4e5f67890',
		description: 'Your own network, instead of a VPC CIDR range. Requires private subnets.',
		schema: FILLED,
	}),
	privateSubnetIds: list('Private Subnet IDs', {
		shown: inRegionOf('AWS', 'Google'),
		placeholder: 'e.g. subnet-0a1b2c3d,subnet-4e5f6789',
		description:
			'Private subnets in your own network, separated by commas. Up to six, or one in Google Cloud.',
		schema: TEXT_LIST.min(1).max(MAX_SUBNETS),
	}),
	publicSubnetIds: list('Public Subnet IDs', {
		shown: inRegionOf('AWS'),
		placeholder: 'e.g. subnet-0a1b2c3d',
		description: 'Public subnets in your own network, separated by commas. Up to six.',
		schema: TEXT_LIST.max(MAX_SUBNETS),
	}),
	gcpPodCidrRangeNames: list('Pod CIDR Range Names', {
		shown: inRegionOf('Google'),
		placeholder: 'e.g. pods',
		description: 'Secondary ranges for pods in your own subnet, separated by commas',
		schema: TEXT_LIST,
	}),
	gcpSharedVpcHostProjectId: text('Shared VPC Host Project ID', {
		shown: inRegionOf('Google'),
		placeholder: 'e.g. shop-network',
		description: "Project that shares your own network, if it's a different project",
		schema: FILLED,
	}),
	externalId: text('External ID', {
		shown: inRegionOf('AWS'),
		placeholder: 'e.g. 7a8b9c0d',
		description: 'External ID for assuming the role in your account',
		schema: FILLED,
	}),
	tags: tagsField('Tags for the resources in your account, by name. Up to 50.'),
};

/** The neutral contract names neither the region's field nor the required fields. */
const validatedMembers: Fields = {
	accountId: text('Account ID', {
		required: true,
		placeholder: 'e.g. 123456789012',
		description: 'Cloud account for the infrastructure',
	}),
	regionId: choice('Region', REGION_NAMES, {
		off: { name: 'None (Use Additional Fields)', value: '' },
		default: 'us-east-1',
		description:
			"Region for the infrastructure, sent as regionId. If your API uses a different key, choose None and enter the region in Additional Fields (JSON). For a region that isn't in the list, use an expression and turn on Allow Unusual Values.",
	}),
	availabilityZoneSuffixes: several('Availability Zone Suffixes', AVAILABILITY_ZONE_SUFFIXES, {
		schema: z.array(z.enum(AVAILABILITY_ZONE_SUFFIXES)),
		default: ['a', 'b', 'c'],
		description: 'Availability zones for the infrastructure. Leave empty to let the API decide.',
	}),
	vpcCidrRange: text('VPC CIDR Range', {
		placeholder: 'e.g. 10.0.0.0/16',
		description:
			'IP address range of the virtual private cloud (VPC). Leave empty to let the API decide. To use your own network, leave it empty and add VPC ID and Private Subnet IDs.',
		schema: z
			.string()
			.trim()
			.cidr({ version: 'v4', message: "isn't a CIDR range. Enter one, such as 10.0.0.0/16." }),
	}),
	tenantId: text('Tenant ID', {
		shown: inRegionOf('Azure'),
		placeholder: 'e.g. 3f0c1d2e-5b6a-4c7d-8e9f-0a1b2c3d4e5f',
		description: 'Azure tenant ID. ClickHouse Cloud requires it.',
		schema: FILLED,
	}),
	servicePrincipalClientId: text('Service Principal Client ID', {
		shown: inRegionOf('Azure'),
		placeholder: 'e.g. 7a8b9c0d-1e2f-4a3b-9c4d-5e6f7a8b9c0d',
		description: 'Client ID of the Azure service principal. ClickHouse Cloud requires it.',
		schema: FILLED,
	}),
	...RARE_FIELDS,
};
const displayName = text('Display Name', {
	placeholder: 'e.g. Production',
	description: 'Shown in the console',
	schema: FILLED,
});
const newMembers: Fields = { ...validatedMembers, displayName };

/** Create needs all of these fields, Validate only some. */
function setupFields(formFields: Fields): BodyFields {
	return wholeBodyFields(
		describeFields('', formFields, { mainFields: Object.keys(formFields).filter(isMainField) }),
		{
			example: '{ "newField": "…" }',
			rules: [
				(body, { credential }) => byocIssues(body, dialectOf(credential)),
				(body, { credential }) => regionHints(body, dialectOf(credential)).map(sentenceHint),
			],
		},
	);
}

const isMainField = (name: string) => !Object.hasOwn(RARE_FIELDS, name);
const newInfrastructure = setupFields(newMembers);
const validatedInfrastructure = setupFields(validatedMembers);

function regionHints(body: JsonObject, dialect: Dialect): string[] {
	if (body.regionId === undefined) {
		return Object.keys(body).every((name) => Object.hasOwn(newMembers, name))
			? ['No region is sent, because Region is empty and Additional Fields (JSON) adds none.']
			: [];
	}
	return UNKNOWN_REGIONS[dialect].some((region) => region === body.regionId)
		? [
				"The API might not know this region, because its dialect doesn't list it. The node sends it as entered.",
			]
		: [];
}

const infrastructureChanges = changedFields(
	describeFields('', {
		displayName,
		enablePrivateLink: flag('Enable Private Link', {
			description:
				'Whether services can be reached through AWS PrivateLink or Private Service Connect',
		}),
		gcpPscSubnetId: text('Private Service Connect Subnet ID', {
			placeholder: 'e.g. psc',
			description: 'Private Service Connect subnet in Google Cloud. Requires Enable Private Link.',
			schema: FILLED,
		}),
		enablePrivateLoadBalancer: flag('Enable Private Load Balancer', {
			description: 'Whether services have a load balancer within your network',
		}),
		enablePublicLoadBalancer: flag('Enable Public Load Balancer', {
			description: 'Whether services have a load balancer on the internet',
		}),
		tags: tagsField(
			'Tags for the resources in your account. They replace all current tags. The expression {{ null }} removes them.',
		),
	}),
	{
		example: '{ "newField": "…" }',
		nullable: ['tags'],
		// The API clears tags with an empty object and refuses null.
		bodySteps: [
			({ body: { tags, ...otherMembers } }) => ({
				body: tags === undefined ? otherMembers : { ...otherMembers, tags: tags ?? {} },
			}),
		],
		rules: [
			({ gcpPscSubnetId, enablePrivateLink }) =>
				isAbsent(gcpPscSubnetId) || enablePrivateLink === true
					? []
					: [{ path: 'enablePrivateLink', text: neededText('with "gcpPscSubnetId"') }],
		],
	},
);

/** Undefined if all checks passed. */
function failedChecks(
	{ allPassed, checks }: IDataObject,
	redact: (value: string) => string,
): string | undefined {
	const refusedChecks = recordsIn(checks).filter(({ allowed }) => allowed === false);
	if (allPassed === true && refusedChecks.length === 0) return undefined;
	const names = refusedChecks.map(({ name, action, reason }) => {
		const why = isText(reason) ? ` (${String(reason)})` : '';
		return redact([name, action].filter(isText).slice(0, 1).join('') + why);
	});
	return `Not all checks passed${names.length === 0 ? '' : `: ${listed(names, (name) => name)}`}.`;
}

function setupText(body: JsonObject, parameters: ParameterValues): Phrase {
	const { accountId, regionId, displayName, ...otherMembers } = body;
	const organization = chosenOrganization(parameters);
	const name = displayName === undefined ? '' : phrase` ${quoted(displayName)}`;
	const organizationPhrase = organization === undefined ? '' : phrase` of ${organization}`;
	// Without regionId, the region may be in Additional Fields, which the text lists.
	const region = regionId === undefined ? '' : phrase`, region ${quoteName(regionId)}`;
	return phrase`BYOC infrastructure${name}${organizationPhrase} in account ${quoteName(accountId)}${region}${otherFields(otherMembers)}`;
}

const inAccount = (body: JsonObject) =>
	identified('BYOC infrastructure in account', body.accountId);

/** The API checks the values without creating anything, so the POST is a read. */
const validate: ListedOperation<ReadOperation> = {
	kind: 'read',
	name: 'Validate',
	description:
		'Check whether BYOC infrastructure could be set up in an account, without creating it',
	action: 'Validate BYOC infrastructure',
	properties: [
		...newInfrastructure.properties.filter(({ name }) => name !== 'displayName'),
		byocInfrastructureRecord.parent.options({ reads: true, offersAllowUnusual: true }),
	],
	texts: {
		permission: BETA_PERMISSIONS.byocInfrastructure.change,
		subjectOf: (request) => inAccount(objectBody(request)),
		summarize: (request, parameters) =>
			phrase`Validate ${setupText(objectBody(request), parameters)}`,
	},
	output: { successHint: (payload, _request, redact) => failedChecks(payload, redact) },
	plan: planRequests(
		'POST',
		below(byocInfrastructureRecord.collection, 'validate'),
		validatedInfrastructure.buildBody,
		{ onlyReads: true },
	),
};

export const byocInfrastructure = resource(
	'BYOC Infrastructure',
	'Infrastructure in your own cloud account',
	{
		create: create(byocInfrastructureRecord, {
			description: 'Set up BYOC infrastructure in your own cloud account',
			fields: newInfrastructure,
			offersAllowUnusual: true,
			noun: 'BYOC infrastructure in account',
			key: 'accountId',
			summarize: (body, parameters) => phrase`Create ${setupText(body, parameters)}`,
		}),
		delete: remove(byocInfrastructureRecord, {
			description: 'Delete BYOC infrastructure permanently. Delete the services in it first.',
		}),
		get: get(byocInfrastructureRecord, {
			description: 'Get the state, network, and load balancers of BYOC infrastructure',
		}),
		update: update(byocInfrastructureRecord, {
			description: `Change the name, private link, load balancers, or tags of BYOC infrastructure. ${waitAdvice('the change is complete')}`,
			fields: infrastructureChanges,
			describeChanges: ({ tags, ...otherMembers }, record) => {
				// An approver should read first which tags the update removes.
				const removesAll = isJsonObject(tags) && Object.keys(tags).length === 0;
				const isUnknown = isAbsent(record.tags) && tags !== undefined;
				const removed = isUnknown
					? [{ text: 'removes all other tags', removes: true }]
					: differences(record.tags, tags, ['tags']).filter(({ removes }) => removes);
				const changes = changesOf({ ...otherMembers, tags: removesAll ? [] : tags }, [], record);
				return joinChanges([...(removesAll ? [] : removed), ...changes], ', ');
			},
		}),
		validate,
		wait: waitForState(byocInfrastructureRecord, 'state', BYOC_STATES),
	},
);
