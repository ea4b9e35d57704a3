import { requireTests } from '../../test/requireTests';

/** The mutants' copy lacks files that these tests read. */
const NEED_THE_TREE = /^test\/unit\/(?:contract|emulator|package|release)\/|proxyEnvironment/;

for (const folder of (process.env['MUTATION_TESTS'] ?? 'test/unit').split(',')) {
	requireTests(folder, (file) => !NEED_THE_TREE.test(file));
}
