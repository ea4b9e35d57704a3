import assert from 'node:assert/strict';

import { addWorkflow, outputOf, runToEnd } from '../harness/restRun';
import type { SharedN8n } from '../harness/sharedN8n';
import type { Stage } from '../harness/stage';
import { withSettings, type Workflow } from '../harness/workflows';

/** Runs a workflow and gives what its nodes gave; the emulator's log and the mailbox hold its traffic alone. */
export async function play(
	{ n8n, url, cookie, emulator, mailbox }: SharedN8n,
	workflow: Workflow,
	trigger?: string,
) {
	const id = await addWorkflow(url, cookie, workflow);
	emulator.clearLog();
	mailbox.mails.length = 0;
	const run = await runToEnd(url, cookie, id, trigger);
	assert.deepEqual(emulator.violations, []);
	return outputOf(n8n, run);
}

/** What was sent, each request in one line. */
export function sent({ emulator }: Stage): string[] {
	return emulator.requests.map(({ method, path: target, status, body }) => {
		const command =
			typeof body === 'object' && body !== null && 'command' in body ? body.command : '';
		return `${method} ${target.split('/').slice(-2).join('/')} ${String(command)} ${String(status)}`;
	});
}

/** The example with its Settings changed so that it sends. */
export function sending(workflow: Workflow, changes: Record<string, unknown> = {}): Workflow {
	return withSettings(workflow, { dryRun: false, ...changes });
}
