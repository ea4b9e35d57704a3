import type { TriggerName } from '../../engine/polledNode';
import { lookups as managementLookups } from '../../../nodes/clickhouseCloud/lists';
import { lookups as dashboardLookups } from '../../../nodes/clickStack/lists';
import { SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { DASHBOARD, MANAGEMENT } from '../../engine/workflow';
import { credentialTypes, descriptionOf } from '../descriptions';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { ended, fence, headingIndex, kebab, linkTo, table } from '../markdown';
import { enumerated } from '../../../nodes/engine/text';
import { permissionTable } from '../permissions';
import type { OperationExample } from './examples';
import { eventExample, operationExample } from './examples';
import type { Block } from './fields';
import { blocksOf, mostFrequent, printed } from './fields';
import type { Output } from './outputs';
import { alertItemText, alertSample, completed, ITEM_VALUES, outputText } from './outputs';
import type { DocumentedOperation, DocumentedResource } from './resources';
import { OPTIONS_PAGE, optionsIn, optionsPage, withoutOrganization } from './options';
import { COMMON, pageTexts } from './pageTexts';
import { choicesOf, isAccess, resourcesOf, withoutAccess } from './resources';
import type { RequestText } from './requestTexts';
import { requestsText } from './requestTexts';
import { ofNoSource, ofSource } from './sources';
import { namesText, toolText } from './toolTexts';

export const REFERENCE_FOLDER = 'docs/reference';
const INDEX = 'README.md';
/** Tags such as "ClickHouse Cloud only" link to this heading. */
const APIS = 'Which API has an operation';
const APIS_ANCHOR = kebab(APIS);
const PEOPLE = '[People, keys, and activities](../people.md)';
const BACKUPS = '[Backups and snapshots](../services.md#backups-and-snapshots)';
const SERVICES = '[Services](../services.md)';
const DASHBOARDS = '[Dashboards and alerts](../dashboard.md)';
const EVENTS = '[Search and count events](../dashboard.md#search-and-count-events)';
/** A guide explains these resources. */
const GUIDES: Readonly<Record<string, string>> = {
	Activity: PEOPLE,
	Alert: '[Alerts](../dashboard.md#alerts)',
	'API Key': PEOPLE,
	'API Request': '[API Request](../apiRequest.md)',
	Backup: BACKUPS,
	Chart: EVENTS,
	Dashboard: DASHBOARDS,
	Event: EVENTS,
	Invitation: PEOPLE,
	Member: PEOPLE,
	Metric: '[Watch metrics](../services.md#watch-metrics)',
	Pipe: '[Pipes](../pipes.md)',
	'Query Endpoint': '[Run a query](../services.md#run-a-query)',
	'Reverse Private Endpoint': '[Private sources](../pipes.md#private-sources)',
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

const ITEM = '## What an item contains';
/** Other operations' outputs refer to the output of this operation. */
const MAIN = 'get';
/** An alert fires when it wants, so n8n can't fetch a test event. */
const SAMPLE =
	"## Sample event\n\nTo test a workflow without a firing alert, click **set mock data** in the node's output, and paste this item:";
/** Operations that managed ClickStack lacks have this note. */
const OWN_CLICKSTACK = '_Your own ClickStack only._';
const EVERY_OPERATION = `Every operation also has [options](${OPTIONS_PAGE}).`;
const CLOUD_ONLY = '_ClickHouse Cloud only._';
const MANAGED_ONLY = ` This resource works only in ClickHouse Cloud, so set [Authentication](${OPTIONS_PAGE}#authentication).`;
const MANAGED = ` For ClickStack in ClickHouse Cloud, also set [Authentication](${OPTIONS_PAGE}#authentication).`;

export interface Page {
	file: string;
	title: string;
	intro: string;
	sections: Section[];
	end?: string;
	/** The index doesn't list the pages of sources. */
	index?: { node: string; about: string };
}

export interface Section {
	title: string;
	about?: string;
	blocks: Block[];
	after?: string[];
	/** Set if the section is too long for its page. */
	file?: string;
}

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

export async function referencePages(pages: readonly Page[]): Promise<GeneratedDocument[]> {
	const options = mostFrequent(pages.flatMap(({ sections }) => sections.flatMap(optionsIn)));
	const common = mostFrequent(
		pages.flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks)),
	).filter(({ names }) => COMMON.has(names.join()));
	const dashboard = resourcesOf(await descriptionOf('cloudDashboard'))[0]?.operations[0];
	const access = blocksOf((dashboard?.fields ?? []).filter(isAccess));
	const contents = [
		[INDEX, indexText(pages)],
		['credentials.md', await credentialsText()],
		[OPTIONS_PAGE, optionsPage(options, common, access, withoutOrganization(pages))],
		...pages.flatMap((page) => pageTexts(page, options, common)),
	] as const;
	return contents.map(([file, content]) => ({
		file: `${REFERENCE_FOLDER}/${file}`,
		content: `${GENERATED}\n\n${content}`,
	}));
}

