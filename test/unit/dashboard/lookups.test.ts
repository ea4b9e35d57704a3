import { operations } from '../../../nodes/CloudDashboard/resources';
import { lookups } from '../../../nodes/clickStack/lists';
import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import type { JsonObject } from '../../../nodes/engine/json';
import { innerFields } from '../../../nodes/engine/parameters/properties';
import { shortName } from '../../../tools/docs/reference/resources';
import { contextOf, SERVICE_ID } from '../management/context';

const RESOURCES = new CloudDashboard().description.properties
	.filter(({ name }) => name === 'resource')
	.flatMap(({ options = [] }) => options.map(({ name }) => shortName(name)));

const MANAGED = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };

describe('nameLookups', () => {
	it.each(['searchRoles', 'searchTeamInvitations', 'searchTeamMembers', 'searchWebhooks'])(
		"lists one of the node's resources if %s finds no name",
		(method) => {
			const need = lookups
				.get(method)
				?.idOf?.('Nobody', method === 'searchRoles' ? MANAGED : {}, contextOf());
			const [, resource] = /([\w ]+) → Get Many lists/.exec(JSON.stringify(need?.factIn([]))) ?? [];
			expect(RESOURCES).toContain(resource?.trim());
		},
	);
});

describe('alertLookup', () => {
	const SAVED_SEARCHES = [{ id: 's', name: 'Errors' }];

	function idOf(name: string, alerts: JsonObject[]): unknown {
		const facts: Record<string, unknown> = {};
		for (;;) {
			const need = lookups.get('searchAlerts')?.idOf?.(name, {}, contextOf({ facts }));
			const path = String(need?.request.path);
			const fact = need?.factIn(path.includes('/saved-searches') ? SAVED_SEARCHES : alerts);
			if (need?.fact === undefined) return fact;
			facts[need.fact] = fact && 'value' in fact ? fact.value : undefined;
		}
	}

	const INLINE = { id: 'inline', source: 'inline', threshold: 10, thresholdType: 'above' };

	it('finds an unnamed alert by its condition', () => {
		expect(idOf('at or above 10', [INLINE])).toEqual({ value: 'inline' });
	});

	it.each([{ name: 'N' }, { savedSearchId: 's' }])('prefers the title of %j', (title) => {
		expect(idOf('at or above 10', [{ ...INLINE, ...title }])).toHaveProperty('problem');
	});

	it("rejects a name shared with an unnamed alert's saved search", () => {
		const named = { id: 'named', name: 'Errors' };
		expect(idOf('Errors', [named, { id: 'unnamed', savedSearchId: 's' }])).toMatchObject({
			problem: { message: '2 alerts have the name "Errors".' },
		});
		expect(idOf('Errors', [named, { id: 'unnamed', savedSearchId: 'other' }])).toEqual({
			value: 'named',
		});
	});
});

it.each([
	['Event → Search', operations.event.search],
	['Chart → Query', operations.chart.query],
])('%s offers Allow Unusual Values if its errors mention it', (_name, { properties }) => {
	expect(properties.flatMap(innerFields).map(({ name }) => name)).toContain('allowUnlisted');
});
