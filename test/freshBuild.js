const { execFileSync } = require('node:child_process');
const path = require('node:path');

const { isStale } = require('../gulpfile.js');

/**
 * Builds the package before the first test if its sources have changed, or fails if SKIP_BUILD forbids that. The
 * sequencer knows if all tests load only sources and need no build.
 */
module.exports = function freshBuild() {
	if (process.env.NEEDS_NO_BUILD === '1' || !isStale()) return;
	const cwd = path.resolve(__dirname, '..');
	execFileSync('npx', ['gulp', '-L', 'emit'], { cwd, stdio: 'inherit' });
};
