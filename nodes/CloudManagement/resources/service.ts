import { z } from 'zod';
import { serviceRecord } from '../../clickhouseCloud/records';
import type { Field } from '../../engine/body/fields';
import { choice, description, flag, number } from '../../engine/body/fields';
import type { JsonObject } from '../../engine/json';
import { isAbsent } from '../../engine/json';
import { changedFields } from '../../features/record/bodyFields';
import { command, update } from '../../features/record/change';
import { get, getMany } from '../../features/record/record';
import { resource } from '../../engine/resource';
import { SERVICE_STATES, waitForState } from '../../clickhouseCloud/states';
import { filteredBy, stateFilter, tagFilter } from '../../clickhouseCloud/filters';
import type { Issue } from '../../engine/issue';

const MEMORY = { min: 8, max: 356, step: 4 };
const MIN_IDLE_MINUTES = 5;
const HORIZONTAL = 'with horizontal autoscaling';
const VERTICAL = 'with vertical autoscaling';

function memory(label: string, text: string): Field {
	const { min, max, step } = MEMORY;
	return number(label, {
		bounds: [min, max],
		schema: z
			.number()
			.min(min)
			.max(max)
			.multipleOf(step, `must be a multiple of ${String(step)}.`),
		description: `${text}, in gigabytes: a multiple of ${String(step)}`,
	});
}

function replicas(label: string, text: string): Field {
	return number(label, { bounds: [1, 50], description: text });
}

/** Second reference, "Services": `ServiceReplicaScalingPatchRequest`. */
const scaling = changedFields(
	description('', {
		autoscalingMode: choice(
			'Autoscaling Mode',
			{ horizontal: 'Horizontal', vertical: 'Vertical' },
			{
				default: 'vertical',
				description:
					'Whether autoscaling changes the size of the replicas or their number. Horizontal must be enabled for the organization.',
			},
		),
		minReplicaMemoryGb: memory('Min Replica Memory (GB)', 'Minimum memory of each replica'),
		maxReplicaMemoryGb: memory('Max Replica Memory (GB)', 'Maximum memory of each replica'),
		numReplicas: replicas('Replicas', 'Number of replicas, with vertical autoscaling'),
		minReplicas: replicas('Min Replicas', 'Minimum number of replicas'),
		maxReplicas: replicas('Max Replicas', 'Maximum number of replicas'),
		idleScaling: flag('Idle Scaling', {
			default: true,
			description: 'Whether the service may go idle when nothing uses it',
		}),
		idleTimeoutMinutes: number('Idle Timeout (Minutes)', {
			schema: z.number().min(MIN_IDLE_MINUTES),
			hint: `${String(MIN_IDLE_MINUTES)} or more`,
			description: 'Minutes without use after which the service goes idle',
		}),
	}),
	{ example: '{ "numReplicas": 3 }', rules: [replicaFindings, memoryFindings] },
);

/** Finds what does not go together. What the request leaves out is unknown here. */
function* replicaFindings(body: JsonObject): Iterable<Issue> {
	const { autoscalingMode, numReplicas, minReplicas, maxReplicas } = body;
	const [hasMin, hasMax] = [!isAbsent(minReplicas), !isAbsent(maxReplicas)];
	if (hasMin !== hasMax) {
		const [path, other] = hasMin
			? ['maxReplicas', 'Min Replicas']
			: ['minReplicas', 'Max Replicas'];
		yield { path, code: 'needed', because: `with ${other}` };
	}
	if (!isAbsent(numReplicas)) {
		if (hasMin || hasMax) {
			const other = 'Min Replicas and Max Replicas';
			yield { path: 'numReplicas', code: 'notTogether', other };
		} else if (autoscalingMode === 'horizontal') {
			yield { path: 'numReplicas', code: 'onlyFor', use: 'vertical autoscaling' };
		}
	}
	const because = autoscalingMode === 'vertical' ? VERTICAL : undefined;
	yield* orderFindings(body, ['minReplicas', 'maxReplicas', 'Max Replicas'], because);
}

function memoryFindings(body: JsonObject): Iterable<Issue> {
	const because = body.autoscalingMode === 'horizontal' ? HORIZONTAL : undefined;
	const names = ['minReplicaMemoryGb', 'maxReplicaMemoryGb', 'Max Replica Memory (GB)'] as const;
	return orderFindings(body, names, because);
}

/** Finds a minimum above its maximum, or two that differ if both must be equal. */
function* orderFindings(
	body: JsonObject,
	[min, max, other]: readonly [min: string, max: string, label: string],
	equalBecause: string | undefined,
): Iterable<Issue> {
	const [least, most] = [body[min], body[max]];
	if (typeof least !== 'number' || typeof most !== 'number') return;
	if (equalBecause !== undefined && least !== most) {
		yield { path: min, code: 'unequal', other, because: equalBecause };
	} else if (least > most) yield { path: min, code: 'aboveOther', other };
}

/** Reference, "Get service details"; second reference, "Services". */
export const service = resource('Service', 'A database service that pipes load into', {
	get: get(serviceRecord, {
		description: 'Get the state, size and endpoints of a service',
		action: 'Get service state and endpoints',
	}),
	getAll: getMany(serviceRecord, {
		description: 'Get the services of the organization with their states',
		...filteredBy([stateFilter('state', SERVICE_STATES), tagFilter]),
	}),
	scale: update(serviceRecord, {
		name: 'Scale',
		permission: 'service:manage-scaling-config',
		description: 'Change the size and number of replicas of a service, or when it goes idle',
		segment: 'replicaScaling',
		fields: scaling,
		allowUnlisted: true,
		output: serviceRecord.output,
	}),
	start: command(serviceRecord, 'start', {
		name: 'Start',
		description:
			'Start a stopped service. An idle one needs Wake. The state in the output can be the one before.',
		action: 'Start stopped service',
		done: 'started',
		repeatable: true,
		reached: ['running'],
	}),
	stop: command(serviceRecord, 'stop', {
		name: 'Stop',
		description:
			'Stop a service: it accepts no queries until it is started. The state in the output can be the one before.',
		action: 'Stop service',
		done: 'stopped',
		repeatable: true,
		reached: ['stopped'],
	}),
	wait: waitForState(serviceRecord, 'state', SERVICE_STATES),
	wake: command(serviceRecord, 'awake', {
		name: 'Wake',
		description:
			'Wake an idle service. A stopped one needs Start. The state in the output can be the one before.',
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
