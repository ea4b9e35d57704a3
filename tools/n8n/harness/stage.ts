import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator';
import { seedRecords } from '../examples/seed';
import type { ImportedCredential } from './content';
import { putEmptyDatabase } from './emptyDatabase';
import { type InstalledN8n, installN8n } from './install';
import { environmentOf } from './n8n';
import type { Opened } from './opened';
import { installTarball, NODES, PACKAGE, packPackage } from './packedPackage';
import { progress } from './progress';

export interface Installed {
	n8n: InstalledN8n;
	tarball: string;
	/** Other user folders are copies of this folder, which contains the installed package. */
	userFolder: string;
}

export interface Stage extends Installed {
	emulator: Emulator;
	packageFolder: string;
	env: NodeJS.ProcessEnv;
}

/** Packs and installs the package, as a user does. `root` defaults to this project. */
export async function installPackage(opened: Opened, root?: string): Promise<Installed> {
	const n8n = await installN8n();
	progress('Packing the package, which takes up to a minute');
	const tarball = await packPackage(temporaryFolder(opened, 'pack'), root);
	progress('Installing the tarball as in a user’s n8n');
	const userFolder = temporaryFolder(opened, 'installed');
	await installTarball(tarball, userFolder);
	// Parallel starts of n8n would all create the database.
	await putEmptyDatabase(n8n, userFolder);
	return { n8n, tarball, userFolder };
}

/** Prepares a user folder and starts an emulator. */
export async function openStage(
	opened: Opened,
	installed: Installed,
	options: EmulatorOptions = {},
	more: NodeJS.ProcessEnv = {},
): Promise<Stage> {
	const { n8n } = installed;
	const userFolder = await newUserFolder(opened, installed);
	const env = await environmentOf(n8n, userFolder, more);
	const emulator = await startEmulator(options);
	opened.add(emulator.close);
	seedRecords(emulator);
	const packageFolder = path.join(userFolder, NODES, 'node_modules', PACKAGE);
	return { ...installed, userFolder, emulator, packageFolder, env };
}

/** A copy of the template, with an empty database. */
export async function newUserFolder(opened: Opened, installed: Installed): Promise<string> {
	const userFolder = temporaryFolder(opened, 'n8n');
	cpSync(path.join(installed.userFolder, NODES), path.join(userFolder, NODES), { recursive: true });
	mkdirSync(path.join(userFolder, '.n8n-files'));
	await putEmptyDatabase(installed.n8n, userFolder);
	return userFolder;
}

/** The folder is removed at the end. */
function temporaryFolder(opened: Opened, name: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), `cloud-management-${name}-`));
	opened.add(() => {
		rmSync(folder, { recursive: true, force: true });
	});
	return folder;
}

/** The examples name these credentials. */
export function credentialsFor(
	emulator: Emulator,
	smtpPort = 1025,
	source: ImportedCredential['data'] = {
		method: 'usernamePassword',
		username: 'pipe',
		password: 'not-a-real-secret',
	},
): ImportedCredential[] {
	const { management, dashboard } = emulator.credentials;
	const mail = { user: '', password: '', host: '127.0.0.1', port: smtpPort, secure: false };
	return [
		{
			id: 'management',
			name: 'ClickHouse Cloud Management',
			type: 'cloudManagementApi',
			data: management,
		},
		{
			id: 'dashboard',
			name: 'ClickStack Dashboard',
			type: 'cloudDashboardApi',
			data: { ...dashboard },
		},
		{ id: 'source', name: 'Orders source', type: 'cloudPipeSourceApi', data: source },
		{ id: 'smtp', name: 'Mail Server', type: 'smtp', data: { ...mail, disableStartTls: true } },
	];
}
