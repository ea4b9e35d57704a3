const { availableParallelism } = require('node:os');

/** What decides whether something is sent twice is covered branch by branch. */
const ALL = { branches: 100, functions: 100 };

/** @type {import('jest').Config} */
module.exports = {
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: [['text', { skipFull: true }], 'text-summary'],
	coverageThreshold: {
		'./nodes/engine/http/**/*.ts': ALL,
		'./nodes/engine/journal/**/*.ts': ALL,
		global: { lines: 90 },
	},
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testSequencer: '<rootDir>/test/longestFirst.js',
	// Many tests spend more time waiting than computing.
	maxWorkers: availableParallelism() + 1,
	// Ten times what the slowest tests take on a quiet machine; what hangs still fails.
	testTimeout: 300_000,
	globalSetup: '<rootDir>/test/freshBuild.js',
	setupFiles: ['<rootDir>/test/quiet.js'],
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
};
