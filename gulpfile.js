const { spawn } = require('node:child_process');
const { readFile, rm, writeFile } = require('node:fs/promises');
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

const build = series(clean, parallel(series(compile, stamp), icons, descriptions));
// A run of several scripts builds once.
exports.build = process.env.SKIP_BUILD === '1' ? () => Promise.resolve() : build;
