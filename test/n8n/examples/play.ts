import assert from 'node:assert/strict';

import { addWorkflow, outputOf, runToEnd } from '../../../tools/n8n/harness/restRun';
import type { PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import type { Stage } from '../../../tools/n8n/harness/stage';
import { nodeOf, withSettings, type Workflow } from '../../../tools/n8n/harness/workflows';

/** Some examples don't save executions, because they output secrets, but the suites read them. */
const SAVED = { saveDataSuccessExecution: 'all', saveManualExecutions: true };

/** Runs a workflow and returns its nodes' output. The emulator's log and the mailbox are cleared before. */
export async function play(n8n: PlayedN8n, workflow: Workflow, trigger?: string) {
	const { emulator, mailbox } = n8n;
	const id = await addWorkflow(n8n, { ...workflow, settings: { ...workflow.settings, ...SAVED } });
	emulator.clearLog();
	mailbox.mails.length = 0;
	const run = await runToEnd(n8n, id, trigger);
	assert.deepEqual(emulator.violations, []);
	return outputOf(n8n.n8n, run);
}

/** Formats each request as a line. */
export function sent({ emulator }: Stage): string[] {
	return emulator.requests.map(({ method, path: target, status, body }) => {
		const command =
			typeof body === 'object' && body !== null && 'command' in body ? body.command : '';
		return `${method} ${target.split('/').slice(-2).join('/')} ${String(command)} ${String(status)}`;
	});
}

/** Settings decide whether an example sends. */
export function sending(workflow: Workflow, changes: Record<string, unknown> = {}): Workflow {
	return withSettings(workflow, { dryRun: false, ...changes });
}

/** A node Told after `node` receives the text that Slack would get. */
export function withoutSlack(example: Workflow, node: string): Workflow {
	const workflow = structuredClone(example);
	const tellSlack = nodeOf(workflow, 'Tell Slack');
	tellSlack.disabled = true;
	const { parameters: slack } = tellSlack;
	const told = { assignments: [{ id: 'text', name: 'text', type: 'string', value: slack.text }] };
	slack.text = '';
	workflow.nodes.push({
		id: 'told',
		name: 'Told',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [660, 200],
		parameters: { assignments: told, options: {} },
	});
	workflow.connections[node] = { main: [[{ node: 'Told', type: 'main', index: 0 }]] };
	return workflow;
}
