import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort } from '../harness/freePort';
import { ended } from '../harness/n8n';
import { Opened } from '../harness/opened';
import { mustRun, run } from '../harness/run';
import { until } from '../harness/until';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const OWNER = 'n8n';
const DATABASE = 'postgres';
/** Nothing here outlives the suite, so the server needs no Unix socket and no disk syncs. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];

/** A local PostgreSQL server in a temporary folder. */
export interface Postgres {
	/** Makes n8n use this database. */
	environment: NodeJS.ProcessEnv;
	stop: () => Promise<void>;
}

/** The caller stops the database. */
export async function startPostgres(): Promise<Postgres> {
	const program = programs();
	const user = await serverUser();
	const opened = new Opened();
	const stop = () => opened.close();
	try {
		const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-postgres-'));
		opened.add(() => {
			rmSync(folder, { recursive: true, force: true });
		});
		if (user !== undefined) chownSync(folder, user.uid, user.gid);
		const own = { ...user, cwd: folder };
		const fresh = ['-U', OWNER, '--encoding=UTF8', '--locale=C', '--auth=trust', '--no-sync'];
		await mustRun(program('initdb'), ['-D', folder, ...fresh], own);
		const port = String(await freePort());
		const args = ['-D', folder, '-p', port, ...SETTINGS.flatMap((setting) => ['-c', setting])];
		const child = spawn(program('postgres'), args, { ...own, stdio: 'ignore' });
		opened.add(() => ended(child, 'SIGINT'));
		const database = ['-h', '127.0.0.1', '-p', port, '-U', OWNER, '-d', DATABASE];
		await until('PostgreSQL is ready', async () => {
			if (child.exitCode !== null) throw new Error('PostgreSQL ended at once');
			return (await run(program('pg_isready'), database)).code === 0;
		});
		const environment = {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: OWNER,
		};
		return { environment, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Debian installs each version of PostgreSQL in a folder of its own. The newest counts. */
function programs(): (name: string) => string {
	const newest = readdirSync(DEBIAN_FOLDER).sort((one, other) => Number(other) - Number(one))[0];
	if (newest === undefined) throw new Error(`No PostgreSQL in ${DEBIAN_FOLDER}`);
	return (name) => path.join(DEBIAN_FOLDER, newest, 'bin', name);
}

/** PostgreSQL refuses to run as root, so root starts it as Debian's package user. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const uid = Number(await mustRun('id', ['-u', 'postgres']));
	const gid = Number(await mustRun('id', ['-g', 'postgres']));
	return { uid, gid };
}
