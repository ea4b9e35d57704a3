import { resource } from '../../../core/resource';
import { updateDashboard } from './update.operation';

export const dashboard = resource('Dashboard', 'A dashboard with its tiles', {
	update: updateDashboard,
});
