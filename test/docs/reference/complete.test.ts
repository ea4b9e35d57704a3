import type { INodeProperties } from 'n8n-workflow';

import { credentialTypes, descriptionOf } from '../descriptions';
import { documentsIn, exists, readDocument } from '../files';
import { code } from '../markdown';
import { ofAnySource } from './fields';
import { fileOf, REFERENCE_FOLDER, SHARED_PAGE } from './pages';
import { membersOf, resourcesOf } from './resources';

/** A page, with those that describe parts of it. */
function textOf(file: string): string {
	const page = `${REFERENCE_FOLDER}/${file}`;
	const folder = page.replace(/\.md$/, '');
	const parts = exists(folder) ? documentsIn(folder) : [];
	return [page, ...parts, `${REFERENCE_FOLDER}/${SHARED_PAGE}`].map(readDocument).join('\n');
}

/** The section of an operation alone. */
function sectionOf(file: string, heading: string): string {
	const [, ...sections] = readDocument(`${REFERENCE_FOLDER}/${file}`).split(/^## /m);
	return sections.find((section) => section.startsWith(`${heading}\n`)) ?? '';
}

function documented(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields
		.filter(({ type, name }) => !['hidden', 'notice'].includes(type) && name !== 'pollTimes')
		.flatMap((field) => [field, ...documented(membersOf(field))]);
}

/** The fields that a page lacks. Pages of several sources have their parameters without the source. */
function missing(fields: readonly INodeProperties[], text: string): string[] {
	return documented(fields)
		.map(({ displayName, name }) => `**${displayName}** ${code(name)}`)
		.filter((title) => !text.includes(title))
		.filter((title) => !text.includes(ofAnySource(title)));
}

describe('The reference has every field', () => {
	it.each([
		['cloudManagement', ''],
		['cloudDashboard', 'dashboard'],
	])('of each operation of %s', async (node, prefix) => {
		for (const resource of resourcesOf(await descriptionOf(node))) {
			const file = fileOf(resource, prefix);
			for (const { name: heading, fields } of resource.operations) {
				expect({ heading, missing: missing(fields, textOf(file)) }).toEqual({
					heading,
					missing: [],
				});
				const always = fields.filter(({ type, displayOptions: { show = {}, hide } = {} }) => {
					const conditions = Object.keys(show).filter(
						(key) => !['resource', 'operation'].includes(key),
					);
					return !['hidden', 'notice'].includes(type) && conditions.length === 0 && !hide;
				});
				const section = sectionOf(file, heading);
				expect(
					always.map(({ name }) => code(name)).filter((name) => !section.includes(name)),
				).toEqual([]);
			}
		}
	});

	it('of the triggers and the credentials', async () => {
		for (const [node, file] of [
			['cloudManagementTrigger', 'trigger.md'],
			['cloudDashboardTrigger', 'dashboard-trigger.md'],
		] as const) {
			expect(missing((await descriptionOf(node)).properties, textOf(file))).toEqual([]);
		}
		for (const { properties } of await credentialTypes())
			expect(missing(properties, textOf('credentials.md'))).toEqual([]);
	});

	it('and would miss one', () => {
		const field = { displayName: 'New', name: 'new', type: 'string' as const, default: '' };
		expect(missing([field], textOf('pipe.md'))).toEqual(['**New** `new`']);
	});
});
