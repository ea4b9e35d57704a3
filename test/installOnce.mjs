import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the package in a folder by its lock file, unless exactly that is installed there already. */
export function installOnce(folder, what) {
	const lock = join(folder, 'package-lock.json');
	const installed = join(folder, 'node_modules', '.installed-lock.json');
	if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8')) {
		return;
	}
	console.log(`Installing ${what} (once)`);
	const args = ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'];
	const { status, error } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
	if (error) throw error;
	if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
	copyFileSync(lock, installed);
}
