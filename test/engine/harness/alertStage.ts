import type { INodeParameters } from 'n8n-workflow';

import { type JsonObject, objectsAt, textAt } from '../../../tools/contract/json';
import { CLICKSTACK_IDS, type EmulatorOptions } from '../../../tools/emulator';
import { credentialsOf } from '../../../tools/engine/workflow';
import { EachEmulator } from '../../withEmulator';
import { WebhookNode } from './webhookNode';

const { alertId, webhookId: PAGER, savedSearchId, teamId } = CLICKSTACK_IDS;

/** The first alert watches a tile, and the second alert watches a saved search. Both notify the pager. */
export const FIRST = alertId;
export const SECOND = FIRST.replace(/1$/, '2');
export { PAGER };

export const SEARCH_ALERT = {
	id: SECOND,
	name: 'Errors by service',
	source: 'saved_search',
	savedSearchId,
	teamId,
	groupBy: 'ServiceName',
	threshold: 5,
	thresholdType: 'above',
	interval: '1m',
	numConsecutiveWindows: 2,
	note: 'Call Ada',
	state: 'OK',
	channel: channelTo(PAGER),
	channels: [channelTo(PAGER)],
	createdAt: '2026-01-05T06:00:00.000Z',
};

export function channelTo(webhookId: unknown): JsonObject {
	return { type: 'webhook', webhookId };
}

/** Starts a new ClickStack for each test. */
export function withAlertStage(): AlertStage {
	const stage = new AlertStage();
	beforeEach(() => stage.open());
	afterEach(() => stage.end());
	return stage;
}

class AlertStage extends EachEmulator {
	/** `access` are the fields that select the API. */
	readonly apis: ReadonlyArray<{ api: string; access: () => INodeParameters }> = [
		{ api: 'an own ClickStack', access: () => ({}) },
		{
			api: 'managed ClickStack',
			access: () => ({ authentication: 'cloudApiKey', serviceId: this.ids.serviceId }),
		},
	];

	/** Starts ClickStack, or replaces the running one. */
	async open(clickStack: EmulatorOptions['clickStack'] = {}): Promise<void> {
		await this.start({ dashboardApi: 'clickstack', clickStack });
		this.state.clickStack.alerts.set(SEARCH_ALERT);
	}

	async node(parameters: INodeParameters = {}): Promise<WebhookNode> {
		return await WebhookNode.open(credentialsOf(this), parameters);
	}

	/** Two n8n instances, which share nothing, because they spell ClickStack's address differently. */
	async instances(parameters: INodeParameters): Promise<WebhookNode[]> {
		const { baseUrl } = this.credentials.dashboard;
		const addresses = [baseUrl, baseUrl.replace('127.0.0.1', 'localhost')];
		return await Promise.all(
			addresses.map(
				async (address) =>
					await WebhookNode.open(
						credentialsOf(this, { dashboard: { baseUrl: address } }),
						parameters,
					),
			),
		);
	}

	/** Includes webhooks of tests and of published workflows. */
	webhooks(): JsonObject[] {
		const all = this.state.clickStack.webhooks.all();
		return all.filter((one) => / wf1 node1\d?(?: test)?$/.test(textAt(one, 'name')));
	}

	alert(id: string): JsonObject {
		return this.state.clickStack.alerts.get(id) ?? {};
	}

	/** Lists the webhooks that an alert notifies. */
	notifiedBy(id: string): unknown[] {
		return objectsAt(this.alert(id), 'channels').map(({ webhookId }) => webhookId);
	}

	setChannels(id: string, channels: JsonObject[]): void {
		const { alerts } = this.state.clickStack;
		alerts.set({ ...this.alert(id), id, channels, channel: channels[0] });
	}

	/** All alerts and webhooks, without empty keys and change times. */
	everything(): unknown {
		const { alerts, webhooks } = this.state.clickStack;
		const known = (record: JsonObject) =>
			Object.entries(record).filter(
				([name, value]) => name !== 'updatedAt' && (value ?? null) !== null,
			);
		return [...alerts.all(), ...webhooks.all()].map((one) => Object.fromEntries(known(one)));
	}

	/** Lists the methods and collections of changing requests. */
	changes(): string[] {
		return this.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, path }) => `${method} ${path.replace(/.*\/v2\//, '').replace(/\/.*/, '')}`);
	}
}
