import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { mustRun } from './run';

const ROOT = path.resolve(__dirname, '../../..');
export const PACKAGE = 'n8n-nodes-cloud-management';
/** The folder in which n8n keeps the community packages that a user installs, from the user folder. */
export const NODES = path.join('.n8n', 'nodes');

/** Builds and packs the package into a folder as npm would publish it; returns the path of the tarball. */
export async function packPackage(folder: string, root = ROOT): Promise<string> {
	await mustRun('npm', ['run', '--silent', 'build'], { cwd: root });
	const pack = ['pack', '--silent', '--pack-destination', folder];
	const output = await mustRun('npm', pack, { cwd: root });
	return path.join(folder, output.trim().split('\n').at(-1) ?? '');
}

/** Installs the tarball into n8n's folder for the community packages that a user installs. */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const folder = path.join(userFolder, NODES);
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		path.join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	await addPackages(userFolder, tarball);
}

/** Installs packages next to the community packages that are already installed. */
export async function addPackages(userFolder: string, ...packages: string[]): Promise<void> {
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	const cwd = path.join(userFolder, NODES);
	await mustRun('npm', ['install', ...flags, ...packages], { cwd });
}
