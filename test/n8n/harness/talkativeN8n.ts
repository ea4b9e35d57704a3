import { API_KEYS, SOURCES } from '../../../tools/samples/canaries';
import { optionsForExamples } from '../../../tools/n8n/examples/seed';
import type { Opened } from '../../../tools/n8n/harness/opened';
import { openPlayedN8n, type PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import { type Installed, openStage } from '../../../tools/n8n/harness/stage';

/** n8n logs everything. Its credentials consist of canaries, which no log may contain. */
export async function openTalkativeN8n(opened: Opened, installed: Installed): Promise<PlayedN8n> {
	const emulator = { ...optionsForExamples(), keys: API_KEYS };
	const env = { N8N_LOG_LEVEL: 'debug', N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' };
	const stage = await openStage(opened, installed, emulator, env);
	return await openPlayedN8n(opened, stage, { source: SOURCES.usernamePassword });
}
