import { runInNewContext } from 'node:vm';

import { dashboard } from '../../nodes/CloudDashboard/resources/dashboard';
import type { ParameterValues } from '../../nodes/engine/operation';
import { validateRequest } from '../../tools/contract';
import { isJsonObject } from '../../tools/contract/json';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import { contextOf } from '../unit/management/context';
import { documentsIn, readDocument } from '../../tools/docs/files';

/** `name` says where the document has the body. */
type Sample = readonly [name: string, parameters: ParameterValues];

const dashboardId = '65f5e4a3b9e77c001a901234';
const sourceId = '000000a30000000000000001';
/** A placeholder such as `{sourceId}` names a record of the emulator. */
const PLACEHOLDER = /\{(\w+)\}/g;
const IDS = new Map<string, string>(Object.entries(CLICKSTACK_IDS));
const FILE = 'examples/files/shop-dashboard.json';
const LIST = /```text\n\{\{ (.*?) \}\}\n```/s;

function byJson(name: string, dashboardJson: unknown): Sample {
	return [name, { dashboardInput: 'json', dashboardJson }];
}

/** Bodies may have a request line. A dashboard that was read has an ID. */
function inDocument(file: string): Sample[] {
	const found = [...readDocument(file).matchAll(/^```(?:json|http)\n(.*?)^```/gms)].map(
		([, text = '']): unknown =>
			JSON.parse(
				(/^\{.*/ms.exec(text)?.[0] ?? '{}').replace(
					PLACEHOLDER,
					(text, name: string) => IDS.get(name) ?? text,
				),
			),
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
	byJson(FILE, readDocument(FILE)),
	...['README.md', 'examples/README.md', ...documentsIn('docs')].flatMap(inDocument),
	listInDocument(),
];

it('docs contain at least three dashboard bodies', () => {
	const names = SAMPLES.map(([name]) => name);
	expect(names.filter((name) => name.startsWith('docs/')).length).toBeGreaterThanOrEqual(3);
});

it.each(SAMPLES)('both contracts accept the body %s', (_name, parameters) => {
	const { request, issues } = dashboard.operations.update.plan(
		{ ...parameters, dashboardId },
		contextOf(),
	);
	expect(issues).toEqual([]);
	const { method, path, body } = request;
	for (const api of ['dashboard', 'clickstack'] as const)
		expect(validateRequest({ api, method, path, body })).toEqual([]);
});
