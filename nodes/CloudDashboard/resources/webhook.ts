import { getMany } from '../../features/record/record';
import { resource } from '../../engine/resource';
import { webhookKind } from '../../clickStack/records';

export const webhook = resource('Webhook', 'Where alerts are sent, in ClickStack', {
	getAll: getMany(webhookKind, {
		description: 'Get the webhooks of the team',
	}),
});
