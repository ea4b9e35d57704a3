import { counted } from '../../../nodes/core/counted';

describe('A number of things', () => {
	it('is one thing or several', () => {
		expect([0, 1, 2].map((count) => counted(count, 'tile'))).toEqual([
			'0 tiles',
			'1 tile',
			'2 tiles',
		]);
	});
});
