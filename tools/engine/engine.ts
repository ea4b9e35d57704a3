import path from 'node:path';

import type { HookContext, PackageDirectoryLoader } from 'n8n-core';
import { ExternalSecretsProxy } from 'n8n-core';
import type {
	IDataObject,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { type Credentials, CredentialsHelper } from './credentials';
import { loadPackage, PACKAGE_NAME } from './package';
import { TEST_NODES } from './testNodes';

// n8n stores a key when its engine starts, by default in the user's own n8n folder.
process.env.N8N_USER_FOLDER = path.resolve(__dirname, '../../.cache');

/** Finds the package's node types and the test nodes by stored type. */
class NodeTypes implements INodeTypes {
	constructor(private readonly loader: PackageDirectoryLoader) {}

	getByName(type: string): INodeType | IVersionedNodeType {
		const known = TEST_NODES[type];
		if (known !== undefined) return known;
		const [packageName, name] = type.split('.');
		if (packageName !== PACKAGE_NAME || name === undefined) {
			throw new Error(`The engine tests know no node type "${type}"`);
		}
		// n8n creates a separate type for a node that is used as a tool.
		return this.loader.getNode(name.replace(/Tool$/, '')).type;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}

const URL_BASE = 'http://127.0.0.1:5678/';

function unused(what: string): () => Promise<never> {
	return async () => await Promise.reject(new Error(`The engine tests have no ${what}`));
}

function additionalDataOf(credentialsHelper: CredentialsHelper): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		executeWorkflow: unused('sub-workflows'),
		getRunExecutionData: unused('stored executions'),
		getRuntimeCredential: unused('runtime credentials'),
		startRunnerTask: unused('task runners'),
		currentNodeExecutionIndex: 0,
		restApiUrl: URL_BASE,
		instanceBaseUrl: URL_BASE,
		formBaseUrl: URL_BASE,
		formWaitingBaseUrl: URL_BASE,
		formTestBaseUrl: URL_BASE,
		webhookBaseUrl: URL_BASE,
		webhookWaitingBaseUrl: URL_BASE,
		webhookTestBaseUrl: URL_BASE,
		mcpBaseUrl: URL_BASE,
		mcpTestBaseUrl: URL_BASE,
		externalSecretsProxy: new ExternalSecretsProxy(),
		variables: {},
		logAiEvent: () => undefined,
	};
}

/** Includes all node types, and the data that n8n passes to each execution and poll. */
export async function openEngine(
	credentials: Credentials = {},
	packageLoader?: PackageDirectoryLoader,
) {
	const loader = packageLoader ?? (await loadPackage());
	const additionalData = additionalDataOf(new CredentialsHelper(loader, credentials));
	return { nodeTypes: new NodeTypes(loader), additionalData };
}

/** n8n's types of `getWorkflow` differ between contexts. */
export function named<Context extends Pick<HookContext, 'getWorkflow'>>(context: Context) {
	const { id, name = '', active } = context.getWorkflow();
	return Object.assign(context, { getWorkflow: () => ({ id, name, active }) });
}
