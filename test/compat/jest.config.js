const base = require('../../jest.config.js');

/**
 * The engine tests with the modules of the n8n that N8N_LINE names.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['**/test/compat/engine.ts'],
	resolver: '<rootDir>/test/compat/resolver.js',
};
