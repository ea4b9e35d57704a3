import { RESEND } from '../../../engine/errors/nodeErrors';
import { phrase } from '../../../engine/phrase';
import { noticeField, noticeUntilListed, withNotices } from '../../../engine/parameters/properties';
import { resource } from '../../../engine/resource';
import { create, command, remove, update } from '../../../features/record/change';
import { get, getMany, recordPhrase } from '../../../features/record/record';
import { CORRECT_FIELDS } from '../../../clickhouseCloud/api';
import { filteredBy, stateFilter, tagFilter } from '../../../clickhouseCloud/filters';
import {
	scalingScheduleRecord,
	serviceRecord,
	upgradeWindowRecord,
} from '../../../clickhouseCloud/records';
import { SERVICE_STATES, waitAdvice, waitForState } from '../../../clickhouseCloud/states';
import {
	changedService,
	newService,
	newServiceText,
	passwordFields,
	serviceChanges,
} from './bodies';
import { scalingChange, scalingFields, scheduleChange, scheduleFields } from './scaling';
import { upgradeWindowFields, windowAdvice, windowChange } from './upgradeWindow';

const NO_SCHEDULE =
	'The service may have no scaling schedule. To create a schedule, use Service → Set Scaling Schedule. Otherwise, check the ID.';
const WITHIN_QUOTAS = `${CORRECT_FIELDS} Organizations have quotas for services and replicas: see Quota → Get Many.`;
const NOT_STOPPED =
	"A primary service can't be stopped while its warehouse has secondary services. If this isn't the reason, check the service's state.";

const NOBODY = noticeUntilListed(
	'nobodyNotice',
	'Without Allowed Addresses, nobody can connect to the service.',
	'ipAccess.values',
);

const PASSWORD_NOTICE = noticeField(
	'passwordNotice',
	"Replaces the default user's password immediately. Clients with the old password can no longer connect.",
);

const SCHEDULE_NOTICE = noticeField(
	'scheduleNotice',
	'Replaces all entries of the scaling schedule.',
);

