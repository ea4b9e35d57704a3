import assert from 'node:assert/strict';

import { canariesIn } from '../../tools/samples/canaries';
import { agentPipes } from './agents/agentPipes';
import { everyField } from './agents/everyField';
import type { Play } from './agents/play';
import { changing } from './agents/changing';
import { modelCredential, openChatModel } from '../../tools/n8n/harness/chatModel';
import type { Checks } from './harness/checks';
import { bringIn } from '../../tools/n8n/harness/content';
import type { PlayedN8n } from '../../tools/n8n/harness/playedN8n';

/** The nodes as tools of an AI Agent in n8n, whose model is a script. */
export async function agentsSuite(checks: Checks, n8n: PlayedN8n): Promise<void> {
	const model = await openChatModel();
	try {
		await bringIn(n8n, { credentials: [modelCredential(model)] });
		const play: Play = { ...n8n, model };
		await everyField(checks, play);
		await changing(checks, play);
		await agentPipes(checks, play);
		await checks.check('no secret is in any message to the model', () => noSecrets(play));
	} finally {
		await model.close();
	}
}

/** The search only proves something if the model received the tools' results. */
function noSecrets({ model, emulator }: Play): void {
	const all = model.requests.join('\n');
	assert.ok(all.includes(emulator.ids.serviceId) && all.includes('Not sent again'));
	assert.deepEqual(canariesIn(all), []);
}
