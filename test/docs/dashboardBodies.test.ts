import { runInNewContext } from 'node:vm';

import type { INodeProperties } from 'n8n-workflow';

import { dashboard } from '../../nodes/CloudDashboard/resources/dashboard';
import { tilesField } from '../../nodes/CloudDashboard/resources/dashboard/tiles';
import type { Parameters } from '../../nodes/engine/operation';
import { coerceValue } from '../../nodes/engine/parameters/read';
import { validateRequest } from '../../tools/contract';
import { isJsonObject } from '../../tools/contract/json';
import { DASHBOARD } from '../../tools/engine/workflow';
import { example, exampleNames, nodeOf } from '../../tools/n8n/harness/workflows';
import { contextOf } from '../unit/management/context';
import { documentsIn, readDocument } from '../../tools/docs/files';

/** The node's parameters for a body, and their place. */
type Sample = readonly [name: string, parameters: Parameters];

const dashboardId = '65f5e4a3b9e77c001a901234';
const sourceId = '65f5e4a3b9e77c001a111111';
const FILE = 'examples/files/shop-dashboard.json';
const FILE_IN_GIT = '={{ $json.content.base64Decode() }}';
const LIST = /```text\n\{\{ (.*?) \}\}\n```/s;

function byJson(name: string, dashboardJson: unknown): Sample {
	return [name, { dashboardInput: 'json', dashboardJson }];
}

function defaultJson(): Sample[] {
	return Object.entries(dashboard.operations).flatMap(([name, { properties }]) =>
		properties
			.filter((field) => field.name === 'dashboardJson')
			.map((field) => byJson(`the default JSON of ${name}`, field.default)),
	);
}

/** The form's contents after Add Tile and Add Series, with a source chosen. */
function defaultRows(): Sample {
	const fields = ({ options = [] }: INodeProperties) =>
		options.flatMap((group) => ('values' in group ? group.values : []));
	const row = (group: readonly INodeProperties[]) =>
		Object.fromEntries(group.map((field) => [field.name, field.default]));
	const tile = fields(tilesField);
	const series = tile.filter(({ name }) => name === 'series').flatMap(fields);
	const ofSeries = { chart: 'series', series: { values: [{ ...row(series), sourceId }] } };
	const rows = {
		values: [
			{ ...row(tile), sourceId },
			{ ...row(tile), ...ofSeries },
		],
	};
	return ['the rows of the form', { dashboardInput: 'fields', name: 'Shop', tiles: rows }];
}

/** The dashboards in an example, with the values in its Settings. */
function inExample(file: string): Sample[] {
	const workflow = example(file);
	const written = workflow.nodes.filter(
		({ type, parameters }) => type === DASHBOARD && 'dashboardInput' in parameters,
	);
	return written.map(({ name, parameters }) => {
		const settings: unknown = JSON.parse(
			String(nodeOf(workflow, 'Settings').parameters.jsonOutput),
		);
		const resolved = JSON.stringify(parameters).replace(
			/"=\{\{ \$\('Settings'\)\.first\(\)\.json\.(\w+) \}\}"/g,
			(_text, setting: string) =>
				JSON.stringify(isJsonObject(settings) ? settings[setting] : undefined),
		);
		const read: unknown = JSON.parse(resolved);
		const given: Parameters = isJsonObject(read) ? read : {};
		const isInGit = given.dashboardJson === FILE_IN_GIT;
		const dashboardJson = isInGit ? readDocument(FILE) : given.dashboardJson;
		const tiles = coerceValue(tilesField, given.tiles);
		return [`${file}, ${name}`, { ...given, dashboardJson, tiles }];
	});
}

/** The bodies in a document, with or without the head of a request: a dashboard that was read has an ID. */
function inDocument(file: string): Sample[] {
	const found = [...readDocument(file).matchAll(/^```(?:json|http)\n(.*?)^```/gms)].map(
		([, text = '']): unknown => JSON.parse(/^\{.*/ms.exec(text)?.[0] ?? '{}'),
	);
	return found
		.filter((body) => isJsonObject(body) && Array.isArray(body['tiles']) && !('id' in body))
		.map((body, index) => byJson(`${file}, ${String(index + 1)}`, body));
}

function listInDocument(): Sample {
	const [, expression = ''] = LIST.exec(readDocument('docs/dashboard.md')) ?? [];
	const rows = [{ title: 'Errors', filter: 'level:error', sourceId }];
	const tilesList: unknown = runInNewContext(expression, { $json: { rows } });
	const text = JSON.stringify(tilesList);
	return ['the list in docs/dashboard.md', { dashboardInput: 'list', name: 'S', tilesList: text }];
}

const SAMPLES: Sample[] = [
	...defaultJson(),
	defaultRows(),
	...exampleNames().flatMap(inExample),
	...['README.md', 'examples/README.md', ...documentsIn('docs')].flatMap(inDocument),
	listInDocument(),
];

it('there are three defaults, two examples, and at least three bodies in the docs', () => {
	const names = SAMPLES.map(([name]) => name);
	expect(names).toEqual(
		expect.arrayContaining(['the default JSON of update', 'demo, Update Dashboard']),
	);
	expect(names.filter((name) => name.startsWith('docs/')).length).toBeGreaterThanOrEqual(3);
});

it.each(SAMPLES)('both contracts accept %s', (_name, parameters) => {
	const { request, issues } = dashboard.operations.update.plan(
		{ ...parameters, dashboardId },
		contextOf(),
	);
	expect(issues).toEqual([]);
	const { method, path, body } = request;
	for (const api of ['dashboard', 'clickstack'] as const)
		expect(validateRequest({ api, method, path, body })).toEqual([]);
});
