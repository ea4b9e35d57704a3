import { judgeTokenAnswer } from '../../../nodes/CloudDashboard/methods/credentialTest/tokenResponse';

describe('judgeTokenAnswer', () => {
	it.each([
		[404, { message: 'Dashboard not found' }],
		[404, 'Not Found'],
		[400, { message: 'Invalid dashboard configuration' }],
		[400, '{"message":"Dashboard not found"}'],
		[422, 'Validation failed'],
		[500, { message: 'Invalid dashboard configuration' }],
	])('%d %j proves the token', (status, body) => {
		expect(judgeTokenAnswer({ status, body }).status).toBe('OK');
	});

	it.each([
		[401, 'Unauthorized'],
		[403, { message: 'Forbidden' }],
		[400, { message: 'API key is missing or invalid' }],
		[404, { message: 'Invalid access token' }],
		[500, 'Unauthorized'],
	])('%d %j disproves the token', (status, body) => {
		const { status: verdict, message } = judgeTokenAnswer({ status, body });
		expect(verdict).toBe('Error');
		expect(message).toContain('does not accept this token');
		expect(message).toContain(String(status));
	});

	it.each([
		[200, { data: { id: '0' } }, 'answered 200: {"data":{"id":"0"}}'],
		[302, '', 'answered 302'],
		[404, '<!DOCTYPE html><h1>Not Found</h1>', 'answered 404: <!DOCTYPE'],
		[429, { message: 'Slow down' }, 'answered 429: Slow down'],
		[500, { message: 'Boom' }, 'answered 500: Boom'],
		[503, {}, 'answered 503'],
		[504, '<html>Gateway Timeout</html>', 'answered 504: <html>'],
		[200, { message: 'Not found' }, 'answered 200: Not found'],
	])('%d %j is reported as it is', (status, body, words) => {
		const { status: verdict, message } = judgeTokenAnswer({ status, body });
		expect(verdict).toBe('Error');
		expect(message).toContain('cannot be told');
		expect(message).toContain(words);
	});
});
