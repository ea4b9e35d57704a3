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

/** With these arguments, npm installs a lock file's packages. */
export const NPM_CI = ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'];

/** N8N_TEST_CACHE, or a folder in the user's cache. */
export function cacheRoot(): string {
	const user = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
	return process.env['N8N_TEST_CACHE'] ?? path.join(user, 'n8n-nodes-cloud-management');
}

/** The lock file's hash names the folder. */
export function cacheFolder(name: string, folder: string): string {
	const lock = readFileSync(path.join(folder, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	return path.join(cacheRoot(), `${name}-${hash}`);
}

/** Copies the manifest, the lock file, and npm's settings. */
export function copyManifest(folder: string, into: string): void {
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		copyFileSync(path.join(folder, file), path.join(into, file));
	}
}

/** Installs a folder's packages into the cache, unless they're there, and links node_modules. */
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
	// Moves the complete folder into place, because another run may install the same packages.
	const begun = mkdtempSync(`${cached}-`);
	try {
		copyManifest(folder, begun);
		const { status, error } = spawnSync('npm', NPM_CI, { cwd: begun, stdio: 'inherit' });
		if (error) throw error;
		if (status !== 0) throw new Error(`npm ci failed for ${folder}`);
		if (!existsSync(cached)) renameSync(begun, cached);
	} finally {
		rmSync(begun, { recursive: true, force: true });
	}
}
