import assert from 'node:assert/strict';

import { type Emulator, startEmulator } from '../emulator';
import { API_KEYS, canariesIn, SOURCES } from '../reliability/leaks/canaries';
import { agentPipes, inTheEditor } from './agents/agentPipes';
import { everyOperation } from './agents/everyOperation';
import type { Play } from './agents/play';
import { creating, reading, refused, stopping } from './agents/readsAndWrites';
import { ownerCookie } from './harness/browser';
import { type ChatModel, openChatModel } from './harness/chatModel';
import type { Checks } from './harness/checks';
import { type Mailbox, openMailbox } from './harness/mailbox';
import { startN8n } from './harness/n8n';
import { Opened } from './harness/opened';
import { progress } from './harness/progress';
import { credentialsFor, importInto, type ImportedCredential, type Stage } from './harness/stage';

/** The nodes as tools of an AI Agent in n8n, whose model is a script. */
export async function agentsSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Agents: the nodes as tools of an AI Agent with a scripted model');
	const opened = new Opened();
	try {
		const emulator = await startEmulator({ keys: API_KEYS, cloudOperations: true });
		opened.add(emulator.close);
		const model = await openChatModel();
		opened.add(model.close);
		const mailbox = await openMailbox(stage.n8n);
		opened.add(mailbox.close);
		await importInto(stage, 'credentials', credentialsOf(emulator, model, mailbox));
		const { url, stop } = await startN8n(stage.n8n, stage.env, { editor: true });
		opened.add(stop);
		const play = { stage, url, cookie: await ownerCookie(url), emulator, model, mailbox };
		await everyOperation(checks, play);
		await reading(checks, play);
		await creating(checks, play);
		await stopping(checks, play);
		await refused(checks, play);
		await agentPipes(checks, play);
		await inTheEditor(checks, play);
		await checks.check('no secret is in any message to the model', () => noSecrets(play));
	} finally {
		await opened.close();
	}
}

function credentialsOf(
	emulator: Emulator,
	{ url }: ChatModel,
	{ port }: Mailbox,
): ImportedCredential[] {
	const apiKey = 'only-for-the-scripted-model';
	const others = credentialsFor(emulator, port).map((credential) =>
		credential.id === 'source' ? { ...credential, data: SOURCES.usernamePassword } : credential,
	);
	const model = { id: 'openai', name: 'Chat Model', type: 'openAiApi', data: { apiKey, url } };
	return [...others, model];
}

/** The search only proves something if the model was told what the tools returned. */
function noSecrets({ model, emulator }: Play): void {
	const all = model.requests.join('\n');
	assert.ok(all.includes(emulator.ids.serviceId) && all.includes('Not sent again'));
	assert.deepEqual(
		canariesIn(`${API_KEYS.keySecret} ${Buffer.from(API_KEYS.accessToken).toString('base64')}`)
			.length > 1,
		true,
	);
	assert.deepEqual(canariesIn(all), []);
}
