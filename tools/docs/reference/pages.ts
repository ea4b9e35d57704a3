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
import {
	afterSection,
	ANY_SOURCE,
	blocksOf,
	namedBlocks,
	printed,
	sharedTexts,
	textOf,
} from './fields';
import type { DocumentedResource } from './resources';
import { choicesOf, resourcesOf } from './resources';
import { ofNoSource, ofSource } from './sources';

export const REFERENCE_FOLDER = 'docs/reference';
/** Features that many operations share. */
export const SHARED_PAGE = 'shared.md';
const PEOPLE = ' Guide: [People, keys and activities](../people.md).';
const BACKUPS = ' Guide: [Backups and snapshots](../backups.md).';
const SERVICES = ' Guide: [Services and cost](../services.md).';
const DASHBOARDS = ' Guide: [Dashboards and alerts](../dashboard.md).';
const GUIDES: Readonly<Record<string, string>> = {
	Activity: PEOPLE,
	Alert: ' Guide: [Alerts](../dashboard.md#alerts).',
	'API Key': PEOPLE,
	'API Request': ' Guide: [API Request](../apiRequest.md).',
	Backup: BACKUPS,
	Chart: DASHBOARDS,
	'ClickStack Role':
		' Workflows store this resource as `role`, like [Role](role.md) of the other node. Guide: [Managed ClickStack](../dashboard.md#managed-clickstack).',
	Dashboard: DASHBOARDS,
	Event: DASHBOARDS,
	Invitation: PEOPLE,
	Member: PEOPLE,
	Metric: ' Guide: [Watch metrics](../services.md#watch-metrics).',
	Pipe: ' Guide: [Pipes](../pipes.md).',
	'Query Endpoint': ' Guide: [Run a query](../services.md#run-a-query).',
	Role: PEOPLE,
	Service: SERVICES,
	'Service Setting': SERVICES,
	Snapshot: BACKUPS,
	'Usage Cost': ' Guide: [See the cost](../services.md#see-the-cost).',
	Webhook: ' Guide: [Webhooks](../dashboard.md#webhooks).',
};

/** Options that nearly all operations of a kind have. */
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
	{
		of: 'wait',
		has: [
			'dryRun',
			'fullResponse',
			'maxConcurrency',
			'maxWait',
			'stableFor',
			'timeout',
			'waitForExistence',
		],
	},
];
const SHARED_OPTIONS =
	/^- \*\*Options\*\* `options`:\s+(?:- )?\[Shared\]\([^)]*\): ((?:(?:\*\*[^*]+\*\* )?`\w+`(?:, )?)+)$/;
/** Options that the dashboard node shows only for managed ClickStack. */
const MANAGED_OPTIONS =
	/\n\s+- When \*\*Authentication\*\* is _ClickStack in ClickHouse Cloud_: \[Shared\]\([^)]*\): (.+)$/;
/** Groups of shared fields, by the sections that have them. The last takes fields of several groups. */
const SHARED_GROUPS: ReadonlyArray<[title: string, has: (file: string, title: string) => boolean]> =
	[
		['Waits', (_file, title) => title.startsWith('Wait for ')],
		['Pipes', (file) => file.startsWith('pipe')],
		['Dashboards and alerts', (file) => file.startsWith('dashboard')],
		['ClickHouse Cloud', (file) => !file.startsWith('dashboard')],
		['Both nodes', () => true],
	];
/** The label before a field's name. */
const LABEL = /^\*\*[^*]+\*\* /;

export interface Page {
	file: string;
	title: string;
	intro: string;
	sections: Section[];
	/** Entries in the index. A source's page isn't listed. */
	index?: { node: string; about: string };
}

interface Section {
	title: string;
	about?: string;
	blocks: Block[];
	/** Paragraphs after the fields. */
	after?: string[];
}

/** Pages of each node's resources and of each trigger. */
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

