import { dashboard } from '../../nodes/CloudDashboard/resources/dashboard';
import { createPipe } from '../../nodes/CloudManagement/resources/pipe/create';
import type { Plan } from '../../nodes/engine/operation';
import { withoutNulls } from '../../tools/contract';
import { contextOf, sentences, SERVICE_ID } from '../unit/management/context';
import { allowedDashboards, allowedPipes, KINDS } from './allowedBodies';

const updateDashboard = dashboard.operations.update;

/** Secrets of every kind: the contract leaves open which ones a method requires. */
const SECRETS = {
	...{ username: 'u', password: 'p', accessKeyId: 'a', secretKey: 's', connectionString: 'c' },
	...{
		certificate: 'c',
		privateKey: 'k',
		schemaRegistryUsername: 'u',
		schemaRegistryPassword: 'p',
	},
};

function planOf(pipeJson: unknown): Plan {
	const json = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson };
	return createPipe.plan(json, contextOf({ extraCredential: SECRETS }));
}

describe('the node', () => {
	it.each(KINDS)('accepts every JSON pipe from %s that the contract allows', (kind) => {
		for (const body of allowedPipes(kind)) {
			const { issues, request } = planOf(body);
			expect({ body, issues: sentences(issues) }).toEqual({ body, issues: [] });
			// Nothing is lost on the way.
			expect(request.body).toMatchObject(Object(withoutNulls(body)));
		}
	});

	it('accepts every JSON dashboard with a name and tiles that the contract allows', () => {
		for (const body of allowedDashboards()) {
			const parameters = { dashboardId: 'd1', dashboardInput: 'json', dashboardJson: body };
			const { issues } = updateDashboard.plan(parameters, {
				credential: {},
				startedAt: 0,
				timezone: 'UTC',
			});
			expect({ body, issues: sentences(issues) }).toEqual({ body, issues: [] });
		}
	});
});
