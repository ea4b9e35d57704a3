import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { choice, description, number, text } from '../../../core/description/fields';
import type { Description } from '../../../core/description/fields';
import type { Finding } from '../../../core/description/findings';
import { finding, rulesOf } from '../../../core/description/findings';
import { bodyOf, propertiesOf } from '../../../core/description/interpret';
import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import {
	additionalMembersField,
	behindAddField,
	withAdditionalMembers,
} from '../../../core/parameters/additionalMembers';
import { readItemOptions } from '../../../core/parameters/options';
import { REQUEST_MEMBERS, trimmed } from '../../../core/parameters/requestBody';
import { unresolvedSelectors } from '../../../core/parameters/properties';
import { asObject, textList, textListIssues } from '../../../core/parameters/values';
import { zodIssues } from '../../../core/validation/zodIssues';
import { dashboardIdField } from '../records';

const SOURCES = { tile: 'Dashboard Tile', saved_search: 'Saved Search' };
const RANGES = ['between', 'not_between'];
export const THRESHOLD_TYPES = {
	...{
		above: 'At or Above',
		above_exclusive: 'Above',
		below: 'Below',
		below_or_equal: 'At or Below',
	},
	...{ equal: 'Equal To', not_equal: 'Not Equal To' },
	...{ between: 'Between', not_between: 'Not Between' },
};
const INTERVALS = {
	...{ '1m': '1 Minute', '5m': '5 Minutes', '15m': '15 Minutes', '30m': '30 Minutes' },
	...{ '1h': '1 Hour', '6h': '6 Hours', '12h': '12 Hours', '1d': '1 Day' },
};

/** The API's own fields of a record: they aren't sent back. */
const READ_ONLY = [
	...['id', 'state', 'teamId', 'silenced', 'executionErrors', 'createdAt', 'updatedAt'],
];
/** What an alert reads: with another source, what was there goes. */
const OF_A_SOURCE = ['dashboardId', 'tileId', 'savedSearchId', 'groupBy', 'chartConfig'];

const KEEP = { name: 'Keep', value: 'keep', description: 'What Current Alert has' };

const WEBHOOK_IDS = 'webhookIds';

/** How alerts are created, or changed if `keep` is set: then, selectors may keep what the current alert has. */
export interface AlertForm {
	properties: INodeProperties[];
	/** Returns the body; the current alert, if there is one, fills in what the fields leave open. */
	bodyOf: (
		parameters: Parameters,
		timezone: string,
		current?: JsonObject,
	) => { body: JsonObject; issues: ValidationIssue[] };
}

/** ClickStack's "Create alert" and "Update alert". */
function describe(keep: boolean): Description {
	const kept = keep && { off: KEEP, default: KEEP.value };
	const marked = !keep;
	const forTile = { when: { source: ['tile'] }, required: 'for an alert of a tile' } as const;
	return description('', {
		source: choice('Source', SOURCES, {
			...{ selects: true, required: true, marked, ...kept },
			description: 'What the alert watches',
		}),
		dashboardId: { ...text('Dashboard ID', forTile), properties: () => [dashboardIdField] },
		tileId: text('Tile ID', {
			...{ ...forTile, placeholder: 'e.g. 65f5e4a3b9e77c001a901234' },
			description: 'The tile shows a line, stacked bars or a number; others are never evaluated',
		}),
		savedSearchId: text('Saved Search ID', {
			when: { source: ['saved_search'] },
			required: 'for an alert of a saved search',
			placeholder: 'e.g. 65f5e4a3b9e77c001a345678',
		}),
		thresholdType: choice('Condition', THRESHOLD_TYPES, {
			...{ default: 'above', selects: true, required: true, marked, ...kept },
			description: 'How the value is compared with the threshold',
		}),
		threshold: number('Threshold', { precision: 6, required: true, marked }),
		thresholdMax: number('Threshold Max', {
			...{ precision: 6, when: { thresholdType: RANGES }, required: 'for a range' },
			description: 'The end of the range, included in it',
		}),
		interval: choice('Interval', INTERVALS, {
			...{ default: '5m', required: true, marked, ...kept },
			description: 'How often the value is computed and compared',
		}),
	});
}

const webhookIdsField = (required: boolean): INodeProperties => ({
	displayName: 'Webhook IDs',
	name: WEBHOOK_IDS,
	type: 'string',
	...(required && { required }),
	default: '',
	placeholder: 'e.g. 65f5e4a3b9e77c001a789012',
	description: 'Whom to notify: the IDs of up to ten webhooks, separated by commas',
});

