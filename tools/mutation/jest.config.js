const base = require('../../jest.config.js');

/**
 * Only unit tests, as one file: loading each of their files for every mutant would take longer than the tests.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	// These tests need no build, which would contain the mutants.
	globalSetup: undefined,
	roots: ['<rootDir>/tools/mutation'],
	testMatch: ['<rootDir>/tools/mutation/tests.ts'],
};
