import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

const ROOT = path.resolve(__dirname, '../..');

/** Workflows store the package's node types with this prefix. */
export const PACKAGE_NAME = 'n8n-nodes-cloud-management';

let loading: Promise<PackageDirectoryLoader> | undefined;

/** Loads the built package once, with n8n's own loader for installed packages. */
export async function loadPackage(): Promise<PackageDirectoryLoader> {
	loading ??= load();
	return await loading;
}

async function load(): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(ROOT);
	await loader.loadAll();
	return loader;
}
