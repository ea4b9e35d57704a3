import { requestPath } from '../../../../nodes/core/apiRequest/requestPath';
import type { ValidationIssue } from '../../../../nodes/core/operation';
import { sentenceOf } from '../../../../nodes/core/validation/issue';

const ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const VARIABLES = { organizationId: { segment: ID, issues: [] } };

function messageOf(path: unknown): string {
	const { segment, issues } = requestPath(path, VARIABLES);
	expect(segment).toBe('');
	expect(issues.map((issue) => issue.path)).toEqual(['path']);
	return issues.map(sentenceOf).join();
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
		['/v1/%25ZZ/x', '/v1/%25ZZ/x'],
		['/v1/%25C0/.x', '/v1/%25C0/.x'],
		['/v1/50%2525', '/v1/50%2525'],
	])('takes %j', (path, expected) => {
		expect(requestPath(path, VARIABLES)).toEqual({
			segment: expected,
			issues: [],
		});
	});

	it.each([
		['', 'is empty'],
		['/', 'is empty'],
		[undefined, 'is empty'],
		[{}, 'is empty'],
		['https://other.example.com/v1', 'is a full URL'],
		['HTTP:/v1', 'is a full URL'],
		['//other.example.com/v1', 'contains "//"'],
		['/v1//things', 'contains "//"'],
		['/v1/%2F/things', 'contains "//"'],
		['%2f%2fother.example.com', 'contains "//"'],
		['/v1%2Fthings', 'contains an encoded "/"'],
		['/v1%252fthings', 'contains an encoded "/"'],
		['/v1\\things', 'contains a backslash'],
		['/v1%5cthings', 'contains a backslash'],
		['/v1/../v2', 'contains "." or ".."'],
		['..', 'contains "." or ".."'],
		['/v1/.', 'contains "." or ".."'],
		['/v1/./x', 'contains "." or ".."'],
		['/v1/%2e%2E/x', 'contains "." or ".."'],
		['/v1/.%2e/x', 'contains "." or ".."'],
		['/v1/%252e%252e/x', 'contains "." or ".."'],
		['/v1/..;a=1/x', 'contains "." or ".."'],
		['/v1/..%20/x', 'contains "." or ".."'],
		['/v1/%25252e%25252E/x', 'contains "." or ".."'],
		['/v1/%25%32%65./x', 'contains "." or ".."'],
		['/v1/%2e%2e%3ba/x', 'contains "." or ".."'],
		['/a/%ZZ/%2e%2e/b', 'contains "." or ".."'],
		['/%C0/%2e%2e/b', 'contains "." or ".."'],
		['/a/%25ZZ/%252e%252e/b', 'contains "." or ".."'],
		['/a/%25C0/%252e%252e/b', 'contains "." or ".."'],
		['/a/%25ZZ%252fb', 'contains an encoded "/"'],
		['/v1/%25252525252e', 'is encoded several times over'],
		['/v1/x?admin=true', 'contains a "?" or a "#"'],
		['/v1/x#y', 'contains a "?" or a "#"'],
		['/v1/x\r\ny', 'contains a control character'],
		['/v1/x%0d%0ay', 'contains a control character'],
		['/v1/x\u0000', 'contains a control character'],
		['/v1/100%', 'contains a "%" that begins no valid escape'],
		['/v1/%zz', 'contains a "%" that begins no valid escape'],
		['/v1/%ff', 'contains a "%" that begins no valid escape'],
		['/v1/\ud800', 'contains a broken Unicode character'],
		['/v1/services/{serviceId}', 'contains {serviceId}, which the node does not fill in'],
		['/v1/{constructor}', 'contains {constructor}, which'],
		['/v1/{}', 'contains {}, which'],
		['/v1/{organizationId', 'contains a single brace'],
	])('refuses %j', (path, expected) => {
		expect(messageOf(path)).toContain(expected);
	});

	it('passes on what is wrong with the value for a name, but only where it is used', () => {
		const issues: ValidationIssue[] = [{ path: 'organizationId', code: 'idEmpty' }];
		const variables = { organizationId: { segment: '', issues } };
		expect(requestPath('/v1/{organizationId}/x', variables)).toEqual({
			segment: '',
			issues,
		});
		expect(requestPath('/v1/x', variables)).toEqual({
			segment: '/v1/x',
			issues: [],
		});
	});
});
