import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator';
import { putEmptyDatabase } from './emptyDatabase';
import { type InstalledN8n, installN8n } from './install';
import { environmentOf, n8nCommand } from './n8n';
import { Opened } from './opened';
import { installTarball, packPackage } from './packedPackage';
import { progress } from './progress';

/** A credential as n8n imports it. */
export interface ImportedCredential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** Everything that the suites run on: an n8n with the package installed, and the emulator. */
export interface Stage {
	n8n: InstalledN8n;
	emulator: Emulator;
	userFolder: string;
	packageFolder: string;
	tarball: string;
	env: NodeJS.ProcessEnv;
	close: () => Promise<void>;
}

/** Installs, packs and starts what the suites need. The caller closes it. */
export async function openStage(options: EmulatorOptions = {}): Promise<Stage> {
	const opened = new Opened();
	try {
		const n8n = await installN8n();
		const userFolder = temporaryFolder(opened, 'cloud-management-n8n-');
		progress('Packing the package');
		const tarball = await packPackage(temporaryFolder(opened, 'cloud-management-pack-'));
		progress('Installing the tarball as in a user’s n8n');
		const packageFolder = await installTarball(tarball, userFolder);
		mkdirSync(path.join(userFolder, '.n8n-files'));
		await putEmptyDatabase(n8n, userFolder);
		const env = await environmentOf(n8n, userFolder);
		const emulator = await startEmulator(options);
		opened.add(emulator.close);
		progress(`The emulator listens at ${emulator.managementUrl}`);
		const close = () => opened.close();
		return { n8n, emulator, userFolder, packageFolder, tarball, env, close };
	} catch (error) {
		await opened.close();
		throw error;
	}
}

function temporaryFolder(opened: Opened, prefix: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), prefix));
	opened.add(() => {
		rmSync(folder, { recursive: true, force: true });
	});
	return folder;
}

/** The credentials that the example workflows name, set up for an emulator. */
export function credentialsFor(emulator: Emulator, smtpPort = 1025): ImportedCredential[] {
	const { management, dashboard } = emulator.credentials;
	const mail = { user: '', password: '', host: '127.0.0.1', port: smtpPort, secure: false };
	return [
		{ id: 'management', name: 'Cloud Management', type: 'cloudManagementApi', data: management },
		{ id: 'dashboard', name: 'Cloud Dashboard', type: 'cloudDashboardApi', data: { ...dashboard } },
		{
			id: 'source',
			name: 'Orders source',
			type: 'cloudPipeSourceApi',
			data: { method: 'usernamePassword', username: 'pipe', password: 'not-a-real-secret' },
		},
		{ id: 'smtp', name: 'Mail Server', type: 'smtp', data: { ...mail, disableStartTls: true } },
	];
}

/** Imports credentials or workflows by n8n's command line. */
export async function importInto(
	{ n8n, env, userFolder }: Pick<Stage, 'n8n' | 'env' | 'userFolder'>,
	what: 'credentials' | 'workflow',
	content: readonly object[],
): Promise<void> {
	const file = path.join(userFolder, `${what}.json`);
	writeFileSync(file, JSON.stringify(content));
	await n8nCommand(n8n, env, `import:${what}`, `--input=${file}`);
	rmSync(file);
}
