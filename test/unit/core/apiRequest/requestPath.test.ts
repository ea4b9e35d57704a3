import { requestPath } from '../../../../nodes/core/apiRequest/requestPath';

const ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const VARIABLES = { organizationId: { segment: ID, issues: [] } };

function messageOf(path: unknown): string {
	const { segment, issues } = requestPath('Path', path, VARIABLES);
	expect(segment).toBe('');
	expect(issues.map(({ field }) => field)).toEqual(['Path']);
	return issues.map(({ message }) => message).join();
}

describe('requestPath', () => {
	it.each([
		['/v1/things', '/v1/things'],
		['v1/things', '/v1/things'],
		['  /v1/things  ', '/v1/things'],
		['/v1/things/', '/v1/things/'],
		['/v1/organizations/{organizationId}/keys', `/v1/organizations/${ID}/keys`],
		['/{organizationId}/{organizationId}', `/${ID}/${ID}`],
		['/v1/wake:up,now;a=1', '/v1/wake:up,now;a=1'],
		['/v1/a b/ü', '/v1/a%20b/%C3%BC'],
		['/v1/a%20b/%c3%bc', '/v1/a%20b/%c3%bc'],
		['/v1/100%25', '/v1/100%25'],
		['/v1/what%3F', '/v1/what%3F'],
		['/v1/...', '/v1/...'],
		['/v1/.hidden/a..b', '/v1/.hidden/a..b'],
		['/v1/x@y', '/v1/x@y'],
	])('takes %j', (path, expected) => {
		expect(requestPath('Path', path, VARIABLES)).toEqual({ segment: expected, issues: [] });
	});

	it.each([
		['', 'is empty'],
		['/', 'is empty'],
		[undefined, 'is empty'],
		[{}, 'is empty'],
		['https://other.example.com/v1', 'is a whole address'],
		['HTTP:/v1', 'is a whole address'],
		['//other.example.com/v1', 'holds "//"'],
		['/v1//things', 'holds "//"'],
		['/v1/%2F/things', 'holds "//"'],
		['%2f%2fother.example.com', 'holds "//"'],
		['/v1%2Fthings', 'holds an encoded "/"'],
		['/v1%252fthings', 'holds an encoded "/"'],
		['/v1\\things', 'holds a backslash'],
		['/v1%5cthings', 'holds a backslash'],
		['/v1/../v2', 'holds "." or ".."'],
		['..', 'holds "." or ".."'],
		['/v1/.', 'holds "." or ".."'],
		['/v1/./x', 'holds "." or ".."'],
		['/v1/%2e%2E/x', 'holds "." or ".."'],
		['/v1/.%2e/x', 'holds "." or ".."'],
		['/v1/%252e%252e/x', 'holds "." or ".."'],
		['/v1/..;a=1/x', 'holds "." or ".."'],
		['/v1/..%20/x', 'holds "." or ".."'],
		['/v1/%25252525252e', 'is encoded several times over'],
		['/v1/x?admin=true', 'holds a "?" or a "#"'],
		['/v1/x#y', 'holds a "?" or a "#"'],
		['/v1/x\r\ny', 'holds a control character'],
		['/v1/x%0d%0ay', 'holds a control character'],
		['/v1/x\u0000', 'holds a control character'],
		['/v1/100%', 'holds a "%" that begins no escape'],
		['/v1/%zz', 'holds a "%" that begins no escape'],
		['/v1/%ff', 'holds a "%" that begins no escape'],
		['/v1/\ud800', 'holds a broken Unicode character'],
		['/v1/services/{serviceId}', 'holds {serviceId}, which the node does not fill in'],
		['/v1/{constructor}', 'holds {constructor}, which'],
		['/v1/{}', 'holds {}, which'],
		['/v1/{organizationId', 'holds a single brace'],
	])('refuses %j', (path, expected) => {
		expect(messageOf(path)).toContain(expected);
	});

	it('passes on what is wrong with the value for a name, but only where it is used', () => {
		const issues = [{ field: 'Organization ID', message: 'is empty.' }];
		const variables = { organizationId: { segment: '', issues } };
		expect(requestPath('Path', '/v1/{organizationId}/x', variables)).toEqual({
			segment: '',
			issues,
		});
		expect(requestPath('Path', '/v1/x', variables)).toEqual({ segment: '/v1/x', issues: [] });
	});
});
