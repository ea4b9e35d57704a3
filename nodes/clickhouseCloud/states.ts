import { phrase, quoteName } from '../engine/phrase';
import type { WaitOperation, WaitRule } from '../engine/operation';
import type { ListedOperation } from '../engine/resource';
import { withArticle, wordsOf } from '../engine/text';
import type { ApiRecord, RecordId } from '../features/record/record';
import { outputFields } from '../features/record/recordOutput';
import { recordRead } from '../features/record/record';
import type { OfferedStates } from '../features/record/stateChoice';
import { waitForValue } from '../features/wait/wait';
import { managementApi, WAKE_UP } from './api';
import { organizationOptions } from './identifiers';

/** The neutral contract lists no states, so these are suggestions, and every text is accepted. */
export interface KnownStates extends OfferedStates {
	/** A state, or comma-separated states. */
	ready: string;
	final: readonly string[];
	/** Full sentences by state, for states that the resource can't leave by itself. */
	advice?: WaitRule['advice'];
}

const RESTING_PIPE =
	'The pipe stays in this state until you use Pipe → Start. Right after a command, the API may still return the previous state. In that case, wait again.';

export const PIPE_STATES: KnownStates = {
	all: wordsOf(
		`Completed Degraded Failed InternalError Modifying Paused Pausing Provisioning Resync Running Setup
		Snapshot Stopped Stopping Unknown`,
	),
	problems: ['Failed', 'InternalError', 'Degraded'],
	ready: 'Running, Completed',
	final: ['Failed', 'InternalError'],
	advice: {
		paused: RESTING_PIPE,
		snapshot:
			'The first load can take hours. Raise Wait Limit (Seconds), or add Snapshot to Wait For.',
		stopped: RESTING_PIPE,
	},
};

export const SERVICE_STATES: KnownStates = {
	all: wordsOf(
		`awaking degraded failed idle partially_running provisioning running softdeleted softdeleting
		starting stopped stopping terminated terminating`,
	),
	problems: ['failed', 'degraded'],
	ready: 'running',
	final: wordsOf('failed terminating terminated softdeleting softdeleted'),
	advice: {
		idle: `An idle service doesn't start by itself, so ${WAKE_UP}.`,
		stopped: "A stopped service doesn't start by itself. Start it with Service → Start.",
	},
};

export const BACKUP_STATES: KnownStates = {
	all: wordsOf('done error in_progress'),
	ready: 'done',
	final: ['error'],
};

export const BYOC_STATES: KnownStates = {
	all: wordsOf(
		`infra-degraded infra-provisioning infra-ready infra-terminated infra-terminating
		infra-upgrading`,
	),
	ready: 'infra-ready',
	final: ['infra-terminated'],
	advice: {
		'infra-degraded':
			'The infrastructure works with limitations. Check it in the console, or add infra-degraded to Wait For.',
	},
};

export const SNAPSHOT_STATES: KnownStates = {
	...BACKUP_STATES,
	all: [...BACKUP_STATES.all, 'throttled'],
	problems: ['error', 'throttled'],
};

export const REVERSE_PRIVATE_ENDPOINT_STATES: KnownStates = {
	all: wordsOf('Deleting Expired Failed PendingAcceptance Provisioning Ready Rejected Unknown'),
	problems: ['Failed', 'Rejected', 'Expired'],
	ready: 'Ready',
	final: ['Failed', 'Rejected', 'Expired'],
};

/** For operations whose effect comes later, such as after "the service has stopped". */
export function waitAdvice(effect: string): string {
	return `The API responds before ${effect}. To wait for that, add Wait for State.`;
}

export function waitForState(
	recordType: ApiRecord & { id: RecordId },
	stateKey: 'state' | 'status',
	states: KnownStates,
): ListedOperation<WaitOperation> {
	const { title, id } = recordType;
	return {
		name: 'Wait for State',
		description: `Wait until ${withArticle(title)} reaches a ${stateKey} you choose`,
		action: `Wait for ${title} ${stateKey}`,
		...waitForValue(recordRead(recordType), {
			resource: title,
			valueKind: stateKey,
			knownValues: states.all,
			examples: { waitFor: states.ready, giveUpOn: states.final.join(', ') },
			advice: states.advice,
			nameValue: (parameters) =>
				phrase`the ${stateKey} of ${title} ${quoteName(parameters[id.field.name])}`,
			valuePath: () => `${managementApi.payloadKey}.${stateKey}`,
			outputFields: outputFields(recordType.output),
			options: organizationOptions,
		}),
	};
}
