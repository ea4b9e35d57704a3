const base = require('../../jest.config.js');

/**
 * The unit tests alone: fast enough to run for every mutant.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/unit'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/unit/(contract|deploy|emulator|package|release)/',
	],
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false, isolatedModules: true }] },
};
