import { operationsOf } from '../../contract/operations';
import { startEmulator } from '../../emulator';
import { MANAGED_SAMPLES } from '../../samples/clickstackSamples';
import type { OperationSample } from '../../samples/operationSamples';
import { OPERATION_SAMPLES } from '../../samples/operationSamples';
import { MANAGEMENT } from '../../engine/workflow';
import { descriptionOf } from '../descriptions';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { code } from '../markdown';
import { resourcesOf } from '../reference/resources';
import vendorOperations from './vendorOperations.json';

const FILE = 'docs/reference/coverage.md';
/** Query Endpoint → Run has a host of its own, so no document describes it. */
const UNDESCRIBED = 'POST /run/*';
const API_REQUEST = '*API Request*';
/** Date of ClickHouse's OpenAPI document that lists the operations. */
const READ_ON = '2026-11-26';

/** These operations of the vendor are deprecated and have no row. Values are their successors. */
const LEFT_OUT: Readonly<Record<string, string>> = {
	'GET /v1/organizations/{organizationId}/privateEndpointConfig':
		"the service's `privateEndpointConfig`",
	'GET /v1/organizations/{organizationId}/activeBalances': '`creditBalances`',
	'GET /v1/organizations/{organizationId}/prometheus': '`prometheus/discovery`',
	'PATCH /v1/organizations/{organizationId}/services/{serviceId}/scaling': '`replicaScaling`',
};

/** Counts the operations of ClickHouse Cloud's API, and lists the operations that only API Request can send. */
export async function coveragePage(): Promise<GeneratedDocument> {
	const names = await namesByRequest();
	const all = Object.values(vendorOperations).flat();
	const own = all.filter((request) => names.has(requestPattern(request)));
	const left = all.filter((request) => request in LEFT_OUT);
	const unknown = [...names.keys()].filter((request) => !all.map(requestPattern).includes(request));
	if (unknown.length > 0) throw new Error(`Not in the vendor's document: ${unknown.join(', ')}`);
	const isOther = (request: string) =>
		!names.has(requestPattern(request)) && !(request in LEFT_OUT);
	const groups = Object.entries(vendorOperations).flatMap(([group, requests]) => {
		const others = byPath(requests.filter(isOther));
		return others.length === 0 ? [] : [`### ${group}\n\n${others.join('\n')}`];
	});
	return {
		file: FILE,
		content: [
			GENERATED,
			'# Coverage',
			`In the OpenAPI document that ClickHouse offered on ${READ_ON}, ClickHouse Cloud's API has ${String(all.length)} operations:`,
			[
				'| operations | in the nodes |',
				'| --- | --- |',
				`| ${String(own.length)} | by name, in **ClickHouse Cloud Management** or, for managed ClickStack, in **ClickStack Dashboard** |`,
				`| ${String(all.length - own.length - left.length)} | by [${API_REQUEST}](../apiRequest.md) in the same node, with the same credential |`,
				`| ${String(left.length)} | left out, because they are deprecated |`,
			].join('\n'),
			"*Query Endpoint: Run* isn't counted, because the document doesn't describe it.",
			`## Operations that need ${API_REQUEST}`,
			'`ORG` stands for `/v1/organizations/{organizationId}`, and `SVC` for `ORG/services/{serviceId}`.',
			...groups,
			uncheckedSection(own),
			'## Deprecated operations',
			Object.entries(LEFT_OUT)
				.map(([request, successor]) => `- ${code(shortened(request))}: use ${successor}`)
				.join('\n'),
		].join('\n\n'),
	};
}

/** Lists the nodes' operations that the vendor's document in the tests doesn't describe. */
function uncheckedSection(own: readonly string[]): string {
	const described = operationsOf('vendorCloud').map(
		({ method, template }) => `${method} ${template}`,
	);
	const patterns = new Set(described.map(requestPattern));
	const newer = own.filter((request) => !patterns.has(requestPattern(request)));
	return [
		'## Operations checked only against our contract',
		`The tests use ClickHouse's [older document](../../tools/contract/vendor/README.md) with ${String(described.length)} operations. It lacks ${String(newer.length)} operations of the nodes, so only [our contract](../../tools/contract/README.md) checks their requests:`,
		byPath(newer).join('\n'),
	].join('\n\n');
}

function byPath(requests: readonly string[]): string[] {
	const methods = new Map<string, string[]>();
	for (const request of requests) {
		const [method = '', path = ''] = request.split(' ');
		methods.set(path, [...(methods.get(path) ?? []), method]);
	}
	return [...methods].map(([path, used]) => `- ${code(shortened(`${used.join(', ')} ${path}`))}`);
}

/** Keyed by the request to ClickHouse Cloud. */
async function namesByRequest(): Promise<Map<string, string[]>> {
	const emulator = await startEmulator();
	await emulator.close();
	const { ids } = emulator;
	const sent = new Map<string, string[]>();
	const add = async (node: string, before: string, samples: readonly OperationSample[]) => {
		const resources = resourcesOf(await descriptionOf(node));
		for (const { parameters, method, path } of samples) {
			const chosen = parameters(ids);
			const resource = resources.find(({ value }) => value === chosen.resource);
			const operation = resource?.operations.find(({ value }) => value === chosen.operation);
			if (resource === undefined || operation === undefined) throw new Error('No such operation');
			if (resource.value === 'apiRequest') continue;
			const request = requestPattern(`${method} ${path(ids)}`);
			if (request === UNDESCRIBED) continue;
			const title = `${before}${resource.name}: ${operation.name}`;
			sent.set(request, [...new Set([...(sent.get(request) ?? []), title])]);
		}
	};
	const management = Object.values(OPERATION_SAMPLES).filter(({ type }) => type === MANAGEMENT);
	await add('cloudManagement', '', management);
	await add('cloudDashboard', 'ClickStack Dashboard → ', Object.values(MANAGED_SAMPLES));
	return sent;
}

/** Replaces IDs with stars. */
export function requestPattern(request: string): string {
	return (
		request
			.replace(/\?.*$/, '')
			// A setting's name is the only identifier without a digit.
			.replace(/(?<=\/clickhouseSettings\/)(?!schema$).+/, '*')
			.split('/')
			.map((segment) => (/^\{|\d/.test(segment) && segment !== 'v1' ? '*' : segment))
			.map((segment) => segment.replace(/^pipes(?=$|[A-Z])/, 'clickpipes'))
			.join('/')
	);
}

function shortened(request: string): string {
	return request
		.replace('/v1/organizations/{organizationId}/services/{serviceId}', 'SVC')
		.replace('/v1/organizations/{organizationId}', 'ORG');
}
