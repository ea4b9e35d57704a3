import assert from 'node:assert/strict';

import type { Checks } from './harness/checks';
import { bringIn } from '../../tools/n8n/harness/content';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';
import { dataOf, send } from '../../tools/n8n/harness/rest';
import { lastRun, publish } from '../../tools/n8n/harness/restRun';
import { until } from '../../tools/n8n/harness/until';
import { chainOf, ownNode, webhookNode, workflowNode } from '../../tools/n8n/harness/workflows';

const ID = 'journal';
const PEOPLE = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@example.com` }));
const INVITING = chainOf(ID, {}, [
	webhookNode('Start', ID),
	workflowNode('People', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.people' }),
	ownNode('Invite', 'cloudManagement', {
		resource: 'invitation',
		operation: 'create',
		role: 'developer',
		email: '={{ $json.email }}',
	}),
]);

/** Checks that a rerun from n8n's stored data continues after the last completed item. */
export async function journalSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const { emulator } = n8n;
	await bringIn(n8n, { workflows: [INVITING] });
	await publish(n8n, ID);
	await checks.check(
		'Retry with original workflow continues after the last completed item',
		async () => {
			emulator.clearLog();
			emulator.faults.add({ kind: 'delay', ms: 0, times: 1 });
			emulator.faults.add({ kind: 'status', status: 409, times: 1 });
			// n8n starts listening a moment after publishing, and responds with 404 until then.
			await until('the call fails', async () => {
				const { status } = await send(n8n, `/webhook/${ID}`, { people: PEOPLE });
				return status === 500;
			});
			const { id } = await lastRun(n8n, ID);
			const retry = { loadWorkflow: false };
			const { status } = await dataOf(n8n, `/rest/executions/${id}/retry`, retry);
			assert.equal(status, 'success');
			const [ada, ben, cleo] = PEOPLE.map(({ email }) => email);
			const invited = emulator.requests.map(({ body }) => Object(body).email);
			assert.deepEqual(invited, [ada, ben, ben, cleo]);
		},
	);
}
