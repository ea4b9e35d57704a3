import { apiRequestResource } from '../../../../nodes/features/apiRequest/apiRequest';
import type { Parameters } from '../../../../nodes/engine/operation';
import { codes } from '../../management/context';

const { send: OPERATION } = apiRequestResource({
	examplePath: '/v1/things',
	pathDescription: 'The path',
	ownOptions: [],
	variablesOf: () => ({}),
}).operations;

function planOf(parameters: Parameters) {
	const context = { credential: {}, startedAt: 0, timezone: 'UTC' };
	const { request, issues } = OPERATION.plan({ path: '/v1/things', ...parameters }, context);
	return { request, issues: codes(issues) };
}

const query = (...values: unknown[]): Parameters => ({ method: 'GET', query: { values } });

describe('an API request', () => {
	it.each<[Parameters, object]>([
		[{ method: 'GET' }, {}],
		[{ method: 'PUT', body: ' ' }, {}],
		[{ method: 'PATCH', body: null }, {}],
		[{ method: 'DELETE', body: '' }, {}],
		[{ method: 'GET', body: '{ "a": 1 }' }, {}],
		[{ method: 'GET', body: [] }, {}],
		[{ method: 'POST', body: '{ "name": "a", "n": null }' }, { body: { name: 'a', n: null } }],
		[{ method: 'POST', body: { name: 'a' } }, { body: { name: 'a' } }],
		[{ method: 'POST', body: '{}' }, { body: {} }],
		[{ method: 'POST', body: '[{ "name": "a" }, 1]' }, { body: [{ name: 'a' }, 1] }],
		[{ method: 'POST', body: ['a', { b: null }] }, { body: ['a', { b: null }] }],
		[{ method: 'POST', body: '[]' }, { body: [] }],
		[{ method: 'POST', body: [] }, { body: [] }],
		[query(), {}],
		[query({ name: 'a', value: '1' }, { name: 'a', value: '' }), { path: '/v1/things?a=1&a=' }],
		[
			query({ name: 'a&b=', value: 'x y/z?#ü' }),
			{ path: '/v1/things?a%26b%3D=x%20y%2Fz%3F%23%C3%BC' },
		],
	])('is sent for %j with %j', (parameters, expected) => {
		const { method } = parameters;
		const request = { method, path: '/v1/things', ...expected };
		expect(planOf(parameters)).toEqual({ request, issues: [] });
	});

	it.each<[Parameters, string[]]>([
		[{ method: 'get' }, ['method notAmong']],
		[{}, ['method notAmong']],
		[{ method: 'POST', body: '{' }, ['body jsonInvalid']],
		[{ method: 'POST', body: '[1' }, ['body jsonInvalid']],
		[{ method: 'POST', body: '"text"' }, ['body jsonOther']],
		[{ method: 'POST', body: 5 }, ['body jsonOther']],
		[{ method: 'POST', body: [Number.NaN] }, ['body notInJson']],
		[query({ name: '', value: '1' }), ['query.0.name noQueryName']],
		[query({ name: 'a', value: {} }), ['query.0.value textNeeded']],
		[query({ name: 'a', value: '\ud800' }), ['query.0.value brokenText']],
	])('is refused for %j: %j', (parameters, issues) => {
		const planned = planOf(parameters);
		expect(planned.issues).toEqual(issues);
		expect(planned.request).not.toHaveProperty('body');
	});

	it('names all its problems at once', () => {
		const { issues } = planOf({ method: 'X', path: '..', body: '{', query: { values: [{}] } });
		const named = issues.map((issue) => issue.split(/[ .]/)[0]);
		expect(named).toEqual(['method', 'path', 'query', 'body']);
	});

	it('is never sent again if its outcome is unknown, and can have an empty response', () => {
		expect(OPERATION.repeatable).toBeUndefined();
		expect(OPERATION.unknownOutcome?.[0]).toBe('The request may have been applied');
		expect(OPERATION.advice?.[404]).toMatch(/^Check the path\. /);
		expect(OPERATION.emptyResult?.({})).toEqual({ success: true });
	});
});
