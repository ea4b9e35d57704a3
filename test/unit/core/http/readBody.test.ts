import { Readable } from 'node:stream';

import { withDeadline } from '../../../../nodes/core/http/deadline';
import { DeadlineExceeded, ResponseTooLarge } from '../../../../nodes/core/http/networkError';
import { readBody } from '../../../../nodes/core/http/readBody';
import { retryDelay } from '../../../../nodes/core/http/retry';
import { rateLimitHint } from '../../../../nodes/core/http/requestQueue';

const MEBIBYTE = 1024 * 1024;
const never = new AbortController().signal;

function* chunks(count: number): Generator<Buffer> {
	const chunk = Buffer.alloc(MEBIBYTE, 'x');
	for (let index = 0; index < count; index += 1) yield chunk;
}

describe('readBody', () => {
	it('puts a streamed body together', async () => {
		const stream = Readable.from([Buffer.from('{"a"'), 'text is none', Buffer.from(':1}')]);
		expect(String(await readBody(stream, never))).toBe('{"a":1}');
	});

	it.each([undefined, null, 'text', { json: true }])('returns %p as it is', async (body) => {
		expect(await readBody(body, never)).toBe(body);
	});

	it('reads 50 MB, and not a byte more', async () => {
		const whole = await readBody(Readable.from(chunks(50)), never);
		expect(whole).toHaveLength(50 * MEBIBYTE);
		const stream = Readable.from(chunks(200));
		await expect(readBody(stream, never)).rejects.toBeInstanceOf(ResponseTooLarge);
		expect(stream.destroyed).toBe(true);
	});

	it.each(['before', 'meanwhile'])('ends when the signal aborts %s', async (when) => {
		const controller = new AbortController();
		const stream = new Readable({ read: () => undefined });
		if (when === 'before') controller.abort();
		const reading = readBody(stream, controller.signal);
		controller.abort();
		await expect(reading).rejects.toThrow('aborted');
		expect(stream.destroyed).toBe(true);
	});

	it('passes on the error of a connection that breaks', async () => {
		const stream = new Readable({ read: () => undefined });
		const reading = readBody(stream, never);
		stream.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		await expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' });
	});
});

describe('readBody of a stream without an end', () => {
	it('fails when it closes early', async () => {
		const stream = new Readable({ read: () => undefined });
		const reading = readBody(stream, never);
		stream.destroy();
		await expect(reading).rejects.toThrow('broke before');
	});

	it('fails when it has been closed before', async () => {
		const stream = new Readable({ read: () => undefined }).destroy();
		await new Promise((resolve) => stream.once('close', resolve));
		await expect(readBody(stream, never)).rejects.toThrow('broke before');
	});
});

describe('withDeadline', () => {
	const untilAborted = async (signal: AbortSignal): Promise<never> =>
		await new Promise((_, reject) => {
			const fail = (): void => {
				reject(new Error('broken off'));
			};
			if (signal.aborted) fail();
			signal.addEventListener('abort', fail);
		});

	it('returns what the task returns in time', async () => {
		const message = () => 'late';
		await expect(
			withDeadline(1000, never, message, async () => await Promise.resolve(5)),
		).resolves.toBe(5);
	});

	it('ends the task when the time is over, with a message of that moment', async () => {
		let message = 'first';
		const late = withDeadline(20, never, () => message, untilAborted);
		message = 'then';
		await expect(late).rejects.toEqual(new DeadlineExceeded('then'));
		await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
	});

	it.each(['before', 'meanwhile'])(
		'ends the task when the execution is stopped %s',
		async (when) => {
			const controller = new AbortController();
			if (when === 'before') controller.abort();
			const stopped = withDeadline(10_000, controller.signal, () => 'late', untilAborted);
			controller.abort();
			await expect(stopped).rejects.toThrow('broken off');
		},
	);
});

describe('retryDelay', () => {
	it('doubles up to half a minute, a quarter more or less', () => {
		expect([1, 2, 3, 4, 5, 6, 9].map((failures) => retryDelay(failures, 0.5))).toEqual([
			...[1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
		]);
		expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([750, 1250]);
	});
});

describe('rateLimitHint', () => {
	it.each([
		[{ count: 0, ms: 0 }, undefined],
		[{ count: 1, ms: 600 }, 'the node waited once, 1 second in all.'],
		[{ count: 3, ms: 29_400 }, 'the node waited 3 times, 29 seconds in all.'],
	])('of %j is %p', (waits, expected) => {
		expect(rateLimitHint(waits)?.replace('The API limits the rate of requests: ', '')).toBe(expected);
	});
});
