import type { IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Emulator, FaultKind } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { activated, polledNode } from './harness/polledNode';
import { credentialsOf } from './harness/workflow';

const HOUR = 3_600_000;

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

function at(ms: number): string {
	return new Date(Date.now() + ms).toISOString();
}

function idsOf(items: IDataObject[] | undefined): unknown[] | undefined {
	return items?.map(({ id }) => id);
}

async function newActivity(parameters: IDataObject = {}) {
	return await activated(
		{ event: 'newActivity', output: 'raw', ...parameters },
		credentialsOf(emulator),
	);
}

async function failureOf(polling: Promise<unknown>): Promise<unknown> {
	return await polling.then(
		() => undefined,
		(error: unknown) => error,
	);
}

describe('New Activity', () => {
	it('is silent at activation, emits what comes, the oldest first, and once', async () => {
		const trigger = await newActivity();
		expect(await trigger.poll()).toBeUndefined();
		const second = emulator.state.activities.push();
		const first = emulator.state.activities.push({ createdAt: at(-1000) });
		expect(await trigger.poll()).toEqual([first, second]);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('emits once what comes while n8n is down, and nothing twice after a restart', async () => {
		const trigger = await newActivity();
		emulator.state.activities.push({ id: 'before' });
		expect(idsOf(await trigger.poll())).toEqual(['before']);
		expect(await trigger.poll()).toBeUndefined();
		emulator.state.activities.push({ id: 'meanwhile' });
		trigger.restart();
		expect(idsOf(await trigger.poll())).toEqual(['meanwhile']);
		trigger.restart();
		expect(await trigger.poll()).toBeUndefined();
	});

	it.each([-5, 5])('goes by the clock of the service, %d hours off', async (hours) => {
		emulator.state.activities.clear();
		emulator.state.activities.push({ createdAt: at(hours * HOUR) });
		const trigger = await newActivity();
		emulator.state.activities.push({ id: 'same time', createdAt: at(hours * HOUR) });
		emulator.state.activities.push({ id: 'late', createdAt: at((hours - 1) * HOUR) });
		expect(idsOf(await trigger.poll())).toEqual(['late', 'same time']);
	});

	it.each([30 * 24 * HOUR, 8000 * 365 * 24 * HOUR])(
		'loses nothing to a date that is %d ms ahead, and is not silenced by it',
		async (ahead) => {
			const trigger = await newActivity();
			const during = emulator.state.activities.push({ id: 'during' });
			const wrong = { id: 'wrong', createdAt: at(ahead) };
			const fault = emulator.faults.add({
				...{ kind: 'status', status: 200, body: { result: [during, wrong] } },
				headers: { Date: new Date(Date.now() + ahead).toUTCString() },
			});
			expect(idsOf(await trigger.poll())).toEqual(['during', 'wrong']);
			fault.remove();
			emulator.state.activities.push({ id: 'after' });
			expect(idsOf(await trigger.poll())).toEqual(['after']);
		},
	);

	it('emits nothing twice that disappears and comes back', async () => {
		const trigger = await newActivity();
		const activity = emulator.state.activities.push();
		expect(await trigger.poll()).toHaveLength(1);
		emulator.state.activities.clear();
		expect(await trigger.poll()).toBeUndefined();
		emulator.state.activities.set(activity);
		expect(await trigger.poll()).toBeUndefined();
	});

	it('emits 1,200 new activities among 10,000, 500 at a time, across restarts', async () => {
		emulator.state.activities.generate(8800, (n) => ({ createdAt: at(n - HOUR) }));
		const trigger = await newActivity();
		const pushed = emulator.state.activities.generate(1200);
		const polls: Array<IDataObject[] | undefined> = [];
		for (let n = 0; n < 4; n += 1) {
			trigger.restart();
			polls.push(await trigger.poll());
		}
		expect(polls.map((items) => items?.length)).toEqual([500, 500, 200, undefined]);
		expect(idsOf(polls.flatMap((items) => items ?? []))).toEqual(pushed.map(({ id }) => id));
		expect(JSON.stringify(trigger.stored()).length).toBeLessThan(100_000);
	});

	it('lets polls that overlap emit nothing twice', async () => {
		const trigger = await newActivity();
		emulator.state.activities.generate(3);
		const polls = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(polls.flatMap((items) => items ?? [])).toHaveLength(3);
	});

	it.each([
		['an object', '={{ { a: 1 } }}', /^Types must be a list/],
		['a number', '={{ 7 }}', /^Types must be a list/],
		['null', '={{ null }}', /^Types is empty: the expression returned nothing/],
		['nothing', '={{ $vars.none }}', /^Types is empty: the expression returned nothing/],
	])('refuses a filter whose expression gives %s', async (_, types, message) => {
		const parameters = { event: 'newActivity', filters: { types } };
		const trigger = await polledNode(parameters, credentialsOf(emulator));
		for (const mode of ['trigger', 'manual'] as const) {
			const error = await failureOf(trigger.poll(mode));
			expect(error).toBeInstanceOf(NodeOperationError);
			expect(error).toHaveProperty('message', expect.stringMatching(message));
		}
		expect(emulator.requests).toEqual([]);
	});

	it('accepts a filter whose expression gives a list', async () => {
		const trigger = await newActivity({ filters: { types: "={{ ['wanted'] }}" } });
		emulator.state.activities.push({ id: 'other', type: 'unwanted' });
		emulator.state.activities.push({ id: 'one', type: 'wanted' });
		expect(idsOf(await trigger.poll())).toEqual(['one']);
	});

	it('remembers what its filters leave out', async () => {
		const trigger = await newActivity({ filters: { types: ['wanted'], actorTypes: 'user' } });
		emulator.state.activities.push({ id: 'other', type: 'unwanted' });
		emulator.state.activities.push({ id: 'one', type: 'wanted' });
		expect(idsOf(await trigger.poll())).toEqual(['one']);
	});

	it('passes over what is older than a week after a long stop', async () => {
		emulator.state.activities.clear();
		emulator.state.activities.push({ createdAt: at(-30 * 24 * HOUR) });
		const trigger = await newActivity();
		emulator.state.activities.push({ id: 'old', createdAt: at(-8 * 24 * HOUR) });
		emulator.state.activities.push({ id: 'recent', createdAt: at(-6 * 24 * HOUR) });
		expect(idsOf(await trigger.poll())).toEqual(['recent']);
	});

	it('outputs the newest activity by hand, and stores nothing', async () => {
		const parameters = { event: 'newActivity', output: 'raw' };
		const trigger = await polledNode(parameters, credentialsOf(emulator));
		const newest = emulator.state.activities.push();
		expect(await trigger.poll('manual')).toEqual([newest]);
		expect(trigger.stored()).toEqual({});
	});

	it('says by hand which types there are', async () => {
		const parameters = { event: 'newActivity', filters: { types: 'unheard' } };
		const trigger = await polledNode(parameters, credentialsOf(emulator));
		const error = await failureOf(trigger.poll('manual'));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toHaveProperty('description', expect.stringContaining('service_start (2)'));
	});
});

/** Simulates a clock that is a number of milliseconds ahead: the limiter of a process keeps a pause that was named. */
function later(ms: number): jest.SpyInstance {
	const { now } = Date;
	return jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

describe('a fault', () => {
	const faults: Array<[string, FaultKind, string | null]> = [
		['401', { kind: 'status', status: 401 }, '401'],
		['429', { kind: 'status', status: 429, headers: { 'retry-after': '77' } }, '429'],
		['500', { kind: 'status', status: 500 }, '500'],
		['a broken connection', { kind: 'resetMidBody' }, null],
		['a page', { kind: 'html200' }, '200'],
		['half a response', { kind: 'cutJson200' }, '200'],
		['a response without a result', { kind: 'noResult200' }, '200'],
	];

	it.each(faults)('(%s) is thrown, and nothing is lost', async (_, fault, httpCode) => {
		const trigger = await newActivity();
		emulator.state.activities.push({ id: 'new' });
		const placed = emulator.faults.add(fault);
		const error = await failureOf(trigger.poll());
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toHaveProperty('httpCode', httpCode);
		placed.remove();
		const afterPause = later(80_000);
		expect(idsOf(await trigger.poll())).toEqual(['new']);
		afterPause.mockRestore();
	});

	it('from the rate limit tells n8n how long to wait', async () => {
		const trigger = await newActivity();
		emulator.faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '77' } });
		const error = await failureOf(trigger.poll());
		expect(error).toMatchObject({ headers: { 'retry-after': '77' } });
		expect(error).toHaveProperty('failure.cause', 'rate-limited');
		expect(error).toHaveProperty('failure.retryAfterMs', 77_000);
	});

	it('at activation is thrown, and the first poll after it is silent', async () => {
		const fault = emulator.faults.add({ kind: 'status', status: 403 });
		const trigger = await polledNode({ event: 'newActivity' }, credentialsOf(emulator));
		expect(await failureOf(trigger.poll())).toHaveProperty('httpCode', '403');
		fault.remove();
		expect(await trigger.poll()).toBeUndefined();
	});
});

