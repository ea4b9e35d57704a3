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
	const unique = new Map(shared.map((option) => [option.name, option]));
	return [...unique.values()].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
}

/** Returns fields without the options that are described elsewhere, and a sentence that names those. */
export function withoutShared(
	fields: readonly INodeProperties[],
	shared: readonly INodeProperties[],
): { fields: INodeProperties[]; sentences: string[] } {
	const isShared = (option: INodeProperties) => shared.some((other) => isSame(option, other));
	const names = optionsOf(fields)
		.filter(isShared)
		.map(({ displayName }) => `**${displayName}**`);
	const own = fields.map((field) =>
		field.name === COLLECTION
			? { ...field, options: optionsOf([field]).filter((option) => !isShared(option)) }
			: field,
	);
	if (names.length === 0) return { fields: own, sentences: [] };
	return {
		fields: own,
		sentences: [
			`In **Options**, [as in other operations](${OPTIONS_PAGE}): ${listed(names, 'and')}.`,
		],
	};
}

function optionsOf(fields: readonly INodeProperties[]): INodeProperties[] {
	const collection = fields.find(({ name, type }) => name === COLLECTION && type === 'collection');
	return (collection?.options ?? []).filter((option) => 'type' in option);
}

/** Whether two options have the same text, and are always shown. */
function isSame(one: INodeProperties, other: INodeProperties): boolean {
	const texts = [one, other].map((option) =>
		JSON.stringify([fieldRow(option), conditionText(option, [])]),
	);
	return texts[0] === texts[1];
}
