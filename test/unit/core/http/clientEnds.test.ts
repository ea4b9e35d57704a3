import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { Clock } from '../../../../nodes/engine/time';
import { failing, OK, openClient, REFUSED, RESET } from './openClient';

const noTimers = async (): Promise<void> => {
	await Promise.reject(new Error('no timers'));
};
const forever = async (): Promise<void> => {
	await new Promise(() => undefined);
};
const stoppedClock = (sleep: Clock['sleep']): Clock => ({ now: () => 0, elapsed: () => 0, sleep });

const rejectedOnAbort = async (signal: AbortSignal) =>
	await new Promise<RawResponse>((_, reject) => {
		signal.addEventListener('abort', reject);
	});

describe('Client.send (stopped)', () => {
	it.each([
		{ status: 429, maybeSent: false },
		{ status: 500, maybeSent: true },
	])('ends the wait before a retry after a $status', async ({ status, maybeSent }) => {
		const controller = new AbortController();
		const clock = stoppedClock(async (_ms, signal) => {
			const aborted = rejectedOnAbort(signal);
			controller.abort();
			await aborted;
		});
		const { send, sentAt } = openClient([failing(status)], { signal: controller.signal, clock });
		expect(await send()).toEqual({ kind: 'stopped', attempts: 1, maybeSent });
		expect(sentAt).toHaveLength(1);
	});
});

describe('Client.send (defect)', () => {
	it('returns a failure if the clock or a response throws', async () => {
		const broken = await openClient([REFUSED], { clock: stoppedClock(noTimers) }).send();
		expect(broken).toMatchObject({ kind: 'unexpected', attempts: 1, maybeSent: false });
		const unreadable: RawResponse = {
			status: 200,
			body: '',
			get headers(): never {
				throw new RangeError('Maximum call stack size exceeded');
			},
		};
		const unread = await openClient([unreadable]).send();
		expect(unread).toMatchObject({ kind: 'unexpected', attempts: 1, maybeSent: true });
	});

	it('reports a TypeError as a defect, not as a network error', async () => {
		const defect = new Error('wrapped', { cause: new TypeError('not a function') });
		const { send, events } = openClient([defect]);
		expect(await send()).toMatchObject({ kind: 'unexpected', error: defect, maybeSent: true });
		expect(events.map(({ kind }) => kind)).toEqual(['unexpected']);
	});
});

describe('Client → log', () => {
	it('logs each response, network error, and retry', async () => {
		const { send, events } = openClient([RESET, failing(503), OK]);
		await send('GET', 7);
		expect(events).toMatchObject([
			{ kind: 'networkError', index: 7, attempts: 1, ms: 0, error: { code: 'ECONNRESET' } },
			{ kind: 'retry', index: 7, attempts: 1, ms: 1000 },
			{ kind: 'response', index: 7, attempts: 2, ms: 0, response: { status: 503 } },
			{ kind: 'retry', index: 7, attempts: 2, ms: 2000, request: { method: 'GET', path: '/x' } },
			{ kind: 'response', index: 7, attempts: 3, response: { status: 200 } },
		]);
	});

	it('logs each rate-limit pause once', async () => {
		const { send, events } = openClient([failing(429, 9), failing(429, 9), OK]);
		await Promise.all([send('GET', 0), send('GET', 1)]);
		const pauses = events.filter(({ kind }) => kind === 'pause');
		expect(pauses).toMatchObject([{ index: 0, attempts: 1, ms: 9000 }]);
	});
});

describe('Client.closeAfter', () => {
	it('reports that time is up at the deadline, even before the timer fires', () => {
		const clock = stoppedClock(forever);
		const { client } = openClient([OK], { clock });
		client.closeAfter(1000);
		for (const elapsed of [999, 1000]) {
			clock.elapsed = () => elapsed;
			expect(client.isOutOfTime).toBe(elapsed === 1000);
		}
	});

	it('aborts requests when the time is used up', async () => {
		const { client, send } = openClient([OK], { budget: 1 });
		await new Promise((resolve) => {
			client.signal.addEventListener('abort', resolve);
		});
		expect(client.isOutOfTime).toBe(true);
		expect((await send()).kind).toBe('stopped');
	});

	it("doesn't abort requests after close", async () => {
		const { client } = openClient([OK], { clock: stoppedClock(noTimers) });
		client.closeAfter(1000);
		client.close();
		await new Promise(setImmediate);
		expect(client.isOutOfTime).toBe(false);
		const other = openClient([OK]).client;
		other.close();
		await expect(other.sleep(5)).rejects.toThrow('aborted');
	});
});