export const service = resource('Service', 'A ClickHouse database that ClickHouse Cloud runs', {
	create: create(serviceRecord, {
		description:
			'Create a service, which costs money immediately. The output contains its password.',
		permission: 'organization:create-service',
		fields: { ...newService, properties: withNotices(newService.properties, { ipAccess: NOBODY }) },
		offersAllowUnusual: true,
		output: serviceRecord.output,
		recordKey: 'service',
		shownOnce: {
			keys: ['password'],
			ifMissing: 'Set a password with Service → Reset Password.',
		},
		unknownOutcome: [
			'The service may have been created',
			`Look for its name with Service → Get Many. If the service is there, set a new password with Service → Reset Password, because the first password can't be retrieved. If not, ${RESEND}.`,
		],
		advice: { 400: WITHIN_QUOTAS },
		summaryEnd: newServiceText,
	}),
	delete: remove(serviceRecord, {
		goesWithIt: 'all its data',
		description:
			"Delete a service and its data permanently. Stop a running service first, and wait until it's stopped. Delete secondary services before their primary service.",
		permission: 'service:delete',
		advice: {
			409: 'To delete a running service, use Service → Stop, then Wait for State with stopped, then Delete. If its state has just become stopped, wait a minute and retry. Delete secondary services before their primary service.',
		},
	}),
	deleteScalingSchedule: remove(scalingScheduleRecord, {
		name: 'Delete Scaling Schedule',
		restore: 'To restore it, use Set Scaling Schedule.',
		description:
			"Delete a service's scaling schedule. The service then keeps the scaling set with Scale all week.",
		advice: { 404: NO_SCHEDULE },
	}),
	deleteUpgradeWindow: remove(upgradeWindowRecord, {
		name: 'Delete Upgrade Window',
		restore: 'To restore it, use Set Upgrade Window.',
		description:
			"Delete a service's upgrade window. ClickHouse Cloud then upgrades the service at any time.",
		advice: windowAdvice('change'),
	}),
	get: get(serviceRecord, {
		description: "Get a service's state, size, and endpoints",
		action: 'Get service state and endpoints',
	}),
	getAll: getMany(serviceRecord, {
		description: "Get the organization's services with their states",
		...filteredBy([stateFilter('state', SERVICE_STATES), tagFilter]),
	}),
	getScalingSchedule: get(scalingScheduleRecord, {
		name: 'Get Scaling Schedule',
		description: "Get a service's scaling schedule and its active entry",
		advice: { 404: NO_SCHEDULE },
	}),
	getUpgradeWindow: get(upgradeWindowRecord, {
		name: 'Get Upgrade Window',
		description: "Get a service's weekly upgrade window",
		advice: windowAdvice('read'),
	}),
	resetPassword: update(serviceRecord, {
		name: 'Reset Password',
		description:
			"Replace the password of a service's default user. Clients with the old password can no longer connect.",
		action: 'Reset service password and lock out users',
		subpath: 'password',
		fields: { ...passwordFields, properties: [PASSWORD_NOTICE, ...passwordFields.properties] },
		shownOnce: {
			keys: ['password'],
			unless: 'newPasswordHash',
			ifMissing: 'Reset the password again. The old password may no longer work.',
		},
		repeatable: ({ newPasswordHash }) => newPasswordHash !== undefined,
		unknownOutcome: [
			'The password may have been replaced',
			`If the node didn't output the new password, you can't retrieve it. To replace it again, ${RESEND}.`,
		],
		summarize: (body, parameters) => {
			const by =
				body.newPasswordHash === undefined
					? 'a generated password'
					: 'the password of the entered hash';
			return phrase`Replace the password of ${recordPhrase(serviceRecord, parameters)} with ${by}; clients with the old password can no longer connect`;
		},
	}),
	scale: update(serviceRecord, {
		name: 'Scale',
		permission: 'service:manage-scaling-config',
		description: `Change a service's replica size and count, or when it goes idle. ${waitAdvice('the change is complete')}`,
		subpath: 'replicaScaling',
		fields: scalingFields,
		describeChanges: scalingChange,
		advice: { 400: WITHIN_QUOTAS },
		offersAllowUnusual: true,
		output: serviceRecord.output,
	}),
	setScalingSchedule: update(scalingScheduleRecord, {
		name: 'Set Scaling Schedule',
		description:
			'Set the time windows in which a service scales differently. The new windows replace the whole schedule.',
		action: 'Set scaling schedule',
		method: 'POST',
		verb: 'Replace',
		fields: { ...scheduleFields, properties: [SCHEDULE_NOTICE, ...scheduleFields.properties] },
		describeChanges: scheduleChange,
		offersAllowUnusual: true,
		advice: { 400: WITHIN_QUOTAS },
	}),
	setUpgradeWindow: update(upgradeWindowRecord, {
		name: 'Set Upgrade Window',
		description: 'Set the weekly six-hour window when a primary service is upgraded',
		action: 'Set upgrade window',
		method: 'PUT',
		verb: 'Set',
		fields: upgradeWindowFields,
		describeChanges: windowChange,
		advice: {
			...windowAdvice('change'),
			400: "Only a warehouse's primary service has an upgrade window. If this is a primary service, correct the fields named in the API's message.",
		},
	}),
	start: command(serviceRecord, 'start', {
		name: 'Start',
		description: `Start a stopped service. To wake an idle service, use Wake. ${waitAdvice('the service is running')}`,
		action: 'Start stopped service',
		done: 'started',
		repeatable: true,
		reached: ['running'],
		busy: ['stopping'],
	}),
	stop: command(serviceRecord, 'stop', {
		name: 'Stop',
		description: `Stop a service. It then accepts no queries until you start it. ${waitAdvice('the service has stopped')}`,
		action: 'Stop service from answering queries',
		warning:
			"Cuts off everyone who uses the service. Until it's started again, it accepts no queries and its pipes can't load data.",
		done: 'stopped',
		repeatable: true,
		advice: { 400: NOT_STOPPED, 409: NOT_STOPPED },
		reached: ['stopped'],
		busy: ['awaking', 'provisioning', 'starting'],
	}),
	update: update(serviceRecord, {
		description: `Change a service's name, tags, release channel, or access. ${waitAdvice('the change is complete')}`,
		fields: changedService,
		offersAllowUnusual: true,
		output: serviceRecord.output,
		describeChanges: serviceChanges,
	}),
	wait: waitForState(serviceRecord, 'state', SERVICE_STATES),
	wake: command(serviceRecord, 'awake', {
		name: 'Wake',
		description: `Wake an idle service. To start a stopped service, use Start. ${waitAdvice('the service is awake')}`,
		action: 'Wake idle service',
		done: 'woken up',
		permission: 'service:view',
		repeatable: true,
		advice: {
			400: 'Wake only works for idle services. If the service is stopped, use Service → Start.',
		},
		reached: ['running'],
	}),
});
