import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort } from '../../../tools/n8n/harness/freePort';
import type { Opened } from '../../../tools/n8n/harness/opened';
import { mustRun } from '../../../tools/n8n/harness/run';

interface Registry {
	/** The `npm` in this folder asks only this registry. Without a license, n8n always uses npm's own address. */
	bin: string;
	/** Publishes the latest version of the folder's package. Returns the checksum. */
	publish: (folder: string) => Promise<string>;
}

export async function openRegistry(opened: Opened): Promise<Registry> {
	const bin = mkdtempSync(path.join(tmpdir(), 'cloud-management-registry-'));
	opened.add(() => {
		rmSync(bin, { recursive: true, force: true });
	});
	const packages = new Map<string, Record<string, object>>();
	const server = createServer(({ url: address = '' }, response) => {
		const name = address.slice(1);
		const versions = packages.get(name) ?? {};
		const latest = Object.keys(versions).at(-1);
		if (name.endsWith('.tgz')) response.end(readFileSync(path.join(bin, path.basename(name))));
		else if (latest === undefined) response.writeHead(404).end('{}');
		else response.end(JSON.stringify({ name, versions, 'dist-tags': { latest } }));
	});
	const port = await freePort();
	await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
	opened.add(() => {
		server.close();
	});
	const url = `http://127.0.0.1:${String(port)}`;
	const npm = (await mustRun('sh', ['-c', 'command -v npm'])).trim();
	const script = [
		'#!/bin/sh',
		'for arg; do shift; case $arg in --registry=*) ;; *) set -- "$@" "$arg" ;; esac; done',
		`exec ${npm} "$@" --registry=${url}`,
	];
	writeFileSync(path.join(bin, 'npm'), script.join('\n'), { mode: 0o755 });
	const publish = async (folder: string) => {
		const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
		const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', bin];
		const file = (await mustRun('npm', pack, { cwd: folder })).trim();
		const digest = createHash('sha512').update(readFileSync(path.join(bin, file)));
		const dist = { tarball: `${url}/${file}`, integrity: `sha512-${digest.digest('base64')}` };
		packages.set(name, { ...packages.get(name), [version]: { name, version, dist } });
		return dist.integrity;
	};
	return { bin, publish };
}
