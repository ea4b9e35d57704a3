import { hashOf } from '../../../nodes/core/hash';

describe('hashOf', () => {
	it('is the same whatever the order of members, and another for another value', () => {
		expect(hashOf({ a: 1, b: { c: [1, 2], d: null } })).toBe(
			hashOf({ b: { d: null, c: [1, 2] }, a: 1 }),
		);
		expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }));
		expect(hashOf(['POST', '/x', undefined])).not.toBe(hashOf(['POST', '/x', {}]));
	});
});
