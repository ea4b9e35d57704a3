import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { copyOfTree } from '../../tools/copyOfTree';
import { PACKAGE_NAME } from '../../tools/engine/package';
import { readDocument, ROOT } from '../../tools/docs/files';

const README = readDocument('README.md');
/** The README links to this page instead of describing Docker. */
const IN_DOCKER = /^## In Docker$.*?(?=^## )/ms.exec(readDocument('docs/scaling.md'))?.[0] ?? '';
const TEXT = `${README}\n${IN_DOCKER}`;
function blocks(): string[] {
	const fences = TEXT.matchAll(/^ *```sh\n(.*?)^ *```/gms);
	return [...fences].map(([, content = '']) => content.trim());
}

function commands(): string[] {
	const inText = [...TEXT.matchAll(/`((?:npm|npx|docker|git|node) [^`\n]+)`/g)];
	const all = [...blocks(), ...inText.map(([, command = '']) => command)];
	return all.flatMap(commandsOf);
}

/** `.ci/run` tests every change. A command that it or a suite in a real n8n runs needn't run here. */
function isRunElsewhere(command: string): boolean {
	const steps = [...readDocument('.ci/run').matchAll(/\bstep '[^']+' (.+)$/gm)];
	return command === 'npm run n8n' || steps.some(([, run = '']) => run.startsWith(command));
}

/** This file runs these blocks. */
function ownBlocks(): string[] {
	return blocks().filter((block) => !commandsOf(block).every(isRunElsewhere));
}

function commandsOf(block: string): string[] {
	return block.split(/\n|&&/).map((command) => command.trim());
}

describe('commands in README.md and deploy/README.md', () => {
	let folder: string;

	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'readme-'));
	});

	afterAll(() => {
		rmSync(folder, { recursive: true, force: true });
	});

	it('run in .ci/run, in a suite in n8n, or below', () => {
		const below = ownBlocks().flatMap(commandsOf);
		expect(commands().length).toBeGreaterThan(8);
		const others = commands().filter((command) => !isRunElsewhere(command));
		expect(others.filter((command) => !below.includes(command))).toEqual([]);
		// The suite starts this file directly.
		expect(readDocument('package.json')).toMatch(/"n8n": "node \S+ \S+ tools\/n8n\/open\.ts"/);
	});

	it.each(ownBlocks())('run without an error: %s', (block) => {
		const tree = copyOfTree();
		const tools = path.join(folder, 'tools');
		mkdirSync(tools, { recursive: true });
		// Docker isn't available here, so this checks that its files exist.
		tool(
			path.join(tools, 'docker'),
			'while [ $# -gt 0 ]; do\n[ "$1" != --file ] || test -f "$2"\necho "$1" >> ~/docker.log\nshift\ndone\n',
		);
		// The copy uses these sources' build and the installed modules, which stay unchanged.
		cpSync(path.join(ROOT, 'dist'), path.join(tree.folder, 'dist'), { recursive: true });
		tool(path.join(tools, 'npm'), '[ "$1" = ci ] || PATH="${PATH#*:}" exec npm "$@"\n');
		// Stands in for the package on npm.
		const command = block.replace(
			`install --ignore-scripts --legacy-peer-deps ${PACKAGE_NAME}`,
			(install) => install.replace(PACKAGE_NAME, tarball(folder)),
		);
		const PATH = `${tools}:${process.env.PATH ?? ''}`;
		const env = { ...process.env, HOME: folder, PATH, SKIP_BUILD: '1' };
		try {
			execFileSync('bash', ['-ec', command], {
				cwd: tree.folder,
				env,
				stdio: 'pipe',
				timeout: 240_000,
			});
		} finally {
			tree.close();
		}
		const made = block.includes('docker')
			? 'docker.log'
			: `.n8n/nodes/node_modules/${PACKAGE_NAME}/dist`;
		expect(existsSync(path.join(folder, made))).toBe(true);
	});
});

/** Replaces a tool on the machine with a script. */
function tool(file: string, script: string): void {
	writeFileSync(file, `#!/bin/bash\nset -e\n${script}`);
	chmodSync(file, 0o755);
}

function tarball(folder: string): string {
	const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return path.join(folder, packed.trim().split('\n').at(-1) ?? '');
}
