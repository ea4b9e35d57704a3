import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

const root = join(__dirname, '../../..');
const FORMS = '.github/ISSUE_TEMPLATE';

const labelled = z.object({ label: z.string().min(1), description: z.string().optional() });
const required = z.object({ required: z.boolean() }).strict().optional();
const id = z.string().regex(/^[A-Za-z][\w-]*$/);
const fieldShape = z.discriminatedUnion('type', [
	z.object({ type: z.literal('markdown'), attributes: z.object({ value: z.string() }).strict() }),
	z
		.object({
			type: z.literal('textarea'),
			id,
			attributes: labelled.extend({ render: z.string().optional() }).strict(),
			validations: required,
		})
		.strict(),
	z
		.object({
			type: z.literal('input'),
			id,
			attributes: labelled.extend({ placeholder: z.string().optional() }).strict(),
			validations: required,
		})
		.strict(),
	z
		.object({
			type: z.literal('dropdown'),
			id,
			attributes: labelled.extend({ options: z.array(z.string()).min(2) }).strict(),
			validations: required,
		})
		.strict(),
]);
/** What GitHub asks of an issue form. */
const formShape = z
	.object({
		name: z.string().min(1),
		description: z.string().min(1),
		labels: z.array(z.string()),
		body: z.array(fieldShape).min(1),
	})
	.strict();
const configShape = z.object({
	blank_issues_enabled: z.boolean(),
	contact_links: z.array(
		z.object({ name: z.string(), url: z.string().url(), about: z.string() }).strict(),
	),
});
const updatesShape = z.object({
	version: z.literal(2),
	updates: z.array(
		z.object({
			'package-ecosystem': z.string(),
			directory: z.string().optional(),
			directories: z.array(z.string()).optional(),
			schedule: z.object({ interval: z.enum(['weekly', 'monthly']) }),
		}),
	),
});
const manifestShape = z.object({ version: z.string(), bugs: z.object({ url: z.string() }) });

function textOf(...names: string[]): string {
	return readFileSync(join(root, ...names), 'utf8');
}

const manifest = manifestShape.parse(JSON.parse(textOf('package.json')));
const repository = manifest.bugs.url.replace(/\/issues$/, '');
const advisories = `${repository}/security/advisories/new`;

describe('the issue forms', () => {
	const names = readdirSync(join(root, FORMS)).filter((name) => name !== 'config.yml');

	it('are one for bugs and one for features', () => {
		expect(names.sort()).toEqual(['bug.yml', 'feature.yml']);
	});

	it.each(names)('%s is a form that GitHub shows', (name) => {
		const { body } = formShape.parse(parse(textOf(FORMS, name)));
		const ids = body.flatMap((field) => ('id' in field ? [field.id] : []));
		expect(new Set(ids).size).toBe(ids.length);
		const asked = body.filter((field) => 'validations' in field && field.validations?.required);
		expect(asked.length).toBeGreaterThan(1);
	});

	it('ask for what a bug is found by: both versions, the node, and no secret', () => {
		const { body } = formShape.parse(parse(textOf(FORMS, 'bug.yml')));
		const needed = body.flatMap((field) =>
			'validations' in field && field.validations?.required ? [field.id] : [],
		);
		expect(needed).toEqual(expect.arrayContaining(['happened', 'workflow', 'package', 'n8n']));
		expect(textOf(FORMS, 'bug.yml')).toContain('Leave out keys, tokens and passwords');
	});

	it('would be refused without what GitHub asks for', () => {
		const form = z.record(z.unknown()).parse(parse(textOf(FORMS, 'feature.yml')));
		for (const member of ['name', 'description', 'body']) {
			expect(formShape.safeParse({ ...form, [member]: undefined }).success).toBe(false);
		}
		const field = { type: 'textarea', id: 'a', attributes: {} };
		expect(formShape.safeParse({ ...form, body: [field] }).success).toBe(false);
	});

	it('lead a vulnerability to a private report', () => {
		const { blank_issues_enabled, contact_links } = configShape.parse(
			parse(textOf(FORMS, 'config.yml')),
		);
		expect(blank_issues_enabled).toBe(false);
		expect(contact_links.map(({ url }) => url)).toContain(advisories);
		expect(textOf('SECURITY.md')).toContain(`(${advisories})`);
		expect(textOf('CODE_OF_CONDUCT.md')).toContain(`(${advisories})`);
	});
});

describe('dependabot.yml', () => {
	const { updates } = updatesShape.parse(parse(textOf('.github/dependabot.yml')));

	it('looks after the actions, the packages and the images', () => {
		const watched = updates.flatMap(({ directory, directories = [], ...update }) =>
			[...(directory === undefined ? [] : [directory]), ...directories].map(
				(path) => `${update['package-ecosystem']} ${path}`,
			),
		);
		expect(watched).toEqual([
			'github-actions /',
			'npm /',
			'npm /test/n8n',
			'npm /test/scan',
			'docker /deploy',
			'docker-compose /deploy',
		]);
	});

	it('names folders that contain what it looks after', () => {
		for (const folder of ['.', 'test/n8n', 'test/scan']) {
			expect(existsSync(join(root, folder, 'package-lock.json'))).toBe(true);
		}
		for (const name of ['Dockerfile', 'compose.yaml']) {
			expect(existsSync(join(root, 'deploy', name))).toBe(true);
		}
	});
});

const VERSION_OR_KIND =
	/^(## \[Unreleased\]|## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d|### (Added|Changed|Deprecated|Removed|Fixed|Security))$/;

describe('CHANGELOG.md', () => {
	const text = textOf('CHANGELOG.md');
	const headings = text.match(/^#{2,}.*$/gm) ?? [];

	it('has the form of Keep a Changelog', () => {
		expect(text).toMatch(/^# Changelog\n/);
		expect(text).toContain('(https://keepachangelog.com/en/1.1.0/)');
		expect(headings[0]).toMatch(/^## \[/);
		for (const heading of headings) {
			expect(heading).toMatch(VERSION_OR_KIND);
		}
	});

	it('links each version', () => {
		const versions = [...text.matchAll(/^## \[(.+?)\]/gm)].map(([, version]) => String(version));
		expect(versions.length).toBeGreaterThan(0);
		for (const version of versions) {
			expect(text).toMatch(
				new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\]: ${repository}/`, 'm'),
			);
		}
	});
});

describe('the documents of the repository', () => {
	const documents = ['CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md'];

	it.each(documents)('%s links files that exist', (name) => {
		const links = [...textOf(name).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) =>
			String(link),
		);
		const missing = links.filter((link) => !existsSync(join(root, dirname(name), link)));
		expect(missing).toEqual([]);
	});

	it('take the Contributor Covenant as the code of conduct', () => {
		expect(textOf('CODE_OF_CONDUCT.md')).toContain('(https://www.contributor-covenant.org/');
	});

	it('are what the pull request template speaks of', () => {
		const template = textOf('.github/pull_request_template.md');
		const named = [...template.matchAll(/`([\w./]+\.\w+)`/g)].map(([, path]) => String(path));
		expect(named.length).toBeGreaterThan(1);
		for (const path of named) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
	});
});