/** ClickStack, 4.3. */
const textsSchema = z
	.object({ name: z.string().max(512), message: z.string().max(4096), note: z.string().max(4096) })
	.partial();

const additionalFields = behindAddField(
	additionalMembersField(
		'Fields to add to the request, as a JSON object. The fields of the form take precedence.',
		'e.g. { "numConsecutiveWindows": 2 }',
	),
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'The text of the notification: a Handlebars template',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		description: 'The title of the notification: a Handlebars template',
	},
	{ displayName: 'Note', name: 'note', type: 'string', default: '' },
);

/** Returns the form of an alert. */
export function alertForm(keep: boolean): AlertForm {
	const described = describe(keep);
	const definedBy = bodyOf(described);
	const properties = propertiesOf(described);
	const selectorIssues = unresolvedSelectors(properties, 'Choose a value.');
	const rules = [...rulesOf(described), channelRule];
	return {
		properties: [...properties, webhookIdsField(!keep), additionalFields],
		bodyOf: (parameters, timezone, current = {}) => {
			const unresolved = selectorIssues(parameters);
			if (unresolved.length > 0) return { body: {}, issues: unresolved };
			const { additionalMembers, name, message, note } = asObject(parameters.additionalFields);
			const texts = { name: trimmed(name), message: trimmed(message), note: trimmed(note) };
			const { body: entered, issues } = withAdditionalMembers(
				withoutUndefined({
					...definedBy(parameters, timezone),
					...channelsOf(parameters),
					...texts,
				}),
				additionalMembers,
				REQUEST_MEMBERS,
			);
			const body = { ...keptProperties(current, entered), ...entered };
			const { allowUnlisted } = readItemOptions(parameters.options);
			const invalid = zodIssues(described.schema, body, { input: 'fields', allowUnlisted });
			return {
				body,
				issues: [
					...issues,
					...zodIssues(textsSchema, texts, { input: 'fields', allowUnlisted }),
					...textListIssues(WEBHOOK_IDS, parameters[WEBHOOK_IDS]),
					// The API itself returned a value that stays.
					...invalid.filter(
						({ code, path }) => code !== 'unlisted' || body[path] !== current[path],
					),
					...rules.flatMap((rule) => [...rule(body)]),
					...rangeIssues(body, entered),
				],
			};
		},
	};
}

/** One webhook is the channel, several are channels. */
function channelsOf(parameters: Parameters): JsonObject {
	const ids = [...new Set(textList(parameters[WEBHOOK_IDS]))];
	const channels = ids.map((webhookId) => ({ type: 'webhook', webhookId }));
	if (channels.length > 1) return { channels };
	return channels.length === 1 ? { channel: channels[0] } : {};
}

/** Returns what the current alert has and the fields leave open. An update would clear most of it. */
function keptProperties(current: JsonObject, entered: JsonObject): JsonObject {
	const isNotified = 'channel' in entered || 'channels' in entered;
	const { source = current.source } = entered;
	const left = new Set([
		...READ_ONLY,
		...(isNotified ? ['channel', 'channels'] : []),
		...(source === current.source ? [] : OF_A_SOURCE),
		...(isRange({ ...current, ...entered }) ? [] : ['thresholdMax']),
	]);
	return Object.fromEntries(Object.entries(current).filter(([name]) => !left.has(name)));
}

/** Returns whether an alert compares with a range. */
export function isRange({ thresholdType }: JsonObject): boolean {
	return RANGES.some((type) => type === thresholdType);
}

/** Returns the issue with a range that ends before it starts, with the end only if the panel shows it. */
function rangeIssues(body: JsonObject, entered: JsonObject): ValidationIssue[] {
	const { threshold, thresholdMax } = body;
	if (!isRange(body) || typeof threshold !== 'number' || typeof thresholdMax !== 'number')
		return [];
	if (thresholdMax >= threshold) return [];
	return Object.hasOwn(entered, 'thresholdMax')
		? [{ path: 'thresholdMax', code: 'tooSmall', minimum: threshold }]
		: [{ path: 'threshold', code: 'tooBig', maximum: thresholdMax }];
}

function* channelRule(body: JsonObject): Iterable<Finding> {
	if (body.channel !== undefined || body.channels !== undefined) return;
	yield finding('error', WEBHOOK_IDS, { code: 'empty' });
}
