import { limiterKey } from '../../../../nodes/core/execution/openClient';
import { LimiterRegistry, RequestQueue } from '../../../../nodes/core/http/requestQueue';
import { PlayedClock } from './playedClock';

const LIMITS = { maxWait: 0, maxConcurrency: 1 };
const TEN_MINUTES_MS = 600_000;

describe('LimiterRegistry', () => {
	it('gives one limiter to all who have the same key', () => {
		const registry = new LimiterRegistry();
		const limiter = registry.limiterFor('used', 0);
		expect(registry.limiterFor('used', 1)).toBe(limiter);
		expect(registry.limiterFor('other', 1)).not.toBe(limiter);
		expect(registry.size).toBe(2);
	});

	it('drops those that nobody has used for ten minutes', () => {
		const registry = new LimiterRegistry();
		const idle = registry.limiterFor('idle', 0);
		const used = registry.limiterFor('used', 0);
		new RequestQueue(used, new PlayedClock(), LIMITS, new AbortController().signal);
		registry.limiterFor('other', TEN_MINUTES_MS - 1);
		expect(registry.size).toBe(3);
		registry.limiterFor('other', TEN_MINUTES_MS);
		expect(registry.size).toBe(2);
		expect(registry.limiterFor('used', TEN_MINUTES_MS)).toBe(used);
		expect(registry.limiterFor('idle', TEN_MINUTES_MS)).not.toBe(idle);
	});

	it('keeps what a long execution has learned, counted from its last request', () => {
		const registry = new LimiterRegistry();
		const used = registry.limiterFor('used', 0);
		registry.limiterFor('other', 0);
		used.drain(new PlayedClock(TEN_MINUTES_MS));
		registry.limiterFor('third', TEN_MINUTES_MS + 1);
		expect(registry.size).toBe(2);
		expect(registry.limiterFor('used', TEN_MINUTES_MS + 1)).toBe(used);
	});

	it('drops an idle one after one that is in use', () => {
		const registry = new LimiterRegistry();
		const used = registry.limiterFor('used', 0);
		registry.limiterFor('idle', 0);
		used.drain(new PlayedClock(TEN_MINUTES_MS));
		registry.limiterFor('used', TEN_MINUTES_MS);
		expect(registry.size).toBe(1);
	});
});

describe('limiterKey', () => {
	const api = { authorizationProperties: ['keyId', 'keySecret'] };
	const credential = { baseUrl: 'https://a.example', keyId: 'k', keySecret: 'canary/' };
	const keyOf = (changes: object = {}) => limiterKey(api, { ...credential, ...changes });

	it('is the same for all who use the same base URL and Authorization', () => {
		expect(keyOf({ baseUrl: ' https://a.example// ', keyId: ' k', name: 'x' })).toBe(keyOf());
		const others = [{ baseUrl: 'https://b.example' }, { keyId: 'l' }, { keySecret: 'canary' }];
		expect(new Set([{}, ...others].map(keyOf)).size).toBe(4);
	});

	it('contains nothing from which a key could be derived', () => {
		expect(keyOf()).toMatch(/^[\da-f]{64}$/);
	});
});
