// n8n 1.x's sleep ignores the signal.
const oldSleep = jest.fn(async (ms: number) => {
	await new Promise((resolve) => {
		setTimeout(resolve, ms);
	});
});

type Clock = typeof import('../../../nodes/engine/time');
let sleepUnlessAborted: Clock['sleepUnlessAborted'];

jest.isolateModules(() => {
	jest.doMock('n8n-workflow', () => ({ sleep: oldSleep }));
	({ sleepUnlessAborted } = jest.requireActual<Clock>('../../../nodes/engine/time'));
	jest.dontMock('n8n-workflow');
});

beforeEach(() => {
	jest.useFakeTimers();
	oldSleep.mockClear();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('sleepUnlessAborted', () => {
	it('resolves after the time it is passed', async () => {
		const { signal } = new AbortController();
		const waiting = sleepUnlessAborted(1300, signal);
		await jest.advanceTimersByTimeAsync(5000);
		await waiting;
		expect(oldSleep.mock.calls).toEqual([500, 500, 300].map((ms) => [ms, signal]));
	});

	// n8n's sleep ignores the signal.
	it.each([
		{ stopped: 'during a long wait', ms: 60_000, waited: 1200, endsWithin: 300 },
		{ stopped: 'in its last moments', ms: 100, waited: 0, endsWithin: 100 },
	])('rejects within half a second if aborted $stopped', async (example) => {
		const stopper = new AbortController();
		const sleeping = sleepUnlessAborted(example.ms, stopper.signal);
		const outcome = expect(sleeping).rejects.toThrow('stopped');
		await jest.advanceTimersByTimeAsync(example.waited);
		stopper.abort(new Error('stopped'));
		await jest.advanceTimersByTimeAsync(example.endsWithin);
		await outcome;
		expect(jest.getTimerCount()).toBe(0);
	});

	it('rejects immediately if the signal is already aborted', async () => {
		const signal = AbortSignal.abort(new Error('stopped'));
		await expect(sleepUnlessAborted(60_000, signal)).rejects.toThrow('stopped');
		expect(jest.getTimerCount()).toBe(0);
	});
});
