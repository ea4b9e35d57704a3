import fc from 'fast-check';

import type { JsonObject } from '../../../../nodes/engine/json';
import type { ParameterValues } from '../../../../nodes/engine/operation';
import { operations } from '../../../../nodes/CloudManagement/resources';
import { problems, contextOf, ORGANIZATION_ID as ID } from '../../management/context';
import { DOTS } from '../validation/hostilePaths';

function planOf(parameters: ParameterValues, credential?: JsonObject) {
	const context = contextOf(credential && { credential });
	const entered = { method: 'GET', path: '/v1/things', ...parameters };
	const { request, issues } = operations.apiRequest.send.plan(entered, context);
	return { request, issues: problems(issues) };
}

const query = (...values: unknown[]): ParameterValues => ({ query: { values } });

describe('API Request → Send', () => {
	it.each<{ parameters: ParameterValues; sent: object }>([
		{ parameters: { method: 'PUT', body: ' ' }, sent: {} },
		{ parameters: { body: '{ "a": 1 }' }, sent: {} },
		{ parameters: { method: 'POST', body: '[{ "a": 1 }, 1]' }, sent: { body: [{ a: 1 }, 1] } },
		{
			parameters: query({ name: 'a', value: '1' }, { name: 'a', value: '' }),
			sent: { path: '/v1/things?a=1&a=' },
		},
		{
			parameters: { query: [{ name: 'state', value: 'failed' }] },
			sent: { path: '/v1/things?state=failed' },
		},
		{
			parameters: query({ name: 'a&b=', value: 'x y/z?#ü' }),
			sent: { path: '/v1/things?a%26b%3D=x%20y%2Fz%3F%23%C3%BC' },
		},
	])('sends $parameters as $sent', ({ parameters, sent }) => {
		const { method = 'GET' } = parameters;
		const request = { method, path: '/v1/things', ...sent };
		expect(planOf(parameters)).toEqual({ request, issues: [] });
	});

	it.each<{ parameters: ParameterValues; issue: string }>([
		{ parameters: { method: 'get' }, issue: 'method must be one' },
		{ parameters: { method: 'POST', body: '[1' }, issue: "body isn't valid JSON" },
		...['state=failed', { state: 'failed' }, ['a'], { values: {} }].map((notRows) => ({
			parameters: { query: notRows },
			issue: "query can't be read",
		})),
		{ parameters: query({ name: '', value: '1' }), issue: 'query.0.name is empty' },
		{ parameters: query({ name: 'a', value: {} }), issue: 'query.0.value must be text' },
		{ parameters: query({ name: 'a', value: '\ud800' }), issue: 'query.0.value contains a broken' },
	])('reports an issue for $parameters: $issue', ({ parameters, issue }) => {
		const { request, issues } = planOf(parameters);
		expect(issues).toEqual([issue]);
		expect(request).not.toHaveProperty('body');
	});

	it('reports all invalid fields together', () => {
		const { issues } = planOf({ method: 'X', path: '..', body: '{', query: { values: [{}] } });
		const named = issues.map((issue) => issue.split(/[ .]/)[0]);
		expect(named).toEqual(['method', 'path', 'query', 'body']);
	});
});

describe('API Request → Send, Path', () => {
	const planned = (path: unknown, credential?: JsonObject) => planOf({ path }, credential);

	it.each([
		{ path: '  v1/things  ', sent: '/v1/things' },
		{ path: '/{organizationId}/{organizationId}', sent: `/${ID}/${ID}` },
		{ path: '/v1/wake:up,now;a=1@b', sent: '/v1/wake:up,now;a=1@b' },
		{ path: '/v1/a b/ü', sent: '/v1/a%20b/%C3%BC' },
		{ path: '/v1/a%20b/%c3%bc', sent: '/v1/a%20b/%c3%bc' },
		{ path: '/v1/%25ZZ/%25C0/.x', sent: '/v1/%25ZZ/%25C0/.x' },
	])('encodes $path', ({ path, sent }) => {
		expect(planned(path)).toMatchObject({ request: { path: sent }, issues: [] });
	});

	it.each([
		{ text: 'is empty', paths: ['', '/', undefined, {}] },
		{ text: 'is a full', paths: ['https://other.example.com/v1', 'HTTP:/v1'] },
		{ text: 'contains "//"', paths: ['//other.example.com/v1', '/v1//x', '/v1/%2F/x', '%2f%2fx'] },
		{ text: 'contains an encoded', paths: ['/v1%2Fx', '/v1%252fx', '/a/%25ZZ%252fb'] },
		{ text: 'contains a backslash', paths: ['/v1\\things', '/v1%5cthings'] },
		{ text: 'contains "." or', paths: ['..', '/v1/.', '/a/%ZZ/%2e%2e/b', '/a/%25C0/%252e%252e/b'] },
		{ text: 'is encoded several', paths: ['/v1/%25252525252e'] },
		{ text: 'contains a "?"', paths: ['/v1/x?admin=true', '/v1/x#y'] },
		{ text: 'contains a control', paths: ['/v1/x\r\ny', '/v1/x%0d%0ay', '/v1/x\u0000'] },
		{ text: 'contains a "%"', paths: ['/v1/100%', '/v1/%zz', '/v1/%ff'] },
		{ text: 'contains a broken', paths: ['/v1/\ud800'] },
		{ text: 'contains {constructor}, which', paths: ['/v1/{constructor}'] },
		{ text: 'contains {}, which', paths: ['/v1/{}'] },
		{ text: 'contains a single', paths: ['/v1/{organizationId'] },
	])('rejects a path that $text', ({ text, paths }) => {
		for (const path of paths) {
			expect(planned(path)).toMatchObject({ request: { path: '' }, issues: [`path ${text}`] });
		}
	});

	it('rejects a path with dot segments in any encoding', () => {
		fc.assert(
			fc.property(DOTS, (dots) => {
				expect(planned(`/v1/${dots}/x`).issues).toEqual(['path contains "." or']);
			}),
			{ seed: 1 },
		);
	});

	it('needs the organization ID only if the path contains its placeholder', () => {
		const credential = { organizationId: '' };
		expect(planned('/v1/{organizationId}/x', credential).issues).toEqual([
			'credential.organizationId is empty',
		]);
		expect(planned('/v1/x', credential)).toMatchObject({ request: { path: '/v1/x' }, issues: [] });
	});
});
