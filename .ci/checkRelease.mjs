// Compares the tag of a release with package.json and the documents: node .ci/checkRelease.mjs v1.2.3
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const INSTALL = 'npm install --ignore-scripts --legacy-peer-deps';
/** Texts that are true only before the first release, marked or not. */
const STALE =
	"(begin|end) unreleased|(released|on npm|npm|GitHub) yet|after the (first|package's) release";

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
if (!readme.split('\n').includes(`${INSTALL} ${name}`)) {
	problems.push(`README.md does not install from npm: it needs the line "${INSTALL} ${name}".`);
}
const found = spawnSync('git', ['grep', '-niE', STALE, '--', '*.md', '*.yml'], {
	encoding: 'utf8',
});
// git exits with 1 if it finds nothing, and with more if it fails.
if (found.status !== 0 && found.status !== 1) problems.push(`git grep failed: ${found.stderr}`);
for (const line of found.stdout.split('\n').filter(Boolean)) {
	problems.push(`This is stale after the release: ${line}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
