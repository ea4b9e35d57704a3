import type { INodeProperties } from 'n8n-workflow';

import { kebab } from '../markdown';
import type { Scope } from './conditions';
import { conditionsOf } from './conditions';
import type { Block, Known, Level } from './fields';
import { allBlocks, entriesOf, levelOf, mapped, textOf } from './fields';
import type { DocumentedOperation, DocumentedResource } from './resources';
import { choicesOf, membersOf } from './resources';
import { placesOf, sharedFields } from './shared';

/** The field whose options have a page of their own each, for the fields that only they have. */
const SPLIT_BY = 'sourceKind';
/** The fields whose conditions the page of a part mentions once. */
const SPLIT: ReadonlySet<string> = new Set([SPLIT_BY, 'pipeInput']);
/** What begins the parameters of an option, in the text that several options share. */
export const ANY = '{source}';

/** A section of a page: an operation with its fields. */
export interface Section {
	title: string;
	about: string;
	level: Level;
	/** What the example shows; a part of an operation has none. */
	operation?: string;
}

/** One option of the field that splits a resource, with the sections that only it has. */
export interface Part {
	name: string;
	value: string;
	file: string;
	sections: Section[];
}

/** Returns the sections of a resource, and of each of its parts. */
export function sectionsOf({ operations }: DocumentedResource): Section[] {
	return operations.map((operation) => ({
		...{ title: operation.name, about: operation.description, operation: operation.value },
		level: levelOf(
			entriesOf(fieldsIn(operation.fields, operation.fields, undefined), operation.fields),
		),
	}));
}

/** Returns the parts of a resource; none if no field splits it. */
export function partsOf({ name, operations }: DocumentedResource): Part[] {
	const selector = operations
		.flatMap(({ fields }) => fields)
		.find((field) => field.name === SPLIT_BY);
	return choicesOf(selector).map(({ name: part, value }) => ({
		...{ name: part, value, file: `${kebab(name)}/${kebab(part)}.md` },
		sections: operations.flatMap((operation) => partSections(operation, part)),
	}));
}

function partSections({ name, fields }: DocumentedOperation, part: string): Section[] {
	const own = fieldsIn(fields, fields, part);
	return own.length === 0
		? []
		: [{ title: name, about: '', level: levelOf(entriesOf(own, fields)) }];
}

/** Returns the fields that only a part has; without a part, those that it doesn't decide. */
function fieldsIn(fields: Scope, scope: Scope, part: string | undefined): INodeProperties[] {
	return fields.flatMap((field) => {
		const only = conditionsOf(field, scope).find(({ name }) => name === SPLIT_BY)?.only;
		if (only !== undefined) return only === part ? [withoutSplit(field)] : [];
		if (field.type !== 'collection') return part === undefined ? [field] : [];
		const options = fieldsIn(membersOf(field), scope, part);
		if (part === undefined) return [{ ...field, options }];
		return options.length > 0 ? [withoutSplit({ ...field, options })] : [];
	});
}

/** Returns a field without the conditions that the page of a part mentions. */
function withoutSplit(field: INodeProperties): INodeProperties {
	const { displayOptions: { show = {}, ...others } = {} } = field;
	const kept = Object.entries(show).filter(([name]) => !SPLIT.has(name.replace('/', '')));
	return { ...field, displayOptions: { ...others, show: Object.fromEntries(kept) } };
}

/** Returns the fields that several parts have with the same text, but for the beginning of their parameters. */
export function fieldsOfParts(parts: readonly Part[]): Block[] {
	const levels = parts.map(({ value, sections }) =>
		sections.map(({ level }) => mapped(level, (text) => text.replaceAll(`\`${value}`, `\`${ANY}`))),
	);
	const all = sharedFields(levels, allBlocks);
	const inner = new Set(all.flatMap(({ below }) => allBlocks(below).map(textOf)));
	return all.filter((block) => !inner.has(textOf(block)));
}

/** Returns where the fields of several parts are described, as seen from the page of one. */
export function knownInPart({ value }: Part, fields: readonly Block[], link: string): Known {
	const own = mapped({ blocks: [...fields], groups: [] }, (text) => text.replaceAll(ANY, value));
	return new Map(placesOf(own.blocks, { link }));
}
