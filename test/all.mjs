import { spawn } from 'node:child_process';

/** What does not need Jest, run in parallel to it. The scripts of a list run one after another. */
const BESIDE_JEST = ['typecheck', 'lint', 'scan'];
const JEST = ['test:jest', 'test:promises'];

/** Runs one script of the package; its output is shown at once, or kept until all is done. */
async function step(script, { shown }) {
	const start = performance.now();
	const stdio = shown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
	const child = spawn('npm', ['run', '--silent', script], { stdio });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
	}
	const status = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	const seconds = ((performance.now() - start) / 1000).toFixed(0);
	return { passed: status === 0, script, output, line: `${script} (${seconds} s)` };
}

async function steps(scripts, options) {
	const results = [];
	for (const script of scripts) {
		if (options.shown) console.log(`\n== ${script}`);
		results.push(await step(script, options));
	}
	return results;
}

const built = await steps(['build'], { shown: true });
const [tested, others] = await Promise.all([
	steps(JEST, { shown: true }),
	steps(BESIDE_JEST, { shown: false }),
]);
for (const { script, output } of others) console.log(`\n== ${script}\n${output}`);
const results = [...built, ...tested, ...others];
console.log('\n== Summary');
for (const { passed, line } of results) console.log(`${passed ? 'passed' : 'FAILED'}: ${line}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
