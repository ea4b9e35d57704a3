import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../../..');
/** A build needs these files, and a single source is enough. */
const FILES = [
	'gulpfile.js',
	'jest.config.js',
	'tsconfig.build.json',
	'tsconfig.json',
	'test/freshBuild.js',
	'icons',
	'nodes/CloudManagement/CloudManagement.node.json',
];
const SOURCE = 'nodes/engine/http/transport.ts';
const BUILT = 'dist/nodes/engine/http/transport.js';

describe('freshBuild', () => {
	const folder = mkdtempSync(join(tmpdir(), 'cloud-management-build-'));

	function setUp(SKIP_BUILD: string, NEEDS_NO_BUILD = '') {
		const call = "require(require('./jest.config.js').globalSetup.replace('<rootDir>', '.'))()";
		const { status, stderr } = spawnSync(process.execPath, ['-e', call], {
			cwd: folder,
			env: { ...process.env, SKIP_BUILD, NEEDS_NO_BUILD },
			encoding: 'utf8',
		});
		return { isReady: status === 0, stderr };
	}

	function writeSource(text: string): void {
		mkdirSync(dirname(join(folder, SOURCE)), { recursive: true });
		writeFileSync(join(folder, SOURCE), `export const text: string = '${text}';\n`);
	}

	beforeAll(() => {
		for (const file of FILES) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
		const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
		writeFileSync(join(folder, 'package.json'), manifest.replace('"n8n": {', '"without nodes": {'));
		mkdirSync(join(folder, 'credentials'));
		symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		writeSource('old');
	});

	afterAll(() => {
		rmSync(folder, { recursive: true });
	});

	it('builds before the first test', () => {
		expect(setUp('').isReady).toBe(true);
		expect(readFileSync(join(folder, BUILT), 'utf8')).toContain("'old'");
	});

	it('reuses a build whose sources were saved without a change', () => {
		writeSource('old');
		expect(setUp('1')).toEqual({ isReady: true, stderr: '' });
	});

	it('stops the tests if SKIP_BUILD is set and a source changed', () => {
		writeSource('new');
		const { isReady, stderr } = setUp('1');
		expect(isReady).toBe(false);
		expect(stderr).toContain('The build is older than its sources.');
	});

	it('lets tests run that load only sources', () => {
		expect(setUp('1', '1')).toEqual({ isReady: true, stderr: '' });
	});
});

describe('LongestFirst.needNoBuild', () => {
	const { needNoBuild } = jest.requireActual<{
		needNoBuild: (tests: ReadonlyArray<{ path: string }>) => boolean;
	}>('../../longestFirst.js');

	it.each([
		{ paths: ['test/unit/core/json.test.ts', 'test/property/forms.test.ts'], builds: false },
		{ paths: ['test/property/bounds/bounds.test.ts'], builds: false },
		{ paths: ['test/unit/core/json.test.ts', 'test/unit/package/package.test.ts'], builds: true },
		{ paths: ['test/unit/all.ts'], builds: true },
		{ paths: ['test/property/all.ts'], builds: true },
		{ paths: ['test/engine/journal.test.ts'], builds: true },
		{ paths: ['test/docs/readme.test.ts'], builds: true },
	])('requires a build for $paths: $builds', ({ paths, builds }) => {
		expect(needNoBuild(paths.map((path) => ({ path: join(ROOT, path) })))).toBe(!builds);
	});
});
