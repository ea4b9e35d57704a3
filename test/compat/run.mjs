import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installOnce } from '../../tools/installOnce.ts';

const here = import.meta.dirname;
const root = join(here, '../..');
const jest = join(root, 'node_modules/jest/bin/jest.js');
const file = join(here, 'lines.json');
const lines = JSON.parse(readFileSync(file, 'utf8'));
/** All other tests use the n8n in this folder. */
const OWN = '.';
/** `npm run check:proofs` reads these results. */
const WRITE_RESULTS = ['--json', '--outputFile=.cache/engine.json'];

/** Runs the engine tests with an n8n's modules. Returns a line for the summary. */
function runWith({ n8n, folder }) {
	const name = `n8n ${n8n} on Node ${process.versions.node}`;
	console.log(`\n== ${name}`);
	if (folder !== OWN) installOnce(join(root, folder), `engine-${n8n}`);
	const { status, error } = spawnSync(
		process.execPath,
		[jest, '-c', join(here, 'jest.config.js'), ...(folder === OWN ? WRITE_RESULTS : [])],
		{
			cwd: root,
			env: { ...process.env, N8N_LINE: n8n },
			stdio: 'inherit',
		},
	);
	if (error) throw error;
	return { passed: status === 0, name, n8n };
}

/** Records this Node as passed, for the table in docs/versioning.md. */
function record(results) {
	const [major] = process.versions.node.split('.');
	const added = lines.map((line) => {
		const passed = results.some(({ n8n, passed }) => n8n === line.n8n && passed);
		return passed ? { ...line, node: [...new Set([...line.node, major])].sort() } : line;
	});
	writeFileSync(file, `${JSON.stringify(added, undefined, 2)}\n`);
}

const results = lines.map(runWith);
console.log('\n== Engine tests');
for (const { passed, name } of results) console.log(`${passed ? 'passed' : 'FAILED'}: ${name}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
if (process.argv.includes('--record')) record(results);
