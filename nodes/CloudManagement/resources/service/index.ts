import { RESEND_UNKNOWN_LABEL } from '../../../engine/options/requestOptions';
import { noticeField, noticeUntilSet, withNotices } from '../../../engine/parameters/properties';
import { resource } from '../../../engine/resource';
import { create, command, remove, update } from '../../../features/record/change';
import { get, getMany, recordName } from '../../../features/record/record';
import { filteredBy, stateFilter, tagFilter } from '../../../clickhouseCloud/filters';
import {
	scalingScheduleRecord,
	serviceRecord,
	upgradeWindowRecord,
} from '../../../clickhouseCloud/records';
import { SERVICE_STATES, STATE_BEFORE, waitForState } from '../../../clickhouseCloud/states';
import {
	changedService,
	newService,
	newServiceText,
	passwordFields,
	serviceChanges,
} from './bodies';
import { scalingFields, scalingText, scheduleFields } from './scaling';
import { upgradeWindowFields, windowAdvice, windowText } from './upgradeWindow';

const NO_SCHEDULE =
	'The service has no scaling schedule unless the ID is wrong. Service → Set Scaling Schedule makes one.';
const WITHIN_QUOTAS =
	"Correct the fields as the API's message explains, then run the node again. Organizations have quotas for services and replicas: see Quota → Get Many.";
const NOT_STOPPED =
	"The primary service of a warehouse can't be stopped while it has secondary services. Otherwise check the service's state.";

const NOBODY = noticeUntilSet(
	'nobodyNotice',
	'Without Allowed Addresses, nobody can connect to the service. Service → Update can add some.',
	'ipAccess.values',
);

const PASSWORD_NOTICE = noticeField(
	'passwordNotice',
	"Replaces the password of the service's default user immediately. Clients with the old one can't connect anymore.",
);

