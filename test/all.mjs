import { spawn } from 'node:child_process';

/** The lists run side by side, the scripts of a list one after another. Only those of the first two need the build. */
const [JEST, OF_THE_BUILD, OF_THE_SOURCE] = [
	['test:unit', 'test:others'],
	['test:compat', 'scan'],
	['typecheck', 'lint'],
];
/** Reads what the tests have written. */
const LAST = ['test:promises'];

/** Runs one script of the package; its output is shown at once, or kept until all is done. */
async function step(script, { shown, env }) {
	const start = performance.now();
	const stdio = shown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
	const child = spawn('npm', ['run', '--silent', ...script.split(' ')], { env, stdio });
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

const env = { ...process.env, SKIP_BUILD: '1' };
const checked = steps(OF_THE_SOURCE, { shown: false, env });
const built = await steps(['build'], { shown: true });
const [tested, ...beside] = await Promise.all([
	steps(JEST, { shown: true }),
	steps(OF_THE_BUILD, { shown: false, env }),
	checked,
]);
const others = [...beside.flat(), ...(await steps(LAST, { shown: false, env }))];
for (const { script, output } of others) console.log(`\n== ${script}\n${output}`);
const results = [...built, ...tested, ...others];
console.log('\n== Summary');
for (const { passed, line } of results) console.log(`${passed ? 'passed' : 'FAILED'}: ${line}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
