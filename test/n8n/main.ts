import { promises, unheld } from '../../tools/docs/promises';
import { agentsSuite } from './agents.suite';
import { alertTriggerSuite } from './alertTrigger.suite';
import { approvalsSuite } from './approvals.suite';
import { containerSuite } from './container.suite';
import { credentialDialogsSuite } from './credentialDialogs.suite';
import { editorSuite } from './editor.suite';
import { examplesSuite } from './examples.suite';
import { type Checks, Results } from './harness/checks';
import { boundCompileCache } from '../../tools/n8n/harness/install';
import { Opened } from '../../tools/n8n/harness/opened';
import { openSharedN8n } from './harness/sharedN8n';
import { openTalkativeN8n } from './harness/talkativeN8n';
import { type Installed, installPackage } from '../../tools/n8n/harness/stage';
import { installPageSuite, openBareN8n } from './installPage.suite';
import { journalSuite } from './journal.suite';
import { librariesSuite } from './libraries.suite';
import { listsSuite } from './lists.suite';
import { openDev, openSuite } from './open.suite';
import { panelsSuite } from './panels.suite';
import { queueSuite } from './queue.suite';
import { secretsSuite } from './secrets.suite';
import { triggerSuite } from './trigger.suite';
import { waitSuite } from './wait.suite';

/** A group's suites share a resource, so they run one after another. */
interface Group {
	names: readonly string[];
	run: (results: Results, installed: Installed, names: readonly string[]) => Promise<void>;
}

function groupOf<Place>(
	open: (opened: Opened, installed: Installed) => Promise<Place> | Place,
	suites: Readonly<Record<string, (checks: Checks, place: Place) => Promise<void>>>,
): Group {
	const run: Group['run'] = async (results, installed, names) => {
		const opened = new Opened();
		try {
			const place = await open(opened, installed);
			for (const [name, suite] of Object.entries(suites)) {
				if (names.includes(name)) await results.suite(name, (checks) => suite(checks, place));
			}
		} finally {
			await opened.close();
		}
	};
	return { names: Object.keys(suites), run };
}

const alone = (_opened: Opened, installed: Installed) => installed;

/**
 * Groups run in parallel. The first ones take longest, so their n8n starts first. Groups that mostly wait, such as for
 * poll times, leave the machine to the others. test/proofs.md names suites by their file.
 */
const GROUPS: readonly Group[] = [
	groupOf(openSharedN8n, {
		libraries: librariesSuite,
		examples: examplesSuite,
		approvals: approvalsSuite,
		container: containerSuite,
	}),
	groupOf(openSharedN8n, {
		panels: panelsSuite,
		credentialDialogs: credentialDialogsSuite,
		lists: listsSuite,
		// The suite leaves the page in the dark theme, so it's the last.
		editor: editorSuite,
	}),
	groupOf(openTalkativeN8n, {
		wait: waitSuite,
		agents: agentsSuite,
		journal: journalSuite,
		// The suite stops that n8n, so it's the last.
		secrets: secretsSuite,
	}),
	groupOf(alone, { trigger: triggerSuite }),
	groupOf(alone, { alertTrigger: alertTriggerSuite }),
	groupOf(alone, { queue: queueSuite }),
	groupOf(openDev, { open: openSuite }),
	groupOf(openBareN8n, { installPage: installPageSuite }),
];

/** A guarantee in the docs that names a suite needs this run's checks. */
async function promised(checks: Checks, results: Results, names: readonly string[]): Promise<void> {
	const run = results.all.map(({ suite, ...result }) => ({
		...result,
		file: `test/n8n/${suite}.suite.ts`,
	}));
	for (const promise of promises()) {
		if (!names.some((name) => promise.file === `test/n8n/${name}.suite.ts`)) continue;
		await checks.check(`the suites keep what is promised: ${promise.title}`, () => {
			const faults = unheld([promise], run);
			if (faults.length > 0) throw new Error(faults.join('\n'));
		});
	}
}

/** Runs the named suites, or all, in a real n8n. */
async function main(asked: readonly string[]): Promise<boolean> {
	const known = GROUPS.flatMap((group) => group.names);
	const unknown = asked.filter((name) => !known.includes(name));
	if (unknown.length > 0) throw new Error(`There is no suite "${unknown.join('", "')}"`);
	const names = asked.length === 0 ? known : asked;
	const results = new Results();
	const opened = new Opened();
	try {
		const installed = await installPackage(opened);
		boundCompileCache(installed.n8n);
		const running = GROUPS.filter((group) => group.names.some((name) => names.includes(name))).map(
			(group) => results.suite(group.names.join(', '), () => group.run(results, installed, names)),
		);
		await Promise.all(running);
	} finally {
		await opened.close();
	}
	await results.suite('promises', (checks) => promised(checks, results, names));
	const { passed, failures } = results;
	if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
	console.log(`\n${String(passed)} passed, ${String(failures.length)} failed`);
	return failures.length === 0 && passed > 0;
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
