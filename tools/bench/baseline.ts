import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { cacheRoot } from '../installOnce';
import { mustRun, run } from '../n8n/harness/run';

const ROOT = path.resolve(__dirname, '../..');

/** An older state of the project. */
export interface Baseline {
	/** Its name on the page. */
	name: string;
	folder: string;
}

/** Finds the project in a folder, or at a git ref; if neither is given, at its last release, if there is one. */
export async function findBaseline(source: string | undefined): Promise<Baseline | undefined> {
	if (source !== undefined && existsSync(path.join(source, 'package.json'))) {
		return { name: path.basename(path.resolve(source)), folder: path.resolve(source) };
	}
	const ref = source ?? (await lastRelease());
	return ref === undefined ? undefined : await checkedOut(ref);
}

async function lastRelease(): Promise<string | undefined> {
	const found = await run('git', ['describe', '--tags', '--abbrev=0'], { cwd: ROOT });
	return found.code === 0 ? found.stdout.trim() : undefined;
}

/** Puts a commit's files into the cache. They are built with this tree's modules. */
async function checkedOut(ref: string): Promise<Baseline> {
	const git = async (...args: string[]) => (await mustRun('git', args, { cwd: ROOT })).trim();
	const commit = await git('rev-parse', '--verify', `${ref}^{commit}`);
	const short = commit.slice(0, 8);
	const folder = path.join(cacheRoot(), `tree-${short}`);
	if (!existsSync(folder)) {
		const begun = mkdtempSync(`${folder}-`);
		const archive = path.join(begun, 'tree.tar');
		await git('archive', '--output', archive, commit);
		await mustRun('tar', ['-xf', archive, '-C', begun]);
		rmSync(archive);
		renameSync(begun, folder);
	}
	const modules = path.join(folder, 'node_modules');
	rmSync(modules, { force: true });
	symlinkSync(path.join(ROOT, 'node_modules'), modules);
	const day = await git('show', '--no-patch', '--format=%cs', commit);
	return { name: `${ref === commit ? short : ref} of ${day}`, folder };
}
