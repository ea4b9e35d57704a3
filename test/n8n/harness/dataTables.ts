import { ask } from './rest';

/** An n8n with the session of its owner. */
export interface LoggedIn {
	url: string;
	cookie: string;
}

/** The address of a data table of the owner. Throws if there is none of that name. */
async function tableUrl({ url, cookie }: LoggedIn, name: string): Promise<string> {
	const answer = await ask(`${url}/rest/data-tables-global`, cookie);
	const tables: Array<{ id: string; name: string; projectId: string }> = Object(answer).data.data;
	const table = tables.find((candidate) => candidate.name === name);
	if (table === undefined) throw new Error(`There is no data table "${name}"`);
	return `${url}/rest/projects/${table.projectId}/data-tables/${table.id}`;
}

/** Creates a data table of the owner. */
export async function createTable(
	{ url, cookie }: LoggedIn,
	name: string,
	columns: object[],
): Promise<void> {
	const { id } = Object(await ask(`${url}/rest/projects/personal`, cookie)).data;
	await ask(`${url}/rest/projects/${String(id)}/data-tables`, cookie, { name, columns });
}

/** The rows of a data table, the oldest first. */
export async function rowsOf(n8n: LoggedIn, name: string): Promise<Record<string, unknown>[]> {
	const sorted = `${await tableUrl(n8n, name)}/rows?sortBy=id:asc`;
	return Object(await ask(sorted, n8n.cookie)).data.data;
}

/** Adds rows to a data table, as a person does in its tab. */
export async function addRows(n8n: LoggedIn, name: string, rows: object[]): Promise<void> {
	const insert = `${await tableUrl(n8n, name)}/insert`;
	await ask(insert, n8n.cookie, { data: rows, returnType: 'count' });
}
