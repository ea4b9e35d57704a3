const Sequencer = require('@jest/test-sequencer').default;

/** The folders with long tests: the first spend minutes waiting, all other folders' tests need seconds. */
const LONGEST = ['reliability', 'formwalk', 'property', 'docs'];

function rank({ path }) {
	const index = LONGEST.findIndex((folder) =>
		path.replaceAll('\\', '/').includes(`/test/${folder}/`),
	);
	return index < 0 ? LONGEST.length : index;
}

/** Starts the longest tests first, so that none of them runs alone at the end. */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
