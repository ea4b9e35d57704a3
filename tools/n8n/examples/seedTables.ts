import { addRows, createTable } from '../harness/dataTables';
import type { PlayedN8n } from '../harness/playedN8n';
import type { LoggedIn } from '../harness/rest';
import { example, nodeOf } from '../harness/workflows';

const PEOPLE = ['ada', 'ben'];

/** Creates and fills two examples' data tables, so that manual runs have something to show. */
export async function seedTables(n8n: PlayedN8n): Promise<void> {
	const pipes = n8n.emulator.state.pipes.all().map(({ id, name, serviceId, state: pipeState }) => ({
		pipeId: id,
		name,
		serviceId,
		state: pipeState,
	}));
	await seedTable(n8n, nodeOf(example('pipes-by-day'), 'Pipe Table').parameters, pipes);
	const people = PEOPLE.map((name) => ({ email: `${name}@example.com` }));
	await seedTable(n8n, nodeOf(example('invite-people'), 'People Table').parameters, people);
}

/** Creates a table as an example's node would, and fills it. */
async function seedTable(
	n8n: LoggedIn,
	{ tableName, columns }: Record<string, unknown>,
	rows: object[],
): Promise<void> {
	const name = String(tableName);
	await createTable(n8n, name, Object(columns).column);
	await addRows(n8n, name, rows);
}