async function nodePages(name: string, type: string, prefix: string): Promise<Page[]> {
	const description = await descriptionOf(name);
	const pages: Page[] = [];
	for (const resource of resourcesOf(description)) {
		const sources = resource.value === 'pipe' && prefix === '' ? sourcePages(resource) : [];
		const links = sources.map((page) => `[${page.title}](${page.file})`).join(', ');
		const more = links === '' ? '' : `\n\nThe fields of each source: ${links}.`;
		const { sections, tags, requests } = await operationSections(resource, name, type);
		const { name: title, operations, description: about } = resource;
		const index = {
			node: description.displayName,
			about: operations.map((operation) => operation.name).join(', '),
		};
		const common = commonTag(tags);
		for (const section of common === undefined ? sections : []) {
			section.about =
				`${section.about ?? ''}\n\n${linkedTag(tags.get(section.title) ?? '')}`.trim();
		}
		const tag = common === undefined || common === '' ? '' : ` ${linkedTag(common)}`;
		const access = prefix === '' ? '' : accessText(common);
		const guide =
			GUIDES[title] === undefined ? '' : `, and ${GUIDES[title]} explains how to use it`;
		const lookups = type === MANAGEMENT ? managementLookups : dashboardLookups;
		const names = namesText(operations, lookups);
		const shared = [EVERY_OPERATION, names].filter((text) => text !== '').join(' ');
		const stored = STORED_AS_ROLE[title] ?? '';
		const intro = `${ended(about)} This resource belongs to the **${index.node}** node${guide}.${tag}${stored}${access}${more}\n\n${shared}${headingIndex(operations.map((operation) => operation.name))}`;
		const file = fileOf(resource, prefix);
		pages.push({ file, title, intro, sections, index, end: requests }, ...sources);
	}
	return pages;
}

/** Empty if managed ClickStack lacks the resource. */
function accessText(tag: string | undefined): string {
	if (tag === OWN_CLICKSTACK) return '';
	return tag === CLOUD_ONLY ? MANAGED_ONLY : MANAGED;
}

interface OperationSections {
	sections: Section[];
	tags: ReadonlyMap<string, string>;
	/** Operations with a page of their own have their requests there. */
	requests: string;
}

async function operationSections(
	{ value, operations }: DocumentedResource,
	name: string,
	type: string,
): Promise<OperationSections> {
	const examples = new Map<string, OperationExample>();
	for (const { value: operation } of operations)
		examples.set(operation, await operationExample(type, value, operation));
	const outputs = outputsOf(operations, examples);
	const sections: Section[] = [];
	const tags = new Map<string, string>();
	const requests: RequestText[] = [];
	for (const { name: heading, value: operation, description, fields } of operations) {
		const { tag = '', text = '', needsOnlyIds = false } = examples.get(operation) ?? {};
		const output = outputs.get(operation) ?? new Map<string, string>();
		const place = { node: name.replace(/^c/, 'C'), resource: value, operation };
		const after = [outputText(place, output, describedBefore(operation, operations, outputs))];
		const file = OWN_PAGES.get(`${value} ${operation}`);
		if (file === undefined) requests.push({ heading, operation, text, needsOnlyIds });
		else after.push(text);
		tags.set(heading, tag);
		const blocks = blocksOf(withoutAccess(ofNoSource(fields), tag === OWN_CLICKSTACK), fields);
		const about = toolText({ description, fields });
		sections.push({ title: heading, about, blocks, after, ...(file !== undefined && { file }) });
	}
	return { sections, tags, requests: requestsText(value, requests) };
}

