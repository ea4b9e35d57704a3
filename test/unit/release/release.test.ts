import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../../..');
const CHANGES = '# Changelog\n\n## [1.2.3] - 2026-11-21\n\n### Fixed\n\n- One.\n';
const FROM_NPM = 'npm install --ignore-scripts --legacy-peer-deps n8n-nodes-x\n';
const MARKED = /<!-- begin unreleased -->.*?<!-- end unreleased -->/gs;

function run(cwd: string, command: string, ...words: string[]) {
	const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
	return { status, stdout, stderr };
}

/** Runs a `.ci` script for version 1.2.3 of a package with these documents. */
function release(
	script: string,
	documents: Record<string, string> = {},
	{ tag = 'v1.2.3', name = 'n8n-nodes-x' } = {},
) {
	const folder = mkdtempSync(join(tmpdir(), 'cloud-management-release-'));
	const files = {
		'package.json': JSON.stringify({ name, version: '1.2.3' }),
		'CHANGELOG.md': CHANGES,
		'README.md': FROM_NPM,
		...documents,
	};
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(join(folder, dirname(file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	}
	run(folder, 'git', 'init', '--quiet');
	run(folder, 'git', 'add', '.');
	const result = run(folder, process.execPath, join(root, '.ci', script), tag);
	rmSync(folder, { recursive: true });
	return result;
}

describe('checkRelease.mjs', () => {
	it.each([
		{
			what: "another version's tag",
			tag: 'v1.2.4',
			documents: {},
			problem: 'The tag is "v1.2.4", but package.json has the version 1.2.3.',
		},
		{
			what: 'a changelog without the version',
			documents: { 'CHANGELOG.md': '## [Unreleased]\n' },
			problem: 'has no section "## [1.2.3] - <date>".',
		},
		{
			what: 'a README that installs from the clone',
			documents: { 'README.md': 'npm ci\n' },
			problem: 'it needs the line "npm install',
		},
		{
			what: 'a sentence about npm',
			documents: { 'README.md': `Is not on npm yet.\n${FROM_NPM}` },
			problem: 'This is stale after the release: README.md:1:Is not on npm yet.',
		},
		{
			what: 'a sentence about releases in any folder',
			documents: { 'docs/x/page.md': '# Page\n\nNothing has been released yet.\n' },
			problem: 'docs/x/page.md:3:Nothing has been released yet.',
		},
		{
			what: 'a marked text',
			documents: { 'SECURITY.md': '<!-- begin unreleased -->\n' },
			problem: 'SECURITY.md:1:<!-- begin unreleased -->',
		},
	])('rejects $what', ({ documents, tag, problem }) => {
		const { status, stderr } = release('checkRelease.mjs', documents, { tag });
		expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
	});

	it('accepts a complete release', () => {
		expect(release('checkRelease.mjs')).toEqual({ status: 0, stdout: '', stderr: '' });
	});
});

it('releaseNotes.mjs prints only the section of the version', () => {
	const older = `${CHANGES}\n## [1.2.2] - 2026-11-20\n\n- Old.\n\n[1.2.3]: https://x\n`;
	const changelog = older.replace('## [1.2.3]', '## [Unreleased]\n\n- Later.\n\n## [1.2.3]');
	for (const text of [changelog, `${CHANGES}\n[1.2.3]: https://x\n`]) {
		expect(release('releaseNotes.mjs', { 'CHANGELOG.md': text }).stdout).toBe(
			'### Fixed\n\n- One.\n',
		);
	}
	const none = { 'CHANGELOG.md': '## [1.2.2] - 2026-11-20\n\n- Old.\n' };
	expect(release('releaseNotes.mjs', none).status).toBe(1);
});

describe("this repository's documents", () => {
	const names = run(root, 'git', 'ls-files', '*.md').stdout.split('\n').filter(Boolean);
	const documents = names.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const);
	const [, command = ''] =
		/^````md\n(.*?)^````$/ms.exec(
			readFileSync(join(root, 'docs/development/release.md'), 'utf8'),
		) ?? [];

	/** After the steps in release.md, marked texts are gone, and the README installs from npm. */
	const released = Object.fromEntries(
		documents.map(([name, text]) => {
			const [replaced = '', ...others] =
				name === 'README.md' ? (text.match(MARKED)?.slice(-1) ?? []) : [];
			expect(others).toEqual([]);
			const done = text.replace(replaced, command).replaceAll(MARKED, '');
			return [name, done.replace('## [Unreleased]', '## [1.2.3] - 2026-11-21')];
		}),
	);
	const given = { name: 'n8n-nodes-cloud-management' };

	it('checkRelease.mjs accepts the documents after the steps in release.md', () => {
		const { status, stderr } = release('checkRelease.mjs', released, given);
		expect([status, stderr]).toEqual([0, '']);
	});

	it('checkRelease.mjs fails while a single marked text remains', () => {
		const marked = documents.filter(([, text]) => text.match(MARKED) !== null);
		for (const [name, text] of marked) {
			const { stderr } = release('checkRelease.mjs', { ...released, [name]: text }, given);
			expect(stderr).toContain(`${name}:`);
		}
	});

	it('give release notes that start with a heading', () => {
		const { stdout } = release('releaseNotes.mjs', released, given);
		expect(stdout).toMatch(/^### \w+\n/);
	});
});
