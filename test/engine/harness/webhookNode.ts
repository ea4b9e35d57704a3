import express, { type Request, type Response } from 'express';
import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { jsonParse, UserError, Workflow } from 'n8n-workflow';

import { type LocalServer, serve } from '../../../tools/emulator/server';
import type { Credentials } from '../../../tools/engine/credentials';
import { named, openEngine } from '../../../tools/engine/engine';
import { PACKAGE_NAME } from '../../../tools/engine/package';
import { API_CREDENTIALS } from '../../../tools/engine/workflow';

const TYPE = `${PACKAGE_NAME}.cloudAlertTrigger`;

type Method = 'checkExists' | 'create' | 'delete';

/** n8n publishes, tests, and unpublishes this workflow. Tests can change its members between calls. */
export class WebhookNode {
	/** n8n has saved this static data. */
	stored: IDataObject = {};
	nodeId = 'node1';
	url = 'https://n8n.example.com';
	/** Runs before each request of a start or stop. If it throws, n8n has stopped and saves nothing. */
	beforeRequest: () => void = () => undefined;
	/** Runs after n8n has loaded the stored data for a delivery, before it calls the node. */
	beforeDelivery: () => Promise<void> = async () => {
		await Promise.resolve();
	};
	/** Runs while n8n creates an execution. If it throws, n8n can't create the execution. */
	whileStarting: () => Promise<void> = async () => {
		await Promise.resolve();
	};
	/** While this is set, n8n can't create executions, responds with 500, and saves nothing. */
	isFailing = false;
	readonly logged: string[] = [];
	/** Collects the items of started executions. */
	readonly started: IDataObject[] = [];
	private hasStopped = false;
	private server: LocalServer | undefined;
	/** n8n keeps this about a running test. */
	private testData: IDataObject | undefined;
	private readonly type: INodeType;

	private constructor(
		private readonly engine: Awaited<ReturnType<typeof openEngine>>,
		public parameters: INodeParameters,
	) {
		this.type = engine.nodeTypes.getByNameAndVersion(TYPE, 1);
	}

	static async open(credentials: Credentials, parameters: INodeParameters): Promise<WebhookNode> {
		return new WebhookNode(await openEngine(credentials), parameters);
	}

