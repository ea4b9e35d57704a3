import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { CLICKSTACK_IDS } from '../emulator';
import { SEEDED_IDS } from '../emulator/state/ids';
import { CLICKSTACK_SAMPLES } from './clickstackSamples';
import { MANAGEMENT_SAMPLES } from './managementSamples';
import type { OperationSample, SampleRow } from './samplesOf';
import { samplesOf } from './samplesOf';
import type { NodeUnderTest } from '../engine/workflow';

export type { OperationSample } from './samplesOf';

/** The source credential that goes with the samples. */
export const SAMPLE_SOURCE = {
	method: 'usernamePassword',
	username: 'loader',
	password: 'not-a-real-secret',
};

const { sourceId } = CLICKSTACK_IDS;
const TILE = { id: SEEDED_IDS.tileId, name: 'Kept', x: 0, y: 0, w: 12, h: 6 };
const SERIES = { sourceId, where: 'level:error' };

const DASHBOARD_UPDATE: SampleRow = {
	request: 'PUT /api/v2/dashboards/{dashboardId}',
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
	output: { id: '{dashboardId}', name: 'Shop', tags: [] },
};

function send(method: string, path: string): SampleRow {
	return {
		request: `${method} ${path}`,
		fields: {
			method,
			path,
			query: { values: [{ name: 'verbose', value: 'true' }] },
			body: '{ "name": "Reporting" }',
		},
		body: { name: 'Reporting' },
		output: { method, query: { verbose: 'true' }, body: { name: 'Reporting' } },
	};
}

function wait(path: string, valuePath: string): SampleRow {
	return {
		request: `GET ${path}`,
		fields: { path, valuePath, waitFor: 'get', onTimeout: 'output' },
		output: { method: 'GET', reached: true },
	};
}

/** Every operation of both nodes, by resource and name, for an emulator's seeded records. */
export const OPERATION_SAMPLES: Readonly<Record<string, OperationSample>> = {
	...MANAGEMENT_SAMPLES,
	...CLICKSTACK_SAMPLES,
	...samplesOf({
		'apiRequest send': send('POST', '/v1/organizations/{organizationId}/echo'),
		'apiRequest send, dashboard': send('PUT', '/api/v2/echo'),
		'apiRequest wait': wait('/v1/organizations/{organizationId}/echo', 'result.method'),
		'apiRequest wait, dashboard': wait('/api/v2/echo', 'data.method'),
		'dashboard update': DASHBOARD_UPDATE,
	}),
};

/** The operations that send one request, and repeat it only if that is safe: a wait handles faults in its own way. */
export const SINGLE_REQUESTS = Object.entries(OPERATION_SAMPLES).filter(
	([, { waits }]) => waits !== true,
);

/** The sample of an operation, named as "resource operation". */
export function sampleOf(name: string): OperationSample {
	const sample = OPERATION_SAMPLES[name];
	if (sample === undefined) throw new Error(`There is no sample of "${name}"`);
	return sample;
}

/** A sample's node, with further options and parameters. */
export function sampleNode(
	{ type, withSource = false, parameters }: OperationSample,
	ids: Emulator['ids'],
	changes: INodeParameters = {},
): NodeUnderTest {
	return { type, withSource, parameters: { ...parameters(ids), ...changes } };
}
