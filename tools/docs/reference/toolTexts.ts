import type { INodeProperties } from 'n8n-workflow';

import type { NameLookups } from '../../../nodes/engine/operation';
import { BY_NAME, listMethodOf } from '../../../nodes/engine/parameters/properties';
import { enumerated } from '../../../nodes/engine/text';
import { ended } from '../markdown';
import type { DocumentedOperation } from './resources';
import { SELECTORS, withoutAccess } from './resources';
import { ofNoSource } from './sources';

type DescribedOperation = Pick<DocumentedOperation, 'description' | 'fields'>;

/**
 * Describes an operation to people and, copied into a tool, to a model: what it does and needs, and which operations list
 * the names that it takes.
 */
export function toolText(
	{ description, fields }: DescribedOperation,
	lookups: NameLookups,
): string {
	const shown = shownOf(fields);
	const needed = neededOf(shown);
	const labels = new Set(needed.map(({ displayName }) => displayName));
	const named = shown.filter((field) => takesNames(field) && !labels.has(field.displayName));
	const listed = (start: string, entries: readonly INodeProperties[]): string[] => {
		const names = new Set(entries.map((field) => nameOf(field, lookups)));
		return names.size === 0 ? [] : [`${start} ${enumerated([...names], 'and')}.`];
	};
	return [ended(description), ...listed('Needs', needed), ...listed('Can take', named)].join(' ');
}

function shownOf(fields: readonly INodeProperties[]): INodeProperties[] {
	return withoutAccess(ofNoSource(fields), false);
}

function neededOf(shown: readonly INodeProperties[]): INodeProperties[] {
	return shown.filter((field) => field.required === true && isAlwaysShown(field));
}

function nameOf(field: INodeProperties, lookups: NameLookups): string {
	const { listedBy } = lookups.get(listMethodOf(field) ?? '') ?? {};
	if (listedBy === undefined || !takesNames(field)) return field.displayName;
	return `${field.displayName} (a name from ${listedBy})`;
}

function takesNames({ modes = [] }: INodeProperties): boolean {
	return modes.some(({ name }) => name === BY_NAME);
}

/** True for a field whose visibility depends only on resource and operation. */
function isAlwaysShown({ displayOptions: { show = {}, hide } = {} }: INodeProperties): boolean {
	return hide === undefined && Object.keys(show).every((name) => SELECTORS.has(name));
}
