import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import type { MemberPath } from './zodIssues';

/**
 * Finds the words of the form for a member of the body. A field is named by the member's path, camel-cased:
 * `source.kafka.brokers` is `kafkaBrokers`, where `dropped` names the leading members that are left out.
 * Members that no field stands for keep their path.
 */
export function fieldLabels(
	fields: readonly INodeProperties[],
	dropped: readonly string[] = [],
): (path: MemberPath) => string {
	const labels = new Map<string, string>();
	for (const field of fields) addField(labels, field);
	return (path) => {
		const names = path.filter((part): part is string => typeof part === 'string');
		const kept = dropped.includes(names[0] ?? '') ? names.slice(1) : names;
		const row = path.find((part): part is number => typeof part === 'number');
		const label = labels.get(camelCased(kept));
		if (label === undefined) return path.join('.');
		const list = row === undefined ? undefined : labels.get(camelCased(listOf(path, dropped)));
		if (row === undefined || list === undefined || list === label) return label;
		return `${list} ${String(row + 1)}, ${label}`;
	};
}

/** The members in front of the row number. */
function listOf(path: MemberPath, dropped: readonly string[]): string[] {
	const end = path.findIndex((part) => typeof part === 'number');
	const names = path.slice(0, end).map(String);
	return dropped.includes(names[0] ?? '') ? names.slice(1) : names;
}

/** Joins names to one in camel case; snake case is joined too. */
export function camelCased(names: readonly string[]): string {
	const words = names.flatMap((name) => name.split('_')).filter((word) => word !== '');
	return words
		.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join('');
}

function addField(labels: Map<string, string>, field: INodeProperties): void {
	if (!labels.has(field.name)) labels.set(field.name, field.displayName);
	if (field.type !== 'collection' && field.type !== 'fixedCollection') return;
	const prefix = field.name.replace(/Options$/, '');
	for (const member of membersOf(field.options ?? [])) {
		labels.set(camelCased([prefix, member.name]), member.displayName);
	}
}

function membersOf(
	options: ReadonlyArray<INodePropertyOptions | INodeProperties | INodePropertyCollection>,
): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}
