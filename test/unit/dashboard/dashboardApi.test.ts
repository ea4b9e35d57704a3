import { dashboardApi } from '../../../nodes/CloudDashboard/api/dashboardApi';

describe('advice after a refused update', () => {
	it.each([
		[400, 'Correct the fields'],
		[401, 'access token'],
		[403, 'The token may not do this'],
		[404, 'Check the ID'],
		[413, 'too large'],
		[422, 'Correct the fields'],
		[500, 'failed to handle'],
		[302, 'base URL'],
	])('says after %i what to do', (status, words) => {
		expect(dashboardApi.adviceFor(status)).toContain(words);
	});

	it('leaves the answer as it is', () => {
		const body = { data: { id: 'd1' } };
		expect(dashboardApi.normalizeNames(body, {})).toBe(body);
	});
});
