import { operations } from '../../../nodes/CloudDashboard/resources';
import { lookups } from '../../../nodes/CloudDashboard/methods/listSearch';
import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { innerFields } from '../../../nodes/engine/parameters/properties';
import { contextOf, SERVICE_ID } from '../management/context';

const RESOURCES = new CloudDashboard().description.properties
	.filter(({ name }) => name === 'resource')
	.flatMap(({ options = [] }) => options.map(({ name }) => name));

const MANAGED = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };

describe('nameLookups', () => {
	it.each(['searchRoles', 'searchTeamInvitations', 'searchTeamMembers', 'searchWebhooks'])(
		'names a resource of the node if %s finds no name',
		(method) => {
			const need = lookups
				.get(method)
				?.idOf('Nobody', method === 'searchRoles' ? MANAGED : {}, contextOf());
			const [, resource] = /([\w ]+) → Get Many lists/.exec(JSON.stringify(need?.factIn([]))) ?? [];
			expect(RESOURCES).toContain(resource?.trim());
		},
	);
});

it.each([
	['Event → Search', operations.event.search],
	['Chart → Query', operations.chart.query],
])('%s offers Allow Unusual Values if its errors name it', (_name, { properties }) => {
	expect(properties.flatMap(innerFields).map(({ name }) => name)).toContain('allowUnlisted');
});
