import { operations } from '../../../nodes/CloudDashboard/actions';

const { send } = operations.apiRequest;
const context = { credential: {}, timezone: 'UTC', startedAt: 0 };

describe('API Request of the dashboard node', () => {
	it('sends to any path of the dashboard API', () => {
		const parameters = { method: 'GET', path: '/api/v2/dashboards/65f5e4a3b9e77c001a567890' };
		expect(send.plan(parameters, context)).toMatchObject({
			request: { method: 'GET', path: '/api/v2/dashboards/65f5e4a3b9e77c001a567890' },
			issues: [],
		});
	});

	it('knows no organization to fill in', () => {
		const parameters = { method: 'GET', path: '/api/v2/{organizationId}' };
		expect(send.plan(parameters, context).issues).toHaveLength(1);
	});
});
