import type { Answer } from './openClient';
import { failing, OK, openClient, REFUSED } from './openClient';

const MAX_AGE = 30_000;
const REFUSAL = {
	message: 'Someone changed the record.',
	description: 'Retry.',
	outcome: 'notSent',
	reason: 'recordChanged',
	attempts: 0,
} as const;

interface Check {
	/** Age of the record in milliseconds when the change is sent. */
	age?: number;
	isRefused?: boolean;
	/** Replaces the check's read. */
	before?: () => void;
}

/** The API gives these answers to changes and reads. */
function openChecked(answers: Answer[], options: Parameters<typeof openClient>[1] = {}) {
	const methods: string[] = [];
	const opened = openClient(answers, { maxConcurrency: 1, maxWait: 100_000, ...options });
	const { client, clock } = opened;
	const read = async (waited?: number) => {
		const result = await client.send({ method: 'GET', path: '/x' }, 0, () => ({}), { waited });
		methods.push(`GET ${result.kind}`);
		return result;
	};
	const change = async ({ age = 0, isRefused = false, before }: Check = {}) => {
		let readAt = clock.elapsed() - age;
		const check = {
			isDue: () => clock.elapsed() - readAt > MAX_AGE,
			findRefusal: async (waited: number) => {
				before?.();
				const { kind } = await read(waited);
				readAt = clock.elapsed();
				return isRefused || kind !== 'success' ? REFUSAL : undefined;
			},
		};
		const result = await client.send({ method: 'PUT', path: '/x' }, 0, () => ({}), { check });
		methods.push(`PUT ${result.kind}`);
		return result;
	};
	return { ...opened, change, read, methods };
}

describe('Client.send (check)', () => {
	it('sends a change of a fresh record without the check', async () => {
		const { change, methods } = openChecked([OK]);
		expect(await change({ age: MAX_AGE })).toMatchObject({ kind: 'success', attempts: 1 });
		expect(methods).toEqual(['PUT success']);
	});

	it.each([
		{ wait: 'a short pause', answers: [failing(429, 20), OK], checks: 0 },
		{ wait: 'a long pause', answers: [failing(429, 40), OK], checks: 1 },
		{ wait: 'two long pauses', answers: [failing(429, 40), OK, failing(429, 40), OK], checks: 2 },
		{ wait: 'short retries', answers: [REFUSED, REFUSED, OK], checks: 0 },
		{ wait: 'long retries', answers: [...Array<Answer>(6).fill(REFUSED), OK], checks: 1 },
	])('checks a change $checks times that is sent after $wait', async ({ answers, checks }) => {
		const { change, methods } = openChecked(answers, { maxRetries: 6 });
		expect(await change()).toMatchObject({ kind: 'success' });
		expect(methods).toEqual([...Array<string>(checks).fill('GET success'), 'PUT success']);
	});

	it.each([
		{ when: 'before its first attempt', age: MAX_AGE + 1, answers: [OK], attempts: 0 },
		{ when: 'after a pause', age: 0, answers: [failing(429, 40), OK], attempts: 1 },
	])("doesn't send a refused change $when", async ({ age, answers, attempts }) => {
		const { change, read, sentAt } = openChecked(answers);
		const result = await change({ age, isRefused: true });
		expect(result).toEqual({ kind: 'withdrawn', error: REFUSAL, attempts, maybeSent: false });
		expect(sentAt).toHaveLength(attempts + 1);
		// The slot is free again.
		expect(await read()).toMatchObject({ kind: 'success' });
	});

	it.each([
		{
			whose: 'its own',
			answers: [failing(429, 40), OK, failing(429, 40), OK],
			kind: 'rateLimited',
		},
		{ whose: "the check's", answers: [failing(429, 40), failing(429, 60)], kind: 'withdrawn' },
	])('gives up a change if $whose waits would exceed Max Wait', async ({ answers, kind }) => {
		const { change, clock, sentAt } = openChecked([...answers, failing(429, 40)]);
		expect(await change()).toMatchObject({ kind, maybeSent: false });
		expect(sentAt.length).toBeGreaterThan(1);
		expect(clock.elapsed()).toBeLessThanOrEqual(100_000);
	});

	it('ends the change when the client is closed during the check', async () => {
		const { change, client, sentAt } = openChecked([OK]);
		const close = (): void => {
			client.close();
		};
		const result = await change({ age: MAX_AGE + 1, before: close });
		expect(result).toMatchObject({ kind: 'withdrawn', maybeSent: false });
		expect(sentAt).toEqual([]);
	});
});
