import { spawn } from 'node:child_process';

import pLimit from 'p-limit';

/** Groups run in sequence: the build, its users, and the readers of the results. The longest starts first. */
const GROUPS = [
	['build'],
	['test:system', 'test:compat', 'test:unit', 'typecheck', 'scan'],
	['check:proofs'],
];
/** Enough for two processors, because the tests wait a lot. */
const limit = pLimit(3);

/** Runs a package script. The longest script's output is shown immediately, the others' at the end. */
async function run(script) {
	const start = performance.now();
	const isShown = script === 'test:system';
	if (isShown) console.log(`\n== ${script}`);
	const env = script === 'build' ? process.env : { ...process.env, SKIP_BUILD: '1' };
	const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
	const child = spawn('npm', ['run', '--silent', script], { env, stdio });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
	}
	const status = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	const seconds = ((performance.now() - start) / 1000).toFixed(0);
	return { script, passed: status === 0, output, seconds };
}

const results = [];
for (const scripts of GROUPS) {
	results.push(...(await Promise.all(scripts.map((script) => limit(() => run(script))))));
}
for (const { script, output } of results)
	if (output !== '') console.log(`\n== ${script}\n${output}`);
console.log('\n== Summary');
for (const { script, passed, seconds } of results) {
	console.log(`${passed ? 'passed' : 'FAILED'}: ${script} (${seconds} s)`);
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
