/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/compat/',
		'<rootDir>/test/n8n/',
		'<rootDir>/test/scan/',
	],
	setupFiles: ['<rootDir>/test/engine/harness/quiet.js'],
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
};
