import { json } from '../core/fakes';
import { CREDENTIAL, failure, ORGANIZATION_ID, poll } from './fakePoll';

const CLOUD = { ...CREDENTIAL, baseUrl: 'https://api.clickhouse.cloud', apiDialect: 'automatic' };
const OPEN = { ...CLOUD, organizationId: '' };
const respond = (path: string) =>
	json({
		result: path.endsWith('/v1/organizations') ? [{ id: ORGANIZATION_ID, name: 'Shop' }] : [],
	});

describe('runPoll (no Organization ID)', () => {
	it('shares its state with an entered organization ID', async () => {
		const [open, entered] = [{}, {}];
		const { paths } = await poll({ credential: OPEN, staticData: open, respond });
		expect(paths[0]).toBe('https://api.clickhouse.cloud/v1/organizations');
		expect(paths[1]).toMatch(/^\/activities/);
		await poll({ credential: CLOUD, staticData: entered, respond });
		expect(open).toEqual(entered);
	});

	it("keeps its state if the organization can't be read", async () => {
		const refuse = () => json({ error: 'UNAUTHORIZED' }, 401);
		const error = await failure({ credential: OPEN, staticData: {}, respond: refuse });
		expect(error).toHaveProperty('description', expect.stringContaining('Organization ID'));
	});
});
