import { addRows, createTable } from '../harness/dataTables';
import type { PlayedN8n } from '../harness/playedN8n';
import type { LoggedIn } from '../harness/rest';
import { example, nodeOf } from '../harness/workflows';

const PEOPLE = ['ada', 'ben'];

/** Makes the data tables of two examples, with rows, so that both have something to show by hand. */
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

/** Makes a table as a node of an example would, and fills it. */
async function seedTable(
	n8n: LoggedIn,
	{ tableName, columns }: Record<string, unknown>,
	rows: object[],
): Promise<void> {
	const name = String(tableName);
	await createTable(n8n, name, Object(columns).column);
	await addRows(n8n, name, rows);
}
