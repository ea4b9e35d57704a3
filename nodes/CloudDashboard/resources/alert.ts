import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	choice,
	customField,
	description,
	list,
	loadedIds,
	number,
	property,
	text,
} from '../../engine/body/fields';
import { buildBody, prefixPaths, propertiesOf, rulesOf } from '../../engine/body/interpret';
import { trimTexts, zodIssues } from '../../engine/issues/checks';
import type { JsonObject } from '../../engine/json';
import { isAbsent, isEmptyList } from '../../engine/json';
import type { HttpRequest, Parameters } from '../../engine/operation';
import { objectBody } from '../../engine/operation';
import {
	requestMembersField,
	withAdditionalMembers,
	ADDED_FIELDS,
} from '../../engine/parameters/json';
import { readItemOptions } from '../../engine/parameters/options';
import { idLocator, unresolvedSelectors } from '../../engine/parameters/properties';
import { asObject, textList, textListIssues } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import { wordsOf } from '../../engine/text';
import type { BodyFields } from '../../features/record/bodyFields';
import { lostBy } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { recordOutput } from '../../features/record/output';
import { get, getMany } from '../../features/record/record';
import { ALERT_READ_ONLY, isRange, RANGES, THRESHOLD_TYPES } from '../../clickStack/alerts';
import {
	alertRecord,
	dashboardIdField,
	objectId,
	objectIdIssues,
	savedSearchRecord,
} from '../../clickStack/records';
import { createSummary, updateSummary } from './alertSummary';
import { currentRecord, managedHints } from './current';
import { alertChart } from './dashboard/charts';
import type { Issue } from '../../engine/issue';

const SOURCES = {
	tile: 'Dashboard Tile',
	saved_search: 'Saved Search',
	inline: 'Chart of Its Own',
};
const ABOUT_SOURCES = { inline: 'Only in a ClickStack of your own that is newer than 2.36' };
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

/** The API's own fields of a record, and this node's summary in Update's output: they aren't sent back. */
const READ_ONLY = [...ALERT_READ_ONLY, 'summary'];
/** The fields that a new source clears. */
const OF_A_SOURCE = wordsOf('dashboardId tileId savedSearchId groupBy chartConfig');

const KEEP = { name: 'Keep', value: 'keep', description: "Keep the current alert's value" };

const WEBHOOK_IDS = 'webhookIds';

const tileIdField: INodeProperties = {
	...idLocator('Tile', 'tileId', 'searchTiles', 'e.g. 65f5e4a3b9e77c001a901234'),
	required: true,
	description: 'The tile shows a line, stacked bars or a number; others are never evaluated',
};

