import type { INodeProperties } from 'n8n-workflow';

import type { NameLookups } from '../../../nodes/engine/operation';
import { BY_NAME, listMethodOf } from '../../../nodes/engine/parameters/properties';
import { enumerated } from '../../../nodes/engine/text';
import { ended } from '../markdown';
import type { DocumentedOperation } from './resources';
import { SELECTORS, withoutAccess } from './resources';
import { ofNoSource } from './sources';

type DescribedOperation = Pick<DocumentedOperation, 'description' | 'fields'>;

/** Describes an operation to people: what it does, and the labels of the fields that it always requires. */
export function introText({ description, fields }: DescribedOperation): string {
	const labels = neededOf(shownOf(fields)).map(({ displayName }) => `**${displayName}**`);
	const required = labels.length === 0 ? [] : [`Requires ${enumerated(labels, 'and')}.`];
	return [ended(description), ...required].join(' ');
}

/** Describes an operation to a model: what it does and needs, and which operations list the names that it takes. */
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

/** The label says more than the list's operation only if it's another record's, such as a dashboard's. */
function nameOf(field: INodeProperties, lookups: NameLookups): string {
	const { listedBy } = lookups.get(listMethodOf(field) ?? '') ?? {};
	if (listedBy === undefined || !takesNames(field)) return field.displayName;
	const name = `a name from ${listedBy}`;
	const isResource = listedBy.split(' →')[0]?.endsWith(field.displayName) === true;
	return isResource ? name : `${field.displayName} (${name})`;
}

function takesNames({ modes = [] }: INodeProperties): boolean {
	return modes.some(({ name }) => name === BY_NAME);
}

/** True for a field whose visibility depends only on resource and operation. */
function isAlwaysShown({ displayOptions: { show = {}, hide } = {} }: INodeProperties): boolean {
	return hide === undefined && Object.keys(show).every((name) => SELECTORS.has(name));
}
