import { operations } from '../../../../nodes/CloudManagement/resources';
import { contextOf, ORGANIZATION_ID as ID } from '../../management/context';

function plan(path: unknown, context = contextOf()) {
	const { request, issues } = operations.apiRequest.send.plan({ method: 'GET', path }, context);
	return { path: request.path, issues };
}

describe('the path of an API request', () => {
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
	])('is sent encoded: %j', (path, expected) => {
		expect(plan(path)).toEqual({ path: expected, issues: [] });
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
	] as const)('is refused: %j, with %s', (path, code) => {
		expect(plan(path)).toMatchObject({ path: '', issues: [{ path: 'path', code }] });
	});

	it('has the issues of a placeholder only if it contains it', () => {
		const context = contextOf({ credential: { organizationId: '' } });
		expect(plan('/v1/{organizationId}/x', context).issues).toHaveLength(1);
		expect(plan('/v1/x', context)).toEqual({ path: '/v1/x', issues: [] });
	});
});
