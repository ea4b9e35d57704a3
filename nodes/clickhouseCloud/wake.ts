import type { Need, Plan, Preparation } from '../engine/operation';
import type { INodeProperties } from 'n8n-workflow';
import { flag, property } from '../engine/body/fields';
import type { Issue } from '../engine/issue';
import { sentenceHint, stopsItem } from '../engine/issue';
import { asObject } from '../engine/parameters/values';
import { wordsOf } from '../engine/text';
import type { ApiRecord } from '../features/record/record';
import type { Step } from '../features/record/steps';
import { dialectOf, managementApi } from './api';
import { serviceParent, serviceIdField, servicePath } from './identifiers';
import { SERVICE_STATES } from './states';
import { FORBIDDEN } from '../engine/request';

const WAKE_SERVICE = 'wakeService';
const PERMISSION = 'service:view';

const IDLE = 'idle';
/** In these states, a service starts to run without being woken. */
const STARTING = wordsOf('awaking starting partially_running provisioning');
/** Waking doesn't help in these states. A deleted service never runs again. */
const DELETED = wordsOf('terminating terminated softdeleting softdeleted');
const DOWN = [...wordsOf('stopped stopping failed'), ...DELETED];

const STATE = 'state';
/** The state of a service that the key may not read. */
const UNREADABLE_STATE = '';

export const wakeServiceField: INodeProperties = property(
	WAKE_SERVICE,
	flag('Wake Service', {
		// Adding the option turns it on. Without the option, nothing is woken.
		default: true,
		description:
			'Whether to wake an idle service first and wait until it runs, up to Max Wait. A running service costs money. The key needs the service:view permission.',
	}),
);

/** Changes of these records need a running service, so their options include waking it. */
export const wakingServiceParent: ApiRecord['parent'] = {
	...serviceParent,
	options: ({ extraOptions = [], ...operation }) =>
		serviceParent.options({
			...operation,
			extraOptions: operation.reads ? extraOptions : [...extraOptions, wakeServiceField],
		}),
};

export const awakeService: Step<Plan> = ({ issues }, parameters, context) => {
	const { credential, facts, limits } = context;
	const isWanted = asObject(parameters.options)[WAKE_SERVICE] === true;
	if (!isWanted || issues.some(stopsItem)) return {};
	// The neutral contract has no command that wakes a service.
	if (dialectOf(credential) === 'standard') return { issues: [NO_WAKE] };
	const { value: path } = servicePath(parameters, credential);
	const { [STATE]: state } = facts;
	if (typeof state !== 'string') return { needs: [stateNeed(path)] };
	const maxWait = limits?.maxWait ?? 0;
	return {
		issues: stateIssues(state, maxWait),
		preparation: preparationOf(path, state, maxWait),
	};
};

const NO_WAKE = sentenceHint(
	"Wake Service has no effect because the credential isn't for ClickHouse Cloud.",
);

const UNREADABLE = sentenceHint(
	"The key lacks the service:view permission for reading the service's state. If the service is idle, it isn't woken.",
);

function stateNeed(path: string): Need {
	return {
		fact: STATE,
		purpose: "Wake Service is on, so the node reads the service's state first.",
		request: { method: 'GET', path },
		permission: PERMISSION,
		factIn: (service) => ({ value: stateOf(service) }),
		// A key may have access to pipes but not to services.
		factOfFailure: ({ refusedWith }) => (refusedWith === FORBIDDEN ? UNREADABLE_STATE : undefined),
	};
}

function stateOf(service: unknown): string {
	const { state } = asObject(service);
	return typeof state === 'string' && state.trim() !== '' ? state.trim().toLowerCase() : 'unknown';
}

function stepFor(state: string): Preparation['step'] {
	if (state === IDLE) return 'command';
	return STARTING.includes(state) ? 'wait' : 'none';
}

function preparationOf(path: string, state: string, maxWait: number): Preparation {
	return {
		check: { method: 'GET', path },
		// With Max Wait 0, the API decides, even if the service goes idle after the plan.
		stepIn: (service) => (maxWait > 0 ? stepFor(stateOf(service)) : 'none'),
		step: stepFor(state),
		command: { method: 'PATCH', path: `${path}/state`, body: { command: 'awake' } },
		commandName: 'Waking the service',
		permission: PERMISSION,
		dryRunText: dryRunText(state, maxWait),
		doneText: 'The service was woken.',
		waiting: {
			kind: 'wait',
			properties: [],
			texts: { permission: PERMISSION },
			plan: () => ({ request: { method: 'GET', path }, issues: [] }),
			rule: () => ({
				resource: 'service',
				valueKind: 'state',
				valuePath: `${managementApi.payloadKey}.state`,
				waitFor: ['running'],
				giveUpOn: DOWN,
				stableFor: 1,
				waitForExistence: false,
				timeout: maxWait,
				outputOnTimeout: false,
				labels: { timeout: 'Max Wait' },
				advice: SERVICE_STATES.advice,
			}),
		},
	};
}

/**
 * The service may be idle by the time of the request, whatever its state is now. Undefined if the node never wakes it.
 */
function dryRunText(state: string, maxWait: number): string | undefined {
	if (stepFor(state) === 'wait')
		return 'The service is starting, so the request waits until it runs.';
	if (state === UNREADABLE_STATE || maxWait === 0) return undefined;
	return 'If the service is idle when the node sends the request, the node wakes it first, which costs money.';
}

function stateIssues(state: string, maxWait: number): Issue[] {
	const path = serviceIdField.name;
	if (DOWN.includes(state)) {
		const because = 'Wake Service works only on an idle service';
		const advice = DELETED.includes(state)
			? "A deleted service can't run again. Choose another service."
			: 'Use Service → Start and Service → Wait for State, then retry.';
		return [{ path, text: `is ${state}, and ${because}. ${advice}` }];
	}
	if (state === UNREADABLE_STATE) return [UNREADABLE];
	if (stepFor(state) === 'none') {
		const text = `The service's state is ${state}, so it isn't woken.`;
		return state === 'running' ? [] : [sentenceHint(text)];
	}
	if (maxWait > 0) return [];
	const because = "Max Wait is 0, so the node can't wait for the service";
	const advice =
		'Use Service → Wake and Service → Wait for State. You can also raise Max Wait in the options.';
	return [{ path, text: `is ${state}, and ${because}. ${advice}` }];
}
