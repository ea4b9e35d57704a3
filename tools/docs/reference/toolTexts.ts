import type { INodeProperties } from 'n8n-workflow';

import type { NameLookups } from '../../../nodes/engine/operation';
import { BY_NAME, listMethodOf } from '../../../nodes/engine/parameters/properties';
import { enumerated } from '../../../nodes/engine/text';
import { ended } from '../markdown';
import type { DocumentedOperation } from './resources';
import { choicesOf, SELECTORS, withoutAccess } from './resources';
import { ofNoSource } from './sources';

/** This choice's Output Fields names its own condition. */
const OUTPUT = 'output';

type DescribedOperation = Pick<DocumentedOperation, 'description' | 'fields'>;

/** Describes an operation to people and, copied into a tool, to a model: what it does, needs, and can look up. */
export function toolText({ description, fields }: DescribedOperation): string {
	const shown = shownOf(fields);
	const needed = shown.filter((field) => field.required === true && isAlwaysShown(field));
	const optional = shown.filter((field) => takesNames(field) && field.required !== true);
	return [
		ended(description),
		needed.length === 0 ? '' : `Requires ${labelsOf(needed)}.`,
		...sometimesNeeded(shown),
		optional.length === 0 ? '' : `Optionally takes ${labelsOf(optional)}.`,
	]
		.filter((text) => text !== '')
		.join(' ');
}

/**
 * A sentence per choice that decides which other fields are required. Omits a field with further conditions, unless it
 * takes names.
 */
function sometimesNeeded(shown: readonly INodeProperties[]): string[] {
	const bySelector = new Map<string, Map<unknown, INodeProperties[]>>();
	for (const field of shown.filter(({ required }) => required === true)) {
		// n8n's helper puts outer conditions last.
		const conditions = Object.entries(field.displayOptions?.show ?? {}).filter(
			([name]) => !SELECTORS.has(name),
		);
		const [selector = OUTPUT, values = []] = conditions.at(-1) ?? [];
		const isInner = conditions.length > 1;
		if (selector === OUTPUT || (isInner && !takesNames(field))) continue;
		const groups = bySelector.get(selector) ?? new Map<unknown, INodeProperties[]>();
		for (const key of isInner ? [field.name] : values)
			groups.set(key, [...(groups.get(key) ?? []), field]);
		bySelector.set(selector, groups);
	}
	return [...bySelector].map(([selector, groups]) => {
		const choice = shown.find(({ name }) => name === selector);
		const needed = [...new Set([...groups.values()].map(labelsOf))];
		const isAlways = needed.length === 1 && groups.size === choicesOf(choice).length;
		const start = isAlways ? 'Also' : `Depending on ${choice?.displayName ?? selector}, also`;
		return `${start} requires ${alternatives(needed)}.`;
	});
}

/** A comma keeps "A, or B and C" apart. */
function alternatives(texts: readonly string[]): string {
	const isMixed = texts.length === 2 && texts.some((text) => text.includes(' and '));
	return isMixed ? texts.join(', or ') : enumerated(texts, 'or');
}

function labelsOf(fields: readonly INodeProperties[]): string {
	return enumerated([...new Set(fields.map(({ displayName }) => displayName))], 'and');
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

function takesNames({ modes = [] }: INodeProperties): boolean {
	return modes.some(({ name }) => name === BY_NAME);
}

/** True for a field whose visibility depends only on resource and operation. */
function isAlwaysShown({ displayOptions: { show = {}, hide } = {} }: INodeProperties): boolean {
	return hide === undefined && Object.keys(show).every((name) => SELECTORS.has(name));
}