/** The body of "Create alert" and "Update alert". With `keep`, selectors can keep the current alert's value. */
function describe(keep: boolean) {
	const forTile = { when: { source: ['tile'] }, required: 'for a tile alert' } as const;
	const needed = { required: true, marked: !keep } as const;
	const kept = { ...needed, ...(keep && { off: KEEP, default: KEEP.value }) };
	return description('', {
		source: choice('Source', SOURCES, {
			selects: true,
			...kept,
			about: ABOUT_SOURCES,
			description: 'What the alert watches',
		}),
		dashboardId: {
			...text('Dashboard', { ...forTile, schema: objectId }),
			properties: () => [dashboardIdField],
		},
		tileId: { ...text('Tile', forTile), properties: () => [tileIdField] },
		savedSearchId: {
			...text('Saved Search', {
				when: { source: ['saved_search'] },
				required: 'for a saved search alert',
				schema: objectId,
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
		threshold: number('Threshold', {
			precision: 6,
			placeholder: keep ? KEEP.name : 'e.g. 10',
			...needed,
		}),
		thresholdMax: number('Threshold Max', {
			precision: 6,
			when: { thresholdType: RANGES },
			required: 'for a range',
			placeholder: 'e.g. 20',
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
			description: `The alert's name in lists. ${NEWER}`,
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

/** Returns an alert's fields. If an item has the current alert, it fills in the fields left open. */
function alertFields(keep: boolean): BodyFields {
	const described = describe(keep);
	const definedBy = buildBody(described);
	const properties = propertiesOf(described);
	const selectorIssues = unresolvedSelectors(properties, 'Choose a value.');
	const rules = rulesOf(described);
	const webhookIds = loadedIds(
		'Webhook Names or IDs',
		'getWebhooks',
		'Whom to notify: up to ten webhooks.',
		{ marked: !keep },
	);
	return {
		properties: [
			...(keep ? [currentAlertField] : []),
			...properties,
			property(WEBHOOK_IDS, webhookIds),
			requestMembersField('{ "numConsecutiveWindows": 2 }', ...propertiesOf(texts)),
		],
		buildBody: (parameters, { timezone }) => {
			const { current, issues: unread } = readCurrent(parameters);
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
			const kept = current ?? {};
			const body = { ...keptProperties(kept, entered), ...entered };
			const { allowUnlisted } = readItemOptions(parameters.options);
			const options = { input: 'fields', allowUnlisted } as const;
			issues.push(
				...(chart?.issues ?? []),
				...prefixPaths('additionalFields', zodIssues(texts.schema, shown, options)),
				...webhookIssues(parameters),
				// The API itself returned a value that stays.
				...zodIssues(described.schema, body, options).filter(
					({ code, path }) =>
						(code !== 'unlisted' && code !== 'malformed') || body[path] !== kept[path],
				),
				...rules.flatMap((rule) => [...rule(body)]),
				...issuesOf(body, entered),
			);
			const hints = managedHints(parameters, body, ['displayName', 'tags']);
			return { body, issues: keep ? lossIssues(issues, parameters, current) : issues, hints };
		},
	};
}

function webhookIssues({ [WEBHOOK_IDS]: entered }: Parameters): Issue[] {
	const unreadable = textListIssues(WEBHOOK_IDS, entered);
	return unreadable.length > 0 ? unreadable : objectIdIssues(WEBHOOK_IDS, textList(entered));
}

/** One webhook is the channel, several are channels. */
function channelsOf(parameters: Parameters): JsonObject {
	const ids = [...new Set(textList(parameters[WEBHOOK_IDS]))];
	const channels = ids.map((webhookId) => ({ type: 'webhook', webhookId }));
	if (channels.length > 1) return { channels };
	return channels.length === 1 ? { channel: channels[0] } : {};
}

/** The fields that an update keeps if they aren't entered, and that every alert has. */
const KEPT = new Map(
	Object.entries({
		source: 'Source',
		thresholdType: 'Condition',
		threshold: 'Threshold',
		interval: 'Interval',
		[WEBHOOK_IDS]: 'webhooks',
	}),
);

/** Returns an update's issues. All values that the current alert should supply share one. */
function lossIssues(
	issues: readonly Issue[],
	{ source }: Parameters,
	current: JsonObject | undefined,
): Issue[] {
	const isLost = ({ path, code }: Issue): boolean => {
		if (code !== 'empty' && code !== 'needed') return false;
		return KEPT.has(path) || (source === KEEP.value && OF_A_SOURCE.includes(path));
	};
	const missing = issues.filter(isLost).map(({ path }) => KEPT.get(path) ?? path);
	if (missing.length === 0) return [...issues];
	const lost: Issue = { path: currentAlertField.name, ...lostBy(current, missing) };
	return [lost, ...issues.filter((issue) => !isLost(issue))];
}

/** Returns the current alert's values for fields left open. An update would clear most of them. */
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

/** Returns missing recipients, and a range that ends before it starts: its end only if the panel shows it. */
function* issuesOf(body: JsonObject, entered: JsonObject): Iterable<Issue> {
	const { source, chartConfig, channel, channels, threshold, thresholdMax } = body;
	// The alert list omits it.
	if (source === 'inline' && isAbsent(chartConfig)) yield { path: 'chartConfig', code: 'empty' };
	if (channel === undefined && channels === undefined) yield { path: WEBHOOK_IDS, code: 'empty' };
	const isOpen = typeof threshold !== 'number' || typeof thresholdMax !== 'number';
	if (isOpen || !isRange(body) || thresholdMax >= threshold) return;
	yield Object.hasOwn(entered, 'thresholdMax')
		? { path: 'thresholdMax', code: 'tooSmall', minimum: threshold }
		: { path: 'threshold', code: 'tooBig', maximum: thresholdMax };
}

/** Names the sent fields that the response to a change lacks: an older server drops unknown fields. */
function lackingHint(payload: IDataObject, request: HttpRequest): string | undefined {
	if (Object.keys(payload).length === 0) return undefined;
	const sent = Object.entries(objectBody(request)).filter(
		([, value]) => !isAbsent(value) && !isEmptyList(value),
	);
	const lacking = sent.filter(([name]) => isAbsent(payload[name])).map(([name]) => name);
	if (lacking.length === 0) return undefined;
	return `The API's answer lacks ${lacking.join(', ')}: it might not support that. Check the alert.`;
}

/** Current Alert needs a whole alert, so only the list is simplified. */
const simplifiedAlert = {
	...alertRecord,
	output: recordOutput(
		`id name displayName state source threshold thresholdMax thresholdType interval dashboardId tileId savedSearchId
		groupBy chartConfig channel channels numConsecutiveWindows scheduleOffsetMinutes scheduleStartAt message note tags
		silenced executionErrors teamId createdAt updatedAt`,
		'id name displayName state source threshold interval',
	),
};

export const alert = resource(
	'Alert',
	'Watches a tile, a saved search or a chart of its own, in ClickStack',
	{
		create: create(alertRecord, {
			description: 'Create an alert on a tile, a saved search or a chart of its own',
			fields: alertFields(false),
			allowUnlisted: true,
			unknownOutcome: [
				'The alert may have been created',
				'Check the alerts of the team before you run the node again: the API accepts the same alert twice.',
			],
			target: 'alerts',
			successHint: lackingHint,
			summarize: createSummary,
		}),
		delete: remove(alertRecord, { description: 'Delete an alert permanently' }),
		get: get(alertRecord, { description: 'Get an alert' }),
		getAll: getMany(simplifiedAlert, {
			description: 'Get the alerts of the team with their states',
		}),
		update: update(alertRecord, {
			description: 'Replace the settings of an alert',
			method: 'PUT',
			fields: alertFields(true),
			allowUnlisted: true,
			unknownOutcome: [
				'The alert may have been changed',
				'Check the alerts of the team before you run the node again.',
			],
			successHint: lackingHint,
			summarize: (body, parameters) =>
				updateSummary(body, parameters, readCurrent(parameters).current),
		}),
	},
	'getAll',
);
