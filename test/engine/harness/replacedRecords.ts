import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asObject } from '../../../nodes/engine/parameters/values';
import type { JsonObject } from '../../../tools/contract/json';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { CLOUD_IDS } from '../../../tools/emulator/state/ids';

/** `own` is a ClickStack of your own, `managed` a service's ClickStack, `cloud` ClickHouse Cloud itself. */
type Place = 'own' | 'managed' | 'cloud';
const CLICKSTACKS: readonly Place[] = ['own', 'managed'];

/** Get redacts these texts, because they look like secrets. */
export const SECRETS = [
	'https://ada:hunter22@db.example.com/x?token=canary-token',
	"SELECT * FROM url('https://u:canary-pw@h/') WHERE password = 'canary-pw'",
	'{"authorization":"Bearer canary-bearer"}',
];

/** The node refuses fixed text that looks like an expression. */
const hasNoBraces = (entered: string): boolean => !entered.includes('{{');

const plainText = fc
	.string({ unit: 'grapheme', maxLength: 20 })
	.filter(hasNoBraces)
	// n8n evaluates a text that starts with an equals sign.
	.filter((text) => text.trim() === text && text !== '' && !text.startsWith('='));
const text = fc.oneof(plainText, fc.constantFrom(...SECRETS));
const name = fc
	.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
	.filter(hasNoBraces)
	.map((end) => `N${end.trim()}`);
const tags = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 3 });
const orNull = (values: fc.Arbitrary<unknown>) => fc.option(values, { nil: null });

const VALUES = fc.array(fc.record({ type: fc.constant('sql'), condition: text }), { maxLength: 2 });
const SPOT = { x: 0, y: 0, w: 8, h: 3 };

/** An update replaces a record of this kind. */
export interface Kind {
	resource: string;
	places: readonly Place[];
	collection: string;
	id: string;
	idField: string;
	stored: Readonly<Record<string, fc.Arbitrary<unknown>>>;
	/** Keyed by the record's keys that the fields change. */
	entered: Readonly<Record<string, fc.Arbitrary<unknown>>>;
	/** The node gets these parameters to enter the values. */
	parameters: (entered: IDataObject) => INodeParameters;
	/** Somebody else changes a key that the update sends. */
	meanwhile: (record: JsonObject) => JsonObject;
}

/** The form stores lists as text. */
const byFields = (entered: IDataObject): INodeParameters => ({
	updateFields: Object.fromEntries(
		Object.entries(entered).map(([key, value]) => [key, stored(value)]),
	),
});

function stored(value: unknown): number | string {
	if (typeof value === 'number') return value;
	if (Array.isArray(value)) return value.join(',');
	return typeof value === 'string' ? value : JSON.stringify(value);
}

const alert: Kind = {
	resource: 'alert',
	places: CLICKSTACKS,
	collection: 'alerts',
	id: IDS.alertId,
	idField: 'alertId',
	stored: {
		name: orNull(text),
		message: orNull(text),
		note: orNull(text),
		interval: fc.constantFrom('15m', '1h'),
		numConsecutiveWindows: orNull(fc.integer({ min: 1, max: 9 })),
		scheduleOffsetMinutes: fc.integer({ min: 0, max: 4 }),
		thresholdMax: fc.integer({ min: 20, max: 30 }),
		channels: fc.constantFrom(
			[{ type: 'webhook', webhookId: IDS.webhookId }],
			[IDS.webhookId, IDS.secondWebhookId].map((webhookId) => ({ type: 'webhook', webhookId })),
		),
	},
	entered: {
		name: text,
		message: text,
		note: text,
		interval: fc.constantFrom('5m', '6h'),
		threshold: fc.integer({ min: 0, max: 9 }),
		thresholdType: fc.constantFrom('below', 'above_exclusive', 'between'),
	},
	parameters: byFields,
	meanwhile: () => ({ threshold: 77 }),
};

