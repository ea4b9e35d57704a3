import type { INodeProperties } from 'n8n-workflow';

import { credentialTypes, descriptionOf } from '../../../tools/docs/descriptions';
import { documentsIn, exists, readDocument } from '../../../tools/docs/files';
import { code } from '../../../tools/docs/markdown';
import { blocksOf, SAID_ONCE } from '../../../tools/docs/reference/fields';
import { fileOf, REFERENCE_FOLDER } from '../../../tools/docs/reference/pages';
import { OPTIONS_PAGE } from '../../../tools/docs/reference/options';
import { resourcesOf, SELECTORS, shownFor } from '../../../tools/docs/reference/resources';

/** Parts of a page may be on pages of their own. */
function textOf(file: string): string {
	const page = `${REFERENCE_FOLDER}/${file}`;
	const folder = page.replace(/\.md$/, '');
	const parts = exists(folder) ? documentsIn(folder) : [];
	return [page, ...parts, `${REFERENCE_FOLDER}/${OPTIONS_PAGE}`].map(readDocument).join('\n');
}

/** Fields may be at any depth of a description. */
function titlesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, name, type }: Record<string, unknown> = { ...value };
	const isLeftOut = type === 'hidden' || type === 'notice' || name === 'pollTimes';
	if (isLeftOut || SELECTORS.has(String(name))) return [];
	const isField = typeof displayName === 'string' && typeof type === 'string';
	const own = isField ? [`**${displayName}** ${code(String(name))}`] : [];
	const members = Object.entries(value).filter(([key]) => key !== 'modes');
	return [...own, ...members.flatMap(([, member]) => titlesIn(member))];
}

function missing(fields: readonly INodeProperties[], text: string): string[] {
	return titlesIn(fields).filter((title) => !text.includes(title));
}

describe('docs/reference', () => {
	it.each([
		{ node: 'cloudManagement', prefix: '' },
		{ node: 'cloudDashboard', prefix: 'dashboard' },
	])('contains every field of each operation of $node', async ({ node, prefix }) => {
		const description = await descriptionOf(node);
		const { properties } = description;
		const resources = resourcesOf(description);
		expect(resources.length).toBeGreaterThan(5);
		for (const resource of resources) {
			const own = shownFor(properties, { resource: resource.value });
			const file = fileOf(resource, prefix);
			expect({ file, missing: missing(own, textOf(file)) }).toEqual({ file, missing: [] });
		}
	});

	it.each([
		{ node: 'cloudManagement', prefix: '' },
		{ node: 'cloudDashboard', prefix: 'dashboard' },
	])('describes what each operation of $node outputs', async ({ node, prefix }) => {
		for (const resource of resourcesOf(await descriptionOf(node))) {
			const file = fileOf(resource, prefix);
			const sections = textOf(file).split(/\n##? (?:\w+ → )?/);
			const silent = resource.operations.filter(
				({ name }) =>
					!sections.some(
						(text) => text.startsWith(`${name}\n`) && text.includes('\nThe output contains '),
					),
			);
			expect({ file, silent: silent.map(({ name }) => name) }).toEqual({ file, silent: [] });
		}
	});

	it('contains every field of the triggers and the credentials', async () => {
		for (const [node, file] of [
			['cloudManagementTrigger', 'trigger.md'],
			['cloudAlertTrigger', 'alert-trigger.md'],
			['cloudDashboardTrigger', 'dashboard-trigger.md'],
		] as const) {
			expect(missing((await descriptionOf(node)).properties, textOf(file))).toEqual([]);
		}
		for (const { properties } of await credentialTypes())
			expect(missing(properties, textOf('credentials.md'))).toEqual([]);
	});
});

it.each([
	{ isOffered: true, condition: '- When **Chart** is not _Bar_:' },
	{ isOffered: false, condition: '- When **Chart** is _Line_:' },
])('words a condition if the empty choice is offered: $isOffered', (one) => {
	const empty = one.isOffered ? [{ name: 'Unchanged', value: '' }] : [];
	const chart: INodeProperties = {
		...{ displayName: 'Chart', name: 'chart', type: 'options', default: 'line' },
		options: [{ name: 'Line', value: 'line' }, { name: 'Bar', value: 'bar' }, ...empty],
	};
	const field: INodeProperties = {
		...{ displayName: 'Group By', name: 'groupBy', type: 'string', default: '' },
		displayOptions: { show: { chart: ['line', ''] } },
	};
	expect(blocksOf([chart, field]).at(-1)?.lines).toEqual([one.condition]);
});

it('docs/reference omits only sentences that fields contain', async () => {
	const nodes = await Promise.all(
		['cloudManagement', 'cloudDashboard', 'cloudManagementTrigger'].map(descriptionOf),
	);
	const texts = JSON.stringify(nodes).replace(/<[^>]+>/g, '');
	expect(SAID_ONCE.filter((sentence) => !texts.includes(sentence.trim()))).toEqual([]);
});
