/**
 * States seen in public clients, with the one to wait for and those that no wait gets out of. The reference lists none,
 * so they are suggestions: every text is taken for a state.
 */
export interface KnownStates {
	all: readonly string[];
	ready: string;
	final: readonly string[];
}

export const SERVICE_STATES: KnownStates = {
	all: [
		'awaking',
		'degraded',
		'failed',
		'idle',
		'running',
		'softdeleted',
		'starting',
		'stopped',
		'stopping',
		'terminated',
	],
	ready: 'running',
	final: ['failed', 'terminated', 'softdeleted'],
};

export const BACKUP_STATES: KnownStates = {
	all: ['done', 'error', 'in_progress'],
	ready: 'done',
	final: ['error'],
};

export const REVERSE_PRIVATE_ENDPOINT_STATES: KnownStates = {
	all: ['Expired', 'Failed', 'Provisioning', 'Ready', 'Rejected'],
	ready: 'Ready',
	final: ['Failed', 'Rejected', 'Expired'],
};
