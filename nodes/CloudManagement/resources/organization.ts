import type { Phrase } from '../../engine/phrase';
import { phrase } from '../../engine/phrase';
import { changesText } from '../../engine/summary/sentences';
import { describeFields, FILLED, flag, text } from '../../engine/body/fields';
import type { ParameterValues } from '../../engine/operation';
import { resource } from '../../engine/resource';
import { changedFields } from '../../features/record/bodyFields';
import { checkFirst } from '../../engine/errors/nodeErrors';
import { update } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { chosenOrganization } from '../../clickhouseCloud/identifiers';
import {
	creditBalanceRecord,
	organizationList,
	organizationRecord,
	quotaRecord,
} from '../../clickhouseCloud/records';

const changedOrganization = changedFields(
	describeFields('', {
		enableCoreDumps: flag('Enable Core Dumps', {
			default: true,
			description: 'Whether a service that crashes stores a core dump, which support can read',
		}),
		name: text('Name', {
			placeholder: 'e.g. Example, Inc.',
			schema: FILLED,
		}),
	}),
	{ example: '{ "enableCoreDumps": false }', nullable: [] },
);

function organizationName(parameters: ParameterValues): Phrase {
	return chosenOrganization(parameters) ?? 'the organization';
}

export const organization = resource(
	'Organization',
	'The account that owns services, members, and API keys',
	{
		get: get(organizationRecord, {
			description:
				"Get the name, private endpoints, and BYOC infrastructure of the key's organization",
			summarize: (_request, parameters) => phrase`Read ${organizationName(parameters)}`,
		}),
		getAll: getMany(organizationList, {
			description: "Get the key's organizations. The credential needs no Organization ID.",
		}),
		update: update(organizationRecord, {
			description: "Update the organization's name, or turn core dumps on or off",
			fields: changedOrganization,
			output: organizationRecord.output,
			unknownOutcome: [
				'The organization may have been changed',
				checkFirst('Read it with Organization → Get', 'your change is there', true),
			],
			summarize: (body, parameters, record) =>
				phrase`Update ${organizationName(parameters)}: ${changesText(body, [], record)}`,
		}),
	},
);

export const creditBalance = resource('Credit Balance', 'The remaining prepaid credits', {
	get: get(creditBalanceRecord, {
		description: "Get the organization's remaining credits, in total and by balance",
	}),
});

export const quota = resource('Quota (Limit)', "A limit on the organization's resources", {
	getAll: getMany(quotaRecord, {
		description: "Get the organization's quotas and their current usage",
	}),
});
