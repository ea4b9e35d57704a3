import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { cacheFolder, copyManifest, NPM_CI } from '../../installOnce';
import { progress } from './progress';
import { mustRun } from './run';

const HERE = path.resolve(__dirname, '..');
/** A slow machine or network takes long, but a hang must end. */
const MAX_TIME = 1_200_000;
/**
 * Maximum number of files in the compile cache, about 200 MB. n8n has about 9,000 modules, and each folder with the
 * package adds 200.
 */
const MAX_COMPILED_FILES = 40_000;

export interface InstalledN8n {
	folder: string;
	/** The folder must be first in PATH. */
	nodeFolder: string;
	/** The script starts n8n. */
	script: string;
	/** Node keeps n8n's compiled modules here. */
	compileCache: string;
}

/** n8n needs the install scripts of two packages. No other install scripts run. */
async function buildNatives(folder: string): Promise<void> {
	const rebuild = ['rebuild', '--ignore-scripts=false', '--foreground-scripts'];
	progress('Fetching the Node that n8n runs on');
	await mustRun('npm', [...rebuild, 'node'], { cwd: folder });
	progress('Compiling sqlite3 for it (a minute)');
	await mustRun('npm', [...rebuild, 'sqlite3', '--build-from-source'], { cwd: folder });
}

async function install(folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	copyManifest(HERE, folder);
	progress(`Installing n8n into ${folder} (once, some minutes, 2.6 GB)`);
	const pulse = setInterval(() => {
		progress('Still installing n8n');
	}, 20_000);
	try {
		await mustRun('npm', NPM_CI, { cwd: folder, timeout: MAX_TIME });
	} finally {
		clearInterval(pulse);
	}
	await buildNatives(folder);
}

export async function installN8n(): Promise<InstalledN8n> {
	const folder = cacheFolder('n8n', HERE);
	const done = path.join(folder, '.installed');
	if (!existsSync(done)) {
		await install(folder);
		writeFileSync(done, '');
	}
	const modules = path.join(folder, 'node_modules');
	return {
		folder,
		compileCache: path.join(folder, 'compile-cache'),
		nodeFolder: path.join(modules, 'node', 'bin'),
		script: path.join(modules, 'n8n', 'bin', 'n8n'),
	};
}

/**
 * Node.js never cleans up its compile cache, so this empties a large cache. Moves it away first, because a running n8n
 * may still write to it.
 */
export function boundCompileCache({ compileCache }: InstalledN8n): void {
	if (!existsSync(compileCache)) return;
	const files = readdirSync(compileCache, { recursive: true }).length;
	if (files <= MAX_COMPILED_FILES) return;
	const old = `${compileCache}-${String(process.pid)}`;
	renameSync(compileCache, old);
	rmSync(old, { recursive: true, force: true });
}
