import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choice, description, number, text } from '../../engine/body/fields';
import type { Description } from '../../engine/body/fields';
import type { Finding } from '../../engine/body/interpret';
import { finding, rulesOf, bodyOf, propertiesOf } from '../../engine/body/interpret';
import type { JsonObject } from '../../engine/json';
import { withoutUndefined, hashOf, isAbsent, isJsonObject } from '../../engine/json';
import type { Parameters, ValidationIssue } from '../../engine/operation';
import {
	additionalMembersField,
	behindAddField,
	withAdditionalMembers,
	REQUEST_MEMBERS,
	trimmed,
} from '../../engine/parameters/json';
import { readItemOptions } from '../../engine/parameters/options';
import { unresolvedSelectors } from '../../engine/parameters/properties';
import { asObject, textList, textListIssues, isText } from '../../engine/parameters/values';
import { zodIssues } from '../../engine/issues/checks';
import { dashboardIdField, alertKind } from '../../clickStack/records';
import { listed, otherFields, quoteName, recordText } from '../../engine/approval/sentences';
import {
	recordName,
	createDefaults,
	aboutRecord,
	recordPath,
	get,
	getMany,
} from '../../features/record/record';
import { remove } from '../../features/record/change';
import { ofService, requestOptions } from '../../clickStack/authentication';
import { objectBody } from '../../engine/http/request';
import type { ListedOperation } from '../../engine/resource';
import { currentRecord, managedHints } from './current';
import { resource } from '../../engine/resource';

