import { limiterKey } from '../../../../nodes/engine/execution/reader';
import { LimiterRegistry, RequestQueue } from '../../../../nodes/engine/http/requestQueue';
import { PlayedClock } from './playedClock';

const TEN_MINUTES_MS = 600_000;

describe('LimiterRegistry', () => {
	it('gives one limiter to all who have the same key', () => {
		const registry = new LimiterRegistry();
		const limiter = registry.limiterFor('used', 0);
		expect(registry.limiterFor('used', 1)).toBe(limiter);
		expect(registry.limiterFor('other', 1)).not.toBe(limiter);
	});

	it('drops those that nobody has used for ten minutes', () => {
		const registry = new LimiterRegistry();
		const [idle, used, drained] = ['idle', 'used', 'drained'].map((key) =>
			registry.limiterFor(key, 0),
		);
		if (used === undefined) throw new Error('no limiter');
		const limits = { maxWait: 0, maxConcurrency: 1 };
		new RequestQueue(used, new PlayedClock(), limits, new AbortController().signal);
		// What a long execution has learned counts from its last request.
		drained?.drain(Object.assign(new PlayedClock(), { elapsed: () => TEN_MINUTES_MS }));
		registry.limiterFor('other', TEN_MINUTES_MS - 1);
		expect(registry.size).toBe(4);
		registry.limiterFor('other', TEN_MINUTES_MS);
		expect(registry.size).toBe(3);
		expect(registry.limiterFor('used', TEN_MINUTES_MS)).toBe(used);
		expect(registry.limiterFor('drained', TEN_MINUTES_MS + 1)).toBe(drained);
		expect(registry.limiterFor('idle', TEN_MINUTES_MS)).not.toBe(idle);
	});
});

describe('limiterKey', () => {
	const api = { authorizationProperties: ['keyId', 'keySecret'] };
	const credential = { baseUrl: 'https://a.example', keyId: 'k', keySecret: 'canary/' };
	const keyOf = (changes: object = {}) => limiterKey(api, { ...credential, ...changes });

	it('is the same for all who use the same base URL and Authorization, and shows none of it', () => {
		expect(keyOf({ baseUrl: ' https://a.example// ', keyId: ' k', name: 'x' })).toBe(keyOf());
		const others = [{ baseUrl: 'https://b.example' }, { keyId: 'l' }, { keySecret: 'canary' }];
		expect(new Set([{}, ...others].map(keyOf)).size).toBe(4);
		expect(keyOf()).toMatch(/^[\da-f]{64}$/);
	});
});
