import { LimiterRegistry, RequestQueue } from '../../../../nodes/core/http/requestQueue';
import { PlayedClock } from './playedClock';

const LIMITS = { maxWait: 0, maxConcurrency: 1 };
const TEN_MINUTES_MS = 600_000;

describe('LimiterRegistry', () => {
	it('gives one limiter to all who use the same base URL and Authorization', () => {
		const registry = new LimiterRegistry();
		const limiter = registry.limiterFor('https://a.example', 'Basic x', 0);
		expect(registry.limiterFor('https://a.example', 'Basic x', 1)).toBe(limiter);
		expect(registry.limiterFor('https://a.example', 'Basic y', 1)).not.toBe(limiter);
		expect(registry.limiterFor('https://b.example', 'Basic x', 1)).not.toBe(limiter);
		expect(registry.size).toBe(3);
	});

	it('keeps nothing from which a key could be derived', () => {
		const registry = new LimiterRegistry();
		registry.limiterFor('https://a.example', 'Basic x', 0);
		const kept = [...(Reflect.get(registry, 'limiters') as Map<string, unknown>).keys()];
		expect(kept).toHaveLength(1);
		expect(kept.join()).not.toMatch(/example|Basic/);
	});

	it('drops those that nobody has used for ten minutes', () => {
		const registry = new LimiterRegistry();
		const idle = registry.limiterFor('u', 'idle', 0);
		const used = registry.limiterFor('u', 'used', 0);
		new RequestQueue(used, new PlayedClock(), LIMITS, new AbortController().signal);
		registry.limiterFor('u', 'other', TEN_MINUTES_MS - 1);
		expect(registry.size).toBe(3);
		registry.limiterFor('u', 'other', TEN_MINUTES_MS);
		expect(registry.size).toBe(2);
		expect(registry.limiterFor('u', 'used', TEN_MINUTES_MS)).toBe(used);
		expect(registry.limiterFor('u', 'idle', TEN_MINUTES_MS)).not.toBe(idle);
	});

	it('keeps what a long execution has learned, counted from its last request', () => {
		const registry = new LimiterRegistry();
		const used = registry.limiterFor('u', 'used', 0);
		registry.limiterFor('u', 'other', 0);
		used.drain(new PlayedClock(TEN_MINUTES_MS));
		registry.limiterFor('u', 'third', TEN_MINUTES_MS + 1);
		expect(registry.size).toBe(2);
		expect(registry.limiterFor('u', 'used', TEN_MINUTES_MS + 1)).toBe(used);
	});

	it('drops an idle one after one that is in use', () => {
		const registry = new LimiterRegistry();
		const used = registry.limiterFor('u', 'used', 0);
		registry.limiterFor('u', 'idle', 0);
		used.drain(new PlayedClock(TEN_MINUTES_MS));
		registry.limiterFor('u', 'used', TEN_MINUTES_MS);
		expect(registry.size).toBe(1);
	});
});
