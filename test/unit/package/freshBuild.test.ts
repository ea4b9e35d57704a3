import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { copyOfTree } from '../../../tools/copyOfTree';

const ROOT = join(__dirname, '../../..');
const SOURCE = 'nodes/CloudManagement/resources/backup.ts';
const BUILT = 'dist/nodes/CloudManagement/resources/backup.js';

describe('a build that is older than its sources', () => {
	const tree = copyOfTree();
	const file = join(tree.folder, SOURCE);
	const source = readFileSync(file, 'utf8');
	cpSync(join(ROOT, 'dist'), join(tree.folder, 'dist'), { recursive: true });
	afterAll(tree.close);

	/** Runs what Jest runs before the first test. */
	function setUp(SKIP_BUILD: string) {
		const call = "require(require('./jest.config.js').globalSetup.replace('<rootDir>', '.'))()";
		const { status, stderr } = spawnSync(process.execPath, ['-e', call], {
			cwd: tree.folder,
			env: { ...process.env, SKIP_BUILD },
			encoding: 'utf8',
		});
		return { isReady: status === 0, stderr };
	}

	afterEach(() => {
		writeFileSync(file, source);
	});

	it("is used while the sources haven't changed, even if they were written again", () => {
		writeFileSync(file, source);
		expect(setUp('1')).toEqual({ isReady: true, stderr: '' });
	});

	it('stops the tests if a source was changed and SKIP_BUILD forbids a build', () => {
		writeFileSync(file, source.replace("'startedAt'", "'finishedAt'"));
		const { isReady, stderr } = setUp('1');
		expect(isReady).toBe(false);
		expect(stderr).toContain('The build is older than its sources.');
	});

	it('is replaced before the first test', () => {
		writeFileSync(file, source.replace("'startedAt'", "'finishedAt'"));
		expect(setUp('').isReady).toBe(true);
		expect(readFileSync(join(tree.folder, BUILT), 'utf8')).not.toContain("'startedAt'");
		expect(setUp('1').isReady).toBe(true);
	});
});
