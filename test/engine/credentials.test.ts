import type { INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { canariesIn } from '../../tools/samples/canaries';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import { credentialsOf, MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator();

/** A Kafka pipe on MSK, which accepts a role or the keys of a user. */
function kafka(kafkaAuthentication: string): INodeParameters {
	return {
		resource: 'pipe',
		operation: 'create',
		serviceId: emulator.ids.serviceId,
		name: 'Orders',
		sourceKind: 'kafka',
		kafkaType: 'msk',
		kafkaBrokers: 'broker.example.com:9092',
		kafkaTopics: 'orders',
		kafkaAuthentication,
		kafkaIamRole: 'arn:aws:iam::123456789012:role/pipe',
		destinationDatabase: 'default',
		destinationTable: 'orders',
		destinationColumns: { values: [{ name: 'id', type: 'String' }] },
		destinationTableDefinitionSortingKey: 'id',
	};
}

async function runWith(parameters: INodeParameters, withSource: boolean) {
	const source = { ...SAMPLE_SOURCE, method: 'accessKey', accessKeyId: 'AK', secretKey: 'SK' };
	const workflow = workflowOf({ type: MANAGEMENT, parameters, withSource });
	return await runWorkflow(workflow, { credentials: credentialsOf(emulator, { source }) });
}

const KEYS = { accessKeyId: 'AK', secretKey: 'SK' };

describe("the source's credential", () => {
	it.each([false, true])(
		'is neither required nor used if its selector is hidden (still selected: %s)',
		async (withSource) => {
			const { error } = await runWith(kafka('IAM_ROLE'), withSource);
			expect(error?.message).toBeUndefined();
			expect(emulator.requests).toHaveLength(1);
			expect(JSON.stringify(emulator.requests[0]?.body)).not.toContain('credentials');
		},
	);

	it.each(['kafkaAuthentication', 'sourceKind', 'pipeInput'])(
		'is used, or the item is invalid, if a stored workflow has an expression in %s',
		async (name) => {
			const valid: INodeParameters = { pipeInput: 'fields', ...kafka('IAM_USER') };
			const expression = `={{ ${JSON.stringify(valid[name])} }}`;
			// n8n 1.x shows the required fields of every source then, and itself refuses to run.
			const { error } = await runWith({ ...valid, [name]: expression }, true).catch(
				(thrown: unknown) => ({ error: thrown instanceof Error ? thrown : new Error('unknown') }),
			);
			if (emulator.requests.length === 0) {
				// Newer n8n does not resolve it.
				expect(error?.message).toMatch(/can't be an expression|^The workflow has issues/);
			} else {
				expect(error?.message).toBeUndefined();
				expect(emulator.requests[0]?.body).toMatchObject({
					source: { kafka: { authentication: 'IAM_USER', credentials: KEYS } },
				});
			}
		},
	);

	it('does not affect an operation that has no selector for it', async () => {
		const { error } = await runWith({ resource: 'activity', operation: 'getAll' }, true);
		expect(error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
	});
});

/** All characters of a token, and a space, which HTTP allows as well. */
const TOKEN = 'canary7Qz-~a._+/!"#$%&\'()*,:;<=>?@[\\]^`{|} 19==';

describe('an access token', () => {
	beforeEach(() => emulator.start({ keys: { accessToken: TOKEN } }));

	async function update(accessToken: string) {
		const node = sampleNode(sampleOf('dashboard update'), emulator.ids);
		return await runWorkflow(workflowOf(node), {
			credentials: credentialsOf(emulator, { dashboard: { accessToken } }),
		});
	}

	it('is sent without the spaces around it', async () => {
		const { error, items } = await update(`\u{FEFF} ${TOKEN}\n\u{A0}`);
		expect(error).toBeUndefined();
		expect(items(NODE)).toHaveLength(1);
	});

	it('is refused with an invisible character, and nothing is sent', async () => {
		const result = await update(`${TOKEN}\u{200B}`);
		const position = String(TOKEN.length + 1);
		expect(result.error?.message).toBe(
			`Access Token contains a character that HTTP doesn't allow, at position ${position}. It may be invisible. Enter the value in the credential again.`,
		);
		expect(result.error?.description).toContain('Nothing was sent.');
		expect(canariesIn(JSON.stringify([result.error, result.run]))).toEqual([]);
		expect(emulator.requests).toEqual([]);
	});
});
