import { LoadOptionsContext } from 'n8n-core';
import type {
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { Credentials } from './credentials';
import { named, openEngine } from './engine';
import { apiCredential, MANAGEMENT } from './workflow';

export interface ListOpening {
	/** The method fills the list. */
	method: string;
	credentials: Credentials;
	parameters?: INodeParameters;
	/** The user has entered this text in the search field. */
	filter?: string;
	/** Defaults to the management node's type. */
	type?: string;
}

/** Opens a list as n8n does for its editor, with an unsaved node and n8n's own context. */
export async function openList(opening: ListOpening): Promise<INodeListSearchResult> {
	const { method, filter, type = MANAGEMENT } = opening;
	const { context, methods } = await editorContext(opening);
	const list = methods?.listSearch?.[method];
	if (list === undefined) throw new Error(`${type} has no list "${method}"`);
	return await list.call(context, filter);
}

/** Opens a multi-select like `openList`. */
export async function openOptions(opening: ListOpening): Promise<INodePropertyOptions[]> {
	const { method, type = MANAGEMENT } = opening;
	const { context, methods } = await editorContext(opening);
	const options = methods?.loadOptions?.[method];
	if (options === undefined) throw new Error(`${type} has no options "${method}"`);
	return await options.call(context);
}

async function editorContext({ credentials, parameters = {}, type = MANAGEMENT }: ListOpening) {
	const { nodeTypes, additionalData } = await openEngine(credentials);
	const node: INode = {
		id: 'uuid-1234',
		name: 'Temp-Node',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: apiCredential(type, parameters),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = { ...additionalData, currentNodeParameters: parameters };
	const context = named(new LoadOptionsContext(workflow, node, data, 'parameters.field'));
	return { context, methods: nodeTypes.getByNameAndVersion(type, 1).methods };
}
