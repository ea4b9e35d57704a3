import type { INodeParameters } from 'n8n-workflow';

import { isServed } from '../../contract';
import type { EmulatorIds, EmulatorOptions } from '../../emulator';
import { CLICKSTACK_IDS } from '../../emulator';
import { SEEDED_IDS } from '../../emulator/state/ids';
import type { TriggerName } from '../../engine/polledNode';
import { DASHBOARD, MANAGEMENT } from '../../engine/workflow';
import { ALL_CLICKSTACK_SAMPLES } from '../../samples/clickstackSamples';
import type { OperationSample } from '../../samples/operationSamples';
import { OPERATION_SAMPLES, sampleNode } from '../../samples/operationSamples';
import type { Exchange } from '../exchange';
import { exchangeOfNode, exchangeOfPoll } from '../exchange';
import { code, fence } from '../markdown';
import type { Output } from './outputs';
import { itemText, outputOf } from './outputs';
import { SELECTORS } from './resources';

const MANAGED_CLICKSTACK = '/v1/organizations/o/services/s/clickstack';
/** The samples' credentials contain secrets of this form. */
const SAMPLE_SECRET = /not-a-real-(?:secret|token)/g;
/** Longer JSON doesn't fit into a line of text. */
const MAX_INLINE = 150;

const EVENT_SAMPLES: Readonly<Record<string, (ids: EmulatorIds) => INodeParameters>> = {
	alertStateChanged: () => ({ event: 'alertStateChanged', states: ['ALERT'] }),
	backupStatusChanged: ({ serviceId }) => ({
		event: 'backupStatusChanged',
		serviceId,
		states: ['error'],
	}),
	newActivity: () => ({ event: 'newActivity', filters: { types: 'service_start, service_stop' } }),
	pipeStateChanged: () => ({
		event: 'pipeStateChanged',
		states: ['Degraded', 'Failed', 'InternalError'],
	}),
	reversePrivateEndpointStatusChanged: ({ serviceId, reversePrivateEndpointId }) => ({
		event: 'reversePrivateEndpointStatusChanged',
		serviceId,
		reversePrivateEndpointIds: [reversePrivateEndpointId],
	}),
	serviceStateChanged: ({ serviceId }) => ({
		event: 'serviceStateChanged',
		serviceIds: [serviceId],
	}),
	valueChanged: ({ serviceId }) => ({
		event: 'valueChanged',
		paths: `/v1/organizations/{organizationId}/services/${serviceId}`,
		valuePath: 'result.state',
		states: 'failed, degraded',
	}),
};

/** Samples include a dashboard update for an API that can't read dashboards, which hardly any reader has. */
const SAMPLES: readonly OperationSample[] = [
	...Object.entries(ALL_CLICKSTACK_SAMPLES).filter(([name]) => name === 'dashboard update'),
	...Object.entries(OPERATION_SAMPLES),
].map(([, sample]) => sample);

/** ClickHouse Cloud's own roles replace the deprecated `role`. */
const ROLE_ASSIGNED = ({ customRoleId }: EmulatorIds): INodeParameters => ({
	additionalFields: { assignedRoleIds: [customRoleId] },
});
const DAY = {
	period: 'custom',
	startTime: '2026-05-31T00:00:00.000Z',
	endTime: '2026-06-01T00:00:00.000Z',
};
const ORDERS_OF_DAY = 'SELECT count() FROM orders WHERE day = {day:Date}';

