import type { INodeProperties } from 'n8n-workflow';
import { flag, property } from '../engine/body/fields';
import { isJsonObject } from '../engine/json';
import type { HttpRequest, Operation, Recovery } from '../engine/operation';
import { asObject } from '../engine/parameters/values';
import { wordsOf } from '../engine/text';
import type { RecordParent } from '../features/record/record';
import { ofService, servicePath } from './identifiers';

const CONFLICT = 409;
const NOT_READY = 424;
/** ClickHouse Cloud's message ends with the state. */
const IS_IDLE = /Current state: idle\b/i;
const ON_THE_WAY = wordsOf('idle awaking starting partially_running');
/** The states in which a service can be deleted. */
const DELETABLE = wordsOf('provisioning starting awaking idle stopped degraded failed');

const WAKE_SERVICE = 'wakeService';

const wakeServiceField: INodeProperties = property(
	WAKE_SERVICE,
	flag('Wake Service', {
		// Whoever adds the option wants it on. If it isn't added, it is off.
		default: true,
		description:
			'Whether to wake an idle service first, wait until it runs, at most Max Wait, and then send the request. A running service costs money, and the key needs the permission service:view.',
	}),
);

/** Records of a service whose changes need it to run, with the option to wake it. */
export const ofWakingService: RecordParent = {
	...ofService,
	options: ({ own = [], ...operation }) =>
		ofService.options({
			...operation,
			own: operation.reads ? own : [...own, wakeServiceField],
		}),
};

/** Returns how to wake an idle service, if the item has the option. */
export const wakeFirst: NonNullable<Operation['recovery']> = (parameters, credential) => {
	if (asObject(parameters.options)[WAKE_SERVICE] !== true) return undefined;
	const { path } = servicePath(parameters, credential);
	return {
		follows: (status, message) => status === NOT_READY && IS_IDLE.test(message),
		first: { method: 'PATCH', path: `${path}/state`, body: { command: 'awake' } },
		firstTraits: { name: 'Waking the service', permission: 'service:view' },
		note: 'If the service is idle, it is woken first, which costs money and needs the permission service:view.',
		check: readOf(path),
		readiness: (service) => {
			const state = stateOf(service);
			if (state === 'running') return 'ready';
			return ON_THE_WAY.includes(state) ? 'wait' : 'never';
		},
		tooLateText: (seconds) => ({
			message: `The service was woken, but isn't running after ${String(seconds)} s.`,
			description:
				'The request itself was not sent again. Raise Max Wait in the options, or use Service → Wait for State before this node.',
		}),
	};
};

/** Right after a service has stopped, the API can still refuse to delete it: nothing was done. */
export const deleteWhenStopped: NonNullable<Operation['recovery']> = (
	parameters,
	credential,
): Recovery => ({
	follows: (status) => status === CONFLICT,
	check: readOf(servicePath(parameters, credential).path),
	readiness: (service) => {
		const state = stateOf(service);
		if (state === 'stopping') return 'wait';
		return DELETABLE.includes(state) ? 'ready' : 'never';
	},
	repeats: true,
	tooLateText: (seconds) => ({
		message: `The service is still stopping after ${String(seconds)} s.`,
		description:
			'It was not deleted. Use Service → Wait for State with the state stopped, then run the node again.',
	}),
});

function readOf(path: string): HttpRequest {
	return { method: 'GET', path };
}

function stateOf(service: unknown): string {
	return isJsonObject(service) ? String(service.state) : '';
}
