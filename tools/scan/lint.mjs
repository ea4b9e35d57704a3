import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const here = import.meta.dirname;
const cli = join(here, 'node_modules/@n8n/node-cli');
const templates = join(cli, 'dist/template/templates');

/** Runs `n8n-node lint` as n8n sets it up, in strict mode, and prints its report. False if it finds anything. */
export function lint(root, folder) {
	const copy = join(folder, 'lint');
	mkdirSync(copy);
	for (const name of ['package.json', 'credentials', 'nodes', 'icons']) {
		cpSync(join(root, name), join(copy, name), { recursive: true });
	}
	cpSync(join(templates, 'shared/default'), copy, { recursive: true });
	cpSync(
		join(templates, 'programmatic/example/template/tsconfig.json'),
		join(copy, 'tsconfig.json'),
	);
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	manifest.n8n.strict = true;
	writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
	symlinkSync(join(here, 'node_modules'), join(copy, 'node_modules'));
	const { stdout, stderr, status, error } = spawnSync(
		process.execPath,
		[join(cli, 'bin/n8n-node.mjs'), 'lint'],
		{ cwd: copy, encoding: 'utf8' },
	);
	if (error) throw error;
	const report = stripVTControlCharacters(stdout + stderr).replaceAll(`${copy}/`, '');
	console.log(report);
	const passed = status === 0;
	console.log(`${passed ? 'passed' : 'FAILED'}: n8n's lint`);
	return passed;
}
