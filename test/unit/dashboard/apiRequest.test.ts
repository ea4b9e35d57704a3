import { operations } from '../../../nodes/CloudDashboard/actions';
import { codes, contextOf, SERVICE_ID, SERVICE_PATH } from '../management/context';

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

	it('fills in the organization and the service of managed ClickStack', () => {
		const path = '/v1/organizations/{organizationId}/services/{serviceId}/clickstack/roles';
		const parameters = { method: 'GET', path, authentication: 'cloudApiKey' };
		const { request, issues } = send.plan({ ...parameters, serviceId: SERVICE_ID }, contextOf());
		expect(issues).toEqual([]);
		expect(request.path).toBe(`${SERVICE_PATH}/clickstack/roles`);
		expect(codes(send.plan(parameters, contextOf()).issues)).toEqual(['serviceId idEmpty']);
	});
});
