import type { INodeParameters } from 'n8n-workflow';

import { CLICKSTACK_IDS } from '../../tools/emulator';
import { openList, openOptions } from '../../tools/engine/openList';
import { openEngine } from '../../tools/engine/engine';
import { PACKAGE_NAME } from '../../tools/engine/package';
import { polledNode, type TriggerName } from '../../tools/engine/polledNode';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { seedRecords } from '../../tools/n8n/examples/seed';
import { playgroundOptions } from '../../tools/n8n/playground';
import { WISHED_PIPE } from '../../tools/n8n/playgroundModel';
import { SAMPLE_SOURCE } from '../../tools/samples/operationSamples';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator(playgroundOptions());

beforeEach(() => {
	seedRecords(emulator);
});

const NODES = [
	'cloudManagement',
	'cloudDashboard',
	'cloudManagementTrigger',
	'cloudDashboardTrigger',
	'cloudAlertTrigger',
].map((name) => `${PACKAGE_NAME}.${name}`);

/** A list depends on choices above it. Only ClickStack in ClickHouse Cloud has roles and services. */
function parametersFor(type: string, method = ''): INodeParameters {
	const chosen = (value: string) => ({ __rl: true, mode: 'list', value });
	const { queryEndpointId, serviceId } = emulator.ids;
	const isCloud = type !== MANAGEMENT && /^search(?:Role|Service)s$/.test(method);
	return {
		authentication: isCloud ? 'cloudApiKey' : 'accessToken',
		serviceId: chosen(serviceId),
		dashboardId: chosen(CLICKSTACK_IDS.dashboardId),
		queryEndpointId: chosen(queryEndpointId),
	};
}

describe('playground', () => {
	it.each([MANAGEMENT, DASHBOARD])('runs the default operation of %s', async (type) => {
		const workflow = workflowOf({ type, parameters: parametersFor(type) });
		const { error, items } = await emulator.run(workflow);
		expect(error?.message).toBeUndefined();
		expect(items(NODE)).not.toEqual([]);
	});

	it('plans the pipe that the script of agents proposes, without a warning', async () => {
		const definition = {
			...{ resource: 'pipe', operation: 'create', pipeInput: 'json' },
			serviceId: { __rl: true, mode: 'id', value: emulator.ids.serviceId },
			pipeJson: JSON.stringify(WISHED_PIPE),
			options: { dryRun: true },
		};
		const workflow = workflowOf({ type: MANAGEMENT, parameters: definition, withSource: true });
		const { error, items } = await emulator.run(workflow, { source: SAMPLE_SOURCE });
		expect(error?.message).toBeUndefined();
		expect(items(NODE)[0]?.json['summary']).toMatch(/^Create pipe "Orders from Kafka" in /);
	});

	it.each(NODES)('fills every list of %s', async (type) => {
		const credentials = credentialsOf(emulator);
		const { nodeTypes } = await openEngine(credentials);
		const { listSearch = {}, loadOptions = {} } =
			nodeTypes.getByNameAndVersion(type, 1).methods ?? {};
		const empty: string[] = [];
		const opening = (method: string) => ({
			credentials,
			method,
			parameters: parametersFor(type, method),
			type,
		});
		for (const method of Object.keys(listSearch)) {
			const { results } = await openList(opening(method));
			if (results.length === 0) empty.push(method);
		}
		for (const method of Object.keys(loadOptions)) {
			const options = await openOptions(opening(method));
			if (options.length === 0) empty.push(method);
		}
		expect(empty).toEqual([]);
	});

	it.each<TriggerName>(['cloudDashboardTrigger', 'cloudManagementTrigger'])(
		'tests %s',
		async (trigger) => {
			const { poll } = await polledNode({}, credentialsOf(emulator), trigger);
			expect(await poll('manual')).toHaveLength(1);
		},
	);
});
