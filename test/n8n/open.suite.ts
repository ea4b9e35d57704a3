import assert from 'node:assert/strict';

import { sending } from './examples/play';
import type { Checks } from './harness/checks';
import type { LoggedIn } from './harness/dataTables';
import { freePort } from './harness/freePort';
import type { InstalledN8n } from './harness/install';
import { logInAsPrinted, type OpenedN8n, openN8n } from './harness/openedN8n';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { addWorkflow, outputOf, runToEnd } from './harness/restRun';
import type { Stage } from './harness/stage';
import { example, exampleNames, nodeOf } from './harness/workflows';

/** Checks that `npm run n8n` starts an n8n that can be used at once, and that nothing remains at the end. */
export async function openSuite(checks: Checks, { n8n }: Stage): Promise<void> {
	progress('Open: what does "npm run n8n" keep open, and what does it leave behind?');
	const port = await freePort();
	const opened = openN8n(port, { fault: '401:1' });
	try {
		await opened.untilPrinted('Ctrl-C ends');
		const session = await useIt(checks, opened, port);
		await runExamples(checks, n8n, session);
		await startAgain(checks, port);
		await wrongFault(checks);
		await stopIt(checks, opened);
	} finally {
		await opened.close();
	}
	await stopEarly(checks);
}

async function useIt(checks: Checks, opened: OpenedN8n, port: number): Promise<LoggedIn> {
	const base = `http://127.0.0.1:${String(port)}`;
	const url = `${base}/rest`;
	let cookie = '';
	await checks.check('the login that it prints is taken', async () => {
		cookie = await logInAsPrinted(opened, url);
	});
	await checks.check('the examples and their credentials are there', async () => {
		const names = namesIn(await ask(`${url}/workflows`, cookie));
		assert.deepEqual(
			names,
			exampleNames()
				.map((name) => example(name).name)
				.sort(),
		);
		const credentials = namesIn(await ask(`${url}/credentials`, cookie));
		assert.deepEqual(credentials, [
			'Cloud Dashboard',
			'Cloud Management',
			'GitHub',
			'Mail Server',
			'Orders source',
		]);
	});
	await checks.check('the workflows and IDs that it names exist', () => {
		const names = exampleNames().map((name) => example(name).name);
		const named = [...opened.output().matchAll(/"(\w+: [^"]+)"/g)].map(([, name]) => name ?? '');
		assert.ok(named.length >= 3 && named.every((name) => names.includes(name)), named.join('\n'));
		const { jsonOutput } = nodeOf(example('demo'), 'Settings').parameters;
		const { serviceId, backupId, dashboardId } = JSON.parse(String(jsonOutput));
		for (const id of [serviceId, backupId, dashboardId])
			assert.ok(opened.output().includes(id), id);
	});
	await checks.check('the fault of FAULT is printed, and given as often as it says', async () => {
		assert.match(opened.output(), /Fault {5}401:1/);
		await assert.rejects(runToEnd(base, cookie, 'weekly-digest'), /401/);
	});
	await checks.check('an example runs, and its mail is shown', async () => {
		await runToEnd(base, cookie, 'weekly-digest');
		await opened.untilPrinted('A mail to team@example.com: Activities of the last 7 days');
	});
	return { url: base, cookie };
}

/** Runs the examples that need more than the reference has, or rows in a table. */
async function runExamples(
	checks: Checks,
	n8n: InstalledN8n,
	{ url, cookie }: LoggedIn,
): Promise<void> {
	const output = async (id: string, node: string, trigger?: string) =>
		outputOf(n8n, await runToEnd(url, cookie, id, trigger)).get(node) ?? [];
	await checks.check('the tables of pipes-by-day and invite-people have rows', async () => {
		const planned = await output('pipes-by-day', 'Stop Pipes');
		assert.equal(planned.length, 6);
		assert.ok(planned.every(({ dryRun }) => dryRun === true));
		assert.equal((await output('invite-people', 'Invite')).length, 2);
	});
	await checks.check('pipe-state-to-slack reads a pipe', async () => {
		const [event] = await output('pipe-state-to-slack', 'Pipe State Changed', 'Pipe State Changed');
		assert.equal(typeof event?.state, 'string');
	});
	await checks.check('wake-then-create runs through with its dry run off', async () => {
		const id = await addWorkflow(url, cookie, sending(example('wake-then-create')));
		const [pipe] = await output(id, 'Wait for Pipe');
		assert.equal(pipe?.state, 'Running');
	});
}

async function startAgain(checks: Checks, port: number): Promise<void> {
	await checks.check('a port that is taken is named', async () => {
		const second = openN8n(port);
		try {
			assert.equal(await second.ended(), 1);
			assert.match(second.output(), new RegExp(`^Port ${String(port)} is taken.*PORT=`));
		} finally {
			await second.close();
		}
	});
}

async function wrongFault(checks: Checks): Promise<void> {
	await checks.check('an invalid fault ends it at once', async () => {
		const opened = openN8n(await freePort(), { fault: 'often' });
		try {
			assert.equal(await opened.ended(), 1);
			assert.match(opened.output(), /^FAULT is "often"\. Give a status/);
		} finally {
			await opened.close();
		}
	});
}

async function stopIt(checks: Checks, opened: OpenedN8n): Promise<void> {
	await checks.check('while it runs, it has folders and processes', () => {
		assert.ok(opened.leftovers().length >= 4, opened.leftovers().join('\n'));
	});
	await checks.check('Ctrl-C ends it, and nothing is left', async () => {
		opened.child.kill('SIGINT');
		await sureOfCleanEnd(opened);
	});
}

async function stopEarly(checks: Checks): Promise<void> {
	const opened = openN8n(await freePort());
	try {
		await checks.check('Ctrl-C while it starts, twice, leaves nothing either', async () => {
			await opened.untilPrinted('Importing');
			opened.child.kill('SIGINT');
			await opened.untilPrinted('Stopping');
			opened.child.kill('SIGINT');
			// The second one may also end Node itself, after all is stopped.
			await sureOfCleanEnd(opened, [0, 'SIGINT']);
			assert.ok(!opened.output().includes('Ready:'));
		});
	} finally {
		await opened.close();
	}
}

async function sureOfCleanEnd(opened: OpenedN8n, ends: readonly unknown[] = [0]): Promise<void> {
	assert.ok(ends.includes(await opened.ended()), opened.output());
	assert.match(opened.output(), /Stopped: /);
	assert.deepEqual(opened.leftovers(), []);
}

function namesIn(answer: unknown): string[] {
	const { data } = Object(answer);
	assert.ok(Array.isArray(data));
	return data.map((entry: { name: unknown }) => String(entry.name)).sort();
}
