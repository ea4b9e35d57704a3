const base = require('../../jest.config.js');

const { MUTATION_TESTS = 'test/unit' } = process.env;

/**
 * Only the unit tests, or those in the folders that MUTATION_TESTS names: fast enough to run for every mutant.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	// These tests don't need a build, and it would be made of the mutants.
	globalSetup: undefined,
	roots: MUTATION_TESTS.split(',').map((folder) => `<rootDir>/${folder}`),
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/unit/(contract|deploy|emulator|package|release)/',
		// It reads a document, which the copy for the mutants does not contain.
		'<rootDir>/test/unit/credentials/proxyEnvironment.test.ts',
	],
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false, isolatedModules: true }] },
};
