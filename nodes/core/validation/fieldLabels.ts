import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../operation';
import { rowName } from '../text';
import type { IssueSubject } from './issue';

/** The form that labels what issues are about. */
export type Form = Pick<Operation, 'labelOf' | 'properties'>;

/** Returns the subject of an issue for messages: the label of a field, or the path of a key without a field. */
export type NameOf = (subject: IssueSubject) => string;

/** Returns the function that labels the subjects of issues by the fields of a form. */
export function namesBy({ properties, labelOf }: Form): NameOf {
	const labelOfField = fieldLabels(properties);
	return ({ path, inJson = false, label }) =>
		label ?? (inJson ? undefined : (labelOf?.(path) ?? labelOfField(path))) ?? `"${path}"`;
}

/**
 * Returns a function that finds the form's label for a key of the body, by its path in dotted notation.
 * A field's name is the path in camel case: `source.kafka.brokers` is `kafkaBrokers`, with `dropped`
 * as the leading keys to leave out. Rows count from 1: `tiles.1.series.0.type` is
 * "Tile 2, Series 1, Type". Keys without a field have no label.
 */
export function fieldLabels(
	fields: readonly INodeProperties[],
	dropped: readonly string[] = [],
): (path: string) => string | undefined {
	const labels = new Map<string, string>();
	return (path) => {
		// Most forms are never asked.
		if (labels.size === 0) for (const field of fields) addField(labels, field, '');
		const parts = path.split('.');
		const isDropped = dropped.some((name) => name === parts[0]);
		return labelOf(isDropped ? parts.slice(1) : parts, labels);
	};
}

function labelOf(
	parts: readonly string[],
	labels: ReadonlyMap<string, string>,
): string | undefined {
	const names: string[] = [];
	const found: string[] = [];
	for (const [index, part] of parts.entries()) {
		const isRow = /^\d+$/.test(part);
		if (!isRow) names.push(part);
		if (!isRow && index < parts.length - 1) continue;
		const label = labels.get(camelCased(names));
		if (label !== undefined) found.push(isRow ? rowName(label, Number(part)) : label);
		else if (!isRow) return undefined;
	}
	return found.length > 0 ? found.join(', ') : undefined;
}

/** Joins names in camel case, also those in snake case. */
export function camelCased(names: readonly string[]): string {
	const words = names.flatMap((name) => name.split('_')).filter((word) => word !== '');
	return words
		.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join('');
}

function addField(labels: Map<string, string>, field: INodeProperties, prefix: string): void {
	const name = camelCased([prefix, field.name]);
	if (!labels.has(name)) labels.set(name, field.displayName);
	if (field.type !== 'collection' && field.type !== 'fixedCollection') return;
	for (const member of membersOf(field.options ?? [])) addField(labels, member, name);
}

function membersOf(
	options: ReadonlyArray<INodePropertyOptions | INodeProperties | INodePropertyCollection>,
): INodeProperties[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}
