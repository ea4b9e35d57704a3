const path = require('node:path');
const lines = require('./lines.json');

const ROOT = path.resolve(__dirname, '../..');
/** Modules that n8n provides to packages, and engine modules that the tests use. */
const LENT = /^(n8n-core|n8n-workflow|luxon|p-limit|zod|@n8n\/di)(\/|$)/;
const LINE = lines.find(({ n8n }) => n8n === process.env.N8N_LINE);
if (LINE === undefined) throw new Error('N8N_LINE names no n8n of test/compat/lines.json');

/** True for the project's files, false for libraries. */
function isOwn(folder) {
	return !path.relative(ROOT, folder).split(path.sep).includes('node_modules');
}

/** Resolves a certain n8n's modules for the project's files, sources and build. Everything else resolves as usual. */
module.exports = (request, options) => {
	if (!isOwn(options.basedir)) return options.defaultResolver(request, options);
	if (request === 'n8n-core' && LINE.n8n.startsWith('1.')) {
		return path.join(__dirname, 'n8nCore1.ts');
	}
	const name = request.replace(/^n8n-core-1(?=\/|$)/, 'n8n-core');
	const basedir = LENT.test(name) ? path.join(ROOT, LINE.folder) : options.basedir;
	return options.defaultResolver(name, { ...options, basedir });
};
