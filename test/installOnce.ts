import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Names the folder for what a folder's lock file installs: in N8N_TEST_CACHE, or in the user's cache folder. */
export function cacheFolder(name: string, folder: string): string {
	const user = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
	const root = process.env['N8N_TEST_CACHE'] ?? path.join(user, 'n8n-nodes-cloud-management');
	const lock = readFileSync(path.join(folder, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	return path.join(root, `${name}-${hash}`);
}

/** Installs a folder's package by its lock file into the cache, unless it is there already, and links its node_modules. */
export function installOnce(folder: string, name: string): void {
	const cached = cacheFolder(name, folder);
	if (!existsSync(cached)) install(folder, cached);
	const link = path.join(folder, 'node_modules');
	rmSync(link, { recursive: true, force: true });
	symlinkSync(path.join(cached, 'node_modules'), link);
}

function install(folder: string, cached: string): void {
	console.log(`Installing ${cached} (once)`);
	mkdirSync(path.dirname(cached), { recursive: true });
	// Takes its place when it is complete: another run may install the same.
	const begun = mkdtempSync(`${cached}-`);
	for (const file of ['package.json', 'package-lock.json']) {
		copyFileSync(path.join(folder, file), path.join(begun, file));
	}
	const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
	const { status, error } = spawnSync('npm', args, { cwd: begun, stdio: 'inherit' });
	if (error) throw error;
	if (status !== 0) throw new Error(`npm ci failed for ${folder}`);
	if (existsSync(cached)) rmSync(begun, { recursive: true });
	else renameSync(begun, cached);
}
