import path from 'node:path';

import type { TriggerName } from '../../engine/harness/polledNode';
import { DASHBOARD, MANAGEMENT } from '../../engine/harness/workflow';
import { credentialTypes, descriptionOf } from '../descriptions';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { kebab, table } from '../markdown';
import { eventExample, operationExample, outputFields, outputText } from './examples';
import type { Block, Known, Level } from './fields';
import { entriesOf, levelOf, printed } from './fields';
import { choicesOf, credentialFields, resourcesOf } from './resources';
import type { DocumentedResource } from './resources';
import type { Section } from './sections';
import { ANY, fieldsOfParts, knownInPart, partsOf, sectionsOf } from './sections';
import type { Shared } from './shared';
import { afterSection, knownFrom, SHARED_PAGE, sharedBlocks } from './shared';

export const REFERENCE_FOLDER = 'docs/reference';
/** The page of the fields that several parts have. */
const SEVERAL = 'several.md';
const GUIDES: Readonly<Record<string, string>> = {
	Pipe: ' More about pipes: [Pipes](../pipes.md).',
	Dashboard: ' More about dashboards: [Cloud Dashboard](../dashboard.md).',
};

interface Page {
	file: string;
	title: string;
	intro: string;
	sections: Section[];
	/** What the index lists; a part of another page isn't listed. */
	index?: { node: string; about: string };
	/** The paragraphs after the fields of a section. */
	after: (section: Section) => Promise<string[]>;
	/** Where fields are described, besides those that all pages share. */
	known?: Known;
}

/** Returns the pages of the reference: one for each resource of each node, one for each trigger, and an index. */
export async function referencePages(): Promise<GeneratedDocument[]> {
	const pages = await allPages();
	const shared = sharedBlocks(pages.map(({ sections }) => sections));
	const contents = new Map([
		['README.md', indexText(pages)],
		['credentials.md', await credentialsText()],
		[SHARED_PAGE, sharedText(shared)],
	]);
	for (const page of pages) contents.set(page.file, await pageText(page, shared));
	return [...contents].map(([file, content]) => ({
		file: `${REFERENCE_FOLDER}/${file}`,
		content: `${GENERATED}\n\n${content}`,
	}));
}

/** Returns the table of all operations and events, with links to the reference, for the README. */
export async function operationsTable(): Promise<string> {
	const rows = (await allPages()).flatMap(({ file, title, index }) =>
		index === undefined
			? []
			: [[`[${title}](${REFERENCE_FOLDER}/${file})`, index.about, index.node]],
	);
	return table(['Resource', 'Operations or events', 'Node'], rows);
}

async function allPages(): Promise<Page[]> {
	return [
		...(await nodePages('cloudManagement', MANAGEMENT, '')),
		...(await nodePages('cloudDashboard', DASHBOARD, 'dashboard')),
		await triggerPage('cloudManagementTrigger', 'Trigger', '../trigger.md'),
		await triggerPage(
			'cloudDashboardTrigger',
			'Dashboard Trigger',
			'../trigger.md#cloud-dashboard-trigger',
		),
	];
}

async function nodePages(node: string, type: string, prefix: string): Promise<Page[]> {
	const description = await descriptionOf(node);
	return resourcesOf(description).flatMap((resource) =>
		resourcePages(resource, description.displayName, type, fileOf(resource, prefix)),
	);
}

/** Returns the file of a resource; those of a second node begin with its prefix. */
export function fileOf({ name }: Pick<DocumentedResource, 'name'>, prefix: string): string {
	const file = kebab(name);
	return `${file === prefix || prefix === '' ? file : `${prefix}-${file}`}.md`;
}

/** Returns the page of a resource and those of its parts. */
function resourcePages(
	resource: DocumentedResource,
	node: string,
	type: string,
	file: string,
): Page[] {
	const { name: title, value, operations } = resource;
	const parts = partsOf(resource);
	const common = fieldsOfParts(parts);
	const outputs = new Map<string, string[]>();
	const examples = new Map<string, string>();
	const after = async ({ title: name, operation = '' }: Section): Promise<string[]> => {
		const fields = outputFields(node.replaceAll(' ', ''), value, operation);
		const output = outputText(fields, outputs);
		outputs.set(linkTo(name), fields);
		const example = await operationExample(type, value, operation, examples, linkTo(name));
		return output === '' ? [example] : [output, example];
	};
	const about = operations.map(({ name }) => name).join(', ');
	const links = parts.map((part) => `[${part.name}](${part.file})`).join(', ');
	const more = parts.length === 0 ? '' : `\n\nThe fields of each source: ${links}.`;
	return [
		{
			...{ file, title, after, sections: sectionsOf(resource), index: { node, about } },
			intro: `Node: **${node}**.${GUIDES[title] ?? ''}${more}`,
		},
		...parts.map((part) => ({
			...{ file: part.file, title: part.name, sections: part.sections, after: nothing },
			known: knownInPart(part, common, `[Several](${SEVERAL})`),
			intro: `The fields of a pipe from ${part.name}, defined by fields. All others: [${title}](../${file}).`,
		})),
		...parts.slice(0, 1).map((part) => ({
			...{ file: path.join(path.dirname(part.file), SEVERAL), title: 'Several sources' },
			...{
				sections: [{ title: 'Fields', about: '', level: levelOfBlocks(common) }],
				after: nothing,
			},
			intro: `The fields that several sources have. \`${ANY}\` is the source, such as \`${part.value}\`.`,
		})),
	];
}

