/**
 * The states of a resource, those to wait for, and those that no wait gets out of. Second reference, 5. The first one
 * lists none, so they are suggestions: every text is accepted as a state.
 */
export interface KnownStates {
	all: readonly string[];
	/** One, or several with commas between them. */
	ready: string;
	final: readonly string[];
	/** What helps in a state that the resource does not leave by itself, in whole sentences. */
	advice?: ReadonlyMap<string, string>;
}

/** How an idle service gets to run, as the end of a sentence without its full stop. */
export const WAKE_UP = 'wake it up with Service → Wake, or by a query';

/** Second reference, "States". */
const RESTING_PIPE =
	'The pipe stays in this state until it is started: use Pipe → Start. Right after a command, the API can still return the state before it; then wait again.';

export const PIPE_STATES: KnownStates = {
	all: [
		'Completed',
		'Degraded',
		'Failed',
		'InternalError',
		'Modifying',
		'Paused',
		'Pausing',
		'Provisioning',
		'Resync',
		'Running',
		'Setup',
		'Snapshot',
		'Stopped',
		'Stopping',
		'Unknown',
	],
	ready: 'Running, Completed',
	final: ['Failed', 'InternalError'],
	advice: new Map([
		['paused', RESTING_PIPE],
		[
			'snapshot',
			'The first load can take hours. Raise Wait Limit (Seconds), or add Snapshot to Wait For.',
		],
		['stopped', RESTING_PIPE],
	]),
};

export const SERVICE_STATES: KnownStates = {
	all: [
		'awaking',
		'degraded',
		'failed',
		'idle',
		'partially_running',
		'provisioning',
		'running',
		'softdeleted',
		'softdeleting',
		'starting',
		'stopped',
		'stopping',
		'terminated',
		'terminating',
	],
	ready: 'running',
	final: ['failed', 'terminating', 'terminated', 'softdeleting', 'softdeleted'],
	advice: new Map([
		['idle', `An idle service doesn't start by itself: ${WAKE_UP}.`],
		['stopped', "A stopped service doesn't start by itself. Start it with Service → Start."],
	]),
};

export const BACKUP_STATES: KnownStates = {
	all: ['done', 'error', 'in_progress'],
	ready: 'done',
	final: ['error'],
};

export const REVERSE_PRIVATE_ENDPOINT_STATES: KnownStates = {
	all: [
		'Deleting',
		'Expired',
		'Failed',
		'PendingAcceptance',
		'Provisioning',
		'Ready',
		'Rejected',
		'Unknown',
	],
	ready: 'Ready',
	final: ['Failed', 'Rejected', 'Expired'],
};