/** Examples as users would send them. Samples are for tests, so they also use deprecated fields or an echo. */
const EXAMPLES: Readonly<Record<string, (ids: EmulatorIds) => INodeParameters>> = {
	[`${MANAGEMENT} apiKey create`]: ({ customRoleId }) => ({
		name: 'Reporting',
		expireAt: '2027-05-31T00:00:00Z',
		ipAccess: { values: [{ source: '192.0.2.0/24', description: 'Office' }] },
		assignedRoleIds: [customRoleId],
	}),
	[`${MANAGEMENT} apiRequest send`]: () => ({
		method: 'PATCH',
		path: '/v1/organizations/{organizationId}',
		body: '{ "name": "Shop" }',
	}),
	[`${MANAGEMENT} apiRequest wait`]: ({ serviceId }) => ({
		path: `/v1/organizations/{organizationId}/services/${serviceId}`,
		valuePath: 'result.state',
		waitFor: 'running',
	}),
	[`${MANAGEMENT} invitation create`]: (ids) => ({
		email: 'ada@example.com',
		...ROLE_ASSIGNED(ids),
	}),
	[`${MANAGEMENT} member update`]: (ids) => ({ userId: ids.userId, ...ROLE_ASSIGNED(ids) }),
	[`${MANAGEMENT} metric getAll`]: ({ serviceId }) => ({ serviceId, returnAll: true }),
	[`${MANAGEMENT} queryEndpoint create`]: ({ serviceId, apiKeyId }) => ({
		serviceId,
		name: 'Orders of a day',
		sql: ORDERS_OF_DAY,
		database: 'shop',
		apiKeyIds: [apiKeyId],
		roles: ['reader'],
	}),
	[`${MANAGEMENT} queryEndpoint update`]: ({ serviceId, queryEndpointId }) => ({
		serviceId,
		queryEndpointId,
		updateFields: { sql: ORDERS_OF_DAY },
	}),
	[`${MANAGEMENT} savedQuery create`]: ({ serviceId }) => ({
		serviceId,
		name: 'Orders of a day',
		sql: ORDERS_OF_DAY,
		database: 'shop',
	}),
	[`${MANAGEMENT} savedQuery update`]: ({ serviceId, savedQueryId }) => ({
		serviceId,
		savedQueryId,
		updateFields: { sql: ORDERS_OF_DAY },
	}),
	[`${DASHBOARD} apiRequest send`]: () => ({ method: 'GET', path: '/api/v2/webhooks' }),
	[`${DASHBOARD} apiRequest wait`]: () => ({
		path: `/api/v2/alerts/${CLICKSTACK_IDS.alertId}`,
		valuePath: 'data.state',
		waitFor: 'OK',
	}),
	[`${DASHBOARD} chart query`]: () => ({
		...DAY,
		series: {
			values: [
				{
					name: 'Requests',
					sourceId: CLICKSTACK_IDS.sourceId,
					aggFn: 'count',
					where: 'ServiceName:api',
					whereLanguage: 'lucene',
				},
			],
		},
		groupBy: 'ServiceName',
		granularity: '1h',
	}),
	[`${DASHBOARD} event search`]: () => ({
		...DAY,
		sourceId: CLICKSTACK_IDS.sourceId,
		where: 'SeverityText:error',
		selectColumns: 'Timestamp, ServiceName, Body',
	}),
};

/** By default, a credential reaches the vendors' own APIs. */
const VENDORS = {
	dialect: 'clickhouseCloud',
	dashboardApi: 'clickstack',
} as const satisfies EmulatorOptions;
/** The vendor spells pipes in a path like this, which the neutral contract doesn't know. */
const VENDOR_PIPES = /\/clickpipes(?=$|[/?A-Z])/;

/** Has a tag if only a single API documents the operation. */
export interface OperationExample {
	/** If the operation needs only IDs, the text contains the requests without an example. */
	text: string;
	needsOnlyIds: boolean;
	tag: string;
	output: Output;
}

/** The node really sends these requests. */
export async function operationExample(
	type: string,
	resource: string,
	operation: string,
): Promise<OperationExample> {
	const sample = SAMPLES.find((candidate) => {
		const chosen = candidate.parameters(SEEDED_IDS);
		const isSame = chosen.resource === resource && chosen.operation === operation;
		return isSame && candidate.type === type;
	});
	if (sample === undefined) throw new Error(`There is no sample of ${resource} ${operation}`);
	const example = EXAMPLES[`${type} ${resource} ${operation}`];
	const exchange = await exchangeOfNode(
		(ids) =>
			example === undefined
				? sampleNode(sample, ids)
				: { type, parameters: { resource, operation, ...example(ids) } },
		{ ...VENDORS, ...sample.emulator },
	);
	return {
		text: exampleText(exchange),
		needsOnlyIds: needsOnlyIds(exchange),
		// An API Request can reach every endpoint.
		tag: resource === 'apiRequest' ? '' : onlyIn(exchange),
		output: outputOf(exchange.items),
	};
}