/** An operation's text may refer to the outputs of Get and of earlier operations. */
function describedBefore(
	operation: string,
	operations: readonly DocumentedOperation[],
	outputs: ReadonlyMap<string, Output>,
): ReadonlyMap<string, Output> {
	const place = operations.findIndex(({ value }) => value === operation);
	const before = operations.slice(0, operation === MAIN ? 0 : place);
	const main = operations.filter(({ value }) => value === MAIN && value !== operation);
	return new Map(
		[...main, ...before].map(({ name, value }) => [
			linkTo(name),
			outputs.get(value) ?? new Map<string, string>(),
		]),
	);
}

function outputsOf(
	operations: readonly DocumentedOperation[],
	examples: ReadonlyMap<string, OperationExample>,
): ReadonlyMap<string, Output> {
	return completed(
		new Map(
			operations.map(({ value, fields }) => {
				const { output = new Map<string, string>() } = examples.get(value) ?? {};
				return [value, { output, hasLevels: fields.some((field) => field.name === 'output') }];
			}),
		),
	);
}

/** Operations whose sections are so long that they get pages of their own. */
const OWN_PAGES: ReadonlyMap<string, string> = new Map([
	['pipe create', 'pipe/create.md'],
	['pipe update', 'pipe/update.md'],
]);

/** The index explains the tag. */
function linkedTag(tag: string): string {
	return tag.replace(/^_([A-Z][\w ]+ only)/, `_[$1](${INDEX}#${APIS_ANCHOR})`);
}

/** Undefined if each operation needs a tag of its own. */
function commonTag(tags: ReadonlyMap<string, string>): string | undefined {
	const [tag = '', ...others] = new Set([...tags.values()].filter((one) => one !== ''));
	const untagged = [...tags.keys()].filter((title) => tags.get(title) === '');
	if (tag !== '' && (others.length > 0 || untagged.length >= tags.size / 2)) return undefined;
	const except = untagged.length === 0 ? '' : `, except ${enumerated(untagged, 'and')}`;
	return tag.replace('._', `${except}._`);
}

/** `prefix` starts the names of the second node's files. */
export function fileOf({ name }: Pick<DocumentedResource, 'name'>, prefix: string): string {
	const file = kebab(name);
	return `${file === prefix || prefix === '' ? file : `${prefix}-${file}`}.md`;
}

/** A page for each pipe source describes only the source's own fields. */
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
		sections: [
			{ title: 'Fields', blocks: blocksOf(properties), after: [ITEM, ITEM_VALUES, ...examples] },
		],
	};
}

/** A webhook trigger has no events, and its requests only prepare the calls. */
async function alertTriggerPage(): Promise<Page> {
	const { displayName, properties } = await descriptionOf('cloudAlertTrigger');
	const title = 'Alert Trigger';
	const sample = JSON.stringify(alertSample(), null, 2);
	return {
		file: `${kebab(title)}.md`,
		title,
		intro: `[Triggers](../trigger.md#clickstack-alert-trigger) explains how to use the **${displayName}** node.`,
		index: { node: displayName, about: 'Alert Fires or Recovers' },
		sections: [{ title: 'Fields', blocks: blocksOf(properties) }],
		end: [ITEM, alertItemText(), SAMPLE, fence('json', sample)].join('\n\n'),
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
		"Permissions that a key's roles need in ClickHouse Cloud. In the console, each name starts with `control-plane:`. Names for beta operations come from ClickHouse's command-line tool. According to ClickHouse's documentation, `organization:view-api-keys` is also enough to update and delete keys. If the API refuses that, add `organization:update-api-keys` or `organization:delete-api-keys`.",
		await permissionTable(),
	].join('\n\n');
}

