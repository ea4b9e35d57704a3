import { API_KEYS, SOURCES } from '../../reliability/leaks/canaries';
import { seedForExamples } from '../examples/seed';
import type { Opened } from './opened';
import { openPlayedN8n, type PlayedN8n } from './playedN8n';
import { type Installed, openStage } from './stage';

/** An n8n without its editor that logs everything, and whose credentials contain only what must never be found. */
export async function openTalkativeN8n(opened: Opened, installed: Installed): Promise<PlayedN8n> {
	const emulator = { seed: seedForExamples(), cloudOperations: true, keys: API_KEYS };
	const env = { N8N_LOG_LEVEL: 'debug', N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' };
	const stage = await openStage(opened, installed, emulator, env);
	return await openPlayedN8n(opened, stage, { source: SOURCES.usernamePassword });
}
