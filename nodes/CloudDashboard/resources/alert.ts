import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Conditions, Fields, FieldSettings } from '../../engine/body/fields';
import {
	choice,
	fieldWithProperties,
	describeFields,
	jsonObject,
	loadedIds,
	number,
	text,
} from '../../engine/body/fields';
import type { Draft } from '../../features/record/draft';
import { rulesOf } from '../../engine/body/interpret';
import type { Issue } from '../../engine/issue';
import { EMPTY, onlyForText, tooSmallText } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { isAbsent } from '../../engine/json';
import type { ParameterValues } from '../../engine/operation';
import type { HttpRequest } from '../../engine/request';
import { objectBody } from '../../engine/request';
import { withFields } from '../../engine/parameters/jsonInput';
import { BODY_EDITOR, locatorField } from '../../engine/parameters/properties';
import { emptyToUndefined } from '../../engine/parameters/values';
import { resource } from '../../engine/resource';
import { changedFields, wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove, update } from '../../features/record/change';
import { readOldValues } from '../../features/record/needs';
import { get, getMany } from '../../features/record/record';
import { recordAfter } from '../../features/record/replacement';
import {
	ALERT_REPLACEMENT,
	alertOutput,
	channelCountIssues,
	channelIssues,
	channelsOf,
	isNothing,
	isRange,
	MAX_CHANNELS,
	RANGES,
	THRESHOLD_TYPES,
	WEBHOOK_IDS,
	withChannels,
	withOtherChannels,
} from '../../clickStack/alerts';
import { CORRECT_FIELDS } from '../../clickhouseCloud/api';
import { managedHints } from '../../clickStack/managed';
import {
	alertRecord,
	dashboardIdField,
	EXAMPLE_TILE_ID,
	objectId,
	savedSearchRecord,
} from '../../clickStack/records';
import { changedAlertSummary, newAlertSummary, recipientNames, watchedNames } from './alertSummary';
import { alertChart, alertChartFields } from './dashboard/charts';
import { TAG_FORMAT, TAG_LIMITS, tags } from './sharedFields';