async function nothing(): Promise<string[]> {
	return await Promise.resolve([]);
}

async function triggerPage(name: TriggerName, title: string, guide: string): Promise<Page> {
	const description = await descriptionOf(name);
	const { displayName } = description;
	// The poll times are n8n's own.
	const properties = description.properties.filter((property) => property.name !== 'pollTimes');
	const events = choicesOf(properties.find((property) => property.name === 'event'));
	const fields = [...properties, ...credentialFields(description, properties)];
	return {
		file: `${kebab(title)}.md`,
		title,
		intro: `The **${displayName}** node. What it does in each situation: [${displayName}](${guide}).`,
		index: { node: displayName, about: events.map((event) => event.name).join(', ') },
		sections: [{ title: 'Fields', about: '', level: levelOf(entriesOf(fields)) }],
		after: async () => {
			const examples: string[] = [];
			for (const event of events) {
				examples.push(`## ${event.name}\n\n${await eventExample(name, event.value)}`);
			}
			return examples;
		},
	};
}

async function pageText(page: Page, shared: Shared): Promise<string> {
	const { file, title, intro, sections, after, known: own = new Map() } = page;
	const texts: string[] = [`# ${title}`, intro];
	let known: Known = new Map([
		...knownFrom(shared, '../'.repeat(file.split('/').length - 1)),
		...own,
	]);
	for (const section of sections) {
		const { title: heading, about, level } = section;
		const fields = printed(level, known).join('\n');
		texts.push(`## ${heading}`, about, fields, ...(await after(section)));
		known = afterSection(known, level, linkTo(heading));
	}
	return texts.filter((text) => text !== '').join('\n\n');
}

async function credentialsText(): Promise<string> {
	const types = await credentialTypes();
	const sections = types.map(({ displayName, name, properties }) =>
		[
			`## ${displayName}`,
			`Its type: \`${name}\`.`,
			printed(levelOf(entriesOf(properties))).join('\n'),
		].join('\n\n'),
	);
	return [
		'# Credentials',
		'The fields of each credential. Where to find them, and how n8n tests them: [Get your credentials](../credentials.md). How keys are stored and sent: [Security](../security.md).',
		...sections,
	].join('\n\n');
}

function sharedText({ fields, everyOption, options }: Shared): string {
	const list = (blocks: Block[]) => printed(levelOfBlocks(blocks)).join('\n');
	return [
		'# Shared fields',
		'What several operations have in common. The page of an operation lists those that it has.',
		list(fields),
		'## The usual options',
		'Every operation has them, in its parameter `options`. Set each option in its own field: if `options` as a whole is one expression, n8n drops all of them before the node runs. A dry run that is set this way sends.',
		list(everyOption),
		'## Other options',
		list(options),
	].join('\n\n');
}

function levelOfBlocks(blocks: Block[]): Level {
	return { blocks, groups: [] };
}

function indexText(pages: readonly Page[]): string {
	const nodes = [...new Set(pages.flatMap(({ index }) => index?.node ?? []))];
	const links = nodes.map((node) => {
		const own = pages.filter(({ index }) => index?.node === node);
		return `- **${node}**: ${own.map(({ file, title }) => `[${title}](${file})`).join(', ')}`;
	});
	return [
		'# Reference',
		'Every operation with every field: its parameter in the workflow, its type, bounds, default and description, and an example with the request that it sends. A field that depends on another is listed below it. A boolean is `false` by default unless another default is given. The examples leave out IDs such as `serviceId`; `…` in a path is `/v1/organizations/{organizationId}`.',
		links.join('\n'),
		`The [fields and options that operations share](${SHARED_PAGE}), the fields of the [credentials](credentials.md), and the [coverage](coverage.md) of ClickHouse Cloud's API.`,
	].join('\n\n');
}

function linkTo(heading: string): string {
	return `[${heading}](#${kebab(heading)})`;
}
