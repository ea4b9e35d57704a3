import type {
	INodeCredentialDescription,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';

import type { TriggerName } from '../../engine/harness/polledNode';
import { DASHBOARD, MANAGEMENT } from '../../engine/harness/workflow';
import { credentialTypes, descriptionOf } from '../descriptions';
import type { GeneratedDocument } from '../generated';
import { kebab, table } from '../markdown';
import type { Scope } from './conditions';
import { credentialConditions } from './conditions';
import { eventExample, operationExample, outputText } from './examples';
import { fieldTables } from './fields';
import { OPTIONS_PAGE, sharedOptions, withoutShared } from './options';
import type { DocumentedOperation, DocumentedResource } from './resources';
import { choicesOf, commonFields, credentialsOf, resourcesOf } from './resources';

export const REFERENCE_FOLDER = 'docs/reference';
const GENERATED =
	'<!-- Written by `npm run docs` from the descriptions of the nodes. Do not edit. -->';
const PAGES_IN_PROSE: Readonly<Record<string, string>> = {
	Pipe: 'More about pipes, source by source: [Pipes](../pipes.md).',
	Dashboard: 'More about dashboards: [Cloud Dashboard](../dashboard.md).',
};

interface Page {
	file: string;
	node: string;
	title: string;
	/** What the page is about, for the index. */
	about: string;
	text: () => Promise<string>;
}

/** Returns the pages of the reference: one for each resource of each node, one for each trigger, and an index. */
export async function referencePages(): Promise<GeneratedDocument[]> {
	const pages = await allPages();
	const written = await Promise.all(
		pages.map(async ({ file, text }) => ({
			file: `${REFERENCE_FOLDER}/${file}`,
			content: await text(),
		})),
	);
	return [
		{ file: `${REFERENCE_FOLDER}/README.md`, content: indexOf(pages) },
		{ file: `${REFERENCE_FOLDER}/credentials.md`, content: await credentialsText() },
		{ file: `${REFERENCE_FOLDER}/${OPTIONS_PAGE}`, content: optionsText(await allShared()) },
		...written,
	];
}

/** Returns the table of all operations and events, with links to the reference, for the README. */
export async function operationsTable(): Promise<string> {
	return pageTable(await allPages(), `${REFERENCE_FOLDER}/`);
}

async function allShared(): Promise<INodeProperties[]> {
	const descriptions = await Promise.all(['cloudManagement', 'cloudDashboard'].map(descriptionOf));
	return sharedOptions(descriptions.flatMap(resourcesOf).flatMap(({ operations }) => operations));
}

async function allPages(): Promise<Page[]> {
	const shared = await allShared();
	return [
		...nodePages(await descriptionOf('cloudManagement'), MANAGEMENT, '', shared),
		...nodePages(await descriptionOf('cloudDashboard'), DASHBOARD, 'dashboard-', shared),
		await triggerPage('cloudManagementTrigger', 'Trigger', '../trigger.md'),
		await triggerPage(
			'cloudDashboardTrigger',
			'Dashboard Trigger',
			'../trigger.md#cloud-dashboard-trigger',
		),
	];
}

function pageTable(pages: readonly Page[], folder: string): string {
	const rows = pages.map(({ file, node, title, about }) => [
		`[${title}](${folder}${file})`,
		about,
		node,
	]);
	return table(['Resource', 'Operations or events', 'Node'], rows);
}

function nodePages(
	description: INodeTypeDescription,
	type: string,
	prefix: string,
	shared: Scope,
): Page[] {
	const { displayName } = description;
	const common = commonFields(description);
	return resourcesOf(description).map((resource) => {
		const name = kebab(resource.name);
		return {
			file: `${name.startsWith(prefix.slice(0, -1)) ? '' : prefix}${name}.md`,
			node: displayName,
			title: resource.name,
			about: resource.operations.map((operation) => operation.name).join(', '),
			text: async () => await resourceText(displayName, type, resource, shared, common),
		};
	});
}

async function resourceText(
	node: string,
	type: string,
	{ name, value, operations }: DocumentedResource,
	shared: Scope,
	common: Scope,
): Promise<string> {
	const sections: string[] = [];
	for (const operation of operations) {
		const example = await operationExample(type, value, operation.value);
		const output = outputText(node.replaceAll(' ', ''), value, operation.value);
		const examples = output === '' ? [example] : [output, example];
		sections.push(operationText(value, operation, shared, examples));
	}
	const rows = operations.map((operation) => [
		`[${operation.name}](#${kebab(operation.name)})`,
		operation.description,
	]);
	const more = PAGES_IN_PROSE[name];
	return [
		GENERATED,
		`# ${name}`,
		`A resource of the **${node}** node.${more === undefined ? '' : ` ${more}`}`,
		table(['Operation', 'What it does'], rows),
		...(common.length === 0 ? [] : ['Every operation has these fields.', ...fieldTables(common)]),
		...sections,
	].join('\n\n');
}

/** `shared` are options that a page of their own describes, `examples` the paragraphs after the fields. */
function operationText(
	resource: string,
	operation: DocumentedOperation,
	shared: Scope,
	examples: readonly string[],
): string {
	const { name, value, fields, credentials } = operation;
	const own = withoutShared(fields, shared);
	return [
		`## ${name}`,
		`In the workflow: \`"resource": "${resource}", "operation": "${value}"\`.`,
		...credentialTexts(credentials, fields),
		...fieldTables(own.fields),
		...own.sentences,
		...examples,
	].join('\n\n');
}

/** Says which credentials there are besides the one that the node always needs. */
function credentialTexts(credentials: INodeCredentialDescription[], fields: Scope): string[] {
	return credentials.flatMap((credential) => {
		const conditions = credentialConditions(credential, fields);
		if (conditions.length === 0) return [];
		const lines = conditions.map((condition) => `- ${condition}`);
		return [
			`**${credential.displayName ?? credential.name}** (a credential of the type \`${credential.name}\`) is shown when:`,
			lines.join('\n'),
		];
	});
}

async function triggerPage(name: TriggerName, title: string, guide: string): Promise<Page> {
	const description = await descriptionOf(name);
	const { displayName } = description;
	// The poll times are n8n's own.
	const properties = description.properties.filter((property) => property.name !== 'pollTimes');
	const events = choicesOf(properties.find((property) => property.name === 'event'));
	return {
		file: `${kebab(title)}.md`,
		node: displayName,
		title,
		about: events.map((event) => event.name).join(', '),
		text: async () => {
			const examples: string[] = [];
			for (const event of events) {
				examples.push(`## ${event.name}\n\n${await eventExample(name, event.value)}`);
			}
			return [
				GENERATED,
				`# ${title}`,
				`The fields of the **${displayName}** node. What it does in each situation: [${displayName}](${guide}).`,
				...credentialTexts(credentialsOf(description, properties), properties),
				...fieldTables(properties),
				...examples,
			].join('\n\n');
		},
	};
}

async function credentialsText(): Promise<string> {
	const types = await credentialTypes();
	const sections = types.map(({ displayName, name, properties }) =>
		[`## ${displayName}`, `Its type: \`${name}\`.`, ...fieldTables(properties)].join('\n\n'),
	);
	return [
		GENERATED,
		'# Credentials',
		'The fields of each credential. Where to find them, and how n8n tests them: [Get your credentials](../credentials.md). How keys are stored and sent: [Security](../security.md).',
		...sections,
	].join('\n\n');
}

function optionsText(shared: Scope): string {
	return [
		GENERATED,
		'# Options',
		'The options that at least three operations have in common. The page of an operation names those that it has; they are stored in its parameter `options`.',
		...fieldTables(shared),
	].join('\n\n');
}

function indexOf(pages: readonly Page[]): string {
	return [
		GENERATED,
		'# Reference',
		'Every operation with every field: its parameter in the workflow, its type, bounds and options, its default, when it is shown, and an example with the request that it sends.',
		pageTable(pages, ''),
		`And the fields of the [credentials](credentials.md), and the [options](${OPTIONS_PAGE}) that operations have in common.`,
	].join('\n\n');
}
