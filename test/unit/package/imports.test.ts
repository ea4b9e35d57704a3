import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../../..');

/** Each source file of the package, without its ending, with the files of the package that it imports. */
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

/** Returns a cycle of imports, with the file where it closes first and last; empty if there is none. */
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

describe('the imports of the package', () => {
	const imports = importsOfFiles();

	it('name files that exist', () => {
		const targets = [...imports.values()].flat();
		expect(targets.length).toBeGreaterThan(100);
		expect(targets.filter((target) => !imports.has(target))).toEqual([]);
	});

	it('form no cycle', () => {
		expect(circleIn(imports)).toEqual([]);
	});

	it('of core stay in core, those of an API in it and in core, and those of sources below the form', () => {
		const below = (folder: string) => [...imports].filter(([file]) => file.startsWith(folder));
		const outside = (folder: string, allowed: readonly string[]) =>
			below(folder).flatMap(([file, targets]) =>
				targets
					.filter((target) => !allowed.some((prefix) => target.startsWith(prefix)))
					.map((target) => `${file} imports ${target}`),
			);
		expect(below('nodes/core/').length).toBeGreaterThan(20);
		expect(outside('nodes/core/', ['nodes/core/'])).toEqual([]);
		const pipe = 'nodes/CloudManagement/actions/pipe/';
		const ofSources = ['sources/', 'tableMappings', 'parseList'].map((name) => `${pipe}${name}`);
		const shared = [
			'nodes/core/',
			'nodes/CloudManagement/api/',
			'nodes/CloudManagement/actions/shared/',
		];
		expect(below(`${pipe}sources/`).length).toBeGreaterThan(4);
		expect(outside(`${pipe}sources/`, [...ofSources, ...shared])).toEqual([]);
		const management = 'nodes/CloudManagement/api/';
		expect(outside(management, [management, 'nodes/core/'])).toEqual([]);
		// Managed ClickStack is reached with the key of the management API.
		const dashboard = 'nodes/CloudDashboard/api/';
		expect(outside(dashboard, [dashboard, management, 'nodes/core/'])).toEqual([]);
	});

	it('of the HTTP client are itself, the clock and JSON: it knows neither resources nor sentences', () => {
		const allowed = ['nodes/core/http/', 'nodes/core/clock', 'nodes/core/json'];
		const client = [...imports].filter(([file]) => file.startsWith('nodes/core/http/'));
		const targets = client.flatMap(([, of]) => of);
		expect(targets).toContain('nodes/core/http/response');
		expect(targets.filter((target) => !allowed.some((name) => target.startsWith(name)))).toEqual(
			[],
		);
	});
});
