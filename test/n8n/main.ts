import path from 'node:path';

import { promises, unheld } from '../docs/promises';
import { agentsSuite } from './agents.suite';
import { approvalsSuite } from './approvals.suite';
import { benchSuite } from './bench.suite';
import { containerSuite } from './container.suite';
import { credentialDialogsSuite } from './credentialDialogs.suite';
import { devSuite } from './dev.suite';
import { editorSuite, workflowsForEditor } from './editor.suite';
import { examplesSuite, seedForExamples } from './examples.suite';
import { Checks } from './harness/checks';
import { boundCompileCache } from './harness/install';
import { run } from './harness/run';
import { openSharedN8n } from './harness/sharedN8n';
import { openStage, type Stage } from './harness/stage';
import { journalSuite } from './journal.suite';
import { librariesSuite } from './libraries.suite';
import { listsSuite } from './lists.suite';
import { openSuite } from './open.suite';
import { pipeFormsSuite } from './pipeForms.suite';
import { panelsSuite, workflowsForPanels } from './panels.suite';
import { packageSuite } from './package.suite';
import { queueSuite } from './queue.suite';
import { rateLimitSuite } from './rateLimit.suite';
import { secretsSuite } from './secrets.suite';
import { triggerSuite } from './trigger.suite';
import { waitSuite } from './wait.suite';

/** Suites that one running n8n serves. Each has the name of its file, by which docs/reliability.md names it. */
const SHARING = {
	package: packageSuite,
	examples: examplesSuite,
	approvals: approvalsSuite,
	panels: panelsSuite,
	pipeForms: pipeFormsSuite,
	credentialDialogs: credentialDialogsSuite,
	lists: listsSuite,
	wait: waitSuite,
	// The last one, since it leaves the page in the dark theme.
	editor: editorSuite,
};

/** Suites that start what they need themselves, or nothing. */
const ALONE = {
	agents: agentsSuite,
	bench: benchSuite,
	container: containerSuite,
	dev: devSuite,
	journal: journalSuite,
	libraries: librariesSuite,
	open: openSuite,
	queue: queueSuite,
	rateLimit: rateLimitSuite,
	secrets: secretsSuite,
	trigger: triggerSuite,
};

/**
 * Suites that run in other processes meanwhile, each list one after another. Those that mostly wait (for poll times,
 * for the lock of a dead worker, for the window of a limit) come first: the others compute meanwhile.
 */
const BESIDE: ReadonlyArray<ReadonlyArray<keyof typeof ALONE>> = [
	['trigger'],
	['queue', 'open', 'dev', 'container'],
	['secrets', 'rateLimit', 'agents', 'libraries', 'journal'],
];
/** Suites that run only where they are named: they check a tool. */
const BY_HAND: ReadonlySet<string> = new Set<keyof typeof ALONE>(['bench']);
const LONGEST_BESIDE_MS = 7_200_000;

/** The heading of what failed, at the very end of the output. */
const FAILED = '\nFailed:\n';

type Runs = (name: string) => boolean;

function isAlone(name: string): name is keyof typeof ALONE {
	return name in ALONE;
}

async function runSharing(checks: Checks, stage: Stage, runs: Runs): Promise<void> {
	const suites = Object.entries(SHARING).filter(([name]) => runs(name));
	if (suites.length === 0) return;
	const n8n = await openSharedN8n(stage, [...workflowsForEditor(stage), ...workflowsForPanels()]);
	try {
		for (const [name, suite] of suites) await checks.suite(name, () => suite(checks, n8n));
	} finally {
		await n8n.close();
	}
}

/** The promises of the docs that name a suite, tested by the checks of this run. */
async function reliability(checks: Checks, runs: Runs): Promise<void> {
	const suiteOf = (file: string) => path.basename(file, '.suite.ts');
	const promised = promises().filter(
		({ file }) => file.startsWith('test/n8n/') && runs(suiteOf(file)),
	);
	const results = checks.results.map(({ suite, ...result }) => ({
		...result,
		file: `test/n8n/${suite}.suite.ts`,
	}));
	await checks.suite('reliability', async () => {
		for (const promise of promised) {
			await checks.check(`the suites keep what is promised: ${promise.title}`, () => {
				const faults = unheld([promise], results);
				if (faults.length > 0) throw new Error(faults.join('\n'));
			});
		}
	});
}

/** Runs suites in a process of its own. Prints its output, totals included, at its end, and returns what failed. */
async function runBeside(names: readonly string[]): Promise<string[]> {
	const args = [...process.execArgv, __filename, ...names];
	// The package is built by now, and all of them use it.
	const env = { ...process.env, SKIP_BUILD: '1' };
	const { code, signal, stdout, stderr } = await run(process.execPath, args, {
		env,
		timeout: LONGEST_BESIDE_MS,
	});
	console.log(`\nIn parallel: ${names.join(', ')}\n${stdout}${stderr}`);
	if (code === 0) return [];
	const [, failed] = stdout.split(FAILED);
	return [failed ?? `${names.join(', ')} ended with ${String(code ?? signal)}:\n${stderr}`];
}

/** Runs the suites in a real n8n, or those whose names are given. */
async function main(names: readonly string[]): Promise<boolean> {
	const unknown = names.filter((name) => !(name in SHARING || name in ALONE));
	if (unknown.length > 0) throw new Error(`There is no suite "${unknown.join('", "')}"`);
	const all = names.length === 0;
	const besides = new Set<string>(BESIDE.flat());
	const runs = (name: string) =>
		all ? !besides.has(name) && !BY_HAND.has(name) : names.includes(name);
	const checks = new Checks();
	const stage = await openStage({ seed: seedForExamples(), cloudOperations: true });
	// Before the other processes start: theirs would be emptied under their hands.
	if (all) boundCompileCache(stage.n8n);
	const beside = Promise.all(all ? BESIDE.map(runBeside) : []);
	try {
		await checks.suite('shared n8n', () => runSharing(checks, stage, runs));
		for (const name of (all ? Object.keys(ALONE) : names).filter(runs).filter(isAlone)) {
			await checks.suite(name, () => ALONE[name](checks, stage));
		}
	} finally {
		await stage.close();
	}
	await reliability(checks, runs);
	const failed = [...(checks.failed > 0 ? [checks.report] : []), ...(await beside).flat()];
	console.log(`\n${String(checks.passed)} passed, ${String(checks.failed)} failed`);
	// Also what failed in the other processes: their output is far above.
	if (failed.length > 0) console.log(`${FAILED}${failed.join('\n').trimEnd()}`);
	return failed.length === 0 && checks.passed > 0;
}

main(process.argv.slice(2)).then(
	(passed) => {
		process.exitCode = passed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