export const service = resource('Service', 'A database service that pipes load into', {
	create: create(serviceRecord, {
		description: 'Create a service, which costs money at once. The output contains its password.',
		permission: 'organization:create-service',
		fields: { ...newService, properties: withNotices(newService.properties, 'ipAccess', [NOBODY]) },
		allowUnlisted: true,
		subject: ['service', 'name'],
		output: serviceRecord.output,
		once: {
			keys: ['password'],
			record: 'service',
			ifMissing: 'Set a password with Service → Reset Password.',
		},
		unknownOutcome: [
			'The service may have been created',
			"Look for its name with Service → Get Many before you run the node again. If it's there, set a password with Service → Reset Password: the first one can't be read anymore.",
		],
		advice: { 400: WITHIN_QUOTAS },
		summarize: newServiceText,
	}),
	delete: remove(serviceRecord, {
		goesWithIt: 'all its data',
		description:
			'Delete a service and its data permanently. Stop a running one first, and wait until it is stopped. Delete secondary services before their primary one.',
		permission: 'service:delete',
		advice: {
			409: 'To delete a running service, use Service → Stop, then Wait for State with stopped, then Delete. If its state has just become stopped, wait a minute and run the node again. Delete the secondary services of a primary one first.',
		},
	}),
	deleteScalingSchedule: remove(scalingScheduleRecord, {
		name: 'Delete Scaling Schedule',
		description: 'Delete the scaling schedule of a service, which then scales as set by Scale',
		advice: { 404: NO_SCHEDULE },
	}),
	deleteUpgradeWindow: remove(upgradeWindowRecord, {
		name: 'Delete Upgrade Window',
		description:
			'Delete the upgrade window of a service, which ClickHouse Cloud then upgrades at any time',
		advice: windowAdvice('change'),
	}),
	get: get(serviceRecord, {
		description: 'Get the state, size and endpoints of a service',
		action: 'Get service state and endpoints',
	}),
	getAll: getMany(serviceRecord, {
		description: 'Get the services of the organization with their states',
		...filteredBy([stateFilter('state', SERVICE_STATES), tagFilter]),
	}),
	getScalingSchedule: get(scalingScheduleRecord, {
		name: 'Get Scaling Schedule',
		description: 'Get the scaling schedule of a service and the entry that is active',
		advice: { 404: NO_SCHEDULE },
	}),
	getUpgradeWindow: get(upgradeWindowRecord, {
		name: 'Get Upgrade Window',
		description: 'Get the weekly time in which a service is upgraded',
		advice: windowAdvice('read'),
	}),
	resetPassword: update(serviceRecord, {
		name: 'Reset Password',
		description:
			"Replace the password of a service's default user. Clients with the old one can't connect anymore.",
		action: 'Reset service password and lock out its users',
		segment: 'password',
		fields: { ...passwordFields, properties: [PASSWORD_NOTICE, ...passwordFields.properties] },
		once: {
			keys: ['password'],
			unless: 'newPasswordHash',
			ifMissing: 'Reset the password once more: the old one may no longer work.',
		},
		repeatable: ({ newPasswordHash }) => newPasswordHash !== undefined,
		unknownOutcome: [
			'The password may have been replaced',
			`A generated password that wasn't output can't be read anymore. Run the node again with the option ${RESEND_UNKNOWN_LABEL}, which replaces it once more.`,
		],
		summarize: (body, parameters) => {
			const by = body.newPasswordHash === undefined ? 'a generated one' : 'one by its hash';
			return `Replace the password of ${recordName(serviceRecord, parameters)} with ${by}`;
		},
	}),
	scale: update(serviceRecord, {
		name: 'Scale',
		permission: 'service:manage-scaling-config',
		description: `Change the size and number of replicas of a service, or when it goes idle. ${STATE_BEFORE}`,
		segment: 'replicaScaling',
		fields: scalingFields,
		changes: scalingText,
		advice: { 400: WITHIN_QUOTAS },
		allowUnlisted: true,
		output: serviceRecord.output,
	}),
	setScalingSchedule: update(scalingScheduleRecord, {
		name: 'Set Scaling Schedule',
		description: 'Replace the scaling schedule of a service: when it scales in another way',
		action: 'Set scaling schedule',
		method: 'POST',
		verb: 'Replace',
		fields: scheduleFields,
		allowUnlisted: true,
		advice: { 400: WITHIN_QUOTAS },
	}),
	setUpgradeWindow: update(upgradeWindowRecord, {
		name: 'Set Upgrade Window',
		description: 'Set the weekly time in which a primary service is upgraded: six hours on a day',
		action: 'Set upgrade window',
		method: 'PUT',
		verb: 'Set',
		fields: upgradeWindowFields,
		changes: windowText,
		advice: {
			...windowAdvice('change'),
			400: "Only the primary service of a warehouse has an upgrade window. Otherwise correct the fields as the API's message explains.",
		},
	}),
	start: command(serviceRecord, 'start', {
		name: 'Start',
		description: `Start a stopped service. An idle one needs Wake. ${STATE_BEFORE}`,
		action: 'Start stopped service',
		done: 'started',
		repeatable: true,
		reached: ['running'],
	}),
	stop: command(serviceRecord, 'stop', {
		name: 'Stop',
		description: `Stop a service: it accepts no queries until it is started. ${STATE_BEFORE}`,
		action: 'Stop service from answering queries',
		warning:
			"Cuts off everybody who uses the service: it accepts no queries until it's started, and its pipes can't load.",
		done: 'stopped',
		repeatable: true,
		advice: { 400: NOT_STOPPED, 409: NOT_STOPPED },
		reached: ['stopped'],
	}),
	update: update(serviceRecord, {
		description: `Change the name, tags or release channel of a service, or who can connect. ${STATE_BEFORE}`,
		fields: changedService,
		allowUnlisted: true,
		output: serviceRecord.output,
		renames: true,
		changes: serviceChanges,
	}),
	wait: waitForState(serviceRecord, 'state', SERVICE_STATES),
	wake: command(serviceRecord, 'awake', {
		name: 'Wake',
		description: `Wake an idle service. A stopped one needs Start. ${STATE_BEFORE}`,
		action: 'Wake idle service',
		done: 'woken up',
		permission: 'service:view',
		repeatable: true,
		advice: {
			400: 'Wake is for idle services. If this one is stopped, use Service → Start.',
		},
		reached: ['running'],
	}),
});