const SOURCES = { tile: 'Dashboard Tile', saved_search: 'Saved Search' };
const RANGES = ['between', 'not_between'];
const THRESHOLD_TYPES = {
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
interface AlertForm {
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
function alertForm(keep: boolean): AlertForm {
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
function isRange({ thresholdType }: JsonObject): boolean {
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

/** What an update clears if it's left out. ClickStack, 4.3. */
const CLEARED = ['name', 'message', 'note', 'groupBy', 'numConsecutiveWindows'];

/** The fields that a summary puts into words. */
const IN_WORDS = [
	...['source', 'dashboardId', 'tileId', 'savedSearchId', 'thresholdType', 'threshold'],
	...['thresholdMax', 'interval', 'channel', 'channels'],
];

/** Returns what a new alert watches, when it fires and whom it notifies. */
function creationSummary(body: JsonObject, parameters: Parameters): string {
	const start = `Create alert on ${watched(body, parameters)}${ofService(parameters)}`;
	return sentence([start, ruleOf(body)], body);
}

/** Returns the same for an update. What it takes away comes first, by name if the current alert is known. */
function updateSummary(
	body: JsonObject,
	parameters: Parameters,
	current: JsonObject | undefined,
): string {
	const start = `Replace ${recordName(alertKind, parameters)} on ${watched(body, parameters)}`;
	const [rule, before] = [ruleOf(body), ruleOf(current ?? body)];
	const changed = rule === before ? rule : `${rule} (was ${before})`;
	return sentence([start, ...lost(body, current), changed], body, current);
}

function sentence(parts: readonly string[], body: JsonObject, current: JsonObject = {}): string {
	const changed = Object.entries(body).filter(
		([name, value]) => !isAbsent(value) && hashOf(value) !== hashOf(current[name] ?? null),
	);
	const others = otherFields(Object.fromEntries(changed), IN_WORDS);
	return [...parts, ...part('notifies', recipientsOf(body))].join('; ') + others;
}

function lost(body: JsonObject, current: JsonObject | undefined): string[] {
	const cleared = CLEARED.filter((name) => isAbsent(body[name]));
	if (current === undefined) {
		const any = cleared.filter((name) => name !== 'groupBy' || body.source === 'saved_search');
		return part('clears any', any);
	}
	const kept = new Set(recipientsOf(body));
	const dropped = recipientsOf(current).filter((one) => !kept.has(one));
	const known = cleared.filter((name) => !isAbsent(current[name]));
	return [...part('no longer notifies', dropped), ...part('clears', known)];
}

function part(what: string, names: readonly unknown[]): string[] {
	return names.length === 0 ? [] : [`${what} ${listed(names)}`];
}

/** Returns the webhooks, and the email addresses that managed ClickStack knows besides. One channel is the first. */
function recipientsOf({ channel, channels }: JsonObject): unknown[] {
	const all = [channels ?? channel].flat().filter(isJsonObject);
	return all.flatMap(({ webhookId, emailRecipients }) => webhookId ?? emailRecipients ?? []);
}

function watched(body: JsonObject, parameters: Parameters): string {
	const { source, savedSearchId, tileId, dashboardId } = body;
	if (source === 'inline') return 'a chart of its own';
	if (source === 'saved_search') return `saved search ${quoteName(savedSearchId)}`;
	const { name } = dashboardIdField;
	const chosen = parameters[name];
	const isChosen = isText(chosen) && String(chosen).trim() === dashboardId;
	const dashboard = isChosen ? recordText(parameters, name) : quoteName(dashboardId);
	return `tile ${quoteName(tileId)} of dashboard ${dashboard}`;
}

const CONDITIONS: ReadonlyMap<unknown, string> = new Map(Object.entries(THRESHOLD_TYPES));

/** Returns when an alert fires: "between 1 and 5 every 5m". */
function ruleOf(alert: JsonObject): string {
	const { thresholdType, threshold, thresholdMax, interval } = alert;
	const condition = CONDITIONS.get(thresholdType)?.toLowerCase() ?? quoteName(thresholdType);
	const end = isRange(alert) ? ` and ${quoteName(thresholdMax)}` : '';
	return `${condition} ${quoteName(threshold)}${end} every ${quoteName(interval)}`;
}

const newAlert = alertForm(false);
const changedAlert = alertForm(true);

const currentAlertField: INodeProperties = {
	displayName: 'Current Alert',
	name: 'currentAlert',
	// n8n marks an empty JSON field as an error, and shows no placeholder in it.
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. {{ $json }}',
	description:
		'The output of Get for this alert. Fields that you leave empty keep its values. Without it, name, message and note are removed unless you enter them.',
};

const readCurrent = (parameters: Parameters) =>
	currentRecord(currentAlertField, alertKind.idField, parameters);

const options = requestOptions({ reads: false, allowUnlisted: true });

/** ClickStack's "Create alert". */
export const createAlert: ListedOperation = {
	name: 'Create',
	description: 'Create an alert on a tile or a saved search',
	action: 'Create alert',
	properties: [...newAlert.properties, options],
	unknownOutcome: [
		'The alert may have been created',
		'Check the alerts of the team before you run the node again: the API accepts the same alert twice.',
	],
	...createDefaults('alert'),
	target: () => 'alerts',
	summarize: (request, parameters) => creationSummary(objectBody(request), parameters),
	plan: (parameters, { credential, timezone }) => {
		const { path, issues } = alertKind.collection(parameters, credential);
		const { body, issues: invalid } = newAlert.bodyOf(parameters, timezone);
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...invalid],
			hints: managedHints(parameters, body),
		};
	},
};

/** ClickStack's "Update alert", which replaces most of it. */
export const updateAlert: ListedOperation = {
	name: 'Update',
	description: 'Replace the settings of an alert',
	action: 'Update alert',
	properties: [alertKind.idField, currentAlertField, ...changedAlert.properties, options],
	unknownOutcome: [
		'The alert may have been changed',
		'Check the alerts of the team before you run the node again.',
	],
	repeatable: true,
	...aboutRecord(alertKind),
	summarize: (request, parameters) =>
		updateSummary(objectBody(request), parameters, readCurrent(parameters).current),
	plan: (parameters, { credential, timezone }) => {
		const { path, issues } = recordPath(alertKind, parameters, credential);
		const read = readCurrent(parameters);
		const { body, issues: invalid } = changedAlert.bodyOf(parameters, timezone, read.current);
		return {
			request: { method: 'PUT', path, body },
			issues: [...issues, ...read.issues, ...(read.issues.length > 0 ? [] : invalid)],
			hints: managedHints(parameters, body),
		};
	},
};

export const alert = resource(
	'Alert',
	'What watches a tile or a saved search, in ClickStack',
	{
		create: createAlert,
		delete: remove(alertKind, {
			description: 'Delete an alert permanently',
			action: 'Delete alert',
		}),
		get: get(alertKind, { description: 'Get an alert', action: 'Get alert' }),
		getAll: getMany(alertKind, {
			description: 'Get the alerts of the team with their states',
			action: 'Get many alerts',
		}),
		update: updateAlert,
	},
	'getAll',
);