describe('Service State Changed', () => {
	it('emits each change once, and what is gone', async () => {
		const { serviceId } = emulator.ids;
		emulator.scripts.service(serviceId, [
			...['idle', 'idle', 'awaking', 'running'].map((state) => ({ state })),
			{ missing: true },
		]);
		const parameters = { event: 'serviceStateChanged', serviceIds: serviceId };
		const trigger = await activated(parameters, credentialsOf(emulator));
		const polls: unknown[] = [];
		for (let n = 0; n < 5; n += 1) {
			const [change] = (await trigger.poll()) ?? [];
			polls.push(change === undefined ? undefined : [change['previousState'], change['state']]);
		}
		expect(polls).toEqual([
			undefined,
			['idle', 'awaking'],
			['awaking', 'running'],
			['running', 'gone'],
			undefined,
		]);
	});

	it('emits after a restart what changed meanwhile', async () => {
		const { serviceId } = emulator.ids;
		const parameters = { event: 'serviceStateChanged', serviceIds: [serviceId], output: 'raw' };
		const trigger = await activated(parameters, credentialsOf(emulator));
		trigger.restart();
		const service = { ...emulator.state.services.get(serviceId) };
		emulator.scripts.service(serviceId, [{ state: 'stopped' }]);
		expect(await trigger.poll()).toEqual([
			{ previousState: 'running', state: 'stopped', service: { ...service, state: 'stopped' } },
		]);
	});

	it('takes nothing for gone that only a gateway does not find', async () => {
		const { serviceId } = emulator.ids;
		const parameters = { event: 'serviceStateChanged', serviceIds: serviceId };
		const trigger = await activated(parameters, credentialsOf(emulator));
		const body = '<html><h1>404 Not Found</h1></html>';
		const fault = emulator.faults.add({ kind: 'status', status: 404, body });
		expect(await failureOf(trigger.poll())).toHaveProperty('httpCode', '404');
		fault.remove();
		expect(await trigger.poll()).toBeUndefined();
	});

	it('names at activation an ID that is rejected and was never seen', async () => {
		const { serviceId } = emulator.ids;
		const mistyped = serviceId.replace(/1$/, '2');
		const parameters = { event: 'serviceStateChanged', serviceIds: `${serviceId}, ${mistyped}` };
		const trigger = await polledNode(parameters, credentialsOf(emulator));
		const error = await failureOf(trigger.poll());
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toHaveProperty('message', `Service IDs: 1 ID can't be read: ${mistyped}`);
		expect(trigger.stored()).toEqual({});
	});

	it('reports a service once that goes on failing, and emits the changes of the others', async () => {
		const { serviceId } = emulator.ids;
		const other = serviceId.replace(/1$/, '2');
		const forbidden = { fault: { kind: 'status' as const, status: 403 } };
		emulator.scripts.service(other, [{ state: 'idle' }, forbidden]);
		emulator.scripts.service(
			serviceId,
			['running', 'running', 'stopped', 'stopped', 'idle'].map((state) => ({ state })),
		);
		const parameters = { event: 'serviceStateChanged', serviceIds: `${other},${serviceId}` };
		const trigger = await activated(parameters, credentialsOf(emulator));
		const polls: unknown[] = [];
		for (let n = 0; n < 4; n += 1) {
			const states = (await trigger.poll())?.map(({ state }) => state);
			polls.push([states, trigger.reported.length]);
		}
		expect(polls).toEqual([
			[undefined, 0],
			[['stopped'], 1],
			[undefined, 1],
			[['idle'], 1],
		]);
		expect(trigger.reported[0]).toBeInstanceOf(NodeApiError);
		expect(trigger.reported[0]?.message).toBe(
			`Service IDs: 1 ID couldn't be read in two polls in a row: ${other}`,
		);
	});

	it('watches nothing where an expression gives no ID', async () => {
		const serviceIds = '={{ $vars.none }}';
		const trigger = await polledNode(
			{ event: 'serviceStateChanged', serviceIds },
			credentialsOf(emulator),
		);
		expect(await failureOf(trigger.poll())).toHaveProperty(
			'message',
			'Service IDs is empty: the expression returned nothing. Correct the expression.',
		);
		expect(emulator.requests).toEqual([]);
	});

	it('a service that cannot be read does not silence the others', async () => {
		const { serviceId } = emulator.ids;
		const other = serviceId.replace(/1$/, '2');
		emulator.scripts.service(other, [
			{ state: 'idle' },
			{ fault: { kind: 'status', status: 403 } },
			{ state: 'running' },
		]);
		emulator.scripts.service(serviceId, [{ state: 'running' }, { state: 'stopped' }]);
		const parameters = { event: 'serviceStateChanged', serviceIds: `${other},${serviceId}` };
		const trigger = await activated(parameters, credentialsOf(emulator));
		expect(await trigger.poll()).toMatchObject([{ state: 'stopped', service: { id: serviceId } }]);
		expect(await trigger.poll()).toMatchObject([{ previousState: 'idle', service: { id: other } }]);
	});
});

