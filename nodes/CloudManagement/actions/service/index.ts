import { resource } from '../../../core/resource';
import { SERVICE_STATES } from '../../api/states';
import { filteredBy, stateFilter, tagFilter } from '../shared/filters';
import { get, getMany } from '../../../core/record/record';
import { waitForState } from '../shared/waitForState';
import { startService, stopService, wakeService } from './command.operation';
import { scaleService } from './scale.operation';
import { serviceKind } from './serviceKind';

/** Reference, "Get service details"; second reference, "Services". */
export const service = resource('Service', 'A database service that pipes load into', {
	get: get(serviceKind, {
		description: 'Get the state, size and endpoints of a service',
		action: 'Get service state and endpoints',
	}),
	getAll: getMany(
		serviceKind,
		{
			description: 'Get the services of the organization with their states',
			action: 'Get many services',
		},
		filteredBy([stateFilter('state', SERVICE_STATES), tagFilter]),
	),
	scale: scaleService,
	start: startService,
	stop: stopService,
	wait: waitForState(serviceKind, 'state', SERVICE_STATES),
	wake: wakeService,
});
