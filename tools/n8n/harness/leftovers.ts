import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PROCESSES = '/proc';

/** The IDs of all running processes that have a folder in their environment or command, on Linux. */
export function processesIn(folder: string): number[] {
	const ids = readdirSync(PROCESSES).filter((name) => /^\d+$/.test(name));
	const own = String(process.pid);
	return ids.filter((id) => id !== own && speaksOf(id, folder)).map(Number);
}

function speaksOf(id: string, folder: string): boolean {
	return ['environ', 'cmdline'].some((file) =>
		contentOf(path.join(PROCESSES, id, file)).includes(folder),
	);
}

/** Empty if the process has ended since, or belongs to another user. */
function contentOf(file: string): string {
	try {
		return readFileSync(file, 'latin1');
	} catch {
		return '';
	}
}
