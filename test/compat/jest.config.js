const base = require('../../jest.config.js');

/**
 * The engine tests, and the responses of any kind, with the modules of the n8n that N8N_LINE names.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/engine', '<rootDir>/test/compat', '<rootDir>/test/property'],
	testMatch: ['**/test/{engine,compat}/**/*.test.ts', '**/test/property/responses.test.ts'],
	resolver: '<rootDir>/test/compat/resolver.js',
	// `npm test` runs it beside the others.
	maxWorkers: '50%',
};
