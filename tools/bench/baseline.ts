import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { cacheRoot } from '../installOnce';
import { mustRun, run } from '../n8n/harness/run';

const ROOT = path.resolve(__dirname, '../..');

interface Baseline {
	name: string;
	folder: string;
}

/** Without a ref, checks out the last release, if there is one. */
export async function findBaseline(ref?: string): Promise<Baseline | undefined> {
	const found = await run('git', ['describe', '--tags', '--abbrev=0'], { cwd: ROOT });
	const source = ref ?? found.stdout.trim();
	return source === '' ? undefined : await checkedOut(source);
}

/** Puts a commit's files into the cache. They're built with this tree's modules. */
async function checkedOut(ref: string): Promise<Baseline> {
	const git = async (...args: string[]) => (await mustRun('git', args, { cwd: ROOT })).trim();
	const commit = await git('rev-parse', '--verify', `${ref}^{commit}`);
	const short = commit.slice(0, 8);
	const folder = path.join(cacheRoot(), `tree-${short}`);
	if (!existsSync(folder)) {
		mkdirSync(cacheRoot(), { recursive: true });
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
