import path from 'node:path';

import { isDeepStrictEqual } from 'node:util';
import type { INode, INodeParameters } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/core/json';
import { objectAt } from '../../contract/json';
import { SAMPLE_SOURCE } from '../../engine/harness/operationSamples';
import { readWorkflow } from '../../engine/harness/runWorkflow';
import { MANAGEMENT } from '../../engine/harness/workflow';
import type { GeneratedBlock } from '../generated';
import { requestsOfNode } from '../exchange';
import type { SentRequest } from '../exchange';
import { jsonBlock } from '../markdown';
import type { PipeSource } from './sources';
import { PIPE_SOURCES } from './sources';

const DEMO = path.resolve(__dirname, '../../../examples/demo.json');
const [FIRST] = PIPE_SOURCES;
/** The members of a source that the credential fills in. */
const SECRETS: ReadonlySet<string> = new Set(['accessKey', 'connectionString', 'credentials']);

/** Returns for each source the JSON of the demo's pipe, complete for the first one, and what the credential adds. */
export async function pipeBlocks(): Promise<GeneratedBlock[]> {
	const { nodes } = readWorkflow(DEMO);
	return await Promise.all(
		PIPE_SOURCES.map(async (source) => ({
			file: 'docs/pipes.md',
			name: source.picture,
			content: await blockOf(source, nodes),
		})),
	);
}

async function blockOf({ title, picture, nodeId }: PipeSource, nodes: INode[]): Promise<string> {
	const node = nodes.find(({ id }) => id === nodeId);
	if (node === undefined) throw new Error(`The demo has no node "${nodeId}"`);
	const withSource = node.credentials?.cloudPipeSourceApi !== undefined;
	const request = await creation(node.parameters, withSource);
	const json = withoutSecrets(request.body);
	const byJson = { pipeInput: 'json', pipeJson: JSON.stringify(json) };
	const same = await creation({ resource: 'pipe', operation: 'create', ...byJson }, withSource);
	if (!isDeepStrictEqual(same.body, request.body)) {
		throw new Error(`The JSON of "${nodeId}" creates another pipe than its form`);
	}
	const added = difference(request.body, json);
	const isFirst = picture === FIRST?.picture;
	return [
		`<img alt="The form of a pipe from ${title}" src="images/${picture}.png" width="419">`,
		jsonBlock(isFirst ? json : { source: objectAt(json, 'source') }),
		...(added === undefined || !isFirst ? [] : ['The credential adds:', jsonBlock(added)]),
	].join('\n\n');
}

/** Returns what a value has that another lacks, without what both have. */
function difference(one: unknown, other: unknown): unknown {
	if (isDeepStrictEqual(one, other)) return undefined;
	if (!isJsonObject(one) || !isJsonObject(other)) return one;
	const members = Object.entries(one).map(([name, value]) => [
		name,
		difference(value, other[name]),
	]);
	return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Runs the creation of a pipe and returns the one request that it sends. */
async function creation(parameters: INodeParameters, withSource: boolean): Promise<SentRequest> {
	const { requests } = await requestsOfNode(
		({ serviceId }) => ({
			type: MANAGEMENT,
			withSource,
			parameters: { ...parameters, serviceId, options: {} },
		}),
		SAMPLE_SOURCE,
	);
	const [request] = requests;
	if (request === undefined || requests.length > 1) throw new Error('One request was expected');
	return request;
}

function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([name]) => !SECRETS.has(name));
	return Object.fromEntries(kept.map(([name, member]) => [name, withoutSecrets(member)]));
}
