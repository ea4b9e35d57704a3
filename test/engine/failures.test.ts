import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import { asObject } from '../../nodes/engine/parameters/values';
import { MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator();

const GET: INodeParameters = {
	resource: 'activity',
	operation: 'get',
	activityId: '={{ $json.id }}',
	options: { organizationId: '={{ $json.organization }}' },
};
const organization = SEEDED_IDS.organizationId;
const GOOD = { id: 'activity-1', organization };
const GONE = { id: 'gone', organization };
const INVALID = [
	{ id: '', organization },
	{ id: '', organization: 'nowhere' },
];

async function run(node: Partial<NodeUnderTest>, items: IDataObject[]) {
	const workflow = workflowOf({ type: MANAGEMENT, parameters: GET, ...node }, items);
	return await emulator.run(workflow);
}

it('reports every issue of every invalid item before it sends anything', async () => {
	const { error } = await run({}, [GOOD, ...INVALID]);
	expect(error?.message).toMatch(/^Items 2–3: Activity .*, and 1 more issue$/);
	expect(error?.description?.split('\n').slice(1)).toEqual([
		expect.stringMatching(/^• Activity .* \(items 2–3\)$/),
		expect.stringMatching(/^• Organization ID .* \(item 3\)$/),
	]);
	expect(emulator.requests).toHaveLength(0);
});

it("calls a failed request's record what the list called it", async () => {
	const chosen = { __rl: true, mode: 'list', cachedResultName: 'Orders\u00a0(Running)' };
	const { serviceId } = emulator.ids;
	const parameters = {
		resource: 'pipe',
		operation: 'stop',
		serviceId,
		pipeId: { ...chosen, value: serviceId },
	};
	const { error } = await run({ parameters }, [{}]);
	expect(error?.message).toMatch(/^The API can't find pipe "Orders" \(404\)/);
	expect(error?.description).toMatch(new RegExp(` Target: pipe "Orders.*" \\(${serviceId}\\)\\.`));
});

describe('executeOperation (On Error)', () => {
	const facts = { outcome: 'refused', reason: 'notFound', attempts: 1 };

	it.each([
		{ onError: 'continueRegularOutput', output: [0, 1, 2, 3], errorOutput: [] },
		{ onError: 'continueErrorOutput', output: [0], errorOutput: [1, 2, 3] },
	] as const)(
		'turns only invalid and failed items into error items under $onError',
		async ({ onError, output, errorOutput }) => {
			const { items } = await run({ onError }, [GOOD, ...INVALID, GONE]);
			const all = [items(NODE, 0), items(NODE, 1)];
			expect(all.map((each) => each.map(({ pairedItem }) => pairedItem))).toEqual(
				[output, errorOutput].map((each) => each.map((item) => ({ item }))),
			);
			const failed = all.flat().filter(({ json }) => 'error' in json);
			expect(failed).toHaveLength(3);
			const errors = failed.map(({ json: { error } }) => asObject(error));
			expect(errors.map(({ item }) => item)).toEqual([2, 3, 4]);
			for (const { item, message } of errors) {
				expect(message).toMatch(new RegExp(`^Item ${String(item)}: `));
			}
			expect(errors[2]).toMatchObject({ ...facts, httpCode: '404' });
			expect(emulator.requests).toHaveLength(2);
		},
	);
});
