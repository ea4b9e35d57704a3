import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync, watch } from 'node:fs';
import path from 'node:path';

import { mayStart, tracked } from './children';
import { ended } from './n8n';
import type { Opened } from './opened';
import { progress } from './progress';
import { until } from './until';

const ROOT = path.resolve(__dirname, '../../..');

/** After a change, n8n would read these descriptions instead of the compiled code. */
export function loadEagerly(packageFolder: string): void {
	for (const folder of ['known', 'types']) {
		rmSync(path.join(packageFolder, 'dist', folder), { recursive: true });
	}
}

/**
 * Waits for the first build. After that, compiles changes into the installed package and copies all other files. Adds
 * whatever it opens to `opened`.
 */
export async function watchSources(opened: Opened, packageFolder: string): Promise<void> {
	const dist = path.join(packageFolder, 'dist');
	copyOnChange(opened, 'icons', '.svg', dist);
	copyOnChange(opened, 'nodes', '.json', dist);
	await compileOnChange(opened, dist);
}

async function compileOnChange(opened: Opened, dist: string): Promise<void> {
	mayStart();
	const compiler = require.resolve('typescript/bin/tsc');
	const flags = ['--project', 'tsconfig.build.json', '--outDir', dist];
	const child = tracked(
		spawn(process.execPath, [compiler, ...flags, '--watch', '--preserveWatchOutput'], {
			cwd: ROOT,
			stdio: ['ignore', 'pipe', 'inherit'],
		}),
	);
	opened.add(() => ended(child, 'SIGTERM'));
	let isCompiled = false;
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		isCompiled ||= text.includes('Watching for file changes');
		for (const line of text.split('\n').filter((line) => line.trim() !== '')) progress(line);
	});
	await until('the sources are compiled', () => {
		if (child.exitCode !== null) throw new Error('The compiler ended by itself');
		return isCompiled;
	});
}

function copyOnChange(opened: Opened, folder: string, ending: string, dist: string): void {
	const from = path.join(ROOT, folder);
	const watcher = watch(from, { recursive: true }, (_event, name) => {
		if (name?.endsWith(ending) !== true || !existsSync(path.join(from, name))) return;
		cpSync(path.join(from, name), path.join(dist, folder, name));
		progress(`Copied ${path.join(folder, name)}`);
	});
	opened.add(() => {
		watcher.close();
	});
}