/** The reference's pages and overviews. */
export async function referencePages(pages: readonly Page[]): Promise<GeneratedDocument[]> {
	const fields = sharedTexts(pages.map(({ sections }) => sections.flatMap(fieldsIn)));
	const options = sharedTexts(pages.map(({ sections }) => sections.flatMap(optionsIn)));
	const places = pages.flatMap(({ file, sections }) =>
		sections.map((section) => ({
			file,
			title: section.title,
			texts: fieldsIn(section).map(textOf),
		})),
	);
	const groupOf = (text: string) => {
		const having = places.filter(({ texts }) => texts.includes(text));
		return SHARED_GROUPS.find(([, has]) =>
			having.every(({ file, title }) => has(file, title)),
		)?.[0];
	};
	const groups = SHARED_GROUPS.map(
		([title]) => [title, fields.filter((text) => groupOf(text) === title)] as const,
	);
	const contents = [
		['README.md', indexText(pages)],
		['credentials.md', await credentialsText()],
		[SHARED_PAGE, sharedText(groups, options)],
		...pages.map((page) => [page.file, pageText(page, [...fields, ...options])] as const),
	] as const;
	return contents.map(([file, content]) => ({
		file: `${REFERENCE_FOLDER}/${file}`,
		content: `${GENERATED}\n\n${content}`,
	}));
}

