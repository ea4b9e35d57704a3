import type { INodeProperties } from 'n8n-workflow';

import { listed } from '../markdown';
import { conditionText } from './conditions';
import { fieldRow } from './fields';
import type { DocumentedOperation } from './resources';

/** The page of the options that many operations have. */
export const OPTIONS_PAGE = 'options.md';

const COLLECTION = 'options';
const MIN_OPERATIONS = 3;

/** Returns the options that at least three of the operations have with the same text, by name. */
export function sharedOptions(operations: readonly DocumentedOperation[]): INodeProperties[] {
	const all = operations.flatMap(({ fields }) => optionsOf(fields));
	const shared = all.filter(
		(option) => all.filter((other) => isSame(option, other)).length >= MIN_OPERATIONS,
	);
	// Of several, the first is described, which has no condition.
	const unique = new Map(shared.reverse().map((option) => [option.name, option]));
	return [...unique.values()].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
}

/** Returns fields without the options that are described elsewhere, and a sentence for each collection that names those. */
export function withoutShared(
	fields: readonly INodeProperties[],
	shared: readonly INodeProperties[],
): { fields: INodeProperties[]; sentences: string[] } {
	const isShared = (option: INodeProperties) => shared.some((other) => isSame(option, other));
	const own = fields.map((field) =>
		isCollection(field)
			? { ...field, options: optionsOf([field]).filter((option) => !isShared(option)) }
			: field,
	);
	const sentences = fields.filter(isCollection).flatMap((collection) => {
		const shown = optionsOf([collection]).filter(isShared);
		if (shown.length === 0) return [];
		const condition = conditionText(collection, fields);
		const names = shown.map(({ displayName }) => `**${displayName}**`);
		return [
			`[**Options**](${OPTIONS_PAGE})${condition === '' ? '' : ` if ${condition}`}: ${listed(names, 'and')}.`,
		];
	});
	return { fields: own, sentences };
}

/** Returns the options in all collections, each name once. */
function optionsOf(fields: readonly INodeProperties[]): INodeProperties[] {
	const all = fields.filter(isCollection).flatMap(({ options }) => options ?? []);
	const byName = new Map(
		all.flatMap((option) => ('type' in option ? [[option.name, option] as const] : [])),
	);
	return [...byName.values()];
}

function isCollection({ name, type }: INodeProperties): boolean {
	return name === COLLECTION && type === 'collection';
}

/** Whether two options have the same text. */
function isSame(one: INodeProperties, other: INodeProperties): boolean {
	return JSON.stringify(fieldRow(one)) === JSON.stringify(fieldRow(other));
}