	/** Publishes the workflow. If that fails, n8n calls `delete` with the stored data and fails too. */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.workflow(this.stored);
		try {
			await this.createIfNotExists(workflow, activation);
		} catch (error) {
			if (this.hasStopped) return;
			await this.unpublish();
			throw error;
		}
		if (!this.hasStopped) this.save(workflow);
	}

	/** Restarts n8n with the published workflow. At shutdown, n8n deregisters nothing. */
	async restart(activation: 'init' | 'leadershipChange' = 'init'): Promise<void> {
		await this.publish(activation);
	}

	async unpublish(): Promise<void> {
		const workflow = this.workflow(this.stored);
		await this.run('delete', workflow, 'update');
		if (!this.hasStopped) this.save(workflow);
	}

	async exists(activation: WorkflowActivateMode = 'activate'): Promise<unknown> {
		return await this.run('checkExists', this.workflow(this.stored), activation);
	}

	/** Starts a test in the editor, where n8n ignores its stored data. */
	async startTest(): Promise<void> {
		const workflow = this.workflow({});
		await this.createIfNotExists(workflow, 'manual');
		this.testData = copyOf(workflow.staticData);
	}

	async endTest(): Promise<void> {
		await this.run('delete', this.workflow(this.testData ?? {}), 'update', true);
		this.testData = undefined;
	}

	/** Receives deliveries on a local port. n8n's address becomes the address of this port. */
	async listen(): Promise<void> {
		const app = express();
		app.use(express.json());
		app.post(/.*/, (request, response) => {
			this.receive(request, response).catch((error: unknown) => {
				response.status(500).json({ message: String(error) });
			});
		});
		this.server = await serve(app);
		this.url = this.server.url;
	}

	async close(): Promise<void> {
		await this.server?.close();
	}

	/** Passes a request to the node as n8n does, saves static data, and responds. */
	private async receive(request: Request, response: Response): Promise<void> {
		const isTest = request.path.startsWith('/webhook-test');
		const workflow = this.workflow(this.stored);
		if (isTest && this.testData !== undefined) workflow.setTestStaticData(this.testData);
		const data = { ...this.urls(), httpRequest: request, httpResponse: response };
		const node = nodeOf(workflow);
		const mode = isTest ? 'manual' : 'webhook';
		const webhook = this.webhookData(workflow, isTest);
		const context = named(new WebhookContext(workflow, node, data, mode, webhook, [], null));
		await this.beforeDelivery();
		const result = await this.type.webhook?.call(context);
		if (result?.workflowData !== undefined) await this.whileStarting();
		if (this.isFailing && result?.workflowData !== undefined) throw new Error('No database');
		if (!isTest) this.save(workflow);
		if (result?.noWebhookResponse === true) return;
		this.started.push(...(result?.workflowData ?? []).flat().map(({ json }) => json));
		response.json(result?.webhookResponse ?? { message: 'Workflow was started' });
	}

	private async createIfNotExists(
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const exists = await this.run('checkExists', workflow, activation);
		if (exists !== true) await this.run('create', workflow, activation);
	}

	/** Ends tests like unpublished workflows, except for the URL, as n8n does. */
	private async run(
		method: Method,
		workflow: Workflow,
		activation: WorkflowActivateMode,
		isTest = activation === 'manual',
	): Promise<unknown> {
		const mode = method === 'delete' ? 'internal' : isTest ? 'manual' : 'trigger';
		const webhook = this.webhookData(workflow, isTest);
		const context = named(
			new HookContext(workflow, nodeOf(workflow), this.urls(), mode, activation, webhook),
		);
		const ignore = (): void => undefined;
		const warn = (text: string): void => {
			this.logged.push(text);
		};
		const { helpers } = context;
		this.hasStopped = false;
		const before = (): void => {
			try {
				this.beforeRequest();
			} catch {
				this.hasStopped = true;
				throw new UserError('n8n has stopped.');
			}
		};
		const httpRequestWithAuthentication: typeof helpers.httpRequestWithAuthentication =
			async function (...args) {
				before();
				const response: unknown = await helpers.httpRequestWithAuthentication.call(this, ...args);
				return response;
			};
		Object.defineProperty(context, 'logger', {
			value: { debug: ignore, error: ignore, info: ignore, warn },
		});
		Object.assign(context, { helpers: { ...helpers, httpRequestWithAuthentication } });
		return await this.type.webhookMethods?.default?.[method].call(context);
	}

	private workflow(staticData: IDataObject): Workflow {
		const { nodeId, parameters } = this;
		const node: INode = {
			id: nodeId,
			name: 'Trigger',
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			webhookId: `hook-${nodeId}`,
			credentials: API_CREDENTIALS,
		};
		return new Workflow({
			id: 'wf1',
			name: 'Alerts',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: this.engine.nodeTypes,
			staticData: copyOf(staticData),
		});
	}

	private webhookData(workflow: Workflow, isTest: boolean): IWebhookData {
		const [webhookDescription] = this.type.description.webhooks ?? [];
		if (webhookDescription === undefined) throw new Error('The node has no webhook.');
		return {
			httpMethod: 'POST',
			node: 'Trigger',
			path: 'webhook',
			webhookDescription,
			isTest,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: this.urls(),
		};
	}

	private urls(): IWorkflowExecuteAdditionalData {
		const webhookTestBaseUrl = `${this.url}/webhook-test`;
		return {
			...this.engine.additionalData,
			webhookBaseUrl: `${this.url}/webhook`,
			webhookTestBaseUrl,
		};
	}

	private save(workflow: Workflow): void {
		this.stored = copyOf(workflow.staticData);
	}
}

function nodeOf(workflow: Workflow): INode {
	const node = workflow.getNode('Trigger');
	if (node === null) throw new Error('The workflow has no trigger.');
	return node;
}

/** n8n stores static data as JSON. */
function copyOf(staticData: IDataObject): IDataObject {
	return jsonParse<IDataObject>(JSON.stringify(staticData));
}
