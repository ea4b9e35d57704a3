import { CLICKSTACK_IDS as IDS, type Emulator, startEmulator } from '../emulator';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, DASHBOARD, NODE, workflowOf } from './harness/workflow';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ dashboardApi: 'clickstack' });
});

afterEach(() => emulator.close());

async function run(parameters: object, dashboard = {}) {
	const node = { type: DASHBOARD, parameters: { resource: 'dashboard', ...parameters } };
	const credentials = credentialsOf(emulator, { dashboard });
	return await runWorkflow(workflowOf(node), { credentials });
}

it.each([
	['a wrong token', { accessToken: 'none' }, IDS.dashboardId, /401: Unauthorized/, /personal API/],
	['an unknown dashboard', {}, IDS.tileId, /404: Not Found/, /Check the ID/],
])(
	'%s, answered in plain text, keeps its advice',
	async (_name, dashboard, dashboardId, said, advice) => {
		const { error } = await run({ operation: 'get', dashboardId }, dashboard);
		expect(error?.message).toMatch(said);
		expect(error?.description).toMatch(advice);
	},
);

it('is updated with its IDs, positions and alerts kept', async () => {
	const { dashboardId, sourceId } = IDS;
	const currentDashboard = emulator.state.clickStack.dashboards.get(dashboardId);
	const select = { values: [{ aggFn: 'count' }] };
	const line = { name: 'Errors over time', chart: 'line', sourceId, select };
	const result = await run({
		...{ operation: 'update', dashboardId, name: 'Errors', tags: 'operations' },
		currentDashboard: JSON.stringify(currentDashboard),
		tiles: { values: [line, { name: 'Notes', chart: 'markdown', markdown: '# Notes' }] },
	});
	expect(result.error).toBeUndefined();
	expect(emulator.violations).toEqual([]);
	const [kept, added] = emulator.state.clickStack.dashboards.get(dashboardId)?.tiles ?? [];
	expect(kept).toMatchObject({ id: IDS.tileId, x: 0, y: 0, w: 8, h: 3 });
	expect(added).toMatchObject({ name: 'Notes', y: 0, x: 8 });
	expect(emulator.state.clickStack.alerts.size).toBe(1);
	expect(result.items(NODE)[0]?.json.summary).toContain("removed with their alerts: 'Errors'");
});
