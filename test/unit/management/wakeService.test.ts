import type { RawResponse } from '../../../nodes/engine/http/response';
import { FakeClock } from '../core/fakeClock';
import { json, shown, text } from '../core/fakes';
import { PIPE_ID, SERVICE_ID } from './context';
import type { ManagementRun } from './runManagement';
import { newCredential, refusal, runManagement } from './runManagement';

const SERVICE = `services/${SERVICE_ID}`;
const START = `PATCH ${SERVICE}/clickpipes/${PIPE_ID}/state`;
const DISCOVER = `POST ${SERVICE}/clickpipes/schemaDiscovery`;
const WAKE = `PATCH ${SERVICE}/state`;
const READ = `GET ${SERVICE}`;
const ASLEEP = "FAILED_DEPENDENCY: The service isn't running. Current state: ";
const WOKEN = 'The service was woken.';
const OTHER_ID = SERVICE_ID.replace(/^./, '6');
const ofOther = (request: string) => request.replace(SERVICE_ID, OTHER_ID);
const FORBIDDEN = () => refusal(403, 'FORBIDDEN: no');

interface Service extends ManagementRun {
	/** The next read may change the state. */
	state: string;
}

/**
 * Each read shows the next state; the last repeats. Like the API, the service refuses changes of its pipes while it
 * isn't running. `answers` replaces single answers.
 */
function serviceIn(
	states: readonly string[],
	fields: object = {},
	answers: Record<string, (run: Service) => RawResponse | undefined> = {},
): Service {
	const left = [...states];
	const run: Service = {
		state: '',
		fields: {
			resource: 'pipe',
			operation: 'start',
			serviceId: SERVICE_ID,
			pipeId: PIPE_ID,
			options: { wakeService: true },
			...fields,
		},
		answer: (request) => {
			if (request === READ) run.state = left.shift() ?? run.state;
			const own = answers[request]?.(run);
			if (own !== undefined) return own;
			if (request === READ) return json({ result: { id: SERVICE_ID, state: run.state } });
			if (request === WAKE) return json({ result: { id: SERVICE_ID, state: run.state } });
			return run.state === 'running'
				? json({ result: { id: PIPE_ID, state: 'Running', fields: [{ name: 'id' }] } })
				: refusal(424, ASLEEP + run.state);
		},
	};
	return run;
}

function onCall(nth: number, answer: () => RawResponse): () => RawResponse | undefined {
	let calls = 0;
	return () => {
		calls += 1;
		return calls === nth ? answer() : undefined;
	};
}

const withOptions = (options: object) => ({ options: { wakeService: true, ...options } });

/** Each change takes one of these durations, in milliseconds. */
async function runSlowly(run: Service, durations: readonly number[]) {
	const clock = new FakeClock();
	const left = [...durations];
	const { answer } = run;
	const slow: ManagementRun = {
		...run,
		count: durations.length,
		answer: (request) => {
			const response = answer(request);
			if (request === START) clock.passed += left.shift() ?? 0;
			return response;
		},
	};
	return await runManagement(slow, clock);
}

