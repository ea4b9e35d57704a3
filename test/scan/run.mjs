import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const lock = join(here, 'package-lock.json');
const installed = join(here, 'node_modules', '.installed-lock.json');

/** Runs a command here with its output shown; ends this process with its status when it fails. */
function run(command, ...args) {
	const { status, error } = spawnSync(command, args, { cwd: here, stdio: 'inherit' });
	if (error) throw error;
	if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(installed) || readFileSync(installed, 'utf8') !== readFileSync(lock, 'utf8')) {
	console.log('Installing the scanner (once)');
	run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel', 'error');
	copyFileSync(lock, installed);
}
run(process.execPath, 'scan.mjs');
