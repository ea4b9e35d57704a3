const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

const FOLDERS = ['credentials', 'icons', 'nodes'];
const FILES = ['gulpfile.js', 'package.json', 'tsconfig.build.json', 'tsconfig.json'];
/** Holds the hash of the sources that the build was made from. Written last, and not published. */
const RECORD = join(__dirname, 'dist/.sources');

function hashOfSources() {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(join(__dirname, folder), { recursive: true }).map((name) => join(folder, name)),
	);
	const names = [...FILES, ...inFolders.filter((name) => /\.(json|svg|ts)$/.test(name)).sort()];
	const hash = createHash('sha256');
	for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(__dirname, name)));
	return hash.digest('hex');
}

function isStale() {
	return !existsSync(RECORD) || readFileSync(RECORD, 'utf8') !== hashOfSources();
}

let hashAtStart = '';

async function clean() {
	hashAtStart = hashOfSources();
	await rm('dist', { recursive: true, force: true });
}

async function record() {
	await writeFile(RECORD, hashAtStart);
}

function compile(...flags) {
	const compiler = require.resolve('typescript/bin/tsc');
	const args = [compiler, '-p', 'tsconfig.build.json', ...flags];
	return spawn(process.execPath, args, { stdio: 'inherit' });
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Codex files and output schemas. */
function descriptions() {
	return src('nodes/**/*.json').pipe(dest('dist/nodes'));
}

/** Puts the version into the User-Agent of the requests. */
async function stamp() {
	const { name, version } = require('./package.json');
	const file = 'dist/nodes/engine/http/transport.js';
	const code = await readFile(file, 'utf8');
	await writeFile(file, code.replace(`${name}/development`, `${name}/${version}`));
}

/** The file of a module, so that Node doesn't have to look for it: "./pipe.js" or "./pipe/index.js" for "./pipe". */
function fileOf(module, folder) {
	const names = [module, `${module}.js`, `${module}/index.js`];
	return names.find((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
}

/**
 * Names required modules exactly. zod 3 gets the path "zod/v3", because "zod" could find another package's zod 4 first,
 * and zod 4 contains that path too.
 */
async function nameModules() {
	const names = await readdir('dist', { recursive: true });
	for (const file of names.filter((name) => name.endsWith('.js'))) {
		const path = join('dist', file);
		const code = await readFile(path, 'utf8');
		const exact = code
			.replace('require("zod")', 'require("zod/v3")')
			.replace(/(?<=require\(")\.[^"]+/g, (module) => fileOf(module, dirname(path)) ?? module);
		await writeFile(path, exact);
	}
}

/**
 * Writes the descriptions that n8n reads at its start, so that it loads a node's code only when the node is first used.
 */
function metadata() {
	const generator = require.resolve('n8n-core/bin/generate-metadata');
	return spawn(process.execPath, [generator], { cwd: __dirname, stdio: 'inherit' });
}

/** Lists of methods that only n8n's own editor build reads. */
async function removeMethodLists() {
	await rm('dist/methods', { recursive: true });
}

function buildWith(compiling) {
	const code = series(compiling, stamp, nameModules);
	const build = parallel(code, icons, descriptions);
	return series(clean, build, metadata, removeMethodLists, record);
}

/** Several scripts in one run need only one build. */
async function useBuild() {
	if (isStale()) throw new Error('The build is older than its sources. Run "npm run build" first.');
}

const skipsBuild = process.env.SKIP_BUILD === '1';
exports.build = skipsBuild ? useBuild : buildWith(() => compile());
/** Builds what tests need in a third of the time. `npm run typecheck` checks the types instead. */
exports.emit = skipsBuild ? useBuild : buildWith(() => compile('--noCheck'));
/** Not a task. Tests call it. */
exports.isStale = isStale;
