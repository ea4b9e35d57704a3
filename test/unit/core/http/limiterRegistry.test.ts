import { LimiterRegistry } from '../../../../nodes/core/http/limiterRegistry';
import { openQueue } from '../../../../nodes/core/http/openQueue';
import { API, CREDENTIAL } from '../fakes';
import { PlayedClock } from './playedClock';

const PARTICIPANT = { ready: false, refused: false, go: jest.fn(), hold: jest.fn() };
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

	it('keeps nothing from which a key could be told', () => {
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
		used.join(PARTICIPANT);
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
		used.drain(TEN_MINUTES_MS);
		registry.limiterFor('u', 'third', TEN_MINUTES_MS + 1);
		expect(registry.size).toBe(2);
		expect(registry.limiterFor('u', 'used', TEN_MINUTES_MS + 1)).toBe(used);
	});

	it('drops an idle one behind one that is in use', () => {
		const registry = new LimiterRegistry();
		const used = registry.limiterFor('u', 'used', 0);
		registry.limiterFor('u', 'idle', 0);
		used.drain(TEN_MINUTES_MS);
		registry.limiterFor('u', 'used', TEN_MINUTES_MS);
		expect(registry.size).toBe(1);
	});

	it('keeps a thousand at most: the oldest idle one goes first, one in use never', () => {
		const registry = new LimiterRegistry();
		const used = registry.limiterFor('u', '0', 0);
		used.join(PARTICIPANT);
		for (let key = 1; key <= 1000; key += 1) registry.limiterFor('u', String(key), 1);
		expect(registry.size).toBe(1000);
		expect(registry.limiterFor('u', '0', 1)).toBe(used);
	});

	it('keeps no more where all are in use', () => {
		const registry = new LimiterRegistry();
		for (let key = 0; key < 1001; key += 1) {
			registry.limiterFor('u', String(key), 0).join(PARTICIPANT);
		}
		expect(registry.size).toBe(1000);
	});
});

describe('openQueue', () => {
	const limits = { maxWait: 1000, maxConcurrency: 5 };
	const queued = { itemIndex: 0, rateLimitedBefore: false, waited: 0 };

	/** Whether an execution waits behind a refusal of another one, whose key has this secret. */
	async function waitsBehind(keySecret: string, credential: typeof CREDENTIAL): Promise<boolean> {
		const clock = new PlayedClock();
		const { signal } = new AbortController();
		const first = { ...CREDENTIAL, keySecret };
		const queue = openQueue({ api: API, credential: first }, clock, limits, signal);
		queue.rateLimited(await queue.acquire({ ...queued }), clock.now() + 60_000);
		const other = openQueue({ api: API, credential }, clock, limits, signal);
		const waits = await other.acquire({ ...queued }).then(
			() => false,
			() => true,
		);
		queue.close();
		other.close();
		return waits;
	}

	it('shares what is known with those who use the same key, however the base URL ends', async () => {
		const credential = { ...CREDENTIAL, keySecret: ' of this test ' };
		const baseUrl = 'https://api.example.com/base';
		expect(await waitsBehind('of this test', { ...credential, baseUrl })).toBe(true);
	});

	it('shares nothing with those who only know the key ID', async () => {
		expect(await waitsBehind('one', { ...CREDENTIAL, keySecret: 'other' })).toBe(false);
	});
});
