import { get, getMany, remove } from '../../../core/record/record';
import { resource } from '../../../core/resource';
import { dashboardKind } from '../records';
import { createDashboard, validateDashboard } from './create.operation';
import { updateDashboard } from './update.operation';

export const dashboard = resource(
	'Dashboard',
	'A dashboard with its tiles',
	{
		create: createDashboard,
		delete: {
			...remove(dashboardKind, {
				description: 'Delete a dashboard and its alerts permanently',
				action: 'Delete dashboard',
			}),
			successHint: () => 'The API may return the same for an unknown ID.',
		},
		get: get(dashboardKind, { description: 'Get a dashboard', action: 'Get dashboard' }),
		getAll: getMany(dashboardKind, {
			description: 'Get the dashboards of the team with their tiles',
			action: 'Get many dashboards',
		}),
		update: updateDashboard,
		validate: validateDashboard,
	},
	'update',
);
