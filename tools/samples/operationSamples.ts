import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS, type Emulator } from '../emulator';
import { SEEDED_IDS } from '../emulator/state/ids';
import { CLICKSTACK_SAMPLES } from './clickstackSamples';
import { MANAGEMENT_SAMPLES } from './managementSamples';
import { ID, type OperationSample, type SampleRow, samplesOf } from './samplesOf';
import { DASHBOARD, MANAGEMENT, type NodeUnderTest } from '../engine/workflow';

export type { OperationSample } from './samplesOf';

export const SAMPLE_SOURCE = {
	method: 'usernamePassword',
	username: 'loader',
	password: 'not-a-real-secret',
};

const { sourceId } = CLICKSTACK_IDS;
const TILE = { id: SEEDED_IDS.tileId, name: 'Kept', x: 0, y: 0, w: 12, h: 6 };
const SERIES = { sourceId, where: 'level:error' };

/** The neutral contract can't read dashboards, as the node has to find out. */
const DASHBOARD_UPDATE: SampleRow = {
	reads: 2,
	fields: {
		name: 'Shop',
		tiles: { values: [{ ...TILE, chart: 'series', series: { values: [SERIES] } }] },
	},
	body: {
		name: 'Shop',
		tags: [],
		tiles: [
			{
				...TILE,
				asRatio: false,
				series: [{ type: 'time', aggFn: 'count', groupBy: [], ...SERIES }],
			},
		],
	},
	output: { id: ID, name: 'Shop', tags: [] },
};

const MANAGEMENT_ECHO = '/v1/organizations/{organizationId}/echo';
const DASHBOARD_ECHO = '/api/v2/echo';
const JSON_BODY = { name: 'Reporting' };

/** No contract describes API Request's operations, so the emulator echoes the request. */
function apiRequest(
	operation: 'send' | 'wait',
	method: string,
	path: string,
	fields: INodeParameters,
	output: IDataObject,
): OperationSample {
	const isSent = operation === 'send';
	const filled = ({ organizationId }: Emulator['ids']) =>
		path.replace('{organizationId}', organizationId);
	return {
		type: path === DASHBOARD_ECHO ? DASHBOARD : MANAGEMENT,
		withSource: false,
		...(isSent ? { withoutData: true, body: () => JSON_BODY } : { waits: true }),
		parameters: () => ({ resource: 'apiRequest', operation, ...fields }),
		method,
		path: filled,
		status: 200,
		output: () => ({ method, ...output }),
	};
}

function send(method: string, path: string): OperationSample {
	const query = { values: [{ name: 'verbose', value: 'true' }] };
	const fields = { method, path, query, body: '{ "name": "Reporting" }' };
	return apiRequest('send', method, path, fields, { query: { verbose: 'true' }, body: JSON_BODY });
}

function wait(path: string, valuePath: string): OperationSample {
	const fields = { path, valuePath, waitFor: 'get', onTimeout: 'output' };
	return apiRequest('wait', 'GET', path, fields, { reached: true });
}

/** Keyed by resource and name. Samples work with an emulator's seeded records. */
export const OPERATION_SAMPLES: Readonly<Record<string, OperationSample>> = {
	...MANAGEMENT_SAMPLES,
	...CLICKSTACK_SAMPLES,
	'apiRequest send': send('POST', MANAGEMENT_ECHO),
	'apiRequest send, dashboard': send('PUT', DASHBOARD_ECHO),
	'apiRequest wait': wait(MANAGEMENT_ECHO, 'result.method'),
	'apiRequest wait, dashboard': wait(DASHBOARD_ECHO, 'data.method'),
	...samplesOf({ 'dashboard update': DASHBOARD_UPDATE }),
};

/** Waits handle faults differently, so they're left out. */
export const SINGLE_REQUESTS = Object.entries(OPERATION_SAMPLES).filter(
	([, { waits }]) => waits !== true,
);

/** A sample's name is "resource operation". */
export function sampleOf(name: string): OperationSample {
	const sample = OPERATION_SAMPLES[name];
	if (sample === undefined) throw new Error(`There is no sample of "${name}"`);
	return sample;
}

/** `changes` override the sample's parameters. */
export function sampleNode(
	{ type, withSource = false, parameters }: OperationSample,
	ids: Emulator['ids'],
	changes: INodeParameters = {},
): NodeUnderTest {
	return { type, withSource, parameters: { ...parameters(ids), ...changes } };
}
