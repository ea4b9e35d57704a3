import { BlockList, isIP } from 'node:net';
import { type JsonObject, objectAt } from '../../contract/json';
import type { Answer, Call } from '../routes/answers';
import type { Behaviour } from '../routes/records';
import { badRequest } from './reply';
import type { ClickStackState } from './state';

const PRIVATE = new BlockList();
for (const [net, prefix] of [
	...([
		['0.0.0.0', 8],
		['10.0.0.0', 8],
		['100.64.0.0', 10],
		['127.0.0.0', 8],
	] as const),
	...([
		['169.254.0.0', 16],
		['172.16.0.0', 12],
		['192.0.2.0', 24],
		['192.168.0.0', 16],
	] as const),
	...([
		['198.51.100.0', 24],
		['203.0.113.0', 24],
		['224.0.0.0', 3],
	] as const),
] as const) {
	PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
	['::', 127],
	['fc00::', 7],
	['fe80::', 10],
	['2001:db8::', 32],
] as const) {
	PRIVATE.addSubnet(net, prefix, 'ipv6');
}

function isPrivate(host: string): boolean {
	if (host === 'localhost' || host.endsWith('.localhost')) return true;
	const version = isIP(host);
	return version !== 0 && PRIVATE.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Returns why a URL is refused, judged by its host's name alone. */
function urlFault({ url, service }: JsonObject, state: ClickStackState): string | undefined {
	const host = new URL(String(url)).hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
	if (service === 'slack' && !/(?:^|\.)slack\.com$/.test(host)) {
		return "The URL of a Slack webhook has a hostname that ends in 'slack.com'";
	}
	const allowed = state.options.webhookHosts ?? [];
	if (allowed.some((one) => host === one || host.endsWith(`.${one}`))) return undefined;
	return isPrivate(host) ? 'Webhook URL resolves to a private or reserved address.' : undefined;
}

/** A name is unique for a service; `id` is the webhook that may have it. */
function faultOf(body: JsonObject, state: ClickStackState, id: unknown) {
	const fault = urlFault(body, state);
	if (fault !== undefined) return badRequest(fault);
	const name = String(body['name']).trim();
	const isTaken = state.webhooks
		.all()
		.some((one) => one.id !== id && one['name'] === name && one['service'] === body['service']);
	return isTaken ? badRequest('A webhook with this service and name already exists') : undefined;
}

/** A webhook that is an alert's first channel isn't deleted; as a further one, it is left behind there. */
function useOf({ state: { clickStack } }: Call, id: unknown): Answer | undefined {
	const users = clickStack.alerts
		.all()
		.filter((alert) => objectAt(alert, 'channel')['webhookId'] === id);
	if (users.length === 0) return undefined;
	const message = `Cannot delete webhook: ${String(users.length)} alert(s) still reference it.`;
	return { status: 409, message };
}

/** An update replaces a webhook; omitted headers and parameters stay, unless its URL changes. */
export const webhooks: Behaviour = {
	refuse: (call, known) =>
		call.operation.method === 'DELETE'
			? useOf(call, known?.['id'])
			: faultOf(call.body, call.state.clickStack, known?.['id']),
	store: ({ body, now: updatedAt }, { id }, known = {}) => {
		const { url, service, headers, queryParams, createdAt = updatedAt } = known;
		const goesElsewhere = body['url'] !== url || body['service'] !== service;
		const kept = goesElsewhere ? {} : { headers, queryParams };
		return { ...kept, ...body, id, name: String(body['name']).trim(), createdAt, updatedAt };
	},
	show: (_call, { body, ...shown }) =>
		shown['service'] === 'generic' ? { ...shown, body } : shown,
};
