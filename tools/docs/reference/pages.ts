import type { TriggerName } from '../../engine/polledNode';
import { SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { DASHBOARD, MANAGEMENT } from '../../engine/workflow';
import { credentialTypes, descriptionOf } from '../descriptions';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { code, kebab, listed, table } from '../markdown';
import { permissionTable } from '../permissions';
import { eventExample, operationExample, outputFields, outputText } from './examples';
import type { Block, Known } from './fields';
import { afterSection, ANY_SOURCE, blocksOf, namedBlocks, printed, sharedTexts } from './fields';
import type { DocumentedResource } from './resources';
import { toolText } from './toolTexts';
import { choicesOf, resourcesOf } from './resources';
import { ofNoSource, ofSource } from './sources';

export const REFERENCE_FOLDER = 'docs/reference';
/** The page about features that many operations share. */
export const SHARED_PAGE = 'shared.md';
const PEOPLE = ' Guide: [People, keys and activities](../people.md).';
const BACKUPS = ' Guide: [Backups and snapshots](../backups.md).';
const SERVICES = ' Guide: [Services and cost](../services.md).';
const GUIDES: Readonly<Record<string, string>> = {
	Activity: PEOPLE,
	Alert: ' Guide: [Alerts](../dashboard.md#alerts).',
	'API Key': PEOPLE,
	'API Request': ' Guide: [API Request](../apiRequest.md).',
	Backup: BACKUPS,
	'ClickStack Role': ' Guide: [Managed ClickStack](../dashboard.md#managed-clickstack).',
	Dashboard: ' Guide: [Dashboards and alerts](../dashboard.md).',
	Invitation: PEOPLE,
	Member: PEOPLE,
	Pipe: ' Guide: [Pipes](../pipes.md).',
	Role: PEOPLE,
	Service: SERVICES,
	'Service Setting': SERVICES,
	Snapshot: BACKUPS,
};

/** The options that nearly all operations of a kind have. */
const USUAL_OPTIONS = [
	{
		of: 'read',
		has: ['dryRun', 'fullResponse', 'maxConcurrency', 'maxRetries', 'maxWait', 'timeout'],
	},
	{
		of: 'change',
		has: [
			'approvedPlan',
			'dryRun',
			'fullResponse',
			'maxRetries',
			'maxWait',
			'resendUnknown',
			'timeout',
		],
	},
];
const SHARED_OPTIONS = /^(- \*\*Options\*\* `options`: )\[Shared\]\([^)]*\): ((?:`\w+`(?:, )?)+)/gm;

export interface Page {
	file: string;
	title: string;
	intro: string;
	sections: Section[];
	/** The index's entries; a source's page isn't listed. */
	index?: { node: string; about: string };
}

interface Section {
	title: string;
	about?: string;
	blocks: Block[];
	/** The paragraphs after the fields. */
	after?: string[];
}

/** Returns the pages of each resource of each node, and of each trigger. */
export async function allPages(): Promise<Page[]> {
	return [
		...(await nodePages('cloudManagement', MANAGEMENT, '')),
		...(await nodePages('cloudDashboard', DASHBOARD, 'dashboard')),
		await triggerPage('cloudManagementTrigger', 'Trigger', ''),
		await triggerPage(
			'cloudDashboardTrigger',
			'Dashboard Trigger',
			'#clickstack-dashboard-trigger',
		),
		await alertTriggerPage(),
	];
}

/** Returns the reference: the pages, and the ones about all of them. */
export async function referencePages(pages: readonly Page[]): Promise<GeneratedDocument[]> {
	const fields = sharedTexts(pages.map(({ sections }) => sections.flatMap(fieldsIn)));
	const options = sharedTexts(pages.map(({ sections }) => sections.flatMap(optionsIn)));
	const contents = [
		['README.md', indexText(pages)],
		['credentials.md', await credentialsText()],
		[SHARED_PAGE, sharedText(fields, options)],
		...pages.map((page) => [page.file, pageText(page, [...fields, ...options])] as const),
	] as const;
	return contents.map(([file, content]) => ({
		file: `${REFERENCE_FOLDER}/${file}`,
		content: `${GENERATED}\n\n${content}`,
	}));
}

function fieldsIn({ blocks }: Section): Block[] {
	const options = new Set(optionsIn({ blocks }));
	return namedBlocks(blocks).filter((block) => !isOptions(block) && !options.has(block));
}

