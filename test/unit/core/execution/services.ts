import type { RawResponse } from '../../../../nodes/engine/http/response';
import { isJsonObject } from '../../../../nodes/engine/json';
import type { ChangeOperation, Preparation } from '../../../../nodes/engine/operation';
import { FakeClock } from '../fakeClock';
import type { FakeNode, Respond } from '../fakes';
import { CREATE, CREDENTIAL, execute, json, newKey, OPTIONS_FIELD } from '../fakes';

function stateIn(payload: unknown): unknown {
	return isJsonObject(payload) ? payload['state'] : undefined;
}

function stepFor(state: unknown): Preparation['step'] {
	if (state === 'idle') return 'command';
	return state === 'starting' ? 'wait' : 'none';
}

/** A service's wake and wait. */
function preparationOf(path: string, state: unknown, timeout: number): Preparation {
	return {
		check: { method: 'GET', path },
		stepIn: (payload) => stepFor(stateIn(payload)),
		step: stepFor(state),
		command: { method: 'PATCH', path: `${path}/state`, body: { command: 'awake' } },
		commandName: 'Waking the service',
		permission: 'service:view',
		dryRunText: 'It may be woken.',
		doneText: 'The service was woken.',
		waiting: {
			kind: 'wait',
			properties: [],
			plan: () => ({ request: { method: 'GET', path }, issues: [] }),
			rule: () => ({
				resource: 'service',
				valueKind: 'state',
				valuePath: 'result.state',
				waitFor: ['running'],
				giveUpOn: ['failed'],
				stableFor: 1,
				waitForExistence: false,
				timeout,
				outputOnTimeout: false,
				timeoutLabel: 'Max Wait',
			}),
		},
	};
}

/** Creates a pipe in a service that must be running. */
export const PIPE: ChangeOperation = {
	...CREATE,
	properties: [
		...CREATE.properties,
		{ displayName: 'Service', name: 'service', type: 'string', default: 's' },
		OPTIONS_FIELD,
	],
	unknownOutcome: ['The pipe may exist', 'Look for it.'],
	plan: ({ name, service = 's' }, { facts = {}, maxWait = 0 }) => {
		const path = `/services/${String(service)}`;
		return {
			request: { method: 'POST', path: `${path}/pipes`, body: { name } },
			issues: [],
			needs: [
				{
					fact: 'state',
					purpose: 'The node reads the state first.',
					request: { method: 'GET', path },
					factIn: (payload) => ({ value: stateIn(payload) }),
				},
			],
			preparation: preparationOf(path, facts['state'], maxWait),
		};
	},
};

interface Setup extends FakeNode {
	/** States of each service's successive reads. The last repeats. */
	states?: string[];
	/** Overrides an answer, knowing how often the request was sent. */
	otherwise?: (request: string, count: number, clock: FakeClock) => RawResponse | undefined;
}

/** Creates pipes, and records the requests. */
export async function run(
	{ states = ['running'], otherwise, count = 1, ...setup }: Setup = {},
	operation = PIPE,
) {
	const clock = new FakeClock();
	const requests: string[] = [];
	const respond: Respond = ({ method = '', url }) => {
		const [, path = ''] = url.split('/base/services/');
		const request = `${method} ${path}`;
		requests.push(request);
		const sent = requests.filter((one) => one === request).length;
		const other = otherwise?.(request, sent, clock);
		if (other !== undefined) return other;
		const state = states[Math.min(sent, states.length) - 1];
		return json({ result: method === 'GET' ? { id: path, state } : { id: 'made' } });
	};
	const result = await execute(
		{
			operation: 'create',
			count,
			credentials: { testApi: { ...CREDENTIAL, keyId: newKey() } },
			respond,
			...setup,
			fields: { name: (item: number) => `p${String(item)}`, ...setup.fields },
		},
		{ thing: { create: operation } },
		clock,
	);
	return { ...result, requests, clock };
}
