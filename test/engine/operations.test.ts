import { NodeHelpers } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import { MANAGEMENT_SAMPLES } from '../../tools/samples/managementSamples';
import { operationNames } from './harness/operationNames';
import { OPERATION_SAMPLES, SAMPLE_SOURCE, sampleNode } from '../../tools/samples/operationSamples';
import { sampleTool } from '../../tools/samples/sampleTool';
import { loadPackage, PACKAGE_NAME } from '../../tools/engine/package';
import type { WorkflowFile } from '../../tools/engine/runWorkflow';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	agentWorkflow,
	credentialsOf,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';

const emulator = withEmulator();

async function run(workflow: WorkflowFile, node = NODE) {
	const credentials = credentialsOf(emulator, { source: SAMPLE_SOURCE });
	const result = await runWorkflow(workflow, { credentials });
	expect(result.error?.message).toBeUndefined();
	return result.items(node);
}

describe('every operation in the engine', () => {
	it.each(Object.entries(OPERATION_SAMPLES))('%s', async (_name, sample) => {
		const { ids } = emulator;
		const { method, path, status } = sample;
		const items = await run(workflowOf(sampleNode(sample, ids)));
		expect(emulator.requests).toHaveLength(1);
		expect(emulator.requests[0]).toMatchObject({ method, path: path(ids), status });
		expect(emulator.requests[0]?.body).toEqual(sample.body?.(ids));
		expect(items[0]).toMatchObject({ json: sample.output(ids), pairedItem: { item: 0 } });
	});

	it.each(Object.entries(OPERATION_SAMPLES))('%s as a tool of an agent', async (_name, sample) => {
		const { ids } = emulator;
		const { parameters, input } = sampleTool(sample, ids);
		const tool = { ...sampleNode(sample, ids), parameters };
		const [result] = await run(agentWorkflow(tool, [input]), 'Items');
		expect(emulator.requests).toHaveLength(1);
		const { method, path, status } = sample;
		expect(emulator.requests[0]).toMatchObject({ method, path: path(ids), status });
		expect(emulator.requests[0]?.body).toEqual(sample.body?.(ids));
		expect(result?.json).toMatchObject(sample.output(ids));
	});
});

describe('every operation in ClickHouse Cloud', () => {
	beforeEach(() => emulator.start({ dialect: 'clickhouseCloud' }));

	it.each(Object.entries(MANAGEMENT_SAMPLES))('%s as a dry run', async (_name, sample) => {
		const items = await run(
			workflowOf(sampleNode(sample, emulator.ids, { options: { dryRun: true } })),
		);
		expect(emulator.requests).toEqual([]);
		const { method } = sample;
		const summary = expect.stringMatching(/^[A-Z][^\n]{8,}$/) as string;
		expect(items.map(({ json }) => json)).toMatchObject([{ dryRun: true, method, summary }]);
	});

	it.each(Object.entries(MANAGEMENT_SAMPLES))('%s', async (_name, sample) => {
		const items = await run(workflowOf(sampleNode(sample, emulator.ids)));
		expect(items[0]?.json).toMatchObject(sample.output(emulator.ids));
	});

	it('member update assigns roles, and explains why its own key stays', async () => {
		const { userId, roleId, customRoleId, ownApiKeyId } = emulator.ids;
		const additionalFields = { assignedRoleIds: [roleId, customRoleId] };
		const update = { resource: 'member', operation: 'update', userId, additionalFields };
		await run(workflowOf({ type: MANAGEMENT, parameters: update }));
		expect(emulator.requests[0]?.body).toEqual(additionalFields);
		const get = { resource: 'member', operation: 'get', userId };
		const [member] = await run(workflowOf({ type: MANAGEMENT, parameters: get }));
		expect(member?.json['assignedRoles']).toEqual(['Developer', 'Reader 2']);
		const parameters = { resource: 'apiKey', operation: 'delete', apiKeyId: ownApiKeyId };
		const { error } = await runWorkflow(workflowOf({ type: MANAGEMENT, parameters }), {
			credentials: credentialsOf(emulator),
		});
		expect(error?.description).toContain("A key can't delete itself");
	});

	it('each operation has a sample', async () => {
		const loader = await loadPackage();
		const names = ['cloudManagement', 'cloudDashboard'].flatMap((node) =>
			operationNames(NodeHelpers.getVersionedNodeType(loader.getNode(node).type).description).map(
				(name) => [`${PACKAGE_NAME}.${node}`, ...name.split(' ')],
			),
		);
		const sampled = Object.values(OPERATION_SAMPLES).map(({ type, parameters }) => {
			const { resource, operation } = parameters(emulator.ids);
			return [type, resource, operation];
		});
		expect(sampled.sort()).toEqual(names.sort());
	});
});

/** Texts that a server on the way could mistake for another path. */
const LEADS_ELSEWHERE = ['../x', 'a\\b', '..%2Fx', '..%255Cx', '..', 'a\r\nb'];
const FINE = 'a%b c.d..e:f@g é';
/** Operations with an ID that is no UUID. */
const FREE = ['activity get', 'dashboard get', 'member get', 'snapshot get'];

describe('every identifier in a path', () => {
	/** Each operation with each field that is a segment of its path. */
	const FIELDS = Object.entries(OPERATION_SAMPLES).flatMap(([name, sample]) => {
		const segments = sample.path(SEEDED_IDS).split('/');
		return Object.entries(sample.parameters(SEEDED_IDS))
			.filter(
				([field, value]) => field.endsWith('Id') && segments.some((segment) => segment === value),
			)
			.map(([field]) => ({ name, sample, field }));
	});

	async function runWithIds({ sample, field }: (typeof FIELDS)[number], ids: string[]) {
		const node = sampleNode(sample, emulator.ids, { [field]: '={{ $json.id }}' });
		const items = ids.map((id) => ({ id }));
		const continuing = { ...node, onError: 'continueErrorOutput' } as const;
		return await runWorkflow(workflowOf(continuing, items), {
			credentials: credentialsOf(emulator),
		});
	}

	describe.each(FIELDS)('$field of $name', (given) => {
		it('is invalid if it could lead to another path, and nothing is sent', async () => {
			const { items } = await runWithIds(given, LEADS_ELSEWHERE);
			const failed = items(NODE, 1).map(({ json }) => json);
			expect(failed).toHaveLength(LEADS_ELSEWHERE.length);
			for (const json of failed) {
				expect(json).toHaveProperty(
					'error.message',
					expect.stringMatching(/^[A-Z][A-Za-z ]+ (?:contains|is) /),
				);
			}
			expect(emulator.requests).toEqual([]);
		});
	});

	it('covers every identifier that is part of a path', () => {
		const names = [...new Set(FIELDS.map(({ field }) => field))].sort();
		expect(names.join(' ')).toBe(
			'activityId alertId apiKeyId backupId byocInfrastructureId connectionId dashboardId invitationId pipeId queryEndpointId reversePrivateEndpointId roleId savedQueryId savedSearchId serviceId snapshotId sourceId teamInvitationId teamMemberId userId webhookId',
		);
	});

	it('an identifier is sent as one segment, whatever else it contains', async () => {
		const free = FIELDS.filter(({ name }) => FREE.includes(name));
		for (const given of free) await runWithIds(given, [FINE]);
		expect(emulator.requests).toHaveLength(FREE.length);
		for (const { url } of emulator.requests) {
			expect(url.split('/')).toContain(encodeURIComponent(FINE));
		}
	});
});
