import { spawnSync } from 'node:child_process';

const STEPS = ['typecheck', 'lint', 'build', 'test:jest', 'scan'];

/** Runs one script of the package with its output shown; gives its line for the summary. */
function step(script) {
	console.log(`\n== ${script}`);
	const start = performance.now();
	const { status, error } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
	if (error) throw error;
	const seconds = ((performance.now() - start) / 1000).toFixed(0);
	return { passed: status === 0, line: `${script} (${seconds} s)` };
}

const results = STEPS.map(step);
console.log('\n== Summary');
for (const { passed, line } of results) console.log(`${passed ? 'passed' : 'FAILED'}: ${line}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
