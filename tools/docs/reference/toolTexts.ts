import type { INodeProperties } from 'n8n-workflow';

import { listed } from '../markdown';
import type { DocumentedResource } from './resources';

/** A tool description to copy: the names it needs, and the operations that list them. */
export function toolText(
	about: string,
	fields: readonly INodeProperties[],
	resources: readonly DocumentedResource[],
): string {
	const named = fields.filter(({ modes = [] }) => modes.some(({ name }) => name === 'name'));
	const lists = named.flatMap(({ displayName }) => listOf(displayName, resources) ?? []);
	if (lists.length === 0) return '';
	return `As a tool: “${about.replace(/\.?$/, '.')} Takes names from ${listed(lists, 'and')}.”`;
}

/** The operation that lists a locator's records. A team's member is a Team Member. */
function listOf(label: string, resources: readonly DocumentedResource[]): string | undefined {
	const resource = resources.find(
		({ name, operations }) =>
			[label, `Team ${label}`].includes(name) &&
			operations.some((operation) => operation.name === 'Get Many'),
	);
	return resource && `${resource.name} → Get Many`;
}
