import { z } from 'zod';

import { changesText } from '../../../core/approval/summary';
import { choice, description, text, time } from '../../../core/description/fields';
import { objectBody } from '../../../core/http/request';
import { isJsonObject } from '../../../core/json';
import type { JsonObject } from '../../../core/json';
import type { ListedOperation } from '../../../core/resource';
import { parseTime } from '../../../core/time';
import { requestOptions } from '../shared/identifiers';
import { aboutRecord, recordFields, recordName, recordPath } from '../../../core/record/record';
import { updateFields } from '../shared/updateFields';
import { apiKeyKind } from './apiKeyKind';

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
export const updateApiKey: ListedOperation = {
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
