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

function throttled(): object {
	emulator.rateLimit = { requests: 0, windowMs: 60_000, header: 'retry-after-seconds' };
	return {};
}

const wrongToken = () => ({ accessToken: 'none' });
const wrongAddress = () => ({ baseUrl: `${emulator.dashboardUrl}/app` });

it.each([
	['a wrong token', wrongToken, IDS.dashboardId, /401: Unauthorized/, /personal API/],
	['an unknown dashboard', () => ({}), IDS.tileId, /404: Not Found/, /Check the ID/],
	['a path that is not served', wrongAddress, IDS.dashboardId, /404/, /ends with \/api/],
	['too many requests', throttled, IDS.dashboardId, /rate.*Too many requests/, /Raise Max Wait/],
])(
	'%s, answered in plain text or HTML, keeps its advice',
	async (_name, prepare, dashboardId, said, advice) => {
		const get = { operation: 'get', dashboardId, options: { maxWait: 1 } };
		const { error } = await run(get, prepare());
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
