import type { INodeParameters } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

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
import { exists, readDocument } from '../files';
import { code, fence, listed } from '../markdown';

const MANAGED_CLICKSTACK = '/v1/organizations/o/services/s/clickstack';
/** Secrets of the samples' credentials. */
const SAMPLE_SECRET = /not-a-real-(?:secret|token)/g;
/** Longest JSON that fits into a line of text. */
const MAX_INLINE = 150;

/** Settings of each trigger event. */
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

/** The samples' dashboard update is for an API that can't read dashboards, which hardly any reader has. */
const SAMPLES: readonly OperationSample[] = [
	...Object.entries(ALL_CLICKSTACK_SAMPLES).filter(([name]) => name === 'dashboard update'),
	...Object.entries(OPERATION_SAMPLES),
].map(([, sample]) => sample);

/** API Requests to endpoints that exist: the samples only reach the emulator's echo. */
const API_REQUESTS: Readonly<Record<string, (ids: EmulatorIds) => INodeParameters>> = {
	[`${MANAGEMENT} send`]: () => ({
		method: 'PATCH',
		path: '/v1/organizations/{organizationId}',
		body: '{ "name": "Shop" }',
	}),
	[`${MANAGEMENT} wait`]: ({ serviceId }) => ({
		path: `/v1/organizations/{organizationId}/services/${serviceId}`,
		valuePath: 'result.state',
		waitFor: 'running',
	}),
	[`${DASHBOARD} send`]: () => ({ method: 'GET', path: '/api/v2/webhooks' }),
	[`${DASHBOARD} wait`]: () => ({
		path: `/api/v2/alerts/${CLICKSTACK_IDS.alertId}`,
		valuePath: 'data.state',
		waitFor: 'OK',
	}),
};

/** The vendors' own APIs, as a credential reaches them by default. */
const VENDORS = {
	dialect: 'clickhouseCloud',
	dashboardApi: 'clickstack',
} as const satisfies EmulatorOptions;
/** The vendor's spelling of a path's pipes, which the neutral contract doesn't know. */
const VENDOR_PIPES = /\/clickpipes(?=$|[/?A-Z])/;

/** An operation's example, with a tag if only a single API documents the operation. */
interface OperationExample {
	text: string;
	tag: string;
}

/** An operation's parameters, and the requests that the node really sends with them. */
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
	const apiRequest = resource === 'apiRequest' ? API_REQUESTS[`${type} ${operation}`] : undefined;
	const exchange = await exchangeOfNode(
		(ids) =>
			apiRequest === undefined
				? sampleNode(sample, ids)
				: { type: sample.type, parameters: { resource, operation, ...apiRequest(ids) } },
		{ ...VENDORS, ...sample.emulator },
	);
	// An API Request can reach every endpoint.
	return { text: exampleText(exchange), tag: resource === 'apiRequest' ? '' : onlyIn(exchange) };
}

/** Tags an operation if only a single API documents its example's request. */
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

/** An event's parameters, and the first poll's real requests. */
export async function eventExample(trigger: TriggerName, event: string): Promise<string> {
	const sample = EVENT_SAMPLES[event];
	if (sample === undefined) throw new Error(`There is no sample of the event ${event}`);
	return exampleText(await exchangeOfPoll(trigger, sample, VENDORS));
}

/** Output fields from the editor's schema. Empty without a schema. */
export function outputFields(node: string, resource: string, operation: string): string[] {
	const file = `nodes/${node}/__schema__/v1.0.0/${resource}/${operation}.json`;
	if (!exists(file)) return [];
	const { properties }: { properties: object } = jsonParse(readDocument(file));
	return Object.keys(properties);
}

/** Lists an output's fields, or refers to an earlier operation with the same fields. */
export function outputText(fields: readonly string[], earlier: ReadonlyMap<string, string[]>) {
	if (fields.length === 0) return '';
	const [like, others = []] =
		[...earlier].find(([, has]) => has.length > 3 && has.every((name) => fields.includes(name))) ??
		[];
	const own = listed(fields.filter((name) => !others.includes(name)).map(code), 'and');
	if (like === undefined) return `The output contains ${own}.`;
	const same = `The output contains the same fields as ${like}`;
	return own === '' ? `${same}.` : `${same}, plus ${own}.`;
}

/** Replaces IDs with their names. Without other fields, the selectors' values are the example. */
function exampleText({ parameters, requests, ids }: Exchange): string {
	const names = new Map(
		Object.entries({ ...ids, ...CLICKSTACK_IDS }).map(([name, id]) => [
			id,
			`{${nameInPath(name)}}`,
		]),
	);
	const withNames = (text: string) =>
		[...names]
			.reduce((rest, [id, name]) => rest.replaceAll(id, name), text)
			.replace(' /v1/organizations/{organizationId}/', ' …/')
			.replaceAll(SAMPLE_SECRET, '***');
	const { resource, operation, ...fields } = parameters;
	// IDs alone need no example.
	const isPlain = Object.values(fields).every(
		(value) => typeof value === 'string' && names.has(value),
	);
	const example = isPlain ? [] : [withNames(withJson('Example:', parameters))];
	const isSelected = typeof resource === 'string' && typeof operation === 'string';
	const who =
		isPlain && isSelected
			? `With resource ${code(resource)} and operation ${code(operation)}, the node`
			: 'The node';
	const sent = requests.map(({ method, url, body }) => {
		const request = code(withNames(`${method} ${url}`));
		return body === undefined ? request : withNames(withJson(`${request} with`, body));
	});
	if (sent.length === 0) return example.join('');
	return [...example, `${who} sends ${inTurn([...new Set(sent)])}`].join('\n\n');
}

/** Joins requests to a sentence, which a JSON block ends. */
function inTurn(requests: readonly string[]): string {
	const text = requests.reduce((before, request) =>
		before.endsWith('```') ? `${before}\n\nThen it sends ${request}` : `${before}, then ${request}`,
	);
	return text.endsWith('```') ? text : `${text}.`;
}

/** A seeded ID's name without which of its kind it is: `secondWebhookId` is a webhook's ID. */
function nameInPath(name: string): string {
	return name
		.replace(/^.+PipeId$/, 'pipeId')
		.replace(/^(?:second(?=Webhook)|idle|custom)([A-Z])/, (_, first: string) =>
			first.toLowerCase(),
		);
}

/** Appends JSON to a text: on the same line if it's short, otherwise below, where Prettier breaks it. */
function withJson(text: string, value: unknown): string {
	const json = JSON.stringify(value, undefined, 1).replace(/\n\s*/g, ' ');
	return json.length > MAX_INLINE ? `${text}\n\n${fence('json', json)}` : `${text} ${code(json)}`;
}
