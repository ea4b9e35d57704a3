import assert from 'node:assert/strict';

import type { Checks } from './harness/checks';
import { freePort } from './harness/freePort';
import { logInAsPrinted, type OpenedN8n, openN8n } from './harness/openedN8n';
import { progress } from './harness/progress';
import { ask } from './harness/rest';
import { runToEnd } from './harness/restRun';
import { example, exampleNames, nodeOf } from './harness/workflows';

/** Checks that `npm run n8n` starts an n8n that can be used at once, and that nothing remains at the end. */
export async function openSuite(checks: Checks): Promise<void> {
	progress('Open: what does "npm run n8n" keep open, and what does it leave behind?');
	const port = await freePort();
	const opened = openN8n(port, { fault: '401:1' });
	try {
		await opened.untilPrinted('Ctrl-C ends');
		await useIt(checks, opened, port);
		await startAgain(checks, port);
		await wrongFault(checks);
		await stopIt(checks, opened);
	} finally {
		await opened.close();
	}
	await stopEarly(checks);
}

async function useIt(checks: Checks, opened: OpenedN8n, port: number): Promise<void> {
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
