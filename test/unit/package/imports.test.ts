import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../../..');

/** File names have no extension. Only imports of the package's own files count. */
function importsOfFiles(): Map<string, string[]> {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => join(folder, name.slice(0, -'.ts'.length))),
	);
	const known = new Set(files);
	return new Map(
		files.map((file) => {
			const code = readFileSync(join(root, `${file}.ts`), 'utf8');
			const imported = [...code.matchAll(/\bfrom '(\.[^']*)'/g)].map(([, path = '']) => {
				const target = join(dirname(file), path);
				return known.has(target) ? target : join(target, 'index');
			});
			return [file, imported];
		}),
	);
}

/** Starts and ends with the same file. Empty if no imports form a cycle. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
	const done = new Set<string>();
	const visit = (file: string, path: readonly string[]): string[] => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return [];
		for (const target of imports.get(file) ?? []) {
			const circle = visit(target, [...path, file]);
			if (circle.length > 0) return circle;
		}
		done.add(file);
		return [];
	};
	for (const file of imports.keys()) {
		const circle = visit(file, []);
		if (circle.length > 0) return circle;
	}
	return [];
}

describe('imports', () => {
	const imports = importsOfFiles();

	it('name existing files', () => {
		const targets = [...imports.values()].flat();
		expect(targets.length).toBeGreaterThan(100);
		expect(targets.filter((target) => !imports.has(target))).toEqual([]);
	});

	it('form no cycle', () => {
		expect(circleIn(imports)).toEqual([]);
	});

	/** In engine, features, and nodes, a file's room is the subfolder. */
	const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 3).join('/');

	it('never go both ways between two folders', () => {
		const pairs = new Set(
			[...imports].flatMap(([file, targets]) =>
				targets.map((target) => `${roomOf(file)} ${roomOf(target)}`),
			),
		);
		expect(pairs.size).toBeGreaterThan(50);
		const both = [...pairs].filter((pair) => {
			const [from = '', to = ''] = pair.split(' ');
			return from !== to && pairs.has(`${to} ${from}`);
		});
		expect(both).toEqual([]);
	});

	/** Lists imports that leave the allowed folders. */
	const outside = (folder: string, allowed: readonly string[]): string[] => {
		const files = [...imports].filter(([file]) => file.startsWith(folder));
		expect(files.length).toBeGreaterThan(1);
		return files.flatMap(([file, targets]) =>
			targets
				.filter((target) => ![folder, ...allowed].some((prefix) => target.startsWith(prefix)))
				.map((target) => `${file} imports ${target}`),
		);
	};

	it("follow the order of the engine's folders in architecture.md", () => {
		const document = readFileSync(join(root, 'docs/development/architecture.md'), 'utf8');
		const [section = ''] = /^The engine's folders .*?^All these folders /ms.exec(document) ?? [];
		const order = [...section.matchAll(/^\| `(\w+)\/`/gm)].map(([, name]) => name);
		/** Files outside folders come last. */
		const rankOf = (file: string): number => {
			const [, , folder, ...rest] = file.split('/');
			return rest.length === 0 ? order.length : order.indexOf(folder);
		};
		const files = [...imports].filter(([file]) => file.startsWith('nodes/engine/'));
		expect(files.filter(([file]) => rankOf(file) < 0)).toEqual([]);
		const wrong = files.flatMap(([file, targets]) =>
			targets
				.filter((target) => rankOf(target) < rankOf(file))
				.map((target) => `${file} imports ${target}`),
		);
		expect(wrong).toEqual([]);
	});

	const SHARED = ['nodes/engine/', 'nodes/features/'];
	const APIS = [...SHARED, 'nodes/clickhouseCloud/', 'nodes/clickStack/'];
	const PIPE = 'nodes/CloudManagement/resources/pipe/';

	it.each([
		{ folder: 'nodes/engine/', allowed: [] },
		{ folder: 'nodes/features/', allowed: ['nodes/engine/'] },
		{ folder: 'nodes/clickhouseCloud/', allowed: SHARED },
		// Managed ClickStack uses the management API's key.
		{ folder: 'nodes/clickStack/', allowed: APIS },
		{ folder: 'nodes/CloudManagement/', allowed: APIS },
		{ folder: 'nodes/CloudDashboard/', allowed: APIS },
		{ folder: 'nodes/CloudAlertTrigger/', allowed: APIS },
		{ folder: 'nodes/CloudManagementTrigger/', allowed: APIS },
		{ folder: 'nodes/CloudDashboardTrigger/', allowed: APIS },
		{ folder: `${PIPE}sources/`, allowed: [...APIS, `${PIPE}tableMappings`] },
		// The HTTP code contains neither resources nor sentences.
		{
			folder: 'nodes/engine/http/',
			allowed: ['json', 'request', 'time'].map((name) => `nodes/engine/${name}`),
		},
	])('stay in $folder and the folders that it builds on', ({ folder, allowed }) => {
		expect(outside(folder, allowed)).toEqual([]);
	});
});
