// Prints what CHANGELOG.md says about the version in package.json: node .ci/releaseNotes.mjs
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
// Ends at the next version, or at the links at the end of the file.
const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^(?=## \[|\[.+\]: )/m);
const section = sections.find((text) => text.startsWith(`## [${version}] - `));
const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
if (notes === '') {
	console.error(`CHANGELOG.md says nothing of ${version}.`);
	process.exitCode = 1;
} else {
	console.log(notes);
}
