import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { mustRun } from './run';

const ROOT = path.resolve(__dirname, '../../..');
export const PACKAGE = 'n8n-nodes-cloud-management';
/** n8n installs community packages here, in its user folder. */
export const NODES = path.join('.n8n', 'nodes');

/** Packs like npm before it publishes. Returns the tarball's path. */
export async function packPackage(folder: string, root = ROOT): Promise<string> {
	await mustRun('npm', ['run', '--silent', 'build'], { cwd: root });
	const pack = ['pack', '--silent', '--pack-destination', folder];
	const output = await mustRun('npm', pack, { cwd: root });
	return path.join(folder, output.trim().split('\n').at(-1) ?? '');
}

/** Installs the tarball as a user's community package. */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const folder = path.join(userFolder, NODES);
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		path.join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	await addPackages(userFolder, tarball);
}

/** Installs packages next to the installed community packages. */
export async function addPackages(userFolder: string, ...packages: string[]): Promise<void> {
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	const cwd = path.join(userFolder, NODES);
	await mustRun('npm', ['install', ...flags, ...packages], { cwd });
}
