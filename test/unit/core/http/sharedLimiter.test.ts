import { limiterKey } from '../../../../nodes/engine/execution/reader';
import { RequestQueue, SharedLimiter } from '../../../../nodes/engine/http/requestQueue';
import { PlayedClock } from './playedClock';

const TEN_MINUTES_MS = 600_000;

describe('SharedLimiter', () => {
	beforeEach(() => {
		SharedLimiter.all.clear();
	});

	it('is one for all clients with the same key', () => {
		const limiter = SharedLimiter.of('used', 0);
		expect(SharedLimiter.of('used', 1)).toBe(limiter);
		expect(SharedLimiter.of('other', 1)).not.toBe(limiter);
	});

	it('is dropped when nobody has used it for ten minutes', () => {
		const [idle, used, drained] = ['idle', 'used', 'drained'].map((key) =>
			SharedLimiter.of(key, 0),
		);
		if (used === undefined) throw new Error('no limiter');
		const limits = { maxWait: 0, maxConcurrency: 1 };
		const controller = new AbortController();
		new RequestQueue(used, new PlayedClock(), limits, controller.signal);
		// A long execution's knowledge counts from its last request.
		drained?.drain(Object.assign(new PlayedClock(), { elapsed: () => TEN_MINUTES_MS }));
		SharedLimiter.of('other', TEN_MINUTES_MS - 1);
		expect(SharedLimiter.all.size).toBe(4);
		SharedLimiter.of('other', TEN_MINUTES_MS);
		expect(SharedLimiter.all.size).toBe(3);
		expect(SharedLimiter.of('used', TEN_MINUTES_MS)).toBe(used);
		expect(SharedLimiter.of('drained', TEN_MINUTES_MS + 1)).toBe(drained);
		expect(SharedLimiter.of('idle', TEN_MINUTES_MS)).not.toBe(idle);
		controller.abort();
		SharedLimiter.of('other', 2 * TEN_MINUTES_MS);
		expect(SharedLimiter.all.has('used')).toBe(false);
	});
});

describe('limiterKey', () => {
	const api = { authorizationProperties: ['keyId', 'keySecret'] };
	const credential = { baseUrl: 'https://a.example', keyId: 'k', keySecret: 'canary/' };
	const keyOf = (changes: object = {}) => limiterKey(api, { ...credential, ...changes });

	it('is the same for all clients with the same base URL and Authorization, and shows none of it', () => {
		expect(keyOf({ baseUrl: ' https://a.example// ', keyId: ' k', name: 'x' })).toBe(keyOf());
		const others = [{ baseUrl: 'https://b.example' }, { keyId: 'l' }, { keySecret: 'canary' }];
		expect(new Set([{}, ...others].map(keyOf)).size).toBe(4);
		expect(keyOf()).toMatch(/^[\da-f]{64}$/);
	});
});
