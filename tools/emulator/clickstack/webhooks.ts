import { type JsonObject, objectAt } from '../../contract/json';
import type { Behaviour } from '../routes/records';
import type { ClickStackState } from './state';

const PRIVATE = /^(?:localhost|127\.|10\.|192\.168\.)/;

/** A URL is judged by its host's name alone, and a name is unique for a service. */
function faultOf(body: JsonObject, state: ClickStackState, id: unknown): string | undefined {
	const { hostname } = new URL(String(body['url']));
	const isAllowed = state.options.webhookHosts?.includes(hostname) === true;
	if (!isAllowed && PRIVATE.test(hostname)) {
		return 'Webhook URL resolves to a private or reserved address.';
	}
	const others = state.webhooks.all().filter((one) => one.id !== id);
	return others.some(({ name, service }) => name === body['name'] && service === body['service'])
		? 'A webhook with this service and name already exists'
		: undefined;
}

/** A webhook that is an alert's first channel isn't deleted; an update keeps omitted headers. */
export const webhooks: Behaviour = {
	refuse: ({ operation, body, state: { clickStack } }, known) => {
		if (operation.method !== 'DELETE') {
			const message = faultOf(body, clickStack, known?.['id']);
			return message === undefined ? undefined : { status: 400, message };
		}
		const channels = clickStack.alerts.all().map((alert) => objectAt(alert, 'channel'));
		const users = channels.filter(({ webhookId }) => webhookId === known?.['id']).length;
		const message = `Cannot delete webhook: ${String(users)} alert(s) still reference it.`;
		return users === 0 ? undefined : { status: 409, message };
	},
	store: ({ body }, made, { headers } = {}) => ({ headers, ...made, ...body }),
};
