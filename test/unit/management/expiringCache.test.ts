import { ExpiringCache } from '../../../nodes/CloudManagement/methods/listSearch/expiringCache';

describe('ExpiringCache', () => {
	it('returns a value only for the same strings in the same order', () => {
		const cache = new ExpiringCache<string>(1000, 10);
		cache.set(['url', 'key'], 'kept', 0);
		expect(cache.get(['url', 'key'], 0)).toBe('kept');
		expect(cache.get(['key', 'url'], 0)).toBeUndefined();
		expect(cache.get(['url', 'other'], 0)).toBeUndefined();
		expect(cache.get(['urlkey'], 0)).toBeUndefined();
	});

	it('keeps nothing from which the strings could be derived', () => {
		const cache = new ExpiringCache<string>(1000, 10);
		cache.set(['https://a.example', 'canary-secret'], 'kept', 0);
		const kept = [...(Reflect.get(cache, 'entries') as Map<string, unknown>).keys()];
		expect(kept).toHaveLength(1);
		expect(kept.join()).not.toMatch(/example|canary/);
	});

	it('forgets a value when its time is over, and drops it with the next one', () => {
		const cache = new ExpiringCache<string>(1000, 10);
		cache.set(['a'], 'first', 0);
		cache.set(['b'], 'second', 500);
		expect(cache.get(['a'], 999)).toBe('first');
		expect(cache.get(['a'], 1000)).toBeUndefined();
		cache.set(['c'], 'third', 1000);
		expect(cache.size).toBe(2);
		expect(cache.get(['b'], 1000)).toBe('second');
	});

	it('drops the oldest above its maximum; a value that is stored again is new', () => {
		const cache = new ExpiringCache<string>(1000, 2);
		cache.set(['a'], '1', 0);
		cache.set(['b'], '2', 0);
		cache.set(['a'], '3', 0);
		cache.set(['c'], '4', 0);
		expect(cache.size).toBe(2);
		expect(['a', 'b', 'c'].map((text) => cache.get([text], 0))).toEqual(['3', undefined, '4']);
	});
});
