import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type as systemType } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import type { InstalledN8n } from '../../n8n/harness/install';
import { mustRun } from '../../n8n/harness/run';

const BYTES_PER_GIB = 1024 ** 3;

/** Describes the machine of the measurements in one sentence. */
export async function machineText({ folder, nodeFolder }: InstalledN8n): Promise<string> {
	const file = path.join(folder, 'node_modules', 'n8n', 'package.json');
	const { version } = z
		.object({ version: z.string() })
		.parse(JSON.parse(readFileSync(file, 'utf8')));
	const node = (await mustRun(path.join(nodeFolder, 'node'), ['--version'])).trim();
	const all = cpus();
	const model = all[0]?.model ?? 'unknown processor';
	const memory = Math.round(totalmem() / BYTES_PER_GIB);
	const system = `${systemType()} ${release().split('-')[0] ?? ''}`;
	return `${String(all.length)} cores (${model}), ${String(memory)} GiB of memory, ${system}, n8n ${version} on Node ${node.slice(1)} with SQLite, everything on loopback.`;
}
