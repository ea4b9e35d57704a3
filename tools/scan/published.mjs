// Scans a published version as n8n's gate does: node published.mjs NAME VERSION. n8n's own command exits with 0 even if
// it finds something.
import { analyzePackageByName } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [name, version] = process.argv.slice(2);
const { passed, message, details } = await analyzePackageByName(name, version);
console.log(
	[`${passed ? 'passed' : 'FAILED'}: ${name}@${version}`, message, details]
		.filter(Boolean)
		.join('\n'),
);
process.exitCode = passed ? 0 : 1;
