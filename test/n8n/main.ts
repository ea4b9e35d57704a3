import { credentialDialogsSuite } from './credentialDialogs.suite';
import { editorSuite } from './editor.suite';
import { examplesSuite, seedForExamples } from './examples.suite';
import { Checks } from './harness/checks';
import { openStage } from './harness/stage';
import { openSuite } from './open.suite';
import { panelsSuite } from './panels.suite';
import { librarySuite, packageSuite } from './package.suite';
import { queueSuite } from './queue.suite';
import { secretsSuite } from './secrets.suite';

/** Runs every suite in a real n8n, or those whose names are given. */
async function main(names: readonly string[]): Promise<boolean> {
	const stage = await openStage({ seed: seedForExamples() });
	const checks = new Checks();
	const suites = {
		package: packageSuite,
		libraries: librarySuite,
		examples: examplesSuite,
		editor: editorSuite,
		panels: panelsSuite,
		dialogs: credentialDialogsSuite,
		open: openSuite,
		queue: queueSuite,
		secrets: secretsSuite,
	};
	try {
		for (const [name, suite] of Object.entries(suites)) {
			if (names.length === 0 || names.includes(name)) await suite(checks, stage);
		}
	} finally {
		await stage.close();
	}
	console.log(`\n${String(checks.passed)} passed, ${String(checks.failed)} failed`);
	return checks.failed === 0 && checks.passed > 0;
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
