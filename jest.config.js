const { availableParallelism } = require('node:os');

/** Whether the command line names tests, such as a path or `-t` and a title, and not only flags and numbers. */
const namesTests = process.argv.slice(2).some((argument) => /^[^-\d]/.test(argument));
const watches = process.argv.some((argument) => argument.startsWith('--watch'));
/** `npx jest` alone runs the unit tests: as one file, or as their own files, of which watching runs few. */
const UNIT = watches ? '**/test/unit/**/*.test.ts' : '**/test/unit/all.ts';

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
	// The sources, too: watching runs the tests of those that change.
	roots: ['credentials', 'nodes', 'test', 'tools'].map((folder) => `<rootDir>/${folder}`),
	testMatch: [namesTests ? '**/*.test.ts' : UNIT],
	testSequencer: '<rootDir>/test/longestFirst.js',
	// Many tests spend more time waiting than computing.
	maxWorkers: availableParallelism() + 1,
	// Ten times what the slowest tests take on a quiet machine; what hangs still fails.
	testTimeout: 300_000,
	globalSetup: '<rootDir>/test/freshBuild.js',
	setupFiles: ['<rootDir>/test/quiet.js'],
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
};
