import { get, getMany, remove } from '../../../core/record/record';
import { resource } from '../../../core/resource';
import { alertKind } from '../records';
import { createAlert, updateAlert } from './write.operation';

export const alert = resource(
	'Alert',
	'What watches a tile or a saved search, in ClickStack',
	{
		create: createAlert,
		delete: remove(alertKind, {
			description: 'Delete an alert permanently',
			action: 'Delete alert',
		}),
		get: get(alertKind, { description: 'Get an alert', action: 'Get alert' }),
		getAll: getMany(alertKind, {
			description: 'Get the alerts of the team with their states',
			action: 'Get many alerts',
		}),
		update: updateAlert,
	},
	'getAll',
);
