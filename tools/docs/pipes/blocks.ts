import path from 'node:path';

import type { INode } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/engine/json';
import { objectAt } from '../../contract/json';
import { readWorkflow } from '../../engine/runWorkflow';
import { MANAGEMENT } from '../../engine/workflow';
import { exchangeOfNode } from '../exchange';
import type { GeneratedBlock } from '../generated';
import { jsonBlock } from '../markdown';
import type { PipeSource } from './sources';
import { PIPE_SOURCES } from './sources';

const DEMO = path.resolve(__dirname, '../../../examples/demo.json');
const [FIRST] = PIPE_SOURCES;
/** The keys of a source that the credential fills in. */
const SECRETS: ReadonlySet<string> = new Set(['accessKey', 'connectionString', 'credentials']);

/** Returns for each source the JSON of the demo's pipe, complete for the first one, and the credential's additions. */
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

async function blockOf(described: PipeSource, nodes: INode[]): Promise<string> {
	const { title, picture, nodeId } = described;
	const node = nodes.find(({ id }) => id === nodeId);
	if (node === undefined) throw new Error(`The demo has no node "${nodeId}"`);
	const { requests } = await exchangeOfNode(({ serviceId }) => ({
		type: MANAGEMENT,
		withSource: node.credentials?.cloudPipeSourceApi !== undefined,
		parameters: { ...node.parameters, serviceId, options: {} },
	}));
	const source = objectAt(requests[0]?.body, 'source');
	const shown = { source: ofSource(source, (name) => !SECRETS.has(name)) };
	const added = { source: ofSource(source, (name) => SECRETS.has(name)) };
	const blocks =
		described === FIRST
			? [
					jsonBlock({ ...Object(requests[0]?.body), ...shown }),
					'The credential adds:',
					jsonBlock(added),
				]
			: [jsonBlock(shown)];
	const form = `<img alt="The form of a pipe from ${title}" src="images/${picture}.png" width="419">`;
	return [form, ...blocks].join('\n\n');
}

/** A source, whose only key is its kind, with the selected keys of it. */
function ofSource(source: object, isWanted: (name: string) => boolean): object {
	const kinds = Object.entries(source).map(([kind, members]): [string, object] => {
		const kept = Object.entries(isJsonObject(members) ? members : {});
		return [kind, Object.fromEntries(kept.filter(([name]) => isWanted(name)))];
	});
	return Object.fromEntries<unknown>(kinds);
}