describe('Wake Service', () => {
	it.each(['start', 'delete'])(
		"doesn't send %s after a wake response without the service",
		async (operation) => {
			const answers = { [WAKE]: () => json({ status: 200, requestId: 'r' }) };
			const { requests } = await runManagement(
				serviceIn(['idle', 'awaking'], { operation }, answers),
			);
			expect(requests).toEqual([READ, WAKE]);
		},
	);

	it.each([
		{ name: 'Analytics', phrase: 'service "Analytics" (5b7e…b672)' },
		{ name: undefined, phrase: `service ${SERVICE_ID}` },
	])('shows the service in the result as the read does: $name', async ({ name, phrase }) => {
		const answers = { [READ]: () => json({ result: { id: SERVICE_ID, state: 'running', name } }) };
		const { items, requests } = await runManagement(serviceIn(['running'], {}, answers));
		expect(requests).toEqual([READ, START]);
		expect(items[0]?.['summary']).toBe(`Start requested for pipe ${PIPE_ID} of ${phrase}`);
	});

	it('wakes an idle service before it sends the change', async () => {
		const run = serviceIn([' Idle', 'IDLE', 'awaking', 'Partially_Running', 'running']);
		const { items, requests } = await runManagement(run);
		expect(requests).toEqual([READ, WAKE, READ, READ, READ, READ, START]);
		expect(items).toMatchObject([{ id: PIPE_ID, state: 'Running' }]);
	});

	it("reports the rate limit's waits during the wait for the service", async () => {
		const throttled = () => json({ error: 'slow down' }, 429, { 'retry-after': '20' });
		const answers = { [READ]: onCall(2, throttled) };
		const { requests, hints } = await runManagement(serviceIn(['idle', 'running'], {}, answers));
		expect(requests).toEqual([READ, WAKE, READ, READ, START]);
		expect(hints).toContain("Requests waited for the API's rate limit once, 20 seconds in all.");
		const unthrottled = await runManagement(serviceIn(['idle', 'running']));
		expect(unthrottled.hints.join()).not.toContain('rate-limits');
	});

	it.each(['awaking', 'starting', 'partially_running', 'provisioning'])(
		'waits without a wake for a service that is %s',
		async (state) => {
			const { items, requests } = await runManagement(serviceIn([state, state, 'running']));
			expect(requests).toEqual([READ, READ, READ, START]);
			expect(items).toMatchObject([{ id: PIPE_ID }]);
		},
	);

	const DELETED = 'Choose another service.';
	it.each([
		{ state: 'stopped', advice: 'Service → Start' },
		{ state: 'stopping', advice: 'Service → Start' },
		{ state: 'failed', advice: 'Service → Start' },
		{ state: 'terminating', advice: DELETED },
		{ state: 'terminated', advice: DELETED },
		{ state: 'softdeleting', advice: DELETED },
		{ state: 'softdeleted', advice: DELETED },
	])('rejects the change while the service is $state', async ({ state, advice }) => {
		const { error, requests } = await runManagement(serviceIn([state]));
		expect(requests).toEqual([READ]);
		expect(shown(error).message).toContain(`Service is ${state}, and Wake Service works only on`);
		expect(shown(error).description).toContain('Nothing was changed.');
		expect(shown(error).message + shown(error).description).toContain(advice);
	});

	it.each([
		{ state: 'degraded', said: 'degraded' },
		{ state: 'hibernating', said: 'hibernating' },
		{ state: null, said: 'unknown' },
		{ state: { name: 'running' }, said: 'unknown' },
	])('sends the change with a warning if the state is $said: $state', async ({ state, said }) => {
		const run = serviceIn(['running'], {}, { [READ]: () => json({ result: { state } }) });
		const { requests, hints, items } = await runManagement(run);
		expect(requests).toEqual([READ, START]);
		expect(items).toHaveLength(1);
		expect(hints).toEqual([`The service's state is ${said}, so it isn't woken.`]);
	});

	it("sends the change with a warning if the key can't read the state", async () => {
		const started = () => json({ result: { id: PIPE_ID } });
		const run = serviceIn([], {}, { [READ]: FORBIDDEN, [START]: started });
		const { requests, hints, items } = await runManagement(run);
		expect(requests).toEqual([READ, START]);
		expect(items).toHaveLength(1);
		expect(hints).toEqual([
			expect.stringMatching(/lacks the service:view permission.* it isn't woken/),
		]);
	});

	it.each([
		{ what: 'a refusal', answer: () => refusal(404, 'NOT_FOUND'), httpCode: '404' },
		{ what: 'a web page', answer: () => text('<html>', 502), httpCode: '502' },
		{ what: 'a body without a payload', answer: () => text(''), httpCode: '200' },
	])("doesn't send the change if reading the state returns $what", async ({ answer, httpCode }) => {
		const fields = withOptions({ maxRetries: 0 });
		const { error, requests } = await runManagement(serviceIn([], fields, { [READ]: answer }));
		expect(requests).toEqual([READ]);
		expect(shown(error).details).toMatchObject({ outcome: 'notSent', httpCode });
		expect(shown(error).description).toMatch(/^Wake Service is on, .* Nothing was changed\./);
	});

	it("doesn't read the state if Wake Service is off", async () => {
		const { error, requests } = await runManagement(serviceIn(['idle'], { options: {} }));
		expect(requests).toEqual([START]);
		expect(shown(error).details).toMatchObject({ outcome: 'refused', reason: 'asleep' });
	});

	it("warns that it doesn't wake services in the Standard dialect", async () => {
		const credential = newCredential({ apiDialect: 'standard' });
		const pipes = START.replace('clickpipes', 'pipes');
		const answer = () => json({ result: { id: PIPE_ID, state: 'Running' } });
		const { requests, hints } = await runManagement({ ...serviceIn([]), credential, answer });
		expect(requests).toEqual([pipes]);
		expect(hints).toEqual([expect.stringMatching(/^Wake Service has no effect/)]);
	});

	it('wakes a service before Discover Schema', async () => {
		const source = {
			resource: 'pipe',
			operation: 'discoverSchema',
			pipeInput: 'json',
			pipeJson: {
				source: { objectStorage: { type: 's3', format: 'CSV', url: 'https://a.example' } },
			},
			...withOptions({ allowUnlisted: true }),
		};
		const { requests, error } = await runManagement(serviceIn(['idle', 'running'], source));
		expect(error).toBeUndefined();
		expect(requests).toEqual([READ, WAKE, READ, DISCOVER]);
	});

	it('wakes a service once for many items', async () => {
		const run = serviceIn(['idle', 'running']);
		const { requests, items } = await runSlowly(run, [60_000, 60_001, 0, 0]);
		expect(requests).toEqual([READ, WAKE, READ, START, START, READ, START, START]);
		expect(items).toHaveLength(4);
	});

	it('wakes each service once for all its items', async () => {
		const run = serviceIn(['idle']);
		const serviceId = (index: number) => (index % 2 === 0 ? SERVICE_ID : OTHER_ID);
		const woken = new Set<string>();
		const { requests, error } = await runManagement({
			...run,
			count: 4,
			fields: { ...run.fields, serviceId },
			answer: (request) => {
				const id = request.includes(OTHER_ID) ? OTHER_ID : SERVICE_ID;
				if (request.endsWith('/state') && !request.includes(PIPE_ID)) woken.add(id);
				return json({ result: { id: PIPE_ID, state: woken.has(id) ? 'running' : 'idle' } });
			},
		});
		expect(error).toBeUndefined();
		const first = [READ, WAKE, START];
		const [read = '', wake = '', start = ''] = first.map(ofOther);
		expect(requests).toEqual([
			...[READ, read],
			...[WAKE, READ, START],
			...[wake, read, start],
			...[START, start],
		]);
	});

	it("sends the change if the key can't read the state again", async () => {
		const run = serviceIn(['running'], {}, { [READ]: onCall(2, FORBIDDEN) });
		const { requests, error } = await runSlowly(run, [61_000, 0]);
		expect([error, requests]).toEqual([undefined, [READ, START, READ, START]]);
	});

	it('wakes a service that fell asleep during the run', async () => {
		const run = serviceIn(['running', 'idle', 'running', 'idle']);
		const { error, requests } = await runSlowly(run, [61_000, 61_000, 61_000]);
		expect(requests).toEqual([READ, START, READ, WAKE, READ, START, READ, START]);
		expect(shown(error).details).toMatchObject({ outcome: 'refused', reason: 'asleep' });
		expect(shown(error).description).toContain(WOKEN);
	});
});

describe('Wake Service (Max Wait 0)', () => {
	const fields = withOptions({ maxWait: 0 });

	it('sends the change if the service is running', async () => {
		const { requests, items } = await runManagement(serviceIn(['running'], fields));
		expect(requests).toEqual([READ, START]);
		expect(items).toHaveLength(1);
	});

	it.each(['idle', 'awaking'])('rejects the change while the service is %s', async (state) => {
		const { error, requests } = await runManagement(serviceIn([state], fields));
		expect(requests).toEqual([READ]);
		const { message, description } = shown(error);
		expect(message).toContain(`Service is ${state}, and Max Wait is 0`);
		expect(message + description).toContain('raise Max Wait in the options');
	});

	it("doesn't wake a service that falls asleep during the run", async () => {
		const run = serviceIn(['running', 'idle'], fields);
		const { requests, error } = await runSlowly(run, [61_000, 61_000]);
		expect(requests).not.toContain(WAKE);
		expect(shown(error).details).toMatchObject({ outcome: 'refused', reason: 'asleep' });
	});
});

describe('Wake Service (failed step)', () => {
	it.each([
		{
			what: 'the wake is refused',
			answers: { [WAKE]: FORBIDDEN },
			sent: [READ, WAKE],
			said: /Waking the service failed\. .* control-plane:service:view permission, /,
			isWoken: false,
		},
		{
			what: 'the wake has no clear answer',
			answers: { [WAKE]: () => text('', 502) },
			sent: [READ, WAKE],
			said: /^The change itself wasn't sent\. Retry the execution\. The node then reads the current state first\./,
			isWoken: false,
		},
		{
			what: 'the service stops instead',
			answers: {},
			states: ['idle', 'awaking', 'stopped'],
			sent: [READ, WAKE, READ, READ],
			said: /The change itself wasn't sent\./,
			isWoken: true,
		},
		{
			what: 'the checks fail',
			answers: { [READ]: ({ state }: Service) => (state === 'idle' ? undefined : FORBIDDEN()) },
			states: ['idle', 'awaking'],
			sent: [READ, WAKE, READ],
			said: /The change itself wasn't sent\. .* control-plane:service:view permission, /,
			isWoken: true,
		},
	])(
		"doesn't send the change if $what",
		async ({ answers, states = ['idle'], sent, said, isWoken }) => {
			const stored: Record<string, unknown> = {};
			const run = { ...serviceIn(states, {}, answers), stored };
			const { error, requests } = await runManagement(run);
			expect(requests.slice(0, sent.length)).toEqual(sent);
			expect(requests).not.toContain(START);
			const { description, details } = shown(error);
			expect(details).toMatchObject({ outcome: 'notSent' });
			expect(description).toMatch(said);
			expect(description.includes(WOKEN)).toBe(isWoken);
			// The change wasn't sent, so Retry On Fail sends it.
			const again = await runManagement({ ...serviceIn(['running']), stored });
			expect(again.requests).toEqual([READ, START]);
			expect(again.error).toBeUndefined();
		},
	);

	it("reports an unsent change if the service doesn't run within Max Wait", async () => {
		const clock = new FakeClock();
		const run = serviceIn(['idle', 'idle', 'awaking'], withOptions({ maxWait: 60 }));
		const { error, requests } = await runManagement(run, clock);
		expect(requests).not.toContain(START);
		expect(clock.elapsed()).toBeLessThanOrEqual(61_000);
		const { message, description, details } = shown(error);
		expect(message).toContain('The service didn\'t become "running" in 60 seconds');
		expect(description).toContain(WOKEN);
		expect(description).toContain('Raise Max Wait');
		expect(details).toMatchObject({ outcome: 'notSent' });
	});

	it("fails all items of a service that it can't wake", async () => {
		const run = serviceIn(['idle'], {}, { [WAKE]: FORBIDDEN });
		const { answer } = run;
		const { items, requests } = await runManagement({
			...run,
			count: 3,
			onError: 'continueRegularOutput',
			fields: {
				...run.fields,
				serviceId: (index: number) => (index === 1 ? OTHER_ID : SERVICE_ID),
			},
			answer: (request) =>
				request.includes(OTHER_ID) ? json({ result: { state: 'running' } }) : answer(request),
		});
		expect(requests.filter((request) => request === WAKE)).toHaveLength(1);
		expect(requests).not.toContain(START);
		const failed = { error: { outcome: 'notSent' } };
		expect(items).toMatchObject([failed, { state: 'running' }, failed]);
	});

	it("mentions the wake in the change's error", async () => {
		const answers = { [START]: () => refusal(400, 'BAD_REQUEST: no') };
		const { error } = await runManagement(serviceIn(['idle', 'running'], {}, answers));
		expect(shown(error).details).toMatchObject({ outcome: 'refused', httpCode: '400' });
		expect(shown(error).description).toContain(WOKEN);
	});
});

describe('Wake Service (stopped)', () => {
	/** The execution stops at the n-th call of this request. */
	async function stopped(stopAt: string, nth: number, changes: Partial<ManagementRun>) {
		const stop = new AbortController();
		const answer = onCall(nth, () => {
			stop.abort();
			throw new Error('aborted');
		});
		const run = serviceIn(['idle', 'idle', 'awaking', 'running'], {}, { [stopAt]: answer });
		const { error, requests } = await runManagement({ ...run, ...changes, cancel: stop.signal });
		return { ...shown(error), requests };
	}

	it.each([
		{ during: 'the read of the state', stopAt: READ, nth: 1, sent: [READ] },
		{ during: 'the wake', stopAt: WAKE, nth: 1, sent: [READ, WAKE] },
		{ during: 'the wait', stopAt: READ, nth: 3, sent: [READ, WAKE, READ, READ] },
	])('leaves the change unsent if stopped during $during', async ({ stopAt, nth, sent }) => {
		for (const continuing of [{}, { onError: 'continueRegularOutput' } as const]) {
			const stored: Record<string, unknown> = {};
			const { message, details, requests } = await stopped(stopAt, nth, { stored, ...continuing });
			expect(requests).toEqual(sent);
			expect(details).toMatchObject({ outcome: 'notSent' });
			expect(message).not.toMatch(/may have been (?:applied|started)/);
			const again = await runManagement({ ...serviceIn(['running']), stored });
			expect(again.requests).toEqual([READ, START]);
			expect(again.error).toBeUndefined();
		}
	});

	it('reports an unknown outcome if stopped during the change', async () => {
		const onError = 'continueRegularOutput';
		const { message, description, details } = await stopped(START, 1, { onError });
		expect(message).toBe('Some requests may have gone through. The execution was stopped.');
		expect(description).toContain(WOKEN);
		expect(details).toMatchObject({ outcome: 'unknown', reason: 'stopped' });
	});
});

describe('Wake Service (Dry Run)', () => {
	it.each([
		{ state: 'idle', before: [{ method: 'PATCH', body: { command: 'awake' } }, { method: 'GET' }] },
		{ state: 'starting', before: [{ method: 'GET' }] },
		{ state: 'running', before: undefined },
	])('shows the requests before the change if the service is $state', async ({ state, before }) => {
		const run = serviceIn([state], withOptions({ dryRun: true }));
		const { items, requests } = await runManagement(run);
		expect(requests.every((request) => request.startsWith('GET'))).toBe(true);
		expect(items.map((item) => item['before'])).toMatchObject([before]);
	});

	const WAKES =
		'If the service is idle when the node sends the request, the node wakes it first, which costs money.';
	const WAITS = 'The service is starting, so the request waits until it runs.';
	const NOT_NOW = "Warning: The service's state is degraded, so it isn't woken.\n";

	it.each([
		{ state: 'idle', maxWait: 300, remark: `. ${WAKES}` },
		{ state: 'starting', maxWait: 300, remark: `. ${WAITS}` },
		{ state: 'running', maxWait: 300, remark: `. ${WAKES}` },
		{ state: 'degraded', maxWait: 300, warning: NOT_NOW, remark: `. ${WAKES}` },
		{ state: 'running', maxWait: 0, remark: '' },
	])(
		'says what precedes the change if the service is $state and Max Wait is $maxWait',
		async ({ state, maxWait, warning = '', remark }) => {
			const run = serviceIn([state], withOptions({ dryRun: true, maxWait }));
			const [item] = (await runManagement(run)).items;
			const sentence = `Start pipe ${PIPE_ID} of service ${SERVICE_ID}`;
			expect(item?.['summary']).toBe(warning + sentence + remark);
		},
	);

	it("doesn't promise a wake if the key can't read the state", async () => {
		const run = serviceIn([], withOptions({ dryRun: true }), { [READ]: FORBIDDEN });
		const [item] = (await runManagement(run)).items;
		expect(item?.['summary']).toMatch(/If the service is idle, it isn't woken\.\n/);
		expect(item?.['summary']).not.toContain('wakes it first');
	});
});
