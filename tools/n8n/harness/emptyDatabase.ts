import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { InstalledN8n } from './install';
import { environmentOf, n8nCommand } from './n8n';
import { progress } from './progress';

const FILE = path.join('.n8n', 'database.sqlite');

/** Copies a new n8n's tables, because creating them takes seconds each time. */
export async function putEmptyDatabase(n8n: InstalledN8n, userFolder: string): Promise<void> {
	const kept = path.join(n8n.folder, 'empty.sqlite');
	if (!existsSync(kept)) await makeEmptyDatabase(n8n, kept);
	copyFileSync(kept, path.join(userFolder, FILE));
}

async function makeEmptyDatabase(n8n: InstalledN8n, kept: string): Promise<void> {
	progress('Creating the tables of an empty n8n (once)');
	const userFolder = mkdtempSync(path.join(tmpdir(), 'cloud-management-empty-'));
	try {
		await n8nCommand(n8n, await environmentOf(n8n, userFolder), 'list:workflow');
		const own = `${kept}.${String(process.pid)}`;
		copyFileSync(path.join(userFolder, FILE), own);
		// Atomic, because another process may be looking for the file.
		renameSync(own, kept);
	} finally {
		rmSync(userFolder, { recursive: true, force: true });
	}
}
