import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

const root = join(__dirname, '../../..');
const PROVIDED = ['n8n-workflow', 'zod/v3', 'p-limit', 'luxon', 'crypto', 'node:crypto'];
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];

function filesIn(folder: string, ending: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name));
}

function manifest(): Record<string, unknown> {
	const value: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	return Object.fromEntries(Object.entries(value ?? {}));
}

describe('package.json', () => {
	const facts = manifest();

	it('contains the values that n8n and npm read', () => {
		expect(facts).toMatchObject({
			name: 'n8n-nodes-cloud-management',
			license: 'MIT',
			main: 'index.js',
			files: ['dist', '!dist/.sources'],
			peerDependencies: { 'n8n-workflow': '*' },
			n8n: { n8nNodesApiVersion: 1 },
		});
		expect(facts['keywords']).toContain('n8n-community-node-package');
		expect(Object.keys(facts['peerDependencies'] ?? {})).toEqual(['n8n-workflow']);
		expect(facts['dependencies'] ?? {}).toEqual({});
		expect(facts).not.toHaveProperty('overrides');
	});

	it("runs every folder's tests", () => {
		// test/compat reruns test/engine, and contains an n8n with its own tests.
		const folders = readdirSync(join(root, 'test'), { withFileTypes: true })
			.filter((one) => one.isDirectory() && one.name !== 'compat')
			.map(({ name }) => join('test', name));
		const alone = folders.filter(
			(folder) =>
				filesIn(folder, '.test.ts').length > 0 && !existsSync(join(root, folder, 'all.ts')),
		);
		expect(alone).toEqual([join('test', 'engine')]);
	});

	it("doesn't run scripts on installation", () => {
		const scripts = Object.keys(facts['scripts'] ?? {});
		expect(scripts.filter((name) => INSTALL_SCRIPTS.includes(name))).toEqual([]);
	});
});

describe('dist', () => {
	const built = filesIn('dist', '.js');

	it("sends the package's name and version to the API", () => {
		const code = readFileSync(join(root, 'dist/nodes/engine/http/transport.js'), 'utf8');
		expect(code).toContain(`'n8n-nodes-cloud-management/${String(manifest()['version'])}'`);
	});

	it('requires only packages that n8n provides', () => {
		const required = built.flatMap((file) => {
			const code = readFileSync(join(root, file), 'utf8');
			return [...code.matchAll(/\b(?:require|import)\(\s*(["'`])(.*?)\1/g)].map(
				([, , name = '']) => name,
			);
		});
		const outside = new Set(required.filter((name) => !name.startsWith('.')));
		expect(outside).toContain('n8n-workflow');
		expect([...outside].filter((name) => !PROVIDED.includes(name))).toEqual([]);
	});

	it('contains the listed files, icons, codex files, and schemas', () => {
		const { n8n } = manifest();
		const named = Object.values(n8n ?? {})
			.flat()
			.filter((path) => typeof path === 'string');
		const copied = [...filesIn('icons', '.svg'), ...filesIn('nodes', '.json')];
		const expected = [...named, ...copied.map((path) => join('dist', path))];
		expect(named.length).toBeGreaterThan(0);
		expect(expected.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});
});

/** n8n adds these keys to a node's description: the codex file, the icon's address, and the package's version. */
const ADDED: ReadonlySet<string> = new Set(['codex', 'iconUrl', 'communityNodePackageVersion']);

it.each([
	{ node: 'cloudManagement', most: 300_000 },
	{ node: 'cloudDashboard', most: 115_000 },
])('n8n sends its editor at most $most bytes about $node', ({ node, most }) => {
	const sent: unknown = JSON.parse(readFileSync(join(root, 'dist/types/nodes.json'), 'utf8'));
	const types = z.array(z.object({ name: z.string() }).passthrough()).parse(sent);
	const [description = {}] = types.filter(({ name }) => name === node);
	const own = Object.entries(description).filter(([name]) => !ADDED.has(name));
	const size = Buffer.byteLength(JSON.stringify(Object.fromEntries(own)));
	expect(size).toBeGreaterThan(most / 2);
	expect(size).toBeLessThanOrEqual(most);
});

describe('npm pack', () => {
	const MAX_BYTES = 420_000;
	const contentShape = z.object({
		size: z.number(),
		files: z.array(z.object({ path: z.string() })),
	});
	// npm 12 and later print an object by package name instead of a list.
	const reportShape = z.union([z.array(contentShape), z.record(contentShape)]);
	const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [content] = Object.values(reportShape.parse(JSON.parse(printed)));
	const { size = 0, files = [] } = content ?? {};

	it('contains only index.js, dist, and documents', () => {
		const outside = files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
		expect(outside).toContain('index.js');
		const fitting = ['index.js', 'package.json', 'LICENSE', 'README.md'];
		expect(outside.filter((path) => !fitting.includes(path))).toEqual([]);
	});

	it('contains what n8n reads instead of the code when it starts', () => {
		const read = files
			.map(({ path }) => path)
			.filter((path) => /^dist\/(?!nodes)\w+\/\w+\.json$/.test(path));
		expect(read.sort()).toEqual(
			['known', 'types'].flatMap((folder) =>
				['credentials', 'nodes'].map((name) => `dist/${folder}/${name}.json`),
			),
		);
	});

	it(`is smaller than ${String(MAX_BYTES / 1000)} kB`, () => {
		console.log(`The tarball has ${(size / 1000).toFixed(1)} kB in ${String(files.length)} files`);
		expect(size).toBeGreaterThan(10_000);
		expect(size).toBeLessThan(MAX_BYTES);
	});
});

it('index.js exports the node and credential classes', () => {
	const exported: object = jest.requireActual(root);
	const names = [
		'CloudAlertTrigger',
		'CloudDashboard',
		'CloudDashboardApi',
		'CloudDashboardTrigger',
		'CloudManagement',
		'CloudManagementApi',
		'CloudManagementTrigger',
		'CloudPipeSourceApi',
	];
	expect(exported).toEqual(
		Object.fromEntries(names.map((name) => [name, expect.objectContaining({ name })])),
	);
});
