import { hashOf, isDeeperThan, mergeObjects } from '../../../nodes/core/json';

describe('isDeeperThan', () => {
	it.each([
		[1, 0],
		[{}, 1],
		[{ a: [] }, 2],
		[{ a: [{ b: 1 }], c: {} }, 3],
	])('counts the levels of %j: %i', (value, levels) => {
		expect(isDeeperThan(value, levels)).toBe(false);
		if (levels > 0) expect(isDeeperThan(value, levels - 1)).toBe(true);
	});

	it('takes a date for a text', () => {
		expect(isDeeperThan({ at: new Date() }, 1)).toBe(false);
	});
});

describe('mergeObjects', () => {
	it('merges at every level, and the primary object wins', () => {
		const primary = { a: 1, b: { c: 1 }, d: [1] };
		const secondary = { a: 2, b: { c: 2, e: 2 }, d: [2], f: { g: 2 } };
		expect(mergeObjects(primary, secondary)).toEqual({
			a: 1,
			b: { c: 1, e: 2 },
			d: [1],
			f: { g: 2 },
		});
	});

	it('leaves prototypes alone', () => {
		const secondary: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
		const merged = mergeObjects({ valueOf: { own: true } }, secondary as Record<string, unknown>);
		expect(Object.keys(merged)).toEqual(['__proto__', 'valueOf']);
		expect('polluted' in {}).toBe(false);
	});
});

describe('hashOf', () => {
	it('is the same whatever the order of members, and another for another value', () => {
		expect(hashOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(
			hashOf({ b: { d: null, c: [1, 2] }, a: 1 }),
		);
		expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }));
		expect(hashOf(['POST', '/x', undefined])).not.toBe(hashOf(['POST', '/x', {}]));
	});
});
