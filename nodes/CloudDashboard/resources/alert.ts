import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { listed, otherFields, quoteName, recordText } from '../../engine/approval/sentences';
import {
	choice,
	customField,
	description,
	list,
	number,
	property,
	text,
} from '../../engine/body/fields';
import { rulesOf, buildBody, propertiesOf } from '../../engine/body/interpret';
import { trimTexts, zodIssues } from '../../engine/issues/checks';
import type { JsonObject } from '../../engine/json';
import { hashOf, isAbsent, isEmptyList, isJsonObject } from '../../engine/json';
import type { HttpRequest, Parameters } from '../../engine/operation';
import { objectBody } from '../../engine/operation';
import {
	requestMembersField,
	withAdditionalMembers,
	ADDED_FIELDS,
} from '../../engine/parameters/json';
import { readItemOptions } from '../../engine/parameters/options';
import { unresolvedSelectors } from '../../engine/parameters/properties';
import { asObject, textList, textListIssues, isText } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { wordsOf } from '../../engine/text';
import type { BodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { get, getMany, ofParent, recordName } from '../../features/record/record';
import { ALERT_READ_ONLY } from '../../clickStack/alerts';
import { dashboardIdField, alertRecord, savedSearchRecord } from '../../clickStack/records';
import { currentRecord, managedHints } from './current';
import { alertChart } from './dashboard/charts';
import type { Issue } from '../../engine/issue';

const SOURCES = {
	tile: 'Dashboard Tile',
	saved_search: 'Saved Search',
	inline: 'Chart of Its Own',
};
const ABOUT_SOURCES = { inline: 'Only in a ClickStack of your own that is newer than 2.36' };
const RANGES = ['between', 'not_between'];
const THRESHOLD_TYPES = {
	above: 'At or Above',
	above_exclusive: 'Above',
	below: 'Below',
	below_or_equal: 'At or Below',
	equal: 'Equal To',
	not_equal: 'Not Equal To',
	between: 'Between',
	not_between: 'Not Between',
};
const INTERVALS = {
	'30s': '30 Seconds',
	'1m': '1 Minute',
	'5m': '5 Minutes',
	'15m': '15 Minutes',
	'30m': '30 Minutes',
	'1h': '1 Hour',
	'6h': '6 Hours',
	'12h': '12 Hours',
	'1d': '1 Day',
};

/** The API's own fields of a record, and this node's summary in the output of Update: they aren't sent back. */
const READ_ONLY = [...ALERT_READ_ONLY, 'summary'];
/** What an alert reads: with another source, what was there goes. */
const OF_A_SOURCE = wordsOf('dashboardId tileId savedSearchId groupBy chartConfig');

const KEEP = { name: 'Keep', value: 'keep', description: 'What Current Alert has' };

const WEBHOOK_IDS = 'webhookIds';

/** ClickStack's "Create alert" and "Update alert". With `keep`, selectors may keep what the current alert has. */
function describe(keep: boolean) {
	const forTile = { when: { source: ['tile'] }, required: 'for an alert of a tile' } as const;
	const needed = { required: true, marked: !keep } as const;
	const kept = { ...needed, ...(keep && { off: KEEP, default: KEEP.value }) };
	return description('', {
		source: choice('Source', SOURCES, {
			selects: true,
			...kept,
			about: ABOUT_SOURCES,
			description: 'What the alert watches',
		}),
		dashboardId: { ...text('Dashboard ID', forTile), properties: () => [dashboardIdField] },
		tileId: text('Tile ID', {
			...forTile,
			placeholder: 'e.g. 65f5e4a3b9e77c001a901234',
			description: 'The tile shows a line, stacked bars or a number; others are never evaluated',
		}),
		savedSearchId: {
			...text('Saved Search ID', {
				when: { source: ['saved_search'] },
				required: 'for an alert of a saved search',
			}),
			properties: () => [savedSearchRecord.idField],
		},
		chartConfig: customField(z.unknown(), alertChart.fields),
		thresholdType: choice('Condition', THRESHOLD_TYPES, {
			selects: true,
			default: 'above',
			...kept,
			description: 'How the value is compared with the threshold',
		}),
		threshold: number('Threshold', { precision: 6, ...needed }),
		thresholdMax: number('Threshold Max', {
			precision: 6,
			when: { thresholdType: RANGES },
			required: 'for a range',
			description: 'The end of the range, included in it',
		}),
		interval: choice('Interval', INTERVALS, {
			default: '5m',
			...kept,
			about: { '30s': 'Only if this feature is on for the team' },
			description: 'How often the value is computed and compared',
		}),
	});
}

const NEWER = 'Only in a ClickStack of your own that is newer than 2.36.';

/** The texts of a notification, and what sorts alerts. ClickStack, 4.3; autumn, 9. */
const texts = description(
	'',
	{
		name: text('Name', {
			schema: z.string().trim().max(512),
			description: 'The title of the notification: a Handlebars template',
		}),
		message: text('Message', {
			rows: 3,
			schema: z.string().trim().max(4096),
			description: 'The text of the notification: a Handlebars template',
		}),
		note: text('Note', { schema: z.string().trim().max(4096) }),
		displayName: text('Display Name', {
			schema: z.string().trim().max(512),
			description: `What lists call the alert. ${NEWER}`,
		}),
		tags: list('Tags', {
			schema: z.array(z.string().trim().max(32)).max(50),
			placeholder: 'e.g. shop,production',
			description: `Tags of the alert, separated by commas. ${NEWER}`,
		}),
	},
	{ panel: ['displayName', 'message', 'name', 'note', 'tags'] },
);

const textsOf = buildBody(texts);

/** n8n would mark an empty JSON field as an error. */
const currentAlertField = property(
	'currentAlert',
	text('Current Alert', {
		rows: 4,
		placeholder: 'e.g. {{ $json }}',
		description:
			'The output of Get for this alert. Fields that you leave empty keep its values. Without it, name, message, note, display name and tags are removed unless you enter them.',
	}),
);

const readCurrent = (parameters: Parameters) =>
	currentRecord(currentAlertField, alertRecord.idField, parameters);

/** Returns the fields of an alert. The current one, if an item has it, fills in what the fields leave open. */
function alertFields(keep: boolean): BodyFields {
	const described = describe(keep);
	const definedBy = buildBody(described);
	const properties = propertiesOf(described);
	const selectorIssues = unresolvedSelectors(properties, 'Choose a value.');
	const rules = rulesOf(described);
	const webhookIds = list('Webhook IDs', {
		marked: !keep,
		placeholder: 'e.g. 65f5e4a3b9e77c001a789012',
		description: 'Whom to notify: the IDs of up to ten webhooks, separated by commas',
	});
	return {
		properties: [
			...(keep ? [currentAlertField] : []),
			...properties,
			property(WEBHOOK_IDS, webhookIds),
			requestMembersField('{ "numConsecutiveWindows": 2 }', ...propertiesOf(texts)),
		],
		buildBody: (parameters, { timezone }) => {
			const { current = {}, issues: unread } = readCurrent(parameters);
			const unusable = unread.length > 0 ? unread : selectorIssues(parameters);
			if (unusable.length > 0) return { body: {}, issues: unusable, hints: [] };
			const added = asObject(parameters.additionalFields);
			const shown = trimTexts(texts.schema, textsOf(added, timezone));
			const chart = parameters.source === 'inline' ? alertChart.configOf(parameters) : undefined;
			const { body: entered, issues } = withAdditionalMembers(
				{
					...definedBy(parameters, timezone),
					...(chart && { chartConfig: chart.config }),
					...channelsOf(parameters),
					...shown,
				},
				added.additionalMembers,
				ADDED_FIELDS,
			);
			const body = { ...keptProperties(current, entered), ...entered };
			const { allowUnlisted } = readItemOptions(parameters.options);
			const options = { input: 'fields', allowUnlisted } as const;
			issues.push(
				...(chart?.issues ?? []),
				...zodIssues(texts.schema, shown, options),
				...textListIssues(WEBHOOK_IDS, parameters[WEBHOOK_IDS]),
				// The API itself returned a value that stays.
				...zodIssues(described.schema, body, options).filter(
					({ code, path }) => code !== 'unlisted' || body[path] !== current[path],
				),
				...rules.flatMap((rule) => [...rule(body)]),
				...issuesOf(body, entered),
			);
			return { body, issues, hints: managedHints(parameters, body, ['displayName', 'tags']) };
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

/** Returns whom to notify, if that's missing, and a range that ends before it starts: its end only if the panel shows it. */
function* issuesOf(body: JsonObject, entered: JsonObject): Iterable<Issue> {
	const { channel, channels, threshold, thresholdMax } = body;
	if (channel === undefined && channels === undefined) yield { path: WEBHOOK_IDS, code: 'empty' };
	const isOpen = typeof threshold !== 'number' || typeof thresholdMax !== 'number';
	if (isOpen || !isRange(body) || thresholdMax >= threshold) return;
	yield Object.hasOwn(entered, 'thresholdMax')
		? { path: 'thresholdMax', code: 'tooSmall', minimum: threshold }
		: { path: 'threshold', code: 'tooBig', maximum: thresholdMax };
}

/** What an update clears if it's left out. ClickStack, 4.3. */
const CLEARED = wordsOf('name message note groupBy numConsecutiveWindows displayName tags');

/** The fields that a summary puts into words. */
const IN_WORDS = wordsOf(
	'source dashboardId tileId savedSearchId thresholdType threshold thresholdMax interval channel channels',
);

/** Returns what an update does. What it takes away comes first, by name if the current alert is known. */
function updateSummary(body: JsonObject, parameters: Parameters): string {
	const { current } = readCurrent(parameters);
	const start = `Replace ${recordName(alertRecord, parameters)} on ${watched(body, parameters)}`;
	const [rule, before] = [ruleOf(body), ruleOf(current ?? body)];
	const changed = rule === before ? rule : `${rule} (was ${before})`;
	return sentence([start, ...lost(body, current), changed], body, current);
}

/** Returns what an alert watches, when it fires, whom it notifies, and what else changes. */
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

/** Names what the answer to a change lacks of what was sent: an older server drops what it doesn't know. */
function lackingHint(payload: IDataObject, request: HttpRequest): string | undefined {
	if (Object.keys(payload).length === 0) return undefined;
	const sent = Object.entries(objectBody(request)).filter(
		([, value]) => !isAbsent(value) && !isEmptyList(value),
	);
	const lacking = sent.filter(([name]) => isAbsent(payload[name])).map(([name]) => name);
	if (lacking.length === 0) return undefined;
	return `The API's answer lacks ${lacking.join(', ')}: it may not support that. Check the alert.`;
}

/** Returns a change of an alert that also names what the answer lacks. */
function compared(change: ListedOperation): ListedOperation {
	return {
		...change,
		successHint: (payload, request, shown) =>
			change.successHint?.(payload, request, shown) ?? lackingHint(payload, request),
	};
}

export const alert = resource(
	'Alert',
	'What watches a tile, a saved search or a chart of its own, in ClickStack',
	{
		create: compared(
			create(alertRecord, {
				description: 'Create an alert on a tile, a saved search or a chart of its own',
				fields: alertFields(false),
				allowUnlisted: true,
				unknownOutcome: [
					'The alert may have been created',
					'Check the alerts of the team before you run the node again: the API accepts the same alert twice.',
				],
				target: 'alerts',
				summarize: (body, parameters) => {
					const start = `Create alert on ${watched(body, parameters)}${ofParent(alertRecord.parent, parameters, '')}`;
					return sentence([start, ruleOf(body)], body);
				},
			}),
		),
		delete: remove(alertRecord, { description: 'Delete an alert permanently' }),
		get: get(alertRecord, { description: 'Get an alert' }),
		getAll: getMany(alertRecord, { description: 'Get the alerts of the team with their states' }),
		update: compared(
			update(alertRecord, {
				description: 'Replace the settings of an alert',
				method: 'PUT',
				fields: alertFields(true),
				allowUnlisted: true,
				unknownOutcome: [
					'The alert may have been changed',
					'Check the alerts of the team before you run the node again.',
				],
				summarize: updateSummary,
			}),
		),
	},
	'getAll',
);
