import { mayRetry, retryDelay } from '../../../../nodes/core/http/retryPolicy';

const response = (status: number) => ({ status, headers: {}, text: '' });
const GET = { method: 'GET' } as const;
const POST = { method: 'POST' } as const;

describe('mayRetry', () => {
	it('sends a read again after an unclear response, a write never', () => {
		for (const status of [200, 408, 500, 504]) {
			const attempt = { kind: 'unclear', response: response(status) } as const;
			expect(mayRetry(GET, attempt, false)).toBe(true);
			expect(mayRetry(POST, attempt, true)).toBe(false);
		}
	});

	it('sends no read again whose response cannot be read at all', () => {
		const attempt = { kind: 'unclear', response: { ...response(200), excess: 'depth' } } as const;
		expect(mayRetry(GET, attempt, true)).toBe(false);
	});

	it('sends nothing again that the API rejects, but a read that it asks to send later', () => {
		const full = { kind: 'rejected', response: response(413) } as const;
		expect(mayRetry(GET, full, true)).toBe(true);
		expect(mayRetry(GET, full, false)).toBe(false);
		expect(mayRetry(POST, full, true)).toBe(false);
		expect(mayRetry(GET, { kind: 'rejected', response: response(400) }, true)).toBe(false);
	});

	it('sends a write again only where nothing was sent, and nothing where the error lasts', () => {
		const network = (kind: 'brokenOff' | 'connectionRefused' | 'certificateRejected') =>
			({ kind: 'network', error: { kind, code: '' } }) as const;
		expect(mayRetry(POST, network('connectionRefused'), false)).toBe(true);
		expect(mayRetry(POST, network('brokenOff'), false)).toBe(false);
		expect(mayRetry(GET, network('brokenOff'), false)).toBe(true);
		expect(mayRetry(GET, network('certificateRejected'), false)).toBe(false);
	});
});

describe('retryDelay', () => {
	it('doubles up to half a minute, a quarter more or less', () => {
		expect([1, 2, 3, 4, 5, 6, 9].map((failures) => retryDelay(failures, 0.5))).toEqual([
			...[1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
		]);
		expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([750, 1250]);
	});

	it('is not shorter than the API asks for', () => {
		expect([retryDelay(1, 0.5, 6000), retryDelay(1, 0.5, 10)]).toEqual([6000, 1000]);
	});
});