function fieldsIn({ blocks }: Section): Block[] {
	const options = new Set(optionsIn({ blocks }));
	// Each page's output has its own fields.
	return namedBlocks(blocks).filter(
		(block) => !isOptions(block) && !options.has(block) && !block.names.includes('outputFields'),
	);
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
			const after = [outputText(output, outputs), example.text];
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

/** The most common tag with its exceptions. Undefined if each operation needs its own. */
function commonTag(tags: ReadonlyMap<string, string>): string | undefined {
	const [tag = '', ...others] = new Set([...tags.values()].filter((one) => one !== ''));
	const untagged = [...tags.keys()].filter((title) => tags.get(title) === '');
	if (tag !== '' && (others.length > 0 || untagged.length >= tags.size / 2)) return undefined;
	const except = untagged.length === 0 ? '' : `, except ${listed(untagged, 'and')}`;
	return tag.replace('._', `${except}._`);
}

/** A resource's file. A second node's files start with its prefix. */
export function fileOf({ name }: Pick<DocumentedResource, 'name'>, prefix: string): string {
	const file = kebab(name);
	return `${file === prefix || prefix === '' ? file : `${prefix}-${file}`}.md`;
}

/** A page for each pipe source, with its own fields. */
function sourcePages({ operations }: DocumentedResource): Page[] {
	return SOURCES.map(({ kind, label: title }) => ({
		file: `pipe/${kebab(title)}.md`,
		title,
		intro: `Fields that a pipe from ${title} has if you define it by fields. For all other fields, see [Pipe](../pipe.md).`,
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
	// Poll Times belongs to n8n.
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

/** A webhook trigger has no events, and sends nothing that an example could show. */
async function alertTriggerPage(): Promise<Page> {
	const { displayName, properties } = await descriptionOf('cloudAlertTrigger');
	const title = 'Alert Trigger';
	return {
		file: `${kebab(title)}.md`,
		title,
		intro: `The **${displayName}** node. Guide: [Triggers](../trigger.md#clickstack-alert-trigger).`,
		index: { node: displayName, about: 'Alert Fires or Recovers' },
		sections: [{ title: 'Fields', blocks: blocksOf(properties) }],
	};
}

function pageText({ file, title, intro, sections }: Page, shared: readonly string[]): string {
	const folder = file.includes('/') ? '../' : '';
	const link = `[Shared](${folder}${SHARED_PAGE})`;
	let known: Known = new Map(shared.map((text) => [text, link]));
	const options = optionsByLine(sections, known, folder);
	const texts = [`# ${title}`, intro, optionsText(options)];
	for (const { title: heading, about = '', blocks, after = [] } of sections) {
		const isListed = [...options.values()].some((titles) => titles.includes(heading));
		const own = isListed ? blocks.filter((block) => !isOptions(block)) : blocks;
		texts.push(`## ${heading}`, about, printed(own, known).join('\n'), ...after);
		known = afterSection(known, own, `As in ${linkTo(heading)}`);
	}
	return texts.filter((part) => part !== '').join('\n\n');
}

/** Sections whose options are all shared, by the options' names. */
function optionsByLine(
	sections: readonly Section[],
	known: Known,
	folder: string,
): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const { title, blocks } of sections) {
		const lines = printed(blocks.filter(isOptions), known).join('\n');
		const [, managed] = MANAGED_OPTIONS.exec(lines) ?? [];
		const [, names] = SHARED_OPTIONS.exec(lines.replace(MANAGED_OPTIONS, '')) ?? [];
		if (names === undefined) continue;
		const rest = managed === undefined ? '' : `, ${managed} (managed ClickStack)`;
		const line = `${shortened(names, folder)}${rest}`;
		found.set(line, [...(found.get(line) ?? []), title]);
	}
	return found;
}

/** Links to the usual options and lists the rest. */
function shortened(names: string, folder: string): string {
	const all = names.split(', ');
	const bare = all.map((entry) => entry.replace(LABEL, ''));
	const usual = USUAL_OPTIONS.find(({ has }) => has.every((name) => bare.includes(code(name))));
	if (usual === undefined) return names;
	const others = all.filter((_, index) => !usual.has.some((name) => code(name) === bare[index]));
	return [`[${usual.of} options](${folder}${SHARED_PAGE}#options)`, ...others].join(', ');
}

function optionsText(options: ReadonlyMap<string, readonly string[]>): string {
	const lines = [...options].map(([line, titles]) => `- ${listed([...titles], 'and')}: ${line}`);
	return lines.length === 0 ? '' : ['**Options** `options`:', lines.join('\n')].join('\n\n');
}

async function credentialsText(): Promise<string> {
	const sections = (await credentialTypes()).flatMap(({ displayName, name, properties }) => [
		`## ${displayName}`,
		`Type: \`${name}\``,
		printed(blocksOf(properties)).join('\n'),
	]);
	return [
		'# Credentials',
		'Fields of each credential. [Get your credentials](../credentials.md) shows where to find the values and how n8n tests them. [Security](../security.md) explains how keys are stored and sent.',
		...sections,
		'## Permissions',
		"Permissions that a key's roles need in ClickHouse Cloud. In the console, each name starts with `control-plane:`. Names for beta operations come from ClickHouse's command-line tool.",
		await permissionTable(),
	].join('\n\n');
}

function sharedText(
	groups: ReadonlyArray<readonly [title: string, texts: readonly string[]]>,
	options: readonly string[],
): string {
	return [
		'# Shared fields',
		`Fields that several operations have, grouped by where they appear. Each operation's page lists the shared fields that it uses. \`${ANY_SOURCE}\` stands for a pipe's source, such as \`kafka\`.`,
		...groups.flatMap(([title, texts]) => [`## ${title}`, texts.join('\n')]),
		'## Options',
		'Options are fields of the parameter `options`. Set each option in its own field. If `options` as a whole is an expression, n8n drops all options before the node runs, so even a dry run sends its requests.',
		...USUAL_OPTIONS.map(({ of, has }) => `A ${of} takes ${listed(has.map(code), 'and')}.`),
		options.join('\n'),
	].join('\n\n');
}

function indexText(pages: readonly Page[]): string {
	const rows = pages.flatMap(({ file, title, index }) =>
		index ? [[`[${title}](${file})`, index.about, index.node]] : [],
	);
	return [
		'# Reference',
		'Every operation with its fields, and an example with the request that it sends. For each field, a page lists its parameter in the workflow, its type, bounds, default and description.',
		[
			'- Fields that depend on another field are listed below it, after “When”.',
			'- A boolean is off unless the page says otherwise.',
			'- “Once added” is the value of a field right after you add it, for example from Options. Until then, the node ignores the field.',
			"- A field with several choices also takes an expression that returns a list or comma-separated text, in upper or lower case, including values that aren't listed.",
			"- **Additional Fields (JSON)** adds fields to the request. The form's fields take precedence.",
			'- Requests are shown as the nodes send them to ClickHouse Cloud and to your own ClickStack. For an API with another [dialect](../credentials.md#other-apis), some names differ.',
			'- In examples, `{serviceId}` and similar names stand for IDs, and `…/` in a path stands for `/v1/organizations/{organizationId}/`.',
			'- If an operation needs only IDs, the page shows its `resource` and `operation` values instead of an example.',
			'- _ClickHouse Cloud only_ means that a [compatible API](../credentials.md#other-apis) may lack the operation.',
			'- For a tool that takes records by name, say in its description which tool lists the names: “Stop a pipe. Takes names from Pipe → Get Many.”',
		].join('\n'),
		table(['Resource', 'Operations or events', 'Node'], rows),
		`See also the [fields and options that operations share](${SHARED_PAGE}), the [credentials](credentials.md), the [coverage](coverage.md) of ClickHouse Cloud's API, and [every error](errors.md) by status and message.`,
	].join('\n\n');
}

function linkTo(heading: string): string {
	return `[${heading}](#${kebab(heading)})`;
}
