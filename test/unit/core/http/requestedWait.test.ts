import { requestedWait } from '../../../../nodes/engine/http/response';

describe('requestedWait', () => {
	const now = 1_800_000_000_500;

	it.each([
		[{ 'Retry-After': '7' }, 7000],
		[{ 'retry-after': '0.5' }, 500],
		[{ 'retry-after': 'Fri, 15 Jan 2027 08:00:10 GMT' }, 9500],
		[{ 'retry-after': 'Fri, 15 Jan 2027 07:00:00 GMT' }, 0],
		[{ 'retry-after': ' Fri, 15 Jan 2027 08:00:10 GMT ' }, 9500],
		[{ 'retry-after': '1.25' }, 1250],
		[{ 'retry-after': 'soon' }, undefined],
		[{}, undefined],
	])('%j means %j after any status', (headers, expected) => {
		for (const status of [429, 503, 408]) {
			expect(requestedWait({ status, headers }, now)).toBe(expected);
		}
	});

	it.each([
		[{ 'retry-after': 'soon', 'x-ratelimit-reset': '3' }, 3000],
		[{ 'X-RateLimit-Reset': ' 4 ' }, 4000],
		[{ 'X-RateLimit-Reset': '0.75' }, 750],
		[{ 'x-ratelimit-reset': '1800000030' }, 29_500],
		[{ 'x-ratelimit-reset': '1800000030.5' }, 30_000],
		[{ 'x-ratelimit-reset': '1800000030000' }, 29_500],
		[{ 'x-ratelimit-reset': '1700000000' }, 0],
		[{ 'x-ratelimit-reset': '1700000000000' }, 0],
		[{ 'RateLimit-Reset': '5' }, 5000],
		[{ 'ratelimit-reset': '0.5' }, 500],
		[{ 'x-ratelimit-reset': 'soon', 'ratelimit-reset': '5' }, 5000],
	])('%j means %j after a 429, and nothing after any other status', (headers, expected) => {
		expect(requestedWait({ status: 429, headers }, now)).toBe(expected);
		for (const status of [200, 403, 408, 413, 500, 503]) {
			expect(requestedWait({ status, headers }, now)).toBeUndefined();
		}
	});

	it('prefers Retry-After to the others', () => {
		const headers = { 'retry-after': '2', 'x-ratelimit-reset': '3', 'ratelimit-reset': '4' };
		for (const status of [429, 503]) expect(requestedWait({ status, headers }, now)).toBe(2000);
	});

	it.each(['-5', '1e3', ''])('finds no time in "%s"', (reset) => {
		expect(
			requestedWait({ status: 429, headers: { 'ratelimit-reset': reset } }, now),
		).toBeUndefined();
	});
});
