import { getMany } from '../../../core/record/record';
import { resource } from '../../../core/resource';
import { webhookKind } from '../records';

export const webhook = resource('Webhook', 'What an alert notifies, in ClickStack', {
	getAll: getMany(webhookKind, {
		description: 'Get the webhooks of the team, at most 1,000',
		action: 'Get many webhooks',
	}),
});