const ALERT_SOURCES = {
	tile: 'Dashboard Tile',
	saved_search: 'Saved Search',
	inline: 'Chart of Its Own',
};
const ABOUT_SOURCES = {
	inline: 'Requires your own ClickStack in a version newer than 2.36',
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

const tileIdField: INodeProperties = {
	...locatorField('Tile', 'tileId', 'searchTiles', EXAMPLE_TILE_ID, {
		nameExample: 'Errors over time',
	}),
	required: true,
	description:
		'Line, stacked bar, or number tile. ClickStack never evaluates alerts on other tiles.',
};

/** A new alert's fields depend on its source and condition. An update can use any of them. */
function alertFields(isNew: boolean): Fields {
	const required = { required: true, marked: isNew } as const;
	const onlyWhen = (when: Conditions, because: FieldSettings['required']): FieldSettings =>
		isNew ? { when, ...(because && { required: because }) } : {};
	const forTile = onlyWhen({ source: ['tile'] }, 'for a tile alert');
	return {
		source: choice('Watch', ALERT_SOURCES, {
			selects: true,
			...required,
			descriptions: ABOUT_SOURCES,
			description: isNew
				? 'Data the alert evaluates'
				: 'Data the alert evaluates. If you choose different data, the update drops the fields of the previous choice.',
		}),
		dashboardId: {
			...text('Dashboard', { ...forTile, schema: objectId }),
			properties: () => [dashboardIdField],
		},
		tileId: { ...text('Tile', forTile), properties: () => [tileIdField] },
		savedSearchId: {
			...text('Saved Search', {
				...onlyWhen({ source: ['saved_search'] }, 'for a saved search alert'),
				schema: objectId,
			}),
			properties: () => [savedSearchRecord.id.field],
		},
		chartConfig: isNew
			? fieldWithProperties(z.unknown(), alertChartFields)
			: jsonObject('Chart', {
					typeOptions: BODY_EDITOR,
					placeholder: 'e.g. { "displayType": "line", "sourceId": "…", "select": [] }',
					description: `Configuration of the alert's own chart, as ClickStack defines it. ${ABOUT_SOURCES.inline}.`,
				}),
		thresholdType: choice('Condition', THRESHOLD_TYPES, {
			selects: true,
			default: 'above',
			...required,
			description: 'Compares the value with the threshold',
		}),
		threshold: number('Threshold', { decimals: true, placeholder: 'e.g. 10', ...required }),
		thresholdMax: number('Threshold Max', {
			decimals: true,
			...onlyWhen({ thresholdType: RANGES }, 'for a range'),
			placeholder: 'e.g. 20',
			description: 'Inclusive end of the range',
		}),
		interval: choice('Interval', INTERVALS, {
			default: '5m',
			...required,
			descriptions: { '30s': 'Requires 30-second intervals to be turned on for the team' },
			description: 'Time between evaluations',
		}),
		[WEBHOOK_IDS]: {
			...loadedIds(
				'Webhook Names or IDs',
				'getWebhooks',
				isNew
					? `Up to ${String(MAX_CHANNELS)} webhooks to notify. To add a webhook to this list, use Webhook → Create.`
					: `Up to ${String(MAX_CHANNELS)} webhooks to notify. They replace all current recipients.`,
				{
					marked: isNew,
					// An alert notifies at least one webhook, so an update can't clear this field.
					...(!isNew && { required: true }),
				},
			),
			toBody: emptyToUndefined,
		},
	};
}

const NEWER = 'Requires your own ClickStack in a version newer than 2.36.';

const TEXT_FIELDS: Fields = {
	name: text('Name', {
		schema: z.string().trim().max(512),
		placeholder: 'e.g. Too many errors',
		description: 'Notification title, as a Handlebars template',
	}),
	message: text('Message', {
		rows: 3,
		schema: z.string().trim().max(4096),
		description: 'Notification text, as a Handlebars template',
	}),
	note: text('Note', { schema: z.string().trim().max(4096) }),
	displayName: text('Display Name', {
		schema: z.string().trim().max(512),
		description: `Name shown in lists. ${NEWER}`,
	}),
	tags: tags({ schema: TAG_LIMITS, description: `${TAG_FORMAT}. ${NEWER}` }),
};

const EXAMPLE = '{ "numConsecutiveWindows": 2 }';

const newAlertDescription = describeFields(
	'',
	{ ...alertFields(true), ...TEXT_FIELDS },
	{ mainFields: ['name', ...Object.keys(alertFields(true))] },
);

const newAlert = wholeBodyFields(newAlertDescription, {
	example: EXAMPLE,
	bodySteps: [withChannels, withChart],
	moreKeys: true,
	rules: [
		chartIssues,
		tileIdIssues,
		channelIssues,
		channelCountIssues,
		rangeIssues,
		managedHints('displayName', 'tags'),
	],
});

const changedAlert = changedFields(describeFields('', { ...alertFields(false), ...TEXT_FIELDS }), {
	example: EXAMPLE,
	replacement: ALERT_REPLACEMENT,
	bodySteps: [withOtherChannels],
	moreKeys: true,
	// A changed alert needs the same fields for its source and condition as a new alert.
	rules: [
		rulesOf(newAlertDescription),
		chartIssues,
		tileIdIssues,
		channelCountIssues,
		rangeIssues,
		managedHints('displayName', 'tags'),
	],
});

/** Reports a tile ID with a space. ClickStack's app and API make IDs of different forms, but none with a space. */
function* tileIdIssues({ tileId }: JsonObject): Iterable<Issue> {
	if (typeof tileId !== 'string' || !/\s/.test(tileId.trim())) return;
	const problem = "contains a space, so it isn't a tile's ID. Copy the ID.";
	yield { path: 'tileId', verdict: 'unusual', text: problem };
}

const TILE_ADVICE = {
	400: `${CORRECT_FIELDS} If the API can't find the tile, choose it from the list or by its name.`,
};

/** Adds the alert's own chart. Its keys that have no field come from JSON. */
function withChart(draft: Draft, parameters: ParameterValues): Partial<Draft> {
	const chart = parameters.source === 'inline' ? alertChart(parameters) : undefined;
	if (chart === undefined) return {};
	const merged = withFields({ chartConfig: chart.value }, draft);
	return { ...merged, issues: [...chart.issues, ...merged.issues] };
}

/** Requires a chart for an alert on its own chart, and refuses it in others, as the API does without saying why. */
function* chartIssues({ source, chartConfig }: JsonObject): Iterable<Issue> {
	const path = 'chartConfig';
	if (source === 'inline') {
		if (isAbsent(chartConfig)) yield { path, ...EMPTY };
	} else if (Object.hasOwn(ALERT_SOURCES, String(source)) && !isAbsent(chartConfig)) {
		yield { path, text: onlyForText('alerts with a chart of their own') };
	}
}

function* rangeIssues(body: JsonObject): Iterable<Issue> {
	const { threshold, thresholdMax } = body;
	const lacksThreshold = typeof threshold !== 'number' || typeof thresholdMax !== 'number';
	if (lacksThreshold || !isRange(body) || thresholdMax >= threshold) return;
	yield { path: 'thresholdMax', text: tooSmallText(threshold) };
}

/** Names sent fields that the response lacks, because older servers drop unknown fields. */
function lackingHint(payload: IDataObject, request: HttpRequest): string | undefined {
	if (Object.keys(payload).length === 0) return undefined;
	const sentMembers = Object.entries(objectBody(request)).filter(([, value]) => !isNothing(value));
	// A server may return the single channel only in its list.
	const returned: JsonObject = { ...payload, channel: channelsOf(payload)[0] };
	const lacking = sentMembers.map(([name]) => name).filter((name) => isAbsent(returned[name]));
	if (lacking.length === 0) return undefined;
	return `The API's response doesn't include ${lacking.join(', ')}, so the API might not support it. Check the alert.`;
}

const simplifiedAlert = {
	...alertRecord,
	output: alertOutput(
		`id name displayName state source threshold thresholdMax thresholdType interval dashboardId tileId savedSearchId
		groupBy chartConfig channel channels numConsecutiveWindows scheduleOffsetMinutes scheduleStartAt message note tags
		silenced executionErrors teamId createdAt updatedAt`,
		`name displayName state source dashboardId tileId savedSearchId condition threshold interval channelType id`,
	),
};

export const alert = resource(
	'Alert',
	'Watches a tile, a saved search, or its own chart in ClickStack',
	{
		create: create(alertRecord, {
			description: 'Create an alert on a tile, a saved search, or its own chart',
			fields: newAlert,
			planSteps: [recipientNames],
			offersAllowUnusual: true,
			advice: TILE_ADVICE,
			successHint: lackingHint,
			summarize: newAlertSummary,
		}),
		delete: remove(alertRecord, {
			description: 'Delete an alert permanently',
			planSteps: [readOldValues(alertRecord), watchedNames],
		}),
		get: get(alertRecord, { description: 'Get an alert' }),
		getAll: getMany(simplifiedAlert, {
			description: "Get the team's alerts with their states",
		}),
		update: update(alertRecord, {
			description: 'Change an alert',
			fields: changedAlert,
			planSteps: [watchedNames, recipientNames],
			offersAllowUnusual: true,
			advice: TILE_ADVICE,
			successHint: lackingHint,
			summarize: (body, parameters, stored) =>
				changedAlertSummary(recordAfter(body, stored, ALERT_REPLACEMENT), parameters, stored),
		}),
	},
);
