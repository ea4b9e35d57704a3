import { requestPath } from '../../../../nodes/features/apiRequest/apiRequest';
import type { Issue } from '../../../../nodes/engine/issue';

const ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
const VARIABLES = { organizationId: { segment: ID, issues: [] } };

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
		...['', '/', undefined, {}].map((path) => [path, 'pathEmpty'] as const),
		...['https://other.example.com/v1', 'HTTP:/v1'].map((path) => [path, 'pathUrl'] as const),
		...['//other.example.com/v1', '/v1//things', '/v1/%2F/things', '%2f%2fother.example.com'].map(
			(path) => [path, 'pathSlashes'] as const,
		),
		...['/v1%2Fthings', '/v1%252fthings', '/a/%25ZZ%252fb'].map(
			(path) => [path, 'pathEncodedSlash'] as const,
		),
		...['/v1\\things', '/v1%5cthings'].map((path) => [path, 'pathBackslash'] as const),
		...[
			...['/v1/../v2', '..', '/v1/.', '/v1/./x', '/v1/%2e%2E/x', '/v1/.%2e/x', '/v1/%252e%252e/x'],
			...['/v1/..;a=1/x', '/v1/..%20/x', '/v1/%25252e%25252E/x', '/v1/%25%32%65./x'],
			...['/v1/%2e%2e%3ba/x', '/a/%ZZ/%2e%2e/b', '/%C0/%2e%2e/b', '/a/%25ZZ/%252e%252e/b'],
			'/a/%25C0/%252e%252e/b',
		].map((path) => [path, 'pathDots'] as const),
		['/v1/%25252525252e', 'pathEncoded'],
		...['/v1/x?admin=true', '/v1/x#y'].map((path) => [path, 'pathQuery'] as const),
		...['/v1/x\r\ny', '/v1/x%0d%0ay', '/v1/x\u0000'].map((path) => [path, 'pathControl'] as const),
		...['/v1/100%', '/v1/%zz', '/v1/%ff'].map((path) => [path, 'pathEscape'] as const),
		['/v1/\ud800', 'pathBroken'],
		...['/v1/services/{serviceId}', '/v1/{constructor}', '/v1/{}'].map(
			(path) => [path, 'pathName'] as const,
		),
		['/v1/{organizationId', 'pathBrace'],
	] as const)('refuses %j: %s', (path, code) => {
		const { segment, issues } = requestPath(path, VARIABLES);
		expect(segment).toBe('');
		expect(issues).toMatchObject([{ path: 'path', code }]);
	});

	it('passes on what is wrong with the value for a name, but only where it is used', () => {
		const issues: Issue[] = [{ path: 'organizationId', code: 'idEmpty' }];
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
