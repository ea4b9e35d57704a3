import assert from 'node:assert/strict';

import type { Checks } from '../harness/checks';
import type { PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import type { WorkflowNode } from '../../../tools/n8n/harness/workflows';
import { chainOf, ownNode, workflowNode } from '../../../tools/n8n/harness/workflows';
import { play, sent } from './play';

const BY_HAND = workflowNode('By Hand', 'n8n-nodes-base.manualTrigger', 1);
const NEW_SERVICE = "={{ $('Create Service').item.json.id }}";

function management(name: string, resource: string, operation: string, fields: object = {}) {
	return ownNode(name, 'cloudManagement', { resource, operation, ...fields });
}

function story(id: string, nodes: WorkflowNode[]) {
	return chainOf(id, {}, [BY_HAND, ...nodes]);
}

/** Plays what the people who run services do from day to day, one node after another. */
export async function stories(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await checks.check('a service is created, gets a pipe, and both are deleted', () =>
		fromServiceToNothing(n8n),
	);
	await checks.check('a key is rotated, and the one in use cannot delete itself', () =>
		rotatedKey(n8n),
	);
	await checks.check('low credits are reported', () => lowCredits(n8n));
}

async function fromServiceToNothing(stage: PlayedN8n): Promise<void> {
	const service = { serviceId: NEW_SERVICE };
	const pipe = {
		name: 'Orders',
		source: {
			objectStorage: { type: 's3', format: 'JSONEachRow', url: 'https://data.example.com/*.json' },
		},
		destination: {
			database: 'default',
			table: 'orders',
			managedTable: true,
			tableDefinition: { engine: { type: 'MergeTree' } },
			columns: [{ name: 'id', type: 'String' }],
		},
		fieldMappings: [{ sourceField: 'id', destinationField: 'id' }],
	};
	const output = await play(
		stage,
		story('create-and-delete', [
			management('Create Service', 'service', 'create', {
				name: 'Trial',
				provider: 'aws',
				region: 'eu-west-1',
				ipAccess: { values: [{ source: '192.0.2.0/24', description: 'Office' }] },
			}),
			management('Wait for Service', 'service', 'wait', service),
			management('Create Pipe', 'pipe', 'create', {
				...service,
				pipeInput: 'json',
				pipeJson: JSON.stringify(pipe),
			}),
			management('Delete Pipe', 'pipe', 'delete', { ...service, pipeId: '={{ $json.id }}' }),
			management('Stop Service', 'service', 'stop', service),
			management('Wait for Stop', 'service', 'wait', { ...service, waitFor: ['stopped'] }),
			management('Delete Service', 'service', 'delete', service),
		]),
	);
	const [created] = output.get('Create Service') ?? [];
	assert.match(String(created?.password), /\S{8}/);
	assert.equal(output.get('Delete Service')?.[0]?.deleted, true);
	assert.equal(stage.emulator.state.services.has(String(created?.id)), false);
	const changes = sent(stage).filter((line) => !line.startsWith('GET'));
	assert.equal(changes[0]?.startsWith('POST'), true);
	assert.equal(changes.at(-1)?.startsWith('DELETE'), true);
}

async function rotatedKey(stage: PlayedN8n): Promise<void> {
	const output = await play(
		stage,
		story('rotate-key', [
			ownNode('Who Am I', 'cloudManagement', {
				resource: 'apiRequest',
				operation: 'send',
				method: 'GET',
				path: '/v1/whoami',
			}),
			management('Create Key', 'apiKey', 'create', { name: 'Rotated' }),
			{
				...management('Delete Key in Use', 'apiKey', 'delete', {
					apiKeyId: "={{ $('Who Am I').item.json.keyId }}",
				}),
				onError: 'continueRegularOutput',
			},
			management('Delete New Key', 'apiKey', 'delete', {
				apiKeyId: "={{ $('Create Key').item.json.id }}",
			}),
		]),
	);
	const [key] = output.get('Create Key') ?? [];
	assert.match(String(key?.keySecret), /\S{8}/);
	const [refused] = output.get('Delete Key in Use') ?? [];
	assert.match(JSON.stringify(refused), /A key can't delete itself/);
	assert.equal(output.get('Delete New Key')?.[0]?.deleted, true);
}

async function lowCredits(stage: PlayedN8n): Promise<void> {
	const output = await play(
		stage,
		story('low-credits', [
			management('Read Credits', 'creditBalance', 'get'),
			workflowNode('Report', 'n8n-nodes-base.set', 3.4, {
				assignments: {
					assignments: [
						{
							id: 'low',
							name: 'low',
							type: 'boolean',
							value: '={{ $json.totalRemainingCredits < 1000000 }}',
						},
					],
				},
				options: {},
			}),
		]),
	);
	assert.deepEqual(output.get('Report'), [{ low: true }]);
}
