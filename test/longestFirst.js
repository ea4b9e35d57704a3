const Sequencer = require('@jest/test-sequencer').default;

/** The tests of one module take seconds, those of more than one up to minutes. */
const OF_ONE_MODULE = /[\\/]test[\\/](?:docs|unit)[\\/]/;

/** Begins with what takes long, so that none of it runs alone at the end. */
module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isShort = ({ path }) => OF_ONE_MODULE.test(path);
		return [...sorted.filter((test) => !isShort(test)), ...sorted.filter(isShort)];
	}
};
