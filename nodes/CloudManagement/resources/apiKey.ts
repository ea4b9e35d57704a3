import { z } from 'zod';
import { changesText } from '../../engine/approval/sentences';
import { choice, description, text, time } from '../../engine/body/fields';
import { isJsonObject } from '../../engine/json';
import type { JsonObject } from '../../engine/json';
import { parseTime } from '../../engine/time';
import { changedFields } from '../../features/record/bodyFields';
import { remove, update } from '../../features/record/change';
import { get, getMany, recordName } from '../../features/record/record';
import { apiKeyRecord } from '../../clickhouseCloud/records';
import { resource } from '../../engine/resource';

const fields = changedFields(
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
	{ example: '{ "expireAt": null }' },
);

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
		delete: remove(apiKeyRecord, {
			description: "Delete an API key permanently. The key in use can't be deleted.",
			advice: {
				400: "A key can't delete itself. If this is the key in the credential, use another one to delete it. Otherwise compare the ID with the API's message.",
			},
		}),
		get: get(apiKeyRecord, {
			description: 'Get the state and the roles of an API key',
		}),
		getAll: getMany(apiKeyRecord, {
			description: 'Get the API keys of the organization, without their secrets',
		}),
		update: update(apiKeyRecord, {
			description: 'Update the name, the state or the expiry of an API key',
			fields,
			allowUnlisted: true,
			summarize: (body, parameters) =>
				`Update ${recordName(apiKeyRecord, parameters)}: ${changesText(withAddresses(body))}`,
		}),
	},
	'getAll',
);
