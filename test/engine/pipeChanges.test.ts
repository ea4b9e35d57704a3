import type { INodeParameters } from 'n8n-workflow';

import { withEmulator } from '../withEmulator';
import { SAMPLE_SOURCE } from '../../tools/samples/operationSamples';
import { MANAGEMENT, NODE, workflowOf } from '../../tools/engine/workflow';

const emulator = withEmulator({ dialect: 'clickhouseCloud' });

type PipeId = 'kafkaPipeId' | 'mysqlPipeId' | 'postgresPipeId';

/** Runs an operation on a pipe. The plain ID is stored as before locators existed. */
async function run(operation: string, pipe: PipeId, parameters: INodeParameters = {}) {
	const { serviceId, [pipe]: pipeId } = emulator.ids;
	const all = { resource: 'pipe', operation, serviceId, pipeId, ...parameters };
	const workflow = workflowOf({ type: MANAGEMENT, parameters: all, withSource: true });
	const result = await emulator.run(workflow, { source: SAMPLE_SOURCE });
	return { error: result.error, json: result.items(NODE)[0]?.json };
}

const ADDED = { sourceSchemaName: 'public', sourceTable: 'items', targetTable: 'items' };

describe('Pipe → Update (ClickHouse Cloud)', () => {
	it('explains that the pipe must be paused to change table mappings', async () => {
		const { error } = await run('update', 'postgresPipeId', {
			sourceKind: 'postgres',
			tableMappingsToAdd: { values: [ADDED] },
		});
		expect(error?.message).toContain('must be paused to edit');
		expect(error?.description).toContain('use Stop, wait for Paused');
	});

	it("requires the source's secrets for a new connection", async () => {
		const host = { source: { postgres: { host: 'new.example.com' } } };
		const changes = {
			sourceKind: 'postgres',
			updateFields: { additionalMembers: JSON.stringify(host) },
		};
		const { error } = await run('update', 'postgresPipeId', changes);
		expect(error?.description).toContain('Replace Login');
		const sent = await run('update', 'postgresPipeId', { ...changes, sendSourceSecrets: true });
		expect(sent.error?.message).toBeUndefined();
		expect(emulator.requests.at(-1)?.body).toEqual({
			source: {
				postgres: {
					host: 'new.example.com',
					credentials: { username: 'loader', password: 'not-a-real-secret' },
				},
			},
		});
		const options = { dryRun: true };
		const secretly = { ...changes, sendSourceSecrets: true, options };
		const planned = await run('update', 'postgresPipeId', secretly);
		expect(planned.json?.['summary']).toContain('at "new.example.com"');
		expect(JSON.stringify(planned.json)).not.toContain('not-a-real-secret');
	});

	// test/formwalk has no such update.
	it('requires the same keys in each change of a MySQL source', async () => {
		for (const pipe of emulator.state.pipes.all()) {
			emulator.state.pipes.set({ ...pipe, state: 'Paused' });
		}
		const connection = { source: { mysql: { host: 'db.example.com', port: 3306 } } };
		const { error } = await run('update', 'mysqlPipeId', {
			sourceKind: 'mysql',
			tableMappingsToAdd: { values: [ADDED] },
			updateFields: { additionalMembers: JSON.stringify(connection) },
		});
		expect(error?.message).toBeUndefined();
	});
});
