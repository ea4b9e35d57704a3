import { pathSegment, uuidSegment } from '../../../../nodes/engine/issues/checks';

const UUID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';

describe('pathSegment', () => {
	it.each([
		['abc', 'abc'],
		['  abc\n', 'abc'],
		[7, '7'],
		['a b', 'a%20b'],
		['ü', '%C3%BC'],
		['a.b..c', 'a.b..c'],
		['.a', '.a'],
		['...', '...'],
		['a:b@c', 'a%3Ab%40c'],
		['a;b', 'a%3Bb'],
		['a?b#c', 'a%3Fb%23c'],
		['100%', '100%25'],
		['50%25', '50%2525'],
		['%41', '%2541'],
		['%C0', '%25C0'],
		['a%20b', 'a%2520b'],
	])('accepts %j', (value, segment) => {
		expect(pathSegment('id', value)).toEqual({ segment, issues: [] });
	});

	it.each([
		['', 'idEmpty'],
		[' ', 'idEmpty'],
		[undefined, 'idEmpty'],
		[{}, 'idEmpty'],
		...['../x', 'a/b', '/', 'a\\b', '..%2Fx', 'a%2fb', 'a%5Cb', 'a%5cb'].map(slash),
		...['a%252fb', 'a%252Fb', 'a%255cb', 'a%25252Fb', 'a%25%32%66b', '%ZZ%2f', '%C0%2f'].map(slash),
		...['a\u0000b', 'a\r\nb', 'a\tb', 'a\u007fb', 'a\u0085b', 'a%0d%0ab', 'a%2500b'].map(control),
		...['.', '..', '%2e', '%2E.', '%252e%252e', '..;a', '..%3ba'].map(dots),
		['%25252525252e', 'idEncoded'],
		['\ud800', 'idBroken'],
	])('refuses %j', (value, code) => {
		expect(pathSegment('id', value)).toEqual({ segment: '', issues: [{ path: 'id', code }] });
	});
});

describe('uuidSegment', () => {
	it('accepts only a UUID', () => {
		expect(uuidSegment('id', ` ${UUID} `)).toEqual({ segment: UUID, issues: [] });
		expect(uuidSegment('id', 'abc').issues[0]?.code).toBe('notUuid');
		expect(uuidSegment('id', `${UUID}/..`).issues[0]?.code).toBe('idSlash');
	});
});

function slash(value: string): [string, string] {
	return [value, 'idSlash'];
}

function control(value: string): [string, string] {
	return [value, 'idControl'];
}

function dots(value: string): [string, string] {
	return [value, 'idDots'];
}