const savedSearch: Kind = {
	resource: 'savedSearch',
	places: CLICKSTACKS,
	collection: 'savedSearches',
	id: IDS.savedSearchId,
	idField: 'savedSearchId',
	stored: {
		select: text,
		where: text,
		whereLanguage: fc.constantFrom('sql', 'lucene'),
		orderBy: text,
		tags,
		filters: VALUES,
	},
	entered: { name, where: text, orderBy: text, tags },
	parameters: byFields,
	meanwhile: () => ({ where: 'level:fatal' }),
};

const source: Kind = {
	resource: 'source',
	places: CLICKSTACKS,
	collection: 'sources',
	id: IDS.sourceId,
	idField: 'sourceId',
	stored: {
		section: text,
		bodyExpression: text,
		severityTextExpression: text,
		querySettings: fc.array(fc.record({ setting: plainText, value: plainText }), { maxLength: 2 }),
	},
	entered: { name, section: plainText, timestampValueExpression: text },
	parameters: byFields,
	meanwhile: () => ({ bodyExpression: 'Message' }),
};

const webhook: Kind = {
	resource: 'webhook',
	places: CLICKSTACKS,
	collection: 'webhooks',
	id: IDS.webhookId,
	idField: 'webhookId',
	stored: {
		url: fc.constantFrom(
			'https://n8n.example.com/webhook/canary?token=canary-token',
			// Keeping a login must not block other changes.
			'https://ada:canary-pw@n8n.example.com/',
		),
		description: text,
		body: text,
		headers: fc.constant({ Authorization: 'canary-header' }),
		queryParams: fc.constant({ key: 'canary-key' }),
	},
	entered: { name, description: text, body: text },
	parameters: byFields,
	meanwhile: () => ({ description: 'Changed by Ada' }),
};

const dashboard: Kind = {
	resource: 'dashboard',
	places: CLICKSTACKS,
	collection: 'dashboards',
	id: IDS.dashboardId,
	idField: 'dashboardId',
	stored: {
		tags,
		savedQuery: text,
		savedQueryLanguage: fc.constantFrom('sql', 'lucene'),
		savedFilterValues: VALUES,
		tiles: fc.tuple(text, text).map(([sqlTemplate, markdown]) => [
			{
				id: IDS.tileId,
				name: 'Slow',
				...SPOT,
				config: {
					configType: 'sql',
					displayType: 'table',
					connectionId: IDS.connectionId,
					sqlTemplate,
				},
			},
			{
				id: IDS.secondTileId,
				name: 'Notes',
				...SPOT,
				config: { displayType: 'markdown', markdown },
			},
		]),
	},
	entered: { name, tags, savedQuery: text, savedFilterValues: VALUES },
	parameters: (entered) => ({ dashboardInput: 'json', dashboardJson: JSON.stringify(entered) }),
	meanwhile: ({ tiles }) => ({
		tiles: [tiles].flat().map((tile) => ({ ...asObject(tile), y: 9 })),
	}),
};

const query = {
	sql: text,
	database: name,
	parameters: fc.dictionary(name, text, { minKeys: 1, maxKeys: 3 }),
};

const savedQuery: Kind = {
	resource: 'savedQuery',
	places: ['cloud'],
	collection: 'savedQueries',
	id: CLOUD_IDS.savedQueryId,
	idField: 'savedQueryId',
	stored: query,
	entered: { name, ...query },
	parameters: byFields,
	meanwhile: () => ({ sql: 'SELECT 77' }),
};

const access = {
	apiKeyIds: fc.uniqueArray(fc.uuid({ version: 4 }), { minLength: 1, maxLength: 3 }),
	roles: tags,
	allowedOrigins: fc.subarray(['https://a.example', 'https://b.example:8443'], { minLength: 1 }),
};

const queryEndpoint: Kind = {
	...savedQuery,
	resource: 'queryEndpoint',
	collection: 'queryEndpoints',
	id: CLOUD_IDS.queryEndpointId,
	idField: 'queryEndpointId',
	stored: { ...query, ...access },
	entered: { name, ...query, ...access },
};

export const KINDS: readonly Kind[] = [
	...[alert, dashboard, savedSearch, source, webhook],
	...[queryEndpoint, savedQuery],
];
