import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { CLICKSTACK_IDS, type Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { activated, polledNode } from './harness/polledNode';
import { credentialsOf } from './harness/workflow';

const TRIGGER = 'cloudDashboardTrigger';
const EVENT = { event: 'alertStateChanged' };
const { alertId: FIRST, dashboardId, tileId } = CLICKSTACK_IDS;
const SECOND = FIRST.replace(/1$/, '2');

let emulator: Emulator;

startForEachTest(
	(started) => {
		emulator = started;
		become(SECOND, 'OK');
	},
	{ dashboardApi: 'clickstack' },
);

/** Puts an alert into a state; one that is not there is created. */
function become(id: string, state: string): void {
	const { alerts } = emulator.state.clickStack;
	const known = alerts.get(id) ?? alerts.get(FIRST);
	alerts.set({ ...known, id, state });
}

async function trigger(parameters: INodeParameters = {}) {
	return await activated({ ...EVENT, ...parameters }, credentialsOf(emulator), TRIGGER);
}

async function failureOf(polling: Promise<unknown>): Promise<unknown> {
	return await polling.then(
		() => undefined,
		(error: unknown) => error,
	);
}

function changesOf(items: IDataObject[] | undefined): unknown[] | undefined {
	return items?.map(({ previousState, state }) => [previousState, state]);
}

it('remembers at first, and reads one list a poll: what fires, recovers, is new and is gone', async () => {
	const { poll, restart, stored } = await trigger();
	expect(await poll()).toBeUndefined();
	become(FIRST, 'ALERT');
	expect(await poll()).toEqual([
		{
			...{ previousState: 'OK', state: 'ALERT' },
			alert: expect.objectContaining({ id: FIRST, state: 'ALERT', dashboardId, tileId }) as unknown,
		},
	]);
	expect(await poll()).toBeUndefined();
	restart();
	become(FIRST, 'OK');
	become(FIRST.replace(/1$/, '3'), 'PENDING');
	expect(changesOf(await poll())).toEqual([
		['ALERT', 'OK'],
		['', 'PENDING'],
	]);
	emulator.state.clickStack.alerts.delete(SECOND);
	expect(await poll()).toEqual([{ previousState: 'OK', state: 'gone', alert: { id: SECOND } }]);
	expect(emulator.requests.map(({ url }) => url)).toEqual(
		Array.from({ length: 6 }, () => '/api/v2/alerts?limit=1000'),
	);
	expect(JSON.stringify(stored()).length).toBeLessThan(500);
});

it.each<[string, INodeParameters, unknown[] | undefined]>([
	['a new state', { states: 'alert' }, [['OK', 'ALERT']]],
	['a previous state', { previousStates: ['Pending'] }, [['PENDING', 'OK']]],
	['an ID', { alertIds: `={{ ['${SECOND}'] }}` }, [['PENDING', 'OK']]],
	['a state that none has', { states: 'DISABLED' }, undefined],
])('tells only what is wanted: %s', async (_, parameters, expected) => {
	become(SECOND, 'PENDING');
	const { poll } = await trigger(parameters);
	become(FIRST, 'ALERT');
	become(SECOND, 'OK');
	expect(changesOf(await poll())).toEqual(expected);
});

it('names at activation an ID that no alert has', async () => {
	const unknown = FIRST.replace(/1$/, '9');
	const parameters = { ...EVENT, alertIds: `${FIRST}, ${unknown}` };
	const polled = await polledNode(parameters, credentialsOf(emulator), TRIGGER);
	const error = await failureOf(polled.poll());
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toHaveProperty('message', `Alert IDs: 1 ID can't be read: ${unknown}`);
	expect(polled.stored()).toEqual({});
});

it('reports once that there are more alerts than one poll reads, and takes none for gone', async () => {
	const { poll, reported } = await trigger();
	for (let n = 0; n < 1000; n += 1) become(n.toString(16).padStart(24, '0'), 'OK');
	// In the order of the API, it is now behind the page.
	emulator.state.clickStack.alerts.delete(SECOND);
	become(SECOND, 'OK');
	become(FIRST, 'ALERT');
	expect(changesOf(await poll())).toEqual([['OK', 'ALERT']]);
	expect(await poll()).toBeUndefined();
	expect(reported.map(({ message }) => message)).toEqual([
		'There are 1,002 alerts, and a poll reads only the first 1,000.',
	]);
});

it('lets polls that overlap tell nothing twice', async () => {
	const { poll } = await trigger();
	become(FIRST, 'ALERT');
	const polls = await Promise.all([poll(), poll(), poll()]);
	expect(polls.flatMap((items) => items ?? [])).toHaveLength(1);
});

it('shows an alert by hand, and stores nothing', async () => {
	const { poll, stored } = await polledNode(
		{ ...EVENT, output: 'raw' },
		credentialsOf(emulator),
		TRIGGER,
	);
	const alert = emulator.state.clickStack.alerts.get(FIRST);
	expect(await poll('manual')).toEqual([{ previousState: 'OK', state: 'OK', alert }]);
	expect(stored()).toEqual({});
});

describe('a failed poll loses nothing', () => {
	it('and says what to do about a token that is refused in plain text', async () => {
		const dashboard = { accessToken: 'none' };
		const credentials = credentialsOf(emulator, { dashboard });
		const { poll } = await polledNode(EVENT, credentials, TRIGGER);
		const error = await failureOf(poll());
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(error).toHaveProperty('message', expect.stringMatching(/401: Unauthorized/));
		expect(error).toHaveProperty('description', expect.stringMatching(/personal API access key/));
	});

	it('and tells n8n how long to wait for the rate limit, which is said in HTML', async () => {
		const { poll } = await trigger();
		const { baseUrl, accessToken } = emulator.credentials.dashboard;
		const headers = { authorization: `Bearer ${accessToken}` };
		for (let n = 0; n < 100; n += 1) await fetch(`${baseUrl}/api/v2/team`, { headers });
		become(FIRST, 'ALERT');
		const error = await failureOf(poll());
		expect(error).toMatchObject({ httpCode: '429', failure: { cause: 'rate-limited' } });
		expect(error).toHaveProperty('failure.retryAfterMs', expect.any(Number));
		const { now } = Date;
		const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
		expect(changesOf(await poll())).toEqual([['OK', 'ALERT']]);
		later.mockRestore();
	});
});

it('refuses IDs that are no list, and sends nothing', async () => {
	const parameters = { ...EVENT, alertIds: '={{ { a: 1 } }}' };
	const { poll } = await polledNode(parameters, credentialsOf(emulator), TRIGGER);
	const error = await failureOf(poll());
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toHaveProperty('message', expect.stringMatching(/^Alert IDs must be a list/));
	expect(emulator.requests).toEqual([]);
});
