import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { z } from 'zod';

import { type CopyOfTree, copyOfTree } from '../copyOfTree';

const ROOT = path.resolve(__dirname, '../..');
const FOLDER = 'nodes/CloudManagement/actions/member';

/** The tests that must notice a new operation, unchanged, and what they say about it. */
const NOTICED = {
	'test/engine/publicApi.test.ts': {
		test: 'keeps every name and value of publicApi.json',
		says: '+     "nickname: string, default \\"\\""',
	},
	'test/docs/generated.test.ts': {
		test: 'The generated documents are as `npm run docs` would write them',
		says: 'There is no sample of member rename',
	},
	'test/engine/operations.test.ts': { test: 'has a sample for each', says: '"rename"' },
	'test/formwalk/formwalk.test.ts': {
		test: 'every form of the management node sends what the contract takes',
		says: '\\"operation\\":\\"rename\\"',
	},
	'test/unit/package/panelLists.test.ts': {
		test: 'have a panel of every operation of cloudManagement, and of no other',
		says: '"member rename"',
	},
};

const reportShape = z.object({
	testResults: z.array(
		z.object({
			name: z.string(),
			assertionResults: z.array(
				z.object({
					fullName: z.string(),
					status: z.string(),
					failureMessages: z.array(z.string()),
				}),
			),
		}),
	),
});

/** Writes the operation into its folder and lists it. Returns the files that were touched. */
function addOperation(folder: string): string[] {
	const operation = readFileSync(path.join(__dirname, 'rename.operation.ts'), 'utf8')
		.replaceAll('../../nodes/CloudManagement/actions/', '../')
		.replaceAll('../../nodes/', '../../../');
	const index = replaced(readFileSync(path.join(folder, FOLDER, 'index.ts'), 'utf8'), [
		[
			'import { updateMember }',
			"import { renameMember } from './rename.operation';\nimport { updateMember }",
		],
		['update: updateMember', 'rename: renameMember, update: updateMember'],
	]);
	const files = { 'rename.operation.ts': operation, 'index.ts': index };
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(path.join(folder, FOLDER, name), text);
		// As the build does, without compiling all the others again.
		const { outputText } = transpileModule(text, {
			compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
		});
		writeFileSync(path.join(folder, 'dist', FOLDER, name.replace('.ts', '.js')), outputText);
	}
	return Object.keys(files);
}

function replaced(text: string, replacements: ReadonlyArray<readonly [string, string]>): string {
	return replacements.reduce((changed, [from, to]) => {
		if (!changed.includes(from)) throw new Error(`There is no "${from}" any more`);
		return changed.replace(from, to);
	}, text);
}

/** Runs the tests in a copy of the repository; returns the message of each that failed, by its file. */
function failuresIn(folder: string): Map<string, string> {
	const output = path.join(folder, 'report.json');
	const names = Object.values(NOTICED).map(({ test }) => test.replaceAll('.', '\\.'));
	const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
	const flags = ['--runInBand', '--json', `--outputFile=${output}`, '--testNamePattern'];
	spawnSync(process.execPath, [jest, ...Object.keys(NOTICED), ...flags, names.join('|')], {
		cwd: folder,
		stdio: 'ignore',
	});
	const { testResults } = reportShape.parse(JSON.parse(readFileSync(output, 'utf8')));
	return new Map(
		testResults.map(({ name, assertionResults }) => {
			const failed = assertionResults.filter(({ status }) => status === 'failed');
			const messages = failed.flatMap(({ fullName, failureMessages }) => [
				fullName,
				...failureMessages,
			]);
			return [path.relative(folder, name), messages.join('\n')];
		}),
	);
}

describe('an operation that is added', () => {
	let tree: CopyOfTree;
	let touched: string[];
	let failures: Map<string, string>;

	beforeAll(() => {
		tree = copyOfTree();
		cpSync(path.join(ROOT, 'dist'), path.join(tree.folder, 'dist'), { recursive: true });
		touched = addOperation(tree.folder);
		failures = failuresIn(tree.folder);
	});

	afterAll(() => {
		tree.close();
	});

	it('touches at most three files besides its tests', () => {
		expect(touched.length).toBeLessThanOrEqual(3);
	});

	it.each(Object.entries(NOTICED))('is noticed by %s', (file, { test, says }) => {
		expect(failures.get(file)).toContain(test);
		expect(failures.get(file)).toContain(says);
	});
});
