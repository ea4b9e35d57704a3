import { ask, dataOf, type LoggedIn } from './rest';

/** Throws if the owner has no such table. */
async function tablePath(n8n: LoggedIn, name: string): Promise<string> {
	const tables: Array<{ id: string; name: string; projectId: string }> = (
		await dataOf(n8n, '/rest/data-tables-global')
	).data;
	const table = tables.find((candidate) => candidate.name === name);
	if (table === undefined) throw new Error(`There is no data table "${name}"`);
	return `/rest/projects/${table.projectId}/data-tables/${table.id}`;
}

export async function createTable(n8n: LoggedIn, name: string, columns: object[]): Promise<void> {
	const { id } = await dataOf(n8n, '/rest/projects/personal');
	await ask(n8n, `/rest/projects/${String(id)}/data-tables`, { name, columns });
}

/** The oldest row comes first. */
export async function rowsOf(n8n: LoggedIn, name: string): Promise<Record<string, unknown>[]> {
	return (await dataOf(n8n, `${await tablePath(n8n, name)}/rows?sortBy=id:asc`)).data;
}

/** Adds rows to a data table, as its tab does. */
export async function addRows(n8n: LoggedIn, name: string, rows: object[]): Promise<void> {
	const body = { data: rows, returnType: 'count' };
	await ask(n8n, `${await tablePath(n8n, name)}/insert`, body);
}
