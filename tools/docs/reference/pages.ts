import type { TriggerName } from '../../engine/polledNode';
import { SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { DASHBOARD, MANAGEMENT } from '../../engine/workflow';
import { credentialTypes, descriptionOf } from '../descriptions';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { kebab, listed, table } from '../markdown';
import { permissionTable } from '../permissions';
import { eventExample, operationExample, outputFields, outputText } from './examples';
import type { Block, Known } from './fields';
import {
	afterSection,
	blocksOf,
	labelled,
	mostFrequent,
	namedBlocks,
	printed,
	textOf,
} from './fields';
import type { DocumentedResource } from './resources';
import { choicesOf, isAccess, resourcesOf, withoutAccess } from './resources';
import { ofNoSource, ofSource } from './sources';

export const REFERENCE_FOLDER = 'docs/reference';
/** Options that many operations share. */
export const OPTIONS_PAGE = 'options.md';
const PEOPLE = '[People, keys and activities](../people.md)';
const BACKUPS = '[Backups and snapshots](../backups.md)';
const SERVICES = '[Services and cost](../services.md)';
const DASHBOARDS = '[Dashboards and alerts](../dashboard.md)';
/** The guide that explains a resource. */
const GUIDES: Readonly<Record<string, string>> = {
	Activity: PEOPLE,
	Alert: '[Alerts](../dashboard.md#alerts)',
	'API Key': PEOPLE,
	'API Request': '[API Request](../apiRequest.md)',
	Backup: BACKUPS,
	Chart: DASHBOARDS,
	'ClickStack Role': '[Managed ClickStack](../dashboard.md#managed-clickstack)',
	Dashboard: DASHBOARDS,
	Event: DASHBOARDS,
	Invitation: PEOPLE,
	Member: PEOPLE,
	Metric: '[Watch metrics](../services.md#watch-metrics)',
	Pipe: '[Pipes](../pipes.md)',
	'Query Endpoint': '[Run a query](../services.md#run-a-query)',
	Role: PEOPLE,
	Service: SERVICES,
	'Service Setting': SERVICES,
	Snapshot: BACKUPS,
	'Usage Cost': '[See the cost](../services.md#see-the-cost)',
	Webhook: '[Webhooks](../dashboard.md#webhooks)',
};
const STORED_AS_ROLE: Readonly<Record<string, string>> = {
	'ClickStack Role':
		" Workflows store this resource as `role`, like the other node's [Role](role.md).",
};

/** Options that nearly all operations of a kind have, besides Organization ID. */
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
/** Fields that look the same in most operations, with the text that links to their description. */
const COMMON: ReadonlyMap<string, string> = new Map([
	['returnAll', 'the [number of records](#)'],
	['limit', ''],
	['output', 'the [level of detail](#)'],
]);
const COMMON_ANCHOR = 'number-and-detail-of-records';
/** The note on operations that managed ClickStack lacks. */
const OWN_CLICKSTACK = '_Your own ClickStack only._';
const MANAGED = ` For ClickStack in ClickHouse Cloud, also set [Authentication](${OPTIONS_PAGE}#authentication).`;

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
	const options = mostFrequent(pages.flatMap(({ sections }) => sections.flatMap(optionsIn)));
	const common = mostFrequent(
		pages.flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks)),
	).filter(({ names }) => COMMON.has(names.join()));
	const dashboard = resourcesOf(await descriptionOf('cloudDashboard'))[0]?.operations[0];
	const access = blocksOf((dashboard?.fields ?? []).filter(isAccess));
	const contents = [
		['README.md', indexText(pages)],
		['credentials.md', await credentialsText()],
		[OPTIONS_PAGE, optionsPage(options, common, access)],
		...pages.map((page) => [page.file, pageText(page, options, common)] as const),
	] as const;
	return contents.map(([file, content]) => ({
		file: `${REFERENCE_FOLDER}/${file}`,
		content: `${GENERATED}\n\n${content}`,
	}));
}

function optionsIn({ blocks }: Pick<Section, 'blocks'>): Block[] {
	return namedBlocks(blocks)
		.filter(isOptions)
		.flatMap(({ below }) => fieldBlocks(below));
}

/** Blocks of fields, without groups that only have a condition. */
function fieldBlocks(blocks: readonly Block[]): Block[] {
	return namedBlocks(blocks).filter(({ lines: [line = ''] }) => !line.startsWith('- When '));
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
			const isOwn = example.tag === OWN_CLICKSTACK;
			const blocks = blocksOf(withoutAccess(ofNoSource(fields), isOwn), fields);
			sections.push({ title: heading, about, blocks, after });
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
		const access = prefix === '' || common === OWN_CLICKSTACK ? '' : MANAGED;
		const guide =
			GUIDES[title] === undefined ? '' : `, and ${GUIDES[title]} explains how to use it`;
		const stored = STORED_AS_ROLE[title] ?? '';
		const intro = `This resource belongs to the **${index.node}** node${guide}.${tag}${stored}${access}${more}`;
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
		intro: `Fields of a pipe whose source is ${title}, if you define it by fields. [Pipe](../pipe.md) has the fields of all pipes.`,
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
		intro: `[Triggers](../trigger.md${anchor}) explains how to use the **${displayName}** node.`,
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
		intro: `[Triggers](../trigger.md#clickstack-alert-trigger) explains how to use the **${displayName}** node.`,
		index: { node: displayName, about: 'Alert Fires or Recovers' },
		sections: [{ title: 'Fields', blocks: blocksOf(properties) }],
	};
}

