import type { INodeProperties } from 'n8n-workflow';

import type { NameLookups } from '../../../nodes/engine/operation';
import { BY_NAME, listMethodOf } from '../../../nodes/engine/parameters/properties';
import { enumerated } from '../../../nodes/engine/text';
import { ended } from '../markdown';
import type { DocumentedOperation } from './resources';
import { SELECTORS, withoutAccess } from './resources';
import { ofNoSource } from './sources';

type DescribedOperation = Pick<DocumentedOperation, 'description' | 'fields'>;

/** Describes an operation to people and, copied into a tool, to a model: what it does, needs, and can look up. */
export function toolText({ description, fields }: DescribedOperation): string {
	const shown = shownOf(fields);
	const needed = neededOf(shown);
	const labels = new Set(needed.map(({ displayName }) => displayName));
	const named = shown.filter((field) => takesNames(field) && !labels.has(field.displayName));
	const listed = (start: string, entries: readonly INodeProperties[]): string[] => {
		const names = new Set(entries.map(({ displayName }) => displayName));
		return names.size === 0 ? [] : [`${start} ${enumerated([...names], 'and')}.`];
	};
	return [ended(description), ...listed('Needs', needed), ...listed('Can take', named)].join(' ');
}

/** Tells a model, once for all operations of a page, which operations list the names that fields take. */
export function namesText(operations: readonly DescribedOperation[], lookups: NameLookups): string {
	const fields = operations.flatMap(({ fields: all }) => shownOf(all)).filter(takesNames);
	const sources = new Map(
		fields.flatMap((field) => {
			const { listedBy } = lookups.get(listMethodOf(field) ?? '') ?? {};
			return listedBy === undefined ? [] : [[field.displayName, listedBy] as const];
		}),
	);
	if (sources.size === 0) return '';
	const listed = [...sources].map(([label, listedBy], index) =>
		index === 0 ? `${label} takes a name from ${listedBy}` : `${label} from ${listedBy}`,
	);
	return `${enumerated(listed, 'and')}.`;
}

function shownOf(fields: readonly INodeProperties[]): INodeProperties[] {
	return withoutAccess(ofNoSource(fields), false);
}

function neededOf(shown: readonly INodeProperties[]): INodeProperties[] {
	return shown.filter((field) => field.required === true && isAlwaysShown(field));
}

function takesNames({ modes = [] }: INodeProperties): boolean {
	return modes.some(({ name }) => name === BY_NAME);
}

/** True for a field whose visibility depends only on resource and operation. */
function isAlwaysShown({ displayOptions: { show = {}, hide } = {} }: INodeProperties): boolean {
	return hide === undefined && Object.keys(show).every((name) => SELECTORS.has(name));
}
