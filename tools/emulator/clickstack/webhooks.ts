import { BlockList, isIP } from 'node:net';
import { type JsonObject, objectAt } from '../../contract/json';
import { badRequest, data, type Handler, missing, page } from './reply';
import type { StoredRecord } from './seed';
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
function faultOf(body: JsonObject, state: ClickStackState, id?: string) {
	const fault = urlFault(body, state);
	if (fault !== undefined) return badRequest(fault);
	const name = String(body['name']).trim();
	const isTaken = state.webhooks
		.all()
		.some((one) => one.id !== id && one['name'] === name && one['service'] === body['service']);
	return isTaken ? badRequest('A webhook with this service and name already exists') : undefined;
}

/** Returns a webhook as in a response: never with headers or parameters, with a body only if it's generic. */
function shown(record: StoredRecord): StoredRecord {
	const { service, body } = record;
	const secret = { headers: undefined, queryParams: undefined };
	return { ...record, ...secret, body: service === 'generic' ? body : undefined };
}

function stored(body: JsonObject, id: string): StoredRecord {
	const { name, service, url, description, body: template, headers, queryParams } = body;
	const members = { description, body: template, headers, queryParams };
	const given = Object.entries(members).filter(([, value]) => value !== undefined);
	return { id, name: String(name).trim(), service, url, ...Object.fromEntries(given) };
}

export const listWebhooks: Handler = (call) => page(call, call.state.webhooks.all().map(shown));

export const createWebhook: Handler = ({ state, body, now }) => {
	const fault = faultOf(body, state);
	if (fault !== undefined) return fault;
	const created = { ...stored(body, state.newId()), createdAt: now, updatedAt: now };
	state.webhooks.set(created);
	return data(shown(created));
};

/** Replaces a webhook; omitted headers and parameters stay, unless its URL changes. */
export const updateWebhook: Handler = ({ state, id, body, now }) => {
	const known = state.webhooks.get(id);
	if (known === undefined) return missing('Webhook');
	const fault = faultOf(body, state, id);
	if (fault !== undefined) return fault;
	const { url, service, headers, queryParams, createdAt } = known;
	const goesElsewhere = body['url'] !== url || body['service'] !== service;
	const kept = goesElsewhere ? {} : { headers, queryParams };
	const updated = { ...stored({ ...kept, ...body }, id), createdAt, updatedAt: now };
	state.webhooks.set(updated);
	return data(shown(updated));
};

/** Deletes a webhook that is no alert's first channel; as a further one, it is left behind there. */
export const deleteWebhook: Handler = ({ state, id }) => {
	const users = state.alerts
		.all()
		.filter((alert) => objectAt(alert, 'channel')['webhookId'] === id);
	if (users.length > 0) {
		const message = `Cannot delete webhook: ${String(users.length)} alert(s) still reference it.`;
		return { status: 409, body: { message } };
	}
	return state.webhooks.delete(id) ? { status: 200, body: {} } : missing('Webhook');
};