function pageText(
	{ file, title, intro, sections }: Page,
	shared: readonly Block[],
	common: readonly Block[],
): string {
	const optionsFile = `${file.includes('/') ? '../' : ''}${OPTIONS_PAGE}`;
	const texts = [`# ${title}`, intro];
	const sharedOptions = new Set(shared.map(textOf));
	const commonTexts = new Set(common.map(textOf));
	let known: Known = new Map();
	for (const { title: heading, about = '', blocks, after = [] } of sections) {
		const own = blocks.flatMap((block) => {
			if (isOptions(block)) return linked(block, sharedOptions, optionsFile);
			return commonTexts.has(textOf(block)) ? commonLink(block, optionsFile) : block;
		});
		texts.push(`## ${heading}`, ended(about), printed(own, known).join('\n'), ...after);
		known = afterSection(known, own, `As in ${linkTo(heading)}`);
	}
	return texts.filter((part) => part !== '').join('\n\n');
}

/** Links a field that most operations have. The limit is described with Return All. */
function commonLink({ names, lines, below }: Block, page: string): Block[] {
	const about = COMMON.get(names.join()) ?? '';
	if (about === '') return [];
	const link = about.replace('#', `${page}#${COMMON_ANCHOR}`);
	const also = names.includes('returnAll') ? ' and **Limit** `limit`' : '';
	return [
		{ names, lines: [`- ${labelled({ names, lines, below }).join()}${also}: ${link}`], below: [] },
	];
}

function ended(text: string): string {
	return text === '' || /[.?!_]$/.test(text) ? text : `${text}.`;
}

/** Lists shared options by name, and describes only the operation's own options. */
function linked(options: Block, shared: ReadonlySet<string>, page: string): Block {
	const all = fieldBlocks(options.below);
	const isShared = (block: Block) => shared.has(textOf(block));
	const names = new Set(all.filter(isShared).flatMap((block) => block.names));
	const usual = USUAL_OPTIONS.find(({ has }) => has.every((name) => names.has(name)));
	const rest = all
		.filter((block) => isShared(block) && !block.names.some((name) => usual?.has.includes(name)))
		.flatMap(labelled);
	const link = usual === undefined ? `[Options](${page})` : `[options of a ${usual.of}](${page})`;
	const also = rest.length === 0 ? '' : `${usual === undefined ? ': ' : ', '}${rest.join(', ')}`;
	return {
		names: options.names,
		lines: [`- **Options** \`options\`: ${link}${also}`],
		below: options.below.filter((block) => !fieldBlocks([block]).every(isShared)),
	};
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

function optionsPage(
	options: readonly Block[],
	common: readonly Block[],
	access: readonly Block[],
): string {
	const labels = (names: readonly string[]) =>
		options.filter((block) => block.names.some((name) => names.includes(name))).flatMap(labelled);
	return [
		'# Options and authentication',
		'Options are fields of the parameter `options`. Set each option in its own field. If an expression fills `options` as a whole, n8n drops every option, and even a dry run sends its requests.',
		table(
			['operation', 'its options'],
			USUAL_OPTIONS.map(({ of, has }) => [of, labels(has).join(', ')]),
		),
		'Some operations have other options too, and their pages list them. In **ClickStack Dashboard**, Organization ID appears only for ClickStack in ClickHouse Cloud.',
		printed(options).join('\n'),
		'## Number and detail of records',
		'Operations that read or change records have these fields. Each page lists the fields that Selected Fields can output.',
		printed(common).join('\n'),
		'## Authentication',
		'**ClickStack Dashboard** has these fields in every operation. For ClickStack on your own server, leave Authentication as it is.',
		printed(access).join('\n'),
	].join('\n\n');
}

function indexText(pages: readonly Page[]): string {
	const rows = pages.flatMap(({ file, title, index }) =>
		index ? [[`[${title}](${file})`, index.about, index.node]] : [],
	);
	return [
		'# Reference',
		"Find your resource in the table. The resource's page lists every field of each operation, with an example and the request that the node sends.",
		table(['Resource', 'Operations or events', 'Node'], rows),
		`Other pages: [options and authentication](${OPTIONS_PAGE}), [credentials and permissions](credentials.md), [every error](errors.md), and the [coverage](coverage.md) of ClickHouse Cloud's API.`,
		'## How to read a page',
		'A field looks like this: **Label** `parameter`: type and bounds, default, example. Description.',
		[
			'- Fields below “When” appear only on that condition.',
			'- A boolean is off unless the page says otherwise.',
			'- “Once added” is the value that a field has right after you add it, for example from Options. Before that, the node ignores the field.',
			"- If a field takes several choices, an expression can also return a list or comma-separated text, in upper or lower case. It can contain values that aren't listed.",
			'- **Additional Fields (JSON)** adds keys to the request. If the form fills a key too, the form wins.',
			'- In examples, `{serviceId}` and similar names stand for IDs, `***` for a secret from a credential, and `…/` in a path for `/v1/organizations/{organizationId}/`. Operations that need only IDs have no example.',
			'- Requests are those to ClickHouse Cloud and to your own ClickStack. APIs with another [dialect](../credentials.md#other-apis) use some other names.',
			'- _ClickHouse Cloud only_ marks operations that a [compatible API](../credentials.md#other-apis) may lack.',
		].join('\n'),
	].join('\n\n');
}

function linkTo(heading: string): string {
	return `[${heading}](#${kebab(heading)})`;
}