/** Empty if both APIs document the example's request. */
function onlyIn({ requests }: Exchange): string {
	const request = requests.at(-1);
	if (request === undefined) return '';
	const { method, path } = request;
	const isIn = (api: Parameters<typeof isServed>[0], itsPath = path) =>
		isServed(api, method, itsPath);
	if (isIn('management', path.replace(VENDOR_PIPES, '/pipes')) || isIn('dashboard')) return '';
	if (path.startsWith('/v1/') || isIn('clickhouseCloud')) return '_ClickHouse Cloud only._';
	const isManaged = isIn('vendorCloud', path.replace('/api/v2', MANAGED_CLICKSTACK));
	return isManaged ? '_ClickStack only._' : '_Your own ClickStack only._';
}

/** The first poll's requests, with the content of a test event. */
export async function eventExample(trigger: TriggerName, event: string): Promise<string> {
	const sample = EVENT_SAMPLES[event];
	if (sample === undefined) throw new Error(`There is no sample of the event ${event}`);
	const exchange = await exchangeOfPoll(trigger, sample, VENDORS);
	return [itemText(exchange.items[0] ?? {}), exampleText(exchange)].join('\n\n');
}

function needsOnlyIds({ parameters, ids }: Exchange): boolean {
	const known = new Set<unknown>(Object.values({ ...ids, ...CLICKSTACK_IDS }));
	return Object.entries(parameters).every(
		([name, value]) => SELECTORS.has(name) || known.has(value),
	);
}

/** Names stand for IDs. If there are only IDs, no example is needed. */
function exampleText(exchange: Exchange): string {
	const { parameters, requests, ids } = exchange;
	const names = Object.entries({ ...ids, ...CLICKSTACK_IDS });
	const withNames = (text: string) =>
		names
			.reduce((rest, [name, id]) => rest.replaceAll(id, `{${nameInPath(name)}}`), text)
			.replace(' /v1/organizations/{organizationId}/', ' …/')
			.replaceAll(SAMPLE_SECRET, '***');
	const sent = requests.map(({ method, url, body }) => {
		const request = code(withNames(`${method} ${url}`));
		return body === undefined ? request : withNames(withJson(`${request} with`, body));
	});
	const isPlain = needsOnlyIds(exchange);
	if (isPlain && sent.length > 0) return inTurn([...new Set(sent)]);
	const example = isPlain ? [] : [withNames(withJson('Example:', parameters))];
	if (sent.length > 0) example.push(`The node sends ${inTurn([...new Set(sent)])}`);
	return example.join('\n\n');
}

/** A JSON block ends the sentence. */
function inTurn(requests: readonly string[]): string {
	const text = requests.reduce((before, request) =>
		before.endsWith('```') ? `${before}\n\nThen it sends ${request}` : `${before}, then ${request}`,
	);
	return text.endsWith('```') ? text : `${text}.`;
}

/** Drops the ordinal from a seeded ID's name, so `secondWebhookId` becomes `webhookId`. */
function nameInPath(name: string): string {
	return name
		.replace(/^.+PipeId$/, 'pipeId')
		.replace(/^(?:second(?=Webhook)|idle|custom)([A-Z])/, (_, first: string) =>
			first.toLowerCase(),
		);
}

/** Short JSON stays on the same line. Prettier breaks longer JSON below. */
function withJson(text: string, value: unknown): string {
	const json = JSON.stringify(value, undefined, 1).replace(/\n\s*/g, ' ');
	return json.length > MAX_INLINE ? `${text}\n\n${fence('json', json)}` : `${text} ${code(json)}`;
}
