// Compares the tag of a release with package.json, CHANGELOG.md, and README.md: node .ci/checkRelease.mjs v1.2.3
import { readFileSync } from 'node:fs';

const INSTALL = 'npm install --ignore-scripts --legacy-peer-deps';

const [tag = ''] = process.argv.slice(2);
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const readme = readFileSync('README.md', 'utf8');

const problems = [];
if (tag !== `v${version}`) {
	problems.push(`The tag is "${tag}", but package.json has the version ${version}.`);
}
const heading = `## [${version}] - `;
if (!changelog.split('\n').some((line) => line.startsWith(heading))) {
	problems.push(`CHANGELOG.md has no section "${heading}<date>".`);
}
if (readme.includes('on npm yet') || !readme.split('\n').includes(`${INSTALL} ${name}`)) {
	problems.push(`README.md does not install from npm: it needs the line "${INSTALL} ${name}".`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
