import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

import { lintDescriptions } from './descriptions.mjs';

const root = resolve(import.meta.dirname, '../..');
// Files of a published package that n8n's gate reads.
const PACKED_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** Packs the package as npm would publish it, and unpacks it into `folder`. */
function unpacked(folder) {
	const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: root,
		encoding: 'utf8',
	});
	const [{ filename }] = JSON.parse(packed);
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
	return join(folder, 'package');
}

async function scan(name, folder, patterns) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	console.log(`${passed ? 'passed' : 'FAILED'}: n8n's scan of the ${name}`);
	// Fails if the scan found nothing to read.
	const read = passed && message === undefined;
	if (!read) console.log([message, details].filter(Boolean).join('\n'));
	return read;
}

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	const source = await scan('source', root, SOURCE_FILE_PATTERNS);
	const tarball = await scan('packed package', unpacked(folder), PACKED_FILE_PATTERNS);
	const described = await lintDescriptions(root);
	process.exitCode = source && tarball && described ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