describe('Reverse Private Endpoint Status Changed', () => {
	it('emits each change once', async () => {
		const { serviceId, reversePrivateEndpointId } = emulator.ids;
		emulator.scripts.reversePrivateEndpoint(reversePrivateEndpointId, [
			{ state: 'Provisioning' },
			{ state: 'Ready' },
		]);
		const parameters = {
			event: 'reversePrivateEndpointStatusChanged',
			serviceId,
			reversePrivateEndpointIds: reversePrivateEndpointId,
		};
		const trigger = await activated(parameters, credentialsOf(emulator));
		expect(await trigger.poll()).toMatchObject([
			{ previousStatus: 'Provisioning', status: 'Ready' },
		]);
		expect(await trigger.poll()).toBeUndefined();
	});
});

describe('Value Changed', () => {
	it('says by hand where the value path leads, and where it leads to nothing yet', async () => {
		const service = `/v1/organizations/{organizationId}/services/${emulator.ids.serviceId}`;
		const byHand = async (valuePath: string) => {
			const parameters = { event: 'valueChanged', paths: service, valuePath };
			return await (await polledNode(parameters, credentialsOf(emulator))).poll('manual');
		};
		const error = await failureOf(byHand('reslt.state'));
		expect(error).toMatchObject({
			message: 'The response has no "reslt". The response contains requestId, result, status.',
			description: 'Correct Value Path.',
		});
		const note: unknown = expect.stringMatching(/^The field at Value Path is missing or empty:/);
		expect(await byHand('result.stat')).toMatchObject([{ value: '', note }]);
		expect((await byHand('result.state'))?.[0]).not.toHaveProperty('note');
	});

	it('emits each change of any endpoint once, for the selected states', async () => {
		const { serviceId } = emulator.ids;
		emulator.scripts.service(
			serviceId,
			['running', 'failed', 'failed', 'running', 'failed'].map((state) => ({ state })),
		);
		const service = `/v1/organizations/{organizationId}/services/${serviceId}`;
		const trigger = await activated(
			{
				event: 'valueChanged',
				paths: `={{ ['${service}', '/v1/organizations/{organizationId}/echo'] }}`,
				valuePath: 'result.state',
				states: 'FAILED',
			},
			credentialsOf(emulator),
		);
		const emitted = {
			...{ path: service, previousValue: 'running', value: 'failed' },
			record: expect.objectContaining({ id: serviceId, isPrimary: true }) as unknown,
		};
		expect(await trigger.poll()).toEqual([emitted]);
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.poll()).toBeUndefined();
		expect(await trigger.poll()).toEqual([emitted]);
	});
});
