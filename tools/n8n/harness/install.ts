import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { cacheFolder, copyManifest, NPM_CI } from '../../installOnce';
import { progress } from './progress';
import { mustRun } from './run';

const HERE = path.resolve(__dirname, '..');
/** A machine or network may be slow. */
const MAX_TIME = 1_200_000;
/** 200 MB. n8n has about 9,000 modules; each folder that the package is installed in adds 200. */
const MAX_COMPILED_FILES = 40_000;

/** An n8n on disk, with the Node it runs on. */
export interface InstalledN8n {
	/** The folder that contains node_modules. */
	folder: string;
	/** The folder of the Node binary, to be first in PATH. */
	nodeFolder: string;
	/** The script that starts n8n. */
	script: string;
	/** The folder where Node keeps the compiled modules of n8n. */
	compileCache: string;
}

/** Builds the two packages whose install scripts n8n needs; no other install script is run. */
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
	progress(`Installing n8n into ${folder} (once, some minutes, 2.9 GB)`);
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

/** Installs n8n if it is not installed yet, and returns its location. */
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
 * Empties the compile cache when it has grown: Node never removes anything from it. It is moved away first, since a
 * running n8n may put files into it.
 */
export function boundCompileCache({ compileCache }: InstalledN8n): void {
	if (!existsSync(compileCache)) return;
	const files = readdirSync(compileCache, { recursive: true }).length;
	if (files <= MAX_COMPILED_FILES) return;
	const old = `${compileCache}-${String(process.pid)}`;
	renameSync(compileCache, old);
	rmSync(old, { recursive: true, force: true });
}
