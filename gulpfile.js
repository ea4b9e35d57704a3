const { spawn } = require('node:child_process');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

function compile() {
	const compiler = require.resolve('typescript/bin/tsc');
	return spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
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
	const file = 'dist/nodes/core/http/transport.js';
	const code = await readFile(file, 'utf8');
	await writeFile(file, code.replace(`${name}/development`, `${name}/${version}`));
}

/** Requires version 3 of zod by its own path: "zod" could find another package's zod 4 first, which has it too. */
async function nameZodVersion() {
	const names = await readdir('dist/nodes', { recursive: true });
	for (const file of names.filter((name) => name.endsWith('.js'))) {
		const path = join('dist/nodes', file);
		const code = await readFile(path, 'utf8');
		await writeFile(path, code.replace('require("zod")', 'require("zod/v3")'));
	}
}

const build = series(clean, parallel(series(compile, stamp, nameZodVersion), icons, descriptions));
// Several scripts in one run need only one build.
exports.build = process.env.SKIP_BUILD === '1' ? () => Promise.resolve() : build;
