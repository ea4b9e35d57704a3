import { asWritten, joinPhrases, phrase } from '../../engine/phrase';
import { otherFields } from '../../engine/summary/sentences';
import type { Fields } from '../../engine/body/fields';
import { choice, describeFields, FILLED, matching, text, usually } from '../../engine/body/fields';
import { rowRule } from '../../engine/body/interpret';
import { rowList } from '../../engine/body/rowLists';
import type { Issue } from '../../engine/issue';
import { neededText, notTogetherText, onlyForText } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { withoutAbsent } from '../../engine/json';
import { resource } from '../../engine/resource';
import { wordsOf } from '../../engine/text';
import { filteredBy, stateFilter } from '../../clickhouseCloud/filters';
import { reversePrivateEndpointRecord } from '../../clickhouseCloud/records';
import { REVERSE_PRIVATE_ENDPOINT_STATES, waitForState } from '../../clickhouseCloud/states';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';

const ENDPOINT_TYPES = {
	VPC_ENDPOINT_SERVICE: 'AWS VPC Endpoint Service',
	VPC_RESOURCE: 'AWS VPC Resource',
	MSK_MULTI_VPC: 'Amazon MSK Multi-VPC',
	GCP_PSC_SERVICE_ATTACHMENT: 'Google Private Service Connect',
};
const MSK_AUTHENTICATIONS = { SASL_IAM: 'SASL/IAM', SASL_SCRAM: 'SASL/SCRAM' };

const mapping: Fields = {
	privateDnsName: text('Private DNS Name', {
		required: true,
		placeholder: 'e.g. *.example.com',
		description: 'DNS name, exact or wildcard. Must be unique within the service.',
		schema: matching(
			/^(?:\*\.)?[^*\s]+$/,
			'must be a DNS name, such as db.example.com or *.example.com.',
		),
	}),
	targetId: text('Target ID', {
		placeholder: 'e.g. rcfg-0a1b2c3d4e5f67890',
		description: 'Target of the DNS name. Only for VPC resources. Leave empty for the default.',
		schema: matching(/^rcfg-/, 'must start with "rcfg-".'),
	}),
};
/** If Type is an expression, n8n shows all types' fields, so none is marked as required. */
function requiredForType(type: keyof typeof ENDPOINT_TYPES, called: string) {
	const required = `for ${called}` as const;
	return { when: { type: [type] }, required, marked: false, description: `Required ${required}` };
}

const MAPPINGS = ['Custom Private DNS Mappings', 'Mapping', mapping] as const;

const newEndpoint = describeFields(
	'',
	{
		description: text('Description', {
			required: true,
			placeholder: 'e.g. Order database',
			description: 'Purpose of the endpoint, in up to 255 characters',
			schema: FILLED.max(255),
		}),
		type: choice('Type', ENDPOINT_TYPES, {
			required: true,
			marked: false,
		}),
		vpcEndpointServiceName: text('VPC Endpoint Service Name', {
			...requiredForType('VPC_ENDPOINT_SERVICE', 'a VPC endpoint service'),
			schema: FILLED,
			placeholder: 'e.g. com.amazonaws.vpce.us-east-1.vpce-svc-0a1b2c3d4e5f67890',
		}),
		vpcResourceConfigurationId: text('VPC Resource Configuration ID', {
			...requiredForType('VPC_RESOURCE', 'a VPC resource'),
			schema: FILLED,
			placeholder: 'e.g. rcfg-0a1b2c3d4e5f67890',
		}),
		vpcResourceShareArn: text('VPC Resource Share ARN', {
			...requiredForType('VPC_RESOURCE', 'a VPC resource'),
			schema: FILLED,
			placeholder: 'e.g. arn:aws:ram:us-east-1:123456789012:resource-share/0a1b2c3d',
			rule: usually(
				/^arn:aws[a-z-]*:ram:\S+$/,
				"isn't the ARN of a resource share",
				'Enter the whole ARN, such as arn:aws:ram:us-east-1:123456789012:resource-share/0a1b2c3d.',
			),
		}),
		mskClusterArn: text('MSK Cluster ARN', {
			...requiredForType('MSK_MULTI_VPC', 'an MSK cluster'),
			schema: FILLED,
			placeholder: 'e.g. arn:aws:kafka:us-east-1:123456789012:cluster/orders/0a1b2c3d',
			rule: usually(
				/^arn:aws[a-z-]*:kafka:\S+$/,
				"isn't the ARN of an MSK cluster",
				'Enter the whole ARN, such as arn:aws:kafka:us-east-1:123456789012:cluster/orders/0a1b2c3d.',
			),
		}),
		mskAuthentication: choice('MSK Authentication', MSK_AUTHENTICATIONS, {
			...requiredForType('MSK_MULTI_VPC', 'an MSK cluster'),
		}),
		gcpServiceAttachment: text('Service Attachment', {
			...requiredForType('GCP_PSC_SERVICE_ATTACHMENT', 'Private Service Connect'),
			placeholder: 'e.g. projects/shop/regions/us-east1/serviceAttachments/orders',
			schema: matching(
				/^projects\/[^/]+\/regions\/[^/]+\/serviceAttachments\/[^/]+$/,
				'must have the form projects/…/regions/…/serviceAttachments/….',
			),
		}),
		customPrivateDnsMappings: rowList(...MAPPINGS, {
			shown: { type: { not: ['MSK_MULTI_VPC'] } },
			description: 'DNS names that pipes use for the source',
		}),
	},
	{
		mainFields: wordsOf(
			`description type vpcEndpointServiceName vpcResourceConfigurationId vpcResourceShareArn
			mskClusterArn mskAuthentication gcpServiceAttachment`,
		),
	},
);

