import type { INodeProperties } from 'n8n-workflow';

import { code, plain } from '../markdown';
import type { Condition, Scope } from './conditions';
import { conditionsOf } from './conditions';
import { membersOf } from './resources';
import { describedChoices, valueText } from './values';

/** A field of a panel, with the conditions that its place in the document doesn't show. */
export interface Entry {
	field: INodeProperties;
	scope: Scope;
	conditions: Condition[];
}

/** A field as it is documented, with what is nested below it: its members, and the fields that depend on it. */
export interface Block {
	name: string;
	/** Its label and parameter. */
	title: string;
	lines: string[];
	below: Level;
	isCredential: boolean;
}

/** Fields, and those that are shown only when a condition is met. */
export interface Level {
	blocks: Block[];
	groups: Array<{ when: string; level: Level }>;
}

/** Where a field is described already. */
export interface Place {
	link: string;
	/** What is listed after the link, the parameter by default. */
	name?: string;
}

/** Places by the text of a block, or by that of its own lines. */
export type Known = ReadonlyMap<string, Place>;

const NOTHING_KNOWN: Known = new Map();

/** Returns the fields of a panel with their conditions, without hidden ones and without notices that only point to a field or repeat what the operation does. */
export function entriesOf(fields: Scope, outer: Scope = []): Entry[] {
	const scope = [...fields, ...outer];
	return fields
		.filter(({ type, displayName, displayOptions }) => {
			const isForTools = displayOptions?.show?.['@tool'] !== undefined;
			const isRepeated = type === 'notice' && /<b>|cannot be undone/.test(displayName);
			return type !== 'hidden' && !isForTools && !isRepeated;
		})
		.map((field) => ({ field, scope, conditions: conditionsOf(field, scope) }));
}

/** Arranges fields: each below the one that it depends on, or else in a group for its condition. */
export function levelOf(entries: readonly Entry[]): Level {
	const own = entries.filter(({ conditions }) => conditions.length === 0);
	const dependent = entries.filter(({ conditions }) => conditions.length > 0);
	const parents = new Map(dependent.map((entry) => [entry, parentOf(entry, own)]));
	const childrenOf = (parent: Condition['name'] | undefined) =>
		dependent.filter((entry) => parents.get(entry)?.name === parent);
	return {
		blocks: own.map(({ field, scope }) => {
			const members = levelOf(entriesOf(membersOf(field), scope));
			const groups = groupsBy(childrenOf(field.name), ({ name, is }) =>
				name === field.name ? is.replace(/^is /, '') : undefined,
			);
			return {
				name: field.name,
				title: `**${field.displayName}** ${code(field.name)}`,
				lines: [lineOf(field), ...describedChoices(field).map(indented)],
				below: { ...members, groups: [...members.groups, ...groups] },
				isCredential: field.type === 'credentials',
			};
		}),
		groups: groupsBy(childrenOf(undefined), ({ label, is }) => `${label} ${is}`),
	};
}

/** The condition on a field of the same level, unless several there have its name. */
function parentOf({ conditions }: Entry, own: readonly Entry[]): Condition | undefined {
	return conditions.find(({ name }) => own.filter(({ field }) => field.name === name).length === 1);
}

/** Groups fields by the first of their conditions that has a text. */
function groupsBy(
	entries: readonly Entry[],
	textOf: (condition: Condition) => string | undefined,
): Level['groups'] {
	const byText = new Map<string, Entry[]>();
	for (const entry of entries) {
		const condition = entry.conditions.find((candidate) => textOf(candidate) !== undefined);
		const text = (condition && textOf(condition)) ?? '';
		const conditions = entry.conditions.filter((other) => other !== condition);
		byText.set(text, [...(byText.get(text) ?? []), { ...entry, conditions }]);
	}
	return [...byText].map(([when, group]) => {
		const level = levelOf(group);
		const [only] = level.groups;
		// A group of nothing but a group is one group.
		return only !== undefined && level.groups.length === 1 && level.blocks.length === 0
			? { when: `${when} and ${only.when}`, level: only.level }
			: { when, level };
	});
}

/** Returns a level as nested lists. What is described already is only listed, with a link. */
export function printed({ blocks, groups }: Level, known: Known = NOTHING_KNOWN): string[] {
	const links = new Map<string, Set<string>>();
	const own = blocks.flatMap((block) => {
		const place = known.get(textOf(block));
		if (place === undefined) return printedBlock(block, known);
		const { link, name = code(block.name) } = place;
		links.set(link, (links.get(link) ?? new Set()).add(name));
		return [];
	});
	return [
		...[...links].map(([link, names]) => `- ${link}: ${[...names].sort(inWords).join(', ')}`),
		...own,
		...groups.flatMap(({ when, level }) => nested(`- When ${when}:`, printed(level, known))),
	];
}

/** Puts what isn't a parameter first. */
function inWords(one: string, other: string): number {
	return Number(one.startsWith('`')) - Number(other.startsWith('`'));
}

/** Returns the complete text of a block, by which it is recognized. */
export function textOf({ lines, below }: Block): string {
	return [...lines, ...printed(below)].join('\n');
}

/** Returns the own lines of a block that are worth a link; empty if there are none. */
export function choicesTextOf({ lines }: Block): string {
	return lines.length > 1 ? lines.join('\n') : '';
}

function printedBlock(block: Block, known: Known): string[] {
	const { title, lines, below } = block;
	const place = known.get(choicesTextOf(block));
	const inner = printed(below, known);
	if (place !== undefined) return nested(`- ${title}: ${place.link}`, inner);
	const [first = '', ...choices] = lines;
	return choices.length === 0 ? nested(first, inner) : [...lines, ...inner.map(indented)];
}

/** Puts lines below another one. If they only link, they become its end. */
function nested(line: string, inner: readonly string[]): string[] {
	const [link, ...others] = inner.map((text) => /^- ((?:As in )?\[.*)$/.exec(text)?.[1]);
	if (link === undefined || others.length > 0) return [line, ...inner.map(indented)];
	return [/[.:]$/.test(line) ? `${line} ${link}` : `${line}. ${link}`];
}

/** Returns every block of a level, with those below. */
export function allBlocks({ blocks, groups }: Level): Block[] {
	return [
		...blocks.flatMap((block) => [block, ...allBlocks(block.below)]),
		...groups.flatMap(({ level }) => allBlocks(level)),
	];
}

/** Returns a level with other texts. */
export function mapped({ blocks, groups }: Level, change: (text: string) => string): Level {
	return {
		blocks: blocks.map((block) => ({
			...block,
			...{ name: change(block.name), title: change(block.title), lines: block.lines.map(change) },
			below: mapped(block.below, change),
		})),
		groups: groups.map(({ when, level }) => ({ when, level: mapped(level, change) })),
	};
}

function lineOf(field: INodeProperties): string {
	const { displayName, name, required, type } = field;
	if (type === 'notice') return `- Note: ${withoutTags(displayName)}`;
	const about = [valueText(field), withoutTags(field.description), withoutTags(hintOf(field))]
		.filter((text) => text !== '')
		.join('. ')
		.replaceAll(/([.?!])\. /g, '$1 ');
	return `- **${displayName}** ${code(name)}${required === true ? ' (required)' : ''}:${about === '' ? '' : ` ${about}`}`;
}

function withoutTags(text = ''): string {
	return plain(text.replace(/<[^>]+>/g, ''));
}

/** A hint that only repeats the bounds adds nothing. */
function hintOf({ hint = '', typeOptions }: INodeProperties): string {
	return typeOptions?.minValue === undefined ? hint : '';
}

function indented(line: string): string {
	return `  ${line}`;
}
