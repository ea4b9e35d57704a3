import { statSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { mustRun } from '../n8n/harness/run';
import type { Stage } from '../n8n/harness/stage';
import { spreadOf, type Spread } from './statistics';

const OWN = /^n8n-nodes-cloud-management\./;

/** What the package adds to an n8n, whether it is used or not. */
export interface Share {
	/** How long n8n's loader takes for the package's node and credential classes. */
	loadMs: Spread;
	/** The bytes of the package's descriptions in the document of all node types, and of the complete document. */
	descriptionBytes: number;
	documentBytes: number;
	tarballBytes: number;
}

/** Measures the package's share of n8n's start, in a number of rounds, of the document of node types, and the tarball. */
export async function shareOf(stage: Stage, nodeTypes: unknown, rounds: number): Promise<Share> {
	const types = z.array(z.object({ name: z.string() }).passthrough()).parse(nodeTypes);
	const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
	const own = types.filter(({ name }) => OWN.test(name));
	const loads: number[] = [];
	for (let load = 0; load < rounds; load += 1) loads.push(await loadOnce(stage));
	return {
		loadMs: spreadOf(loads),
		descriptionBytes: own.reduce((sum, type) => sum + bytes(type), 0),
		documentBytes: bytes(types),
		tarballBytes: statSync(stage.tarball).size,
	};
}

/**
 * Loads the package by n8n's own loader in a fresh process. The libraries that n8n has loaded by then
 * are loaded first, as they are not a cost of the package.
 */
async function loadOnce({ n8n, env, packageFolder }: Stage): Promise<number> {
	const modules = path.join(n8n.folder, 'node_modules');
	const script = `
		const { PackageDirectoryLoader } = require('n8n-core');
		for (const name of ['n8n-workflow', 'zod', 'luxon', 'p-limit']) require(name);
		const loader = new PackageDirectoryLoader(${JSON.stringify(packageFolder)});
		const start = performance.now();
		loader.loadAll().then(() => { console.log('took ' + (performance.now() - start)); process.exit(); });
	`;
	const output = await mustRun(path.join(n8n.nodeFolder, 'node'), ['-e', script], {
		cwd: n8n.folder,
		env: { ...env, NODE_PATH: [path.join(modules, 'n8n', 'node_modules'), modules].join(':') },
	});
	return z.coerce.number().parse(/took ([\d.]+)/.exec(output)?.[1]);
}
