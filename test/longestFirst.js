const Sequencer = require('@jest/test-sequencer').default;

/** Where the tests take long: the first spend minutes waiting, those of all other folders take seconds. */
const LONGEST = ['reliability/faultMatrix', 'reliability', 'formwalk', 'property', 'docs'];

function rank({ path }) {
	const index = LONGEST.findIndex((folder) =>
		path.replaceAll('\\', '/').includes(`/test/${folder}/`),
	);
	return index < 0 ? LONGEST.length : index;
}

/** Begins with what takes long, so that none of it runs alone at the end. */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
