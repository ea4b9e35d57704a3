import { sleep } from 'n8n-workflow';

import { sleepUnlessAborted } from '../../../nodes/core/clock';

jest.mock('n8n-workflow', () => ({
	sleep: jest.fn(
		async (ms: number) =>
			await new Promise((resolve) => {
				setTimeout(resolve, ms);
			}),
	),
}));

/** As in n8n 1.x: it ignores the signal. */
const oldSleep = jest.mocked(sleep);

beforeEach(() => {
	jest.useFakeTimers();
	oldSleep.mockClear();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('sleepUnlessAborted', () => {
	it('waits as long as it should', async () => {
		const { signal } = new AbortController();
		const waiting = sleepUnlessAborted(1300, signal);
		await jest.advanceTimersByTimeAsync(5000);
		await waiting;
		expect(oldSleep.mock.calls).toEqual([500, 500, 300].map((ms) => [ms, signal]));
	});

	it('ends within half a second of a stop where n8n’s sleep ignores the signal', async () => {
		const stopper = new AbortController();
		const waiting = sleepUnlessAborted(60_000, stopper.signal);
		const outcome = expect(waiting).rejects.toThrow('stopped');
		await jest.advanceTimersByTimeAsync(1200);
		stopper.abort(new Error('stopped'));
		await jest.advanceTimersByTimeAsync(300);
		await outcome;
		expect(jest.getTimerCount()).toBe(0);
	});

	it('does not begin once the run is stopped', async () => {
		await expect(
			sleepUnlessAborted(60_000, AbortSignal.abort(new Error('stopped'))),
		).rejects.toThrow('stopped');
		expect(oldSleep).not.toHaveBeenCalled();
	});

	it('does not end well when the stop came during its last moments', async () => {
		const stopper = new AbortController();
		const outcome = expect(sleepUnlessAborted(100, stopper.signal)).rejects.toThrow('stopped');
		stopper.abort(new Error('stopped'));
		await jest.advanceTimersByTimeAsync(100);
		await outcome;
	});
});
