const Sequencer = require('@jest/test-sequencer').default;

/** Folders with long tests. The first spend minutes waiting; all other folders take seconds. */
const LONGEST = ['reliability', 'formwalk', 'property', 'docs'];

/** Tests that load only sources. All others load the built package, also through a folder's `all.ts`. */
const WITHOUT_BUILD = /\/test\/(?:property|unit(?!\/package\/))\/.+\.test\.ts$/;

function withSlashes(path) {
	return path.replaceAll('\\', '/');
}

function rank({ path }) {
	const index = LONGEST.findIndex((folder) => withSlashes(path).includes(`/test/${folder}/`));
	return index < 0 ? LONGEST.length : index;
}

/** Starts the longest tests first, so that none runs alone at the end, and tells `freshBuild` about their needs. */
module.exports = class LongestFirst extends Sequencer {
	static needNoBuild(tests) {
		return tests.every(({ path }) => WITHOUT_BUILD.test(withSlashes(path)));
	}

	sort(tests) {
		process.env.NEEDS_NO_BUILD = LongestFirst.needNoBuild(tests) ? '1' : '';
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
