import { named, quoted, summaryOf } from '../../../nodes/core/summary';
import type { HttpRequest } from '../../../nodes/core/http/request';
import type { Operation } from '../../../nodes/core/operation';
import { API, REMOVE } from './fakes';

function summary(request: HttpRequest, operation: Operation = REMOVE): string {
	return summaryOf(
		{ itemIndex: 0, parameters: { id: 'p-1' }, request },
		{ api: API, operation, redactorFor: () => (text) => text.replaceAll('canary', '***') },
	);
}

describe('names in sentences', () => {
	it.each([
		['orders', 'orders'],
		[' orders\n', 'orders'],
		[5, '5'],
		['s3://bucket/*.csv', 's3://bucket/*.csv'],
		['two words', "'two words'"],
		['orders into default.other', "'orders into default.other'"],
		["it's", "'it’s'"],
		['a\nb\u202Ec\u200Bd', "'a b c d'"],
		['<a href="x">', `'‹a href="x"›'`],
		['x'.repeat(81), `'${'x'.repeat(80)}…'`],
		['', "''"],
		[undefined, "'?'"],
		[{ a: 1 }, "'?'"],
	])('%j is named %s', (value, expected) => {
		expect(named(value)).toBe(expected);
	});

	it('are in quotes where they are free text', () => {
		expect(quoted('Orders')).toBe("'Orders'");
	});
});

describe('the sentence of a request', () => {
	it('is that of its operation', () => {
		const operation: Operation = {
			...REMOVE,
			summarize: ({ method }, { id }) => `${method} ${String(id)}`,
		};
		expect(summary({ method: 'DELETE', path: '/x' }, operation)).toBe('DELETE p-1');
	});

	it('is its method and path, and what its body holds, without one', () => {
		expect(summary({ method: 'DELETE', path: '/things/1?credentials=s&a=b' })).toBe(
			'Send DELETE /things/1?credentials=***&a=b',
		);
		expect(summary({ method: 'POST', path: '/x', body: { a: 1, 'b c': 2 } })).toBe(
			"Send POST /x with a, 'b c'",
		);
		expect(summary({ method: 'POST', path: '/x', body: {} })).toBe('Send POST /x');
		expect(summary({ method: 'POST', path: '/x', body: ['canary', 2] })).toBe(
			'Send POST /x with a list of 2 elements',
		);
		const body = Object.fromEntries(
			Array.from({ length: 12 }, (_, index) => [`m${String(index)}`, 1]),
		);
		expect(summary({ method: 'POST', path: '/x', body })).toMatch(/, m9 and 2 more$/);
	});

	it('holds no secret, and is bounded', () => {
		expect(summary({ method: 'GET', path: '/canary' })).toBe('Send GET /***');
		expect(summary({ method: 'GET', path: `/${'x'.repeat(500)}` })).toHaveLength(400);
	});
});
