import { recordCommand } from '../shared/command';
import { serviceKind } from './serviceKind';

export const startService = recordCommand(serviceKind, 'start', {
	name: 'Start',
	description:
		'Start a stopped service. An idle one needs Wake. The state in the output can be the one before.',
	action: 'Start stopped service',
	unknownOutcome: [
		'The service may have been started',
		"Check the service's state in the console before you run the node again.",
	],
	repeatable: true,
	reached: ['running'],
});

export const stopService = recordCommand(serviceKind, 'stop', {
	name: 'Stop',
	description:
		'Stop a service: it accepts no queries until it is started. The state in the output can be the one before.',
	action: 'Stop service',
	unknownOutcome: [
		'The service may have been stopped',
		"Check the service's state in the console before you run the node again.",
	],
	repeatable: true,
	reached: ['stopped'],
});

export const wakeService = recordCommand(serviceKind, 'awake', {
	name: 'Wake',
	description:
		'Wake an idle service. A stopped one needs Start. The state in the output can be the one before.',
	action: 'Wake idle service',
	unknownOutcome: [
		'The service may have been woken up',
		"Check the service's state in the console before you run the node again.",
	],
	repeatable: true,
	advice: {
		400: 'Wake is for idle services. If this one is stopped, use Service → Start.',
	},
	reached: ['running'],
});
