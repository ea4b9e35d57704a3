import { type JsonObject, objectAt } from '../../contract/json';
import type { Behaviour } from '../routes/records';
import { omit } from '../routes/update';
import { isManaged } from './managed';
import { noSuch } from './refusals';
import type { ClickStackState } from './state';

const PRIVATE = /^(?:localhost|127\.|10\.|192\.168\.)/;

/** Checks only a URL's host name. Webhook names are unique per service. */
function faultOf(body: JsonObject, state: ClickStackState, id: unknown): string | undefined {
	const { hostname } = new URL(String(body['url']));
	const isAllowed = state.options.webhookHosts?.includes(hostname) === true;
	if (!isAllowed && PRIVATE.test(hostname)) {
		return 'Webhook URL resolves to a private or reserved address.';
	}
	const others = state.webhooks.peekAll().filter((one) => one.id !== id);
	return others.some(({ name, service }) => name === body['name'] && service === body['service'])
		? 'A webhook with this service and name already exists'
		: undefined;
}

const SECRETS = ['headers', 'queryParams'];
/** Only managed ClickStack shows these services, and no update can name them. */
const OF_MANAGED: readonly unknown[] = ['slack_api', 'pagerduty_api'];
const SERVICES: readonly unknown[] = ['generic', 'slack', 'incidentio'];

/** An update clears secrets by `{}`, and all secrets that aren't sent again with another URL or service. */
function clearedBy(body: JsonObject, stored: JsonObject): string[] {
	const moves = ['url', 'service'].some((name) => body[name] !== stored[name]);
	const isCleared = (sent: unknown) =>
		sent === undefined ? moves : Object.keys(objectAt({ sent }, 'sent')).length === 0;
	return SECRETS.filter((name) => isCleared(body[name]));
}

/** A webhook that is an alert's first channel can't be deleted. Only generic webhooks show their body. */
export const webhooks: Behaviour = {
	missing: noSuch('Webhook'),
	refuse: ({ operation, body, state: { clickStack } }, known) => {
		if (operation.method !== 'DELETE') {
			const message = faultOf(body, clickStack, known?.['id']);
			return message === undefined ? undefined : { status: 400, message };
		}
		const channels = clickStack.alerts.peekAll().map((alert) => objectAt(alert, 'channel'));
		const users = channels.filter(({ webhookId }) => webhookId === known?.['id']).length;
		const message = `Cannot delete webhook: ${String(users)} alert(s) still reference it.`;
		return users === 0 ? undefined : { status: 409, message };
	},
	store: ({ body }, made, stored = {}) => omit(made, clearedBy(body, stored)),
	show: (call, webhook) => {
		const { service, name } = webhook;
		const isKnown = SERVICES.includes(service) || (isManaged(call) && OF_MANAGED.includes(service));
		if (!isKnown || typeof name !== 'string') return undefined;
		return omit(webhook, service === 'generic' ? SECRETS : [...SECRETS, 'body']);
	},
};
