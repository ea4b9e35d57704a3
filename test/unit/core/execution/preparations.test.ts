import { json, like, shown } from '../fakes';
import { run } from './services';

const SECOND = 1000;
const onError = 'continueRegularOutput' as const;

const [READ, WAKE, CHANGE] = ['GET s', 'PATCH s/state', 'POST s/pipes'] as const;
const WOKEN = like(/ The service was woken\./);
const NO_WOKEN = expect.not.stringContaining('was woken') as unknown;

describe('Preparations', () => {
	it.each([
		{ states: ['running'], requests: [READ, CHANGE] },
		{ states: ['stopped'], requests: [READ, CHANGE] },
		{ states: ['starting', 'running'], requests: [READ, READ, CHANGE] },
		{ states: ['starting', 'starting', 'running'], requests: [READ, READ, READ, CHANGE] },
		{ states: ['idle', 'running'], requests: [READ, WAKE, READ, CHANGE] },
		{ states: ['idle', 'starting', 'running'], requests: [READ, WAKE, READ, READ, CHANGE] },
	])('sends $requests if the service is $states', async ({ states, requests }) => {
		const result = await run({ states });
		expect(result.error).toBeUndefined();
		expect(result.requests).toEqual(requests);
	});

	it('wakes a service once for all its items, and each service separately', async () => {
		const services = ['s', 't', 's', 't'];
		const result = await run({
			states: ['idle', 'running'],
			count: 4,
			fields: { service: (item: number) => services[item] },
		});
		expect(result.requests).toEqual([
			...['GET s', 'GET t'],
			...['PATCH s/state', 'GET s', 'POST s/pipes'],
			...['PATCH t/state', 'GET t', 'POST t/pipes'],
			...['POST s/pipes', 'POST t/pipes'],
		]);
	});

	it.each([
		{ age: 60, later: 'idle', requests: [CHANGE] },
		{ age: 61, later: 'running', requests: [READ, CHANGE] },
		{ age: 61, later: 'idle', requests: [READ, WAKE, READ, CHANGE] },
		{ age: 61, later: 'unread', requests: [READ, CHANGE] },
	])('sends $requests if the state is $age seconds old and $later by now', async (example) => {
		const { age, later, requests } = example;
		const result = await run({
			states: ['running', later, 'running'],
			count: 2,
			otherwise: (request, sent, clock) => {
				if (request === CHANGE && sent === 1) clock.passed += age * SECOND;
				const isUnread = request === READ && sent === 2 && later === 'unread';
				return isUnread ? json({ error: 'no' }, 403) : undefined;
			},
		});
		expect(result.error).toBeUndefined();
		expect(result.requests).toEqual([READ, CHANGE, ...requests]);
	});

	it('wakes a service once per run, then leaves the refusal to the API', async () => {
		const asleep = json({ error: 'asleep' }, 424);
		const result = await run({
			states: ['idle', 'running', 'idle'],
			count: 2,
			otherwise: (request, sent, clock) => {
				if (request !== CHANGE) return undefined;
				clock.passed += 61 * SECOND;
				return sent === 2 ? asleep : undefined;
			},
		});
		expect(result.requests).toEqual([READ, WAKE, READ, CHANGE, READ, CHANGE]);
		expect(shown(result.error)).toMatchObject({
			description: WOKEN,
			details: { outcome: 'refused', reason: 'asleep' },
		});
	});

	it.each([
		{
			problem: 'the wake is refused',
			answer: () => json({ error: 'FORBIDDEN' }, 403),
			message: "The key isn't allowed to access the record (403): FORBIDDEN",
			details: { reason: 'forbidden', httpCode: '403' },
			requests: [READ, WAKE],
			woken: NO_WOKEN,
		},
		{
			problem: 'nobody knows whether the wake worked',
			answer: () => json({ error: 'oops' }, 500),
			message: like(/^Waking the service may have worked\. The API failed/),
			details: { reason: 'outcomeUnknown', httpCode: '500' },
			requests: [READ, WAKE],
			woken: NO_WOKEN,
		},
		{
			problem: 'the service fails while it starts',
			states: ['idle', 'starting', 'failed'],
			message: like(/^The wait for the service to become "running" ended/),
			details: { reason: 'conflict' },
			requests: [READ, WAKE, READ, READ],
			woken: WOKEN,
		},
		{
			problem: 'the service is not there in time',
			states: ['idle', 'starting'],
			message: like(/^The service didn't become "running" in 20 seconds/),
			details: { reason: 'unavailable' },
			requests: [READ, WAKE, READ],
			woken: WOKEN,
		},
	])('sends no change if $problem, and says so', async (example) => {
		const { states = ['idle'], answer, message, details, requests, woken } = example;
		const result = await run({
			states,
			count: 3,
			onError,
			fields: {
				service: (item: number) => (item === 1 ? 't' : 's'),
				options: { maxWait: 20, maxRetries: 0 },
			},
			otherwise: (request) => {
				if (request.startsWith('GET t')) return json({ result: { state: 'running' } });
				return request === WAKE ? answer?.() : undefined;
			},
		});
		const sent = result.requests.filter((request) => !request.includes(' t'));
		expect(sent.slice(0, requests.length)).toEqual(requests);
		expect(sent.slice(requests.length).every((request) => request === READ)).toBe(true);
		const error = { message, outcome: 'notSent', ...details };
		const text = like(/^The change itself was not sent\. /);
		expect(result.items).toMatchObject([
			{ json: { error, message: text }, pairedItem: { item: 0 } },
			{ json: { id: 'made' }, pairedItem: { item: 1 } },
			{ json: { error, message: text }, pairedItem: { item: 2 } },
		]);
		for (const item of [0, 2]) expect(result.items[item]?.json['message']).toEqual(woken);
	});

	it.each([
		{ status: 400, outcome: 'refused' },
		{ status: 500, outcome: 'unknown' },
	])('says in the error that the service was woken after status $status', async (example) => {
		const { status, outcome } = example;
		const failing = {
			otherwise: (request: string) =>
				request === CHANGE ? json({ error: 'no' }, status) : undefined,
		};
		const woken = await run({ states: ['idle', 'running'], ...failing });
		expect(shown(woken.error)).toMatchObject({ description: WOKEN, details: { outcome } });
		const running = await run(failing);
		expect(shown(running.error)).toMatchObject({ description: NO_WOKEN, details: { outcome } });
	});
});

describe('Preparations when the execution is stopped', () => {
	it.each([
		{ at: 'the read of the state', stop: [READ, 1], says: like(/ Nothing was changed\.$/) },
		{ at: 'the wake', stop: [WAKE, 1], says: like(/Waking the service may have worked\./) },
		{ at: 'the wait', stop: [READ, 2], says: WOKEN },
	] as const)(
		'leaves the change unsent during $at, and sends it on Retry',
		async ({ stop, says }) => {
			for (const continuing of [{}, { onError }]) {
				const stored = {};
				const stopper = new AbortController();
				const [last, nth] = stop;
				const setup = { states: ['idle', 'starting', 'running'], stored, count: 2, ...continuing };
				const stopped = await run({
					...setup,
					cancel: stopper.signal,
					otherwise: (request, sent) => {
						if (request !== last || sent !== nth) return undefined;
						stopper.abort();
						throw new Error('aborted');
					},
				});
				expect(stopped.requests).not.toContain(CHANGE);
				expect(stopped.requests.at(-1)).toBe(last);
				const { message, description, details } = shown(stopped.error);
				expect(message).toMatch(
					/^(?:Item 1: )?(?:Waking the service may have worked\. )?The execution was stopped\.$/,
				);
				expect(`${message} ${description}`).toEqual(says);
				expect(details).toMatchObject({ outcome: 'notSent', reason: 'stopped' });
				const retried = await run({ ...setup, states: ['running'] });
				expect([retried.error, retried.requests]).toEqual([undefined, [READ, CHANGE, CHANGE]]);
			}
		},
	);

	it('leaves the outcome open during the change, and says that the service was woken', async () => {
		const stopper = new AbortController();
		const { error } = await run({
			states: ['idle', 'running'],
			cancel: stopper.signal,
			onError,
			otherwise: (request) => {
				if (request !== CHANGE) return undefined;
				stopper.abort();
				throw new Error('aborted');
			},
		});
		expect(shown(error)).toMatchObject({
			message: 'Requests may have been applied. The execution was stopped.',
			description: WOKEN,
			details: { outcome: 'unknown', reason: 'stopped' },
		});
	});
});
