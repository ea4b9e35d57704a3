import { tokenResult } from '../../../nodes/clickStack/credentialTest';
import { parseResponse } from '../../../nodes/engine/http/response';
import { apiMessage } from '../../../nodes/engine/errors/apiMessage';

function resultOf(status: number, content: object | string) {
	const body = typeof content === 'string' ? content : JSON.stringify(content);
	const response = parseResponse({ status, headers: {}, body });
	const message = apiMessage(response, 'message', (text) => text);
	return tokenResult({ response, message, summary: `(${String(status)}: ${message})` });
}

describe('tokenResult', () => {
	it.each([
		[404, 'Dashboard not found'],
		[400, 'Dashboard not found'],
		[404, 'No dashboard with this ID was found.'],
		[400, 'Invalid dashboard configuration'],
		[500, 'Invalid dashboard configuration'],
		[422, 'tiles: must hold at least one tile'],
		[409, 'The dashboard has a duplicate key'],
		[500, 'Something went wrong'],
	])('%d with the message "%s" proves the token', (status, message) => {
		expect(resultOf(status, { message })).toEqual({
			status: 'OK',
			message: 'The token is accepted. Nothing was changed.',
		});
	});

	it.each([
		...[401, 404, 500].map((status) => [status, 'Invalid access token'] as const),
		...['API key is missing or invalid', 'Invalid token', 'jwt invalid', 'jwt malformed']
			.concat(['invalid session', 'Unauthorized', 'unauthenticated', 'No permission'])
			.concat(['Authorization header missing', 'Please log in', 'You are not logged in'])
			.map((message) => [400, message] as const),
		[401, 'Dashboard not found'],
		[401, ''],
		[403, 'Forbidden'],
	] as const)('%d with the message "%s" disproves the token', (status, message) => {
		const result = resultOf(status, { message });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(
			/^The API doesn't accept this token\. Check Access Token\. \(\d/,
		);
	});

	it.each([
		[404, { message: 'Cannot PUT /api/v2/dashboards/0' }],
		[404, { message: 'Route PUT:/api/v2/dashboards/0 not found', error: 'Not Found' }],
		[404, { message: 'no Route matched with those values' }],
		[404, { message: 'Not Found' }],
		[405, { message: 'Method not allowed' }],
		[404, 'Not Found'],
		[404, 'Dashboard not found'],
		[404, { error: 'Dashboard not found' }],
		[404, { message: { text: 'Dashboard not found' } }],
		[404, { message: '' }],
		[404, '<!DOCTYPE html><title>Dashboard not found</title>'],
		[404, ''],
		[200, { message: 'Dashboard not found' }],
		[200, { data: { id: '0' } }],
		[302, ''],
		[504, '<html><title>Gateway Timeout</title></html>'],
		[408, { message: 'Request timed out' }],
		[429, { message: 'API rate limit exceeded' }],
		[502, { message: 'An invalid response was received from the upstream server' }],
		[503, { message: 'Boom' }],
		[504, { message: 'The upstream server is timing out' }],
	])('%d %j is reported as it came', (status, content) => {
		const result = resultOf(status, content);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/^The test can't show whether the token is valid\. .* \(\d/);
	});
});
