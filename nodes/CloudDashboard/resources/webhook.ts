import { getMany } from '../../features/record/record';
import { resource } from '../../engine/resource';
import { webhookRecord } from '../../clickStack/records';

export const webhook = resource('Webhook', 'Where alerts are sent, in ClickStack', {
	getAll: getMany(webhookRecord, {
		description: 'Get the webhooks of the team',
	}),
});
