import { Readable } from 'node:stream';

import { ResponseTooLarge } from '../../../../nodes/core/http/networkError';
import { readBody } from '../../../../nodes/core/http/transport';

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

	it('is not disturbed when the signal aborts afterwards', async () => {
		const controller = new AbortController();
		const stream = Readable.from([Buffer.from('x')]);
		const failed = jest.fn();
		stream.on('error', failed);
		const body = await readBody(stream, controller.signal);
		controller.abort();
		await new Promise((resolve) => setImmediate(resolve));
		expect([String(body), failed.mock.calls]).toEqual(['x', []]);
	});

	it.each([undefined, null, 'text', { json: true }])('returns %p as it is', async (body) => {
		expect(await readBody(body, never)).toBe(body);
	});

	it('reads 50 MB, and not a byte more', async () => {
		const body = await readBody(Readable.from(chunks(50)), never);
		expect(body).toHaveLength(50 * MEBIBYTE);
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