function optionsIn({ blocks }: Pick<Section, 'blocks'>): Block[] {
	return namedBlocks(blocks)
		.filter(isOptions)
		.flatMap(({ below }) => namedBlocks(below));
}

function isOptions({ lines: [line = ''] }: Block): boolean {
	return line.startsWith('- **Options** `options`');
}

async function nodePages(name: string, type: string, prefix: string): Promise<Page[]> {
	const pages: Page[] = [];
	const description = await descriptionOf(name);
	const resources = resourcesOf(description);
	for (const resource of resources) {
		const { name: title, value, operations } = resource;
		const outputs = new Map<string, string[]>();
		const sections: Section[] = [];
		const tags = new Map<string, string>();
		for (const { name: heading, value: operation, description: about, fields } of operations) {
			const link = linkTo(heading);
			const folder = name.replace(/^c/, 'C');
			const output = outputFields(folder, value, operation);
			const example = await operationExample(type, value, operation);
			const tool = toolText(about, fields, resources);
			const after = [outputText(output, outputs), tool, example.text];
			tags.set(heading, example.tag);
			sections.push({ title: heading, about, blocks: blocksOf(ofNoSource(fields)), after });
			outputs.set(link, output);
		}
		const sources = value === 'pipe' && prefix === '' ? sourcePages(resource) : [];
		const links = sources.map((page) => `[${page.title}](${page.file})`).join(', ');
		const more = links === '' ? '' : `\n\nThe fields of each source: ${links}.`;
		const index = {
			node: description.displayName,
			about: operations.map((operation) => operation.name).join(', '),
		};
		const common = commonTag(tags);
		for (const section of common === undefined ? sections : []) {
			section.about = `${tags.get(section.title) ?? ''} ${section.about ?? ''}`.trim();
		}
		const tag = common === undefined || common === '' ? '' : ` ${common}`;
		const intro = `Node: **${index.node}**.${tag}${GUIDES[title] ?? ''}${more}`;
		pages.push({ file: fileOf(resource, prefix), title, intro, sections, index }, ...sources);
	}
	return pages;
}

/** Returns the tag that most operations have, with the exceptions; undefined if each needs its own. */
function commonTag(tags: ReadonlyMap<string, string>): string | undefined {
	const [tag = '', ...others] = new Set([...tags.values()].filter((one) => one !== ''));
	const untagged = [...tags.keys()].filter((title) => tags.get(title) === '');
	if (tag !== '' && (others.length > 0 || untagged.length >= tags.size / 2)) return undefined;
	const except = untagged.length === 0 ? '' : `, except ${listed(untagged, 'and')}`;
	return tag.replace('._', `${except}._`);
}

/** Returns a resource's file; a second node's files start with its prefix. */
export function fileOf({ name }: Pick<DocumentedResource, 'name'>, prefix: string): string {
	const file = kebab(name);
	return `${file === prefix || prefix === '' ? file : `${prefix}-${file}`}.md`;
}

/** Returns a page for each pipe source, with the fields that only it has. */
function sourcePages({ operations }: DocumentedResource): Page[] {
	return SOURCES.map(({ kind, label: title }) => ({
		file: `pipe/${kebab(title)}.md`,
		title,
		intro: `The fields of a pipe from ${title}, defined by fields. All others: [Pipe](../pipe.md).`,
		sections: operations
			.map(({ name, fields }) => ({
				title: name,
				blocks: blocksOf(ofSource(kind, fields), fields),
			}))
			.filter(({ blocks }) => blocks.length > 0),
	}));
}

async function triggerPage(name: TriggerName, title: string, anchor: string): Promise<Page> {
	const description = await descriptionOf(name);
	const { displayName } = description;
	// The poll times are n8n's own.
	const properties = description.properties.filter((property) => property.name !== 'pollTimes');
	const events = choicesOf(properties.find((property) => property.name === 'event'));
	const examples: string[] = [];
	for (const event of events)
		examples.push(`## ${event.name}\n\n${await eventExample(name, event.value)}`);
	return {
		file: `${kebab(title)}.md`,
		title,
		intro: `The **${displayName}** node. Guide: [Triggers](../trigger.md${anchor}).`,
		index: { node: displayName, about: events.map((event) => event.name).join(', ') },
		sections: [{ title: 'Fields', blocks: blocksOf(properties), after: examples }],
	};
}

