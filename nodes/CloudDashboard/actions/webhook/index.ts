import { getMany } from '../../../core/record/record';
import { resource } from '../../../core/resource';
import { webhookKind } from '../records';

export const webhook = resource('Webhook', 'Where alerts are sent, in ClickStack', {
	getAll: getMany(webhookKind, {
		description: 'Get the webhooks of the team',
		action: 'Get many webhooks',
	}),
});
