import { z } from 'zod';
import { changesText } from '../../engine/approval/sentences';
import { choice, description, text, time } from '../../engine/body/fields';
import { objectBody } from '../../engine/http/request';
import { isJsonObject } from '../../engine/json';
import type { JsonObject } from '../../engine/json';
import type { ListedOperation } from '../../engine/resource';
import { parseTime } from '../../engine/time';
import { requestOptions } from '../../clickhouseCloud/identifiers';
import {
	aboutRecord,
	recordFields,
	recordName,
	recordPath,
	get,
	getMany,
	remove,
} from '../../features/record/record';
import { updateFields } from '../../clickhouseCloud/operations';
import { apiKeyKind } from '../../clickhouseCloud/records';
import { resource } from '../../engine/resource';

const fields = updateFields(
	description('', {
		expireAt: time('Expire At', isoTime, {
			description:
				'When the key expires. For a key that never expires, add "expireAt": null in Additional Fields (JSON).',
			schema: z
				.string()
				.datetime({
					offset: true,
					message: "isn't a time. Enter one, such as 2026-05-31T14:30:00Z.",
				})
				.nullable(),
		}),
		name: text('Name', {
			placeholder: 'e.g. Reporting',
			description: 'The name of the key in the console',
		}),
		state: choice(
			'State',
			{ enabled: 'Enabled', disabled: 'Disabled' },
			{
				description:
					'Whether the key works. If you disable the key that this node uses, its next request fails.',
			},
		),
	}),
	'{ "expireAt": null }',
);

/** Second reference, "Organization". */
const updateApiKey: ListedOperation = {
	name: 'Update',
	description: 'Update the name, the state or the expiry of an API key',
	action: 'Update API key',
	properties: [
		...recordFields(apiKeyKind),
		...fields.properties,
		requestOptions({ reads: false, allowUnlisted: true }),
	],
	unknownOutcome: [
		'The API key may have been changed',
		'Check the API keys of the organization in the console before you run the node again.',
	],
	repeatable: true,
	...aboutRecord(apiKeyKind),
	summarize: (request, parameters) =>
		`Update ${recordName(apiKeyKind, parameters)}: ${changesText(withAddresses(objectBody(request)))}`,
	plan: (parameters, { credential, timezone }) => {
		const { path, issues } = recordPath(apiKeyKind, parameters, credential);
		const { body, issues: invalid, hints } = fields.bodyOf(parameters, timezone);
		return { request: { method: 'PATCH', path, body }, issues: [...issues, ...invalid], hints };
	},
};

/** Returns the body with the addresses that the key works from, without what describes them. */
function withAddresses({ ipAccessList, ...others }: JsonObject): JsonObject {
	if (!Array.isArray(ipAccessList)) return { ...others, ipAccessList };
	const entries: unknown[] = ipAccessList;
	const addresses = entries.map((entry) => (isJsonObject(entry) ? entry.source : entry));
	return { ...others, ipAccessList: addresses };
}

function isoTime(entered: unknown, timezone: string): unknown {
	return parseTime(entered, timezone)?.toISO() ?? entered;
}

/** Second reference, "Organization". */
export const apiKey = resource(
	'API Key',
	'A key with which programs use the API',
	{
		delete: {
			...remove(apiKeyKind, {
				description: "Delete an API key permanently. The key in use can't be deleted.",
				action: 'Delete API key',
			}),
			advice: {
				400: "A key can't delete itself. If this is the key in the credential, use another one to delete it. Otherwise compare the ID with the API's message.",
			},
		},
		get: get(apiKeyKind, {
			description: 'Get the state and the roles of an API key',
			action: 'Get API key',
		}),
		getAll: getMany(apiKeyKind, {
			description: 'Get the API keys of the organization, without their secrets',
			action: 'Get many API keys',
		}),
		update: updateApiKey,
	},
	'getAll',
);