const targetIssues = rowRule('customPrivateDnsMappings', ({ targetId }) =>
	targetId === undefined ? [] : [{ path: 'targetId', text: onlyForText('a VPC resource') }],
);

function dnsIssues(body: JsonObject): Iterable<Issue> {
	const { type, customPrivateDnsMappings: mappings } = body;
	if (type === 'VPC_RESOURCE') return [];
	if (type !== 'MSK_MULTI_VPC') return targetIssues(body);
	if (!Array.isArray(mappings) || mappings.length === 0) return [];
	return [{ path: 'customPrivateDnsMappings', text: notTogetherText('the MSK_MULTI_VPC type') }];
}

const allMappings = rowList(...MAPPINGS, {
	description:
		'DNS names that pipes use for the source. The list replaces the current names. To remove them, add "customPrivateDnsMappings": [] in Additional Fields (JSON).',
});

/** An update can't change these keys. */
const FIXED = ['description', 'type'];

function* fixedIssues(body: JsonObject): Iterable<Issue> {
	for (const path of FIXED) if (path in body) yield { path, text: onlyForText('new endpoints') };
}

/** The API refuses an update without mappings. An empty update has an issue of its own. */
function* missingMappings(body: JsonObject): Iterable<Issue> {
	const path = 'customPrivateDnsMappings';
	const hasOthers = Object.keys(body).some((name) => !FIXED.includes(name));
	if (hasOthers && !(path in body)) yield { path, text: neededText('for every update') };
}

/** Each type of endpoint has its target under one of these keys. */
const TARGETS = wordsOf(
	'vpcEndpointServiceName vpcResourceConfigurationId mskClusterArn gcpServiceAttachment',
);

export const reversePrivateEndpoint = resource(
	'Reverse Private Endpoint',
	'A private connection from a service to a source in your network',
	{
		create: create(reversePrivateEndpointRecord, {
			description:
				'Create a reverse private endpoint. Until the owner of the source accepts it, its status is PendingAcceptance.',
			fields: wholeBodyFields(newEndpoint, {
				example: '{ "newField": "…" }',
				nullable: [],
				rules: [dnsIssues],
			}),
			offersAllowUnusual: true,
			key: 'description',
			summaryEnd: (body) => {
				const to = TARGETS.filter((name) => body[name] !== undefined).map((name) =>
					asWritten(body[name]),
				);
				const otherMembers = withoutAbsent(body, TARGETS);
				return phrase` to ${to.length === 0 ? '?' : joinPhrases(to, ' and ')}${otherFields(otherMembers)}`;
			},
		}),
		delete: remove(reversePrivateEndpointRecord, {
			description:
				'Delete a reverse private endpoint permanently. Pipes that use it lose their connection.',
		}),
		get: get(reversePrivateEndpointRecord, {
			description: "Get a reverse private endpoint's status and DNS names",
			action: 'Get reverse private endpoint status',
		}),
		getAll: getMany(reversePrivateEndpointRecord, {
			description: "Get a service's reverse private endpoints with their status",
			...filteredBy([stateFilter('status', REVERSE_PRIVATE_ENDPOINT_STATES)]),
		}),
		update: update(reversePrivateEndpointRecord, {
			description: 'Replace the custom private DNS names of a reverse private endpoint',
			fields: changedFields(
				describeFields('', {
					customPrivateDnsMappings: allMappings,
				}),
				{ example: '{ "newField": "…" }', nullable: [], rules: [fixedIssues, missingMappings] },
			),
			output: reversePrivateEndpointRecord.output,
		}),
		wait: waitForState(reversePrivateEndpointRecord, 'status', REVERSE_PRIVATE_ENDPOINT_STATES),
	},
);
