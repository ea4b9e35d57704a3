import { querySecrets, redactQuery } from '../../../../nodes/core/redact/query';

const MEMBERS = { names: ['token'], pattern: /password/i, publicNames: ['passwordHint'] };

describe('redactQuery', () => {
	it.each([
		['/v1/things', '/v1/things'],
		['/v1/token=x/things', '/v1/token=x/things'],
		['/v1/things?a=1&b=%20', '/v1/things?a=1&b=%20'],
		['/v1/things?token=abc&a=1', '/v1/things?token=***&a=1'],
		['/v1/things?a=1&newPassword=x%20y', '/v1/things?a=1&newPassword=***'],
		['/v1/things?passwordHint=cat', '/v1/things?passwordHint=cat'],
		['/v1/things?t%6Fken=abc', '/v1/things?t%6Fken=***'],
	])('shows %j as %j', (path, expected) => {
		expect(redactQuery(path, MEMBERS)).toBe(expected);
	});
});

describe('querySecrets', () => {
	it('finds the secrets, decoded', () => {
		expect(querySecrets('/v1/things?a=1&token=x%20y&token=z', MEMBERS)).toEqual(['x y', 'z']);
		expect(querySecrets('/v1/things', MEMBERS)).toEqual([]);
	});
});
