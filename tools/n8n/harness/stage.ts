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

/** An n8n on disk, and the package as a user's n8n has it. */
export interface Installed {
	n8n: InstalledN8n;
	tarball: string;
	/** The user folder that the package was installed in, from which others are copied. */
	userFolder: string;
}

/** An n8n's requirements before it starts, and the emulator. */
export interface Stage extends Installed {
	emulator: Emulator;
	packageFolder: string;
	env: NodeJS.ProcessEnv;
}

/** Packs the package and installs it, as a user does. `root` is the project's folder, by default this one. */
export async function installPackage(opened: Opened, root?: string): Promise<Installed> {
	const n8n = await installN8n();
	progress('Packing the package');
	const tarball = await packPackage(temporaryFolder(opened, 'pack'), root);
	progress('Installing the tarball as in a user’s n8n');
	const userFolder = temporaryFolder(opened, 'installed');
	await installTarball(tarball, userFolder);
	// Made here once, if it is not there yet, and not by each n8n at the same time.
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

/** A user folder of n8n with the package and an empty database. */
export async function newUserFolder(opened: Opened, installed: Installed): Promise<string> {
	const userFolder = temporaryFolder(opened, 'n8n');
	cpSync(path.join(installed.userFolder, NODES), path.join(userFolder, NODES), { recursive: true });
	mkdirSync(path.join(userFolder, '.n8n-files'));
	await putEmptyDatabase(installed.n8n, userFolder);
	return userFolder;
}

/** A folder that is removed in the end. */
function temporaryFolder(opened: Opened, name: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), `cloud-management-${name}-`));
	opened.add(() => {
		rmSync(folder, { recursive: true, force: true });
	});
	return folder;
}

/** The credentials that the example workflows name, set up for an emulator. */
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