const API_ROWS = [
	['nothing', 'all APIs that its node can reach'],
	[
		'_ClickHouse Cloud only_',
		'ClickHouse Cloud. Your own ClickStack lacks it, and a [compatible API](../credentials.md#other-apis) may lack it',
	],
	[
		'_ClickStack only_',
		"ClickStack, on your own server or in ClickHouse Cloud. A dashboard API that isn't ClickStack may lack it",
	],
	[
		'_Your own ClickStack only_',
		'ClickStack on your own server. ClickStack in ClickHouse Cloud lacks it',
	],
];

function indexText(pages: readonly Page[]): string {
	const rows = pages.flatMap(({ file, title, index }) =>
		index ? [[`[${title}](${file})`, index.about, index.node]] : [],
	);
	return [
		'# Reference',
		"Find your resource in the table. The resource's page lists every field of each operation, what the output contains, and the request that the node sends.",
		table(['Resource', 'Operations or events', 'Node'], rows),
		`Other pages: [options and authentication](${OPTIONS_PAGE}), [credentials and permissions](credentials.md), [every error](errors.md), and the [coverage](coverage.md) of ClickHouse Cloud's API.`,
		'## How to read a page',
		'A field looks like this: **Label** `parameter`: type and bounds, default, example. Description.',
		[
			"- An operation's first paragraph says what it does and names the fields marked _(required)_, so that you can copy it as the description of an [agent's tool](../agents.md#set-up-a-tool). If the model chooses records by name, also copy the sentence after _For an agent's tool_.",
			'- Fields that look the same in several operations come first, under _Fields of several operations_.',
			'- Fields below _When_ appear only on that condition, and only if the field in the condition appears.',
			'- A boolean is off unless the page says otherwise.',
			'- _Once added_ is the value that a field has right after you add it, for example from Options. Before that, the node ignores the field.',
			"- Multiple-choice fields also accept an expression that returns a list or comma-separated text, in any case, and values that aren't listed. If the node rejects a state because it looks like a typo, turn on **Allow Unusual Values**. In the ClickStack Alert Trigger, you need it for every unlisted state.",
			'- **Additional Fields (JSON)** adds keys to the request. If the form fills a key too, the form wins.',
			'- In examples, `{serviceId}` and similar names stand for IDs, `***` for a secret from a credential, and `…/` in a path for `/v1/organizations/{organizationId}/`.',
			'- Under _Requests_, the page ends with an example of each request, which you unfold.',
			'- Requests are shown as ClickHouse Cloud and your own ClickStack expect them. APIs with another [dialect](../credentials.md#other-apis) use some other names.',
		].join('\n'),
		'## Choose a record',
		'Pick a record **From List**, where you can search for a name or an ID, or choose a different mode:',
		[
			'- **By ID:** an ID, typed or mapped.',
			"- **By Name:** the exact name in the list. Triggers don't have this mode, nor do fields for records without names.",
			"- **By URL:** the page's address. Only services, dashboards, and Query Endpoint → Run have this mode.",
		].join('\n'),
		'<img alt="The list of services in Service → Get" src="../images/list-services.png" width="419">',
		'## What an operation outputs',
		'Each operation lists what its items contain, with the default options. Values are text unless the page says otherwise.',
		[
			'- `summary` says in a sentence what the operation changed.',
			'- `warnings` is a list of sentences. Any item can have it, so the pages leave it out.',
			'- If **Output** is _Simplified_, the page lists the simplified fields. _Raw_ outputs all fields of the API.',
		].join('\n'),
		'![Simplified activities as a table](../images/output-table.png)',
		`## ${APIS}`,
		table(['an operation marked', 'works with'], API_ROWS),
	].join('\n\n');
}
