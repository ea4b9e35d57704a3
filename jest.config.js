const { availableParallelism } = require('node:os');

/** True if the command line names tests, by a path or by `-t` and a title. */
const namesTests = process.argv.slice(2).some((argument) => /^[^-\d]/.test(argument));
const watches = process.argv.some((argument) => argument.startsWith('--watch'));
/** `npx jest` alone runs the unit tests, all in one file. Watching runs only a few, in their own files. */
const UNIT = watches ? '**/test/unit/**/*.test.ts' : '**/test/unit/all.ts';

/** Code that decides whether something is sent twice needs full branch coverage. */
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
	// Includes the sources, because watching runs the tests of changed sources.
	roots: ['credentials', 'nodes', 'test', 'tools'].map((folder) => `<rootDir>/${folder}`),
	testMatch: [namesTests ? '**/*.test.ts' : UNIT],
	testSequencer: '<rootDir>/test/longestFirst.js',
	// Many tests spend more time waiting than computing.
	maxWorkers: availableParallelism() + 1,
	// Ten times as long as the slowest test takes on a quiet machine. A hanging test still fails.
	testTimeout: 300_000,
	globalSetup: '<rootDir>/test/freshBuild.js',
	setupFiles: ['<rootDir>/test/quiet.js'],
	transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
};
