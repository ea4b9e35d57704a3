import { Readable } from 'node:stream';

import { ResponseTooLarge } from '../../../../nodes/engine/http/response';
import { readBody } from '../../../../nodes/engine/http/transport';

const MEBIBYTE = 1024 * 1024;
const never = new AbortController().signal;
const silent = () => new Readable({ read: () => undefined });

describe('readBody', () => {
	it('puts a streamed body together, and ignores an abort of the signal afterwards', async () => {
		const controller = new AbortController();
		const stream = Readable.from([Buffer.from('{"a"'), 'text is none', Buffer.from(':1}')]);
		const failed = jest.fn();
		stream.on('error', failed);
		expect(String(await readBody(stream, controller.signal))).toBe('{"a":1}');
		controller.abort();
		await new Promise(setImmediate);
		expect(failed).not.toHaveBeenCalled();
	});

	it.each([undefined, null, 'text', { json: true }])('returns %p unchanged', async (body) => {
		expect(await readBody(body, never)).toBe(body);
	});

	it('reads 50 MB, and not a byte more', async () => {
		const chunks = (count: number) => Array.from({ length: count }, () => Buffer.alloc(MEBIBYTE));
		expect(await readBody(Readable.from(chunks(50)), never)).toHaveLength(50 * MEBIBYTE);
		const stream = Readable.from([...chunks(50), Buffer.alloc(1), ...chunks(9)]);
		await expect(readBody(stream, never)).rejects.toBeInstanceOf(ResponseTooLarge);
		expect(stream.destroyed).toBe(true);
	});

	it.each(['before', 'meanwhile'])('ends when the signal aborts %s', async (when) => {
		const controller = new AbortController();
		const stream = silent();
		if (when === 'before') controller.abort();
		const reading = readBody(stream, controller.signal);
		controller.abort();
		await expect(reading).rejects.toThrow('aborted');
		expect(stream.destroyed).toBe(true);
	});

	it('fails if the connection breaks, closes early, or was closed before', async () => {
		const [broken, closing, closed] = [silent(), silent(), silent().destroy()];
		await new Promise((resolve) => closed.once('close', resolve));
		const reading = [broken, closing, closed].map((stream) => readBody(stream, never));
		broken.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
		closing.destroy();
		expect(await Promise.allSettled(reading)).toMatchObject([
			{ reason: { code: 'ECONNRESET' } },
			...['', ''].map(() => ({
				reason: { message: expect.stringContaining('closed before') as unknown },
			})),
		]);
	});
});