/** A trigger that is called by a webhook has no events, and sends nothing that a workflow's example would show. */
async function alertTriggerPage(): Promise<Page> {
	const { displayName, properties } = await descriptionOf('cloudAlertTrigger');
	const title = 'Alert Trigger';
	return {
		file: `${kebab(title)}.md`,
		title,
		intro: `The **${displayName}** node. Guide: [Triggers](../trigger.md#clickstack-alert-trigger).`,
		index: { node: displayName, about: 'Alert Fires or Recovers, at once' },
		sections: [{ title: 'Fields', blocks: blocksOf(properties) }],
	};
}

function pageText({ file, title, intro, sections }: Page, shared: readonly string[]): string {
	const texts = [`# ${title}`, intro];
	const folder = file.includes('/') ? '../' : '';
	const link = `[Shared](${folder}${SHARED_PAGE})`;
	let known: Known = new Map(shared.map((text) => [text, link]));
	for (const { title: heading, about = '', blocks, after = [] } of sections) {
		texts.push(`## ${heading}`, about, printed(blocks, known).join('\n'), ...after);
		known = afterSection(known, blocks, `As in ${linkTo(heading)}`);
	}
	const text = texts.filter((part) => part !== '').join('\n\n');
	return text.replace(SHARED_OPTIONS, (_line, start: string, names: string) => {
		const usual = USUAL_OPTIONS.find(({ has }) => has.every((name) => names.includes(code(name))));
		if (usual === undefined) return _line;
		const others = names.split(', ').filter((name) => !usual.has.some((one) => code(one) === name));
		const group = `[those of a ${usual.of}](${folder}${SHARED_PAGE}#options)`;
		return `${start}${[group, ...others].join(', ')}`;
	});
}

async function credentialsText(): Promise<string> {
	const sections = (await credentialTypes()).flatMap(({ displayName, name, properties }) => [
		`## ${displayName}`,
		`Its type: \`${name}\`.`,
		printed(blocksOf(properties)).join('\n'),
	]);
	return [
		'# Credentials',
		'The fields of each credential. Where to find them, and how n8n tests them: [Get your credentials](../credentials.md). How keys are stored and sent: [Security](../security.md).',
		...sections,
		'## Permissions',
		"What a key's roles must allow in ClickHouse Cloud. In the console, each name starts with `control-plane:`. For operations in beta, the names are from ClickHouse's command-line tool.",
		await permissionTable(),
	].join('\n\n');
}

function sharedText(fields: readonly string[], options: readonly string[]): string {
	return [
		'# Shared fields',
		`What several operations have in common. The page of an operation lists those that it has. \`${ANY_SOURCE}\` is the source of a pipe, such as \`kafka\`.`,
		fields.join('\n'),
		'## Options',
		'They are in the parameter `options`. Set each option in its own field: if `options` as a whole is one expression, n8n drops all of them before the node runs. A dry run that is set this way sends.',
		...USUAL_OPTIONS.map(({ of, has }) => `Those of a ${of}: ${listed(has.map(code), 'and')}.`),
		options.join('\n'),
	].join('\n\n');
}

function indexText(pages: readonly Page[]): string {
	const rows = pages.flatMap(({ file, title, index }) =>
		index ? [[`[${title}](${file})`, index.about, index.node]] : [],
	);
	return [
		'# Reference',
		'Every operation with every field: its parameter in the workflow, its type, bounds, default and description, and an example with the request that it sends. Fields that are shown only if another one is set are listed below it, after “When”. A boolean is off unless the page says otherwise. “Once added” is the value of a field right after you add it, for example from Options; until then, the node ignores it. In the examples, `{serviceId}` and the like stand for IDs, and `…` in a path for `/v1/organizations/{organizationId}`. If an operation needs nothing but IDs, the values of `resource` and `operation` stand for its example.',
		"A field of which several can be chosen also takes an expression that returns a list, or text with commas, in upper or lower case and with values that aren't listed. **Additional Fields (JSON)** adds fields to the request; the fields of the form take precedence.",
		table(['Resource', 'Operations or events', 'Node'], rows),
		`The [fields and options that operations share](${SHARED_PAGE}), the fields of the [credentials](credentials.md), the [coverage](coverage.md) of ClickHouse Cloud's API, and [every error](errors.md) by status and message.`,
	].join('\n\n');
}

function linkTo(heading: string): string {
	return `[${heading}](#${kebab(heading)})`;
}
