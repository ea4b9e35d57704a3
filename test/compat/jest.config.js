const base = require('../../jest.config.js');
const lines = require('./lines.json');

const { N8N_LINE } = process.env;
const isOwn = lines.some(({ n8n, folder }) => n8n === N8N_LINE && folder === '.');

/**
 * The engine tests with the modules of the n8n that N8N_LINE names; with another n8n than the package's own, also the
 * responses of any kind, which `npm run test:others` runs with its own.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/engine', '<rootDir>/test/compat', '<rootDir>/test/property'],
	testMatch: [
		'**/test/compat/{engine,line.test}.ts',
		...(isOwn ? [] : ['**/test/property/responses.test.ts']),
	],
	resolver: '<rootDir>/test/compat/resolver.js',
	// `npm test` runs it beside the others.
	maxWorkers: 1,
};
