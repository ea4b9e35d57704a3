// As in n8n 1.x: it ignores the signal.
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
	it('waits as long as it should', async () => {
		const { signal } = new AbortController();
		const waiting = sleepUnlessAborted(1300, signal);
		await jest.advanceTimersByTimeAsync(5000);
		await waiting;
		expect(oldSleep.mock.calls).toEqual([500, 500, 300].map((ms) => [ms, signal]));
	});

	it.each([
		['within half a second of a stop', 60_000, 1200, 300],
		['not well when the stop came during its last moments', 100, 0, 100],
		['at once when it was stopped before', 60_000, undefined, 0],
	])('ends %s, because n8n’s sleep ignores the signal', async (_case, ms, before, after) => {
		const stopper = new AbortController();
		if (before === undefined) stopper.abort(new Error('stopped'));
		const outcome = expect(sleepUnlessAborted(ms, stopper.signal)).rejects.toThrow('stopped');
		await jest.advanceTimersByTimeAsync(before ?? 0);
		stopper.abort(new Error('stopped'));
		await jest.advanceTimersByTimeAsync(after);
		await outcome;
		expect(jest.getTimerCount()).toBe(0);
	});
});
