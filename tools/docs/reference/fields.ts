import type { INodeProperties } from 'n8n-workflow';

import { code, plain } from '../markdown';
import { sourceKindField, SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { enumerated, withArticle } from '../../../nodes/engine/text';
import { choicesOf, membersOf, SELECTORS } from './resources';
import type { FieldPlace } from './values';
import { choiceNotes, describedChoices, labelOf, valueText, withSameChoices } from './values';

/** Several fields form a block if they have a common condition. */
export interface Block {
	/** Empty for a notice, which has no parameter. */
	names: string[];
	lines: string[];
	below: Block[];
}

/** Maps a block's text to a link, if the block is described elsewhere. */
export type Known = ReadonlyMap<string, string>;

type Fields = readonly INodeProperties[];

/**
 * Leaves out hidden fields and notices that repeat something. Conditions may refer to `outer` fields. A collection's
 * field sends nothing until it's added.
 */
export function blocksOf(fields: Fields, outer: Fields = [], isAdded = false): Block[] {
	const scope = [...fields, ...outer];
	const documented = fields.filter(({ type, displayName, displayOptions }) => {
		const isForTools = displayOptions?.show?.['@tool'] !== undefined;
		const isRepeated = type === 'notice' && /<b>|can't be undone/.test(displayName);
		return type !== 'hidden' && !isForTools && !isRepeated;
	});
	return grouped(
		afterConditions(documented).map((field, index, ordered) => {
			const place = { isAdded, sameChoicesAs: withSameChoices(field, ordered.slice(0, index)) };
			return {
				conditions: conditionsOf(field, scope),
				block: {
					names: field.type === 'notice' ? [] : [field.name],
					lines: [lineOf(field, place), ...describedChoices(field).map(indented)],
					below: blocksOf(membersOf(field), scope, field.type === 'collection'),
				},
			};
		}),
	);
}

/** Puts a field after the fields that its condition depends on. */
function afterConditions(fields: Fields): Fields {
	const names = fields.map(({ name }) => name);
	const places = fields.map(({ displayOptions: { show = {}, hide = {} } = {} }, index) => {
		const conditions = Object.keys({ ...show, ...hide }).map((name) => names.indexOf(name));
		return Math.max(index, ...conditions.map((place) => place + 0.5));
	});
	return fields
		.map((field, index) => ({ field, place: places[index] ?? index }))
		.sort((one, other) => one.place - other.place)
		.map(({ field }) => field);
}

interface Entry {
	block: Block;
	conditions: string[];
}

/** A group comes after the field that precedes its first field in the panel. */
function grouped(entries: readonly Entry[]): Block[] {
	const groups = new Map<string | Block, Entry[]>();
	for (const { block, conditions } of entries) {
		const [when = block, ...inner] = conditions;
		groups.set(when, [...(groups.get(when) ?? []), { block, conditions: inner }]);
	}
	return [...groups].map(([when, group]) => {
		if (typeof when !== 'string') return when;
		const below = grouped(group);
		const [only] = below;
		const inner = /^- When (.*):$/.exec(only?.lines[0] ?? '')?.[1];
		// If a group contains nothing but a group, merges them into a group with both conditions.
		return only !== undefined && below.length === 1 && inner !== undefined
			? { ...only, lines: [`- When ${when} and ${inner}:`] }
			: { names: below.flatMap(({ names }) => names), lines: [`- When ${when}:`], below };
	});
}

type Condition = [name: string, values: unknown[]];

/** Leaves out conditions on resource and operation, and implied conditions. n8n's helper puts outer conditions last. */
function conditionsOf({ displayOptions = {} }: INodeProperties, scope: Fields): string[] {
	const texts = (conditions: object = {}, verb: 'is' | 'is not') =>
		Object.entries(conditions)
			.map(([name, values]): Condition => [name.replace('/', ''), [values].flat()])
			.filter(([name]) => !SELECTORS.has(name) && name !== '@version')
			.filter((condition, _, all) => verb !== 'is' || !isImplied(condition, all, scope))
			.map(([name, values]) => conditionText(name, values, verb, scope));
	return [...texts(displayOptions.show, 'is').reverse(), ...texts(displayOptions.hide, 'is not')];
}

/** True if another condition's field is only shown under this condition. */
function isImplied([name, values]: Condition, all: readonly Condition[], scope: Fields): boolean {
	return all.some(([other]) => {
		const fields = other === name ? [] : fieldsAt(other.split('.'), scope);
		const shown = fields.map(({ displayOptions = {} }) => displayOptions.show?.[name]);
		return shown.length > 0 && shown.every((some) => some?.every((one) => values.includes(one)));
	});
}

function conditionText(name: string, values: unknown[], verb: string, scope: Fields): string {
	const fields = fieldsAt(name.split('.'), scope);
	// A source's name in the panel also lists products, which would hide the condition.
	const labels = new Map(
		name === sourceKindField.name ? SOURCES.map(({ kind, label }) => [kind, label]) : [],
	);
	const choices = fields
		.flatMap(choicesOf)
		.map((choice) => ({ ...choice, name: labels.get(choice.value) ?? labelOf(choice) }));
	// A value can have several labels, such as Kafka's PLAIN, which is a connection string in Azure.
	const options = values.flatMap((value) => {
		if (typeof value === 'boolean') return value ? 'on' : 'off';
		const isPlain = typeof value === 'string' || typeof value === 'number';
		const text = isPlain ? String(value) : comparison(value);
		const labels = choices.filter((choice) => choice.value === text).map((choice) => choice.name);
		// Operations share conditions, but only some offer the empty choice.
		if (text === '' && choices.length > 0 && labels.length === 0) return [];
		return labels.length === 0 ? [text] : [...new Set(labels)];
	});
	// Fields with the same name repeat their choices, so lists each choice once.
	const names = [...new Set(choices.map((choice) => choice.name))];
	const label = fields[0]?.displayName ?? name;
	const own = inFamilies(options, names, label);
	const others = inFamilies(
		names.filter((other) => !options.includes(other)),
		names,
		label,
	);
	// Lists the options that meet the condition or the options that don't, whichever list is shorter.
	const isLonger = verb === 'is' && others.length > 0 && others.length < own.length;
	const [is, listedNames] = isLonger ? ['is not', others] : [verb, own];
	if (listedNames.join() === `_${IS_SET}_`)
		return `**${label}** is ${is === 'is' ? IS_SET : 'empty'}`;
	return `**${label}** ${is} ${enumerated(listedNames, 'or')}`;
}

/** If all options with the same first word are chosen, they become "an AWS region". */
function inFamilies(chosen: readonly string[], names: readonly string[], label: string): string[] {
	const texts = chosen.map((text) => {
		const [word = ''] = text.split(' ');
		const family = names.filter((one) => one.startsWith(`${word} `));
		const isWhole = family.length >= MIN_FAMILY && family.every((one) => chosen.includes(one));
		if (isWhole) return withArticle(`${word} ${label.toLowerCase()}`);
		return text.startsWith('a ') ? text : `_${text}_`;
	});
	return [...new Set(texts)];
}

/** Rows don't count as a step of the path. */
function fieldsAt([name, ...inner]: readonly string[], scope: Fields): Fields {
	const fields = scope.filter((field) => field.name === name);
	const isEnd = inner.length === 0 || inner[0] === 'values';
	return isEnd ? fields : fields.flatMap((field) => fieldsAt(inner, membersOf(field)));
}

/** Below this number, each choice is listed. */
const MIN_FAMILY = 5;
const IS_SET = 'set';
/** A fixed text hides a notice with these conditions, and an expression doesn't. */
const FIXED_TEXT = ['{"_cnd":{"between":{"from":"!","to":"="}}}', '{"_cnd":{"gte":">"}}'];

function comparison(condition: unknown): string {
	const text = JSON.stringify(condition);
	if (/^\{"_cnd":\{"(?:exists":true|not":"")\}\}$/.test(text)) return IS_SET;
	if (FIXED_TEXT.includes(text)) return IS_SET;
	const [, start] = /^\{"_cnd":\{"between":\{"from":("[\w.]+")/.exec(text) ?? [];
	if (start !== undefined) return `a name that starts with ${start}`;
	throw new Error(`The reference has no words for ${code(text)}`);
}

/** Many fields share these sentences, so the index explains them once. */
export const SAID_ONCE = [
	'JSON object, merged into the request. Form fields take precedence.',
	'Only return these fields. For other fields, use an expression that returns a list or comma-separated text.',
	" For other states, use an expression that returns a list or comma-separated text. Case doesn't matter.",
	" For other statuses, use an expression that returns a list or comma-separated text. Case doesn't matter.",
	' Choose from the list, or specify IDs using an expression.',
	", separated by commas. Case doesn't matter",
];

function lineOf(field: INodeProperties, place: FieldPlace): string {
	const { displayName, name, required, type, hint, typeOptions } = field;
	if (type === 'notice') return `- Note: ${withoutTags(displayName)}`;
	// Skips a hint or clause that only repeats the bounds.
	const isBounded = typeOptions?.minValue !== undefined;
	const described = SAID_ONCE.reduce(
		(text, sentence) => text.replace(sentence, ''),
		withoutTags(field.description),
	)
		.replace(/ The list shows [^.]*\.$/, '')
		.replace(isBounded ? /, from \d+ to \d+$/ : /(?!)/, '');
	const hinted = withoutTags(hint).replace(/^Required(?:, )?/, '');
	// Some fields state their bounds only in the hint.
	const [bounds, advice] = /^\d/.test(hinted) ? [`, ${hinted}`, ''] : ['', isBounded ? '' : hinted];
	const steps = /, in steps of \d+$/.exec(hinted)?.[0] ?? '';
	const about = sentencesOf([
		`${valueText(field, place)}${isBounded ? steps : bounds}`,
		described,
		...choiceNotes(field),
		asSentence(advice),
	]);
	return `- **${displayName}** ${code(name)}${required === true ? ' (required)' : ''}: ${about}`.trim();
}

/** Hints of lists and samples must be able to follow a description. */
function asSentence(hint: string): string {
	const text = hint.replace(/^One \w+ per line:/, 'Order in a line:');
	return text.includes('→') ? `Types: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** A single text gets no period, unlike several. */
function sentencesOf(texts: readonly string[]): string {
	const filled = texts.filter((text) => text !== '');
	const text = filled.join('. ').replaceAll(/([.?!])\. /g, '$1 ');
	return filled.length > 1 && !/[.?!]$/.test(text) ? `${text}.` : text;
}

function withoutTags(text = ''): string {
	return plain(text.replace(/<[^>]+>/g, ''));
}

/** Blocks become nested lists. If a block is described elsewhere, only a link is printed. */
export function printed(blocks: readonly Block[], known: Known = new Map()): string[] {
	return blocks.flatMap((block) => {
		const link =
			known.size === 0 || block.names.length === 0 ? undefined : known.get(textOf(block));
		return link === undefined
			? [...block.lines, ...printed(block.below, known).map(indented)]
			: [linkedLine(block, link)];
	});
}

/** Prints the blocks that another section describes first, all on a single line. */
export function printedWithout(blocks: readonly Block[], known: Known): string[] {
	const linkOf = (block: Block) =>
		block.names.length === 0 ? undefined : known.get(textOf(block));
	const byLink = new Map<string, string[]>();
	for (const block of blocks) {
		const link = linkOf(block);
		if (link !== undefined) byLink.set(link, [...(byLink.get(link) ?? []), ...labelled(block)]);
	}
	const lines = [...byLink].map(
		([link, labels]) => `- As in ${link}: ${enumerated([...new Set(labels)], 'and')}`,
	);
	const others = blocks.filter((block) => linkOf(block) === undefined);
	return [
		...lines,
		...others.flatMap((block) => [
			...block.lines,
			...printedWithout(block.below, known).map(indented),
		]),
	];
}

/** The labels and the condition stay here. The link leads to the description. */
function linkedLine(block: Block, link: string): string {
	const [first = ''] = block.lines;
	const labels = [...new Set(labelled(block))].join(', ');
	if (first.startsWith('- When ')) return `${first} ${labels}, as in ${link}`;
	return `- ${labels}${/` \(required\)/.test(first) ? ' (required)' : ''}: as in ${link}`;
}

function indented(line: string): string {
	return `  ${line}`;
}

/** A block's complete text identifies it. */
export function textOf(block: Block): string {
	return printed([block]).join('\n');
}

/** A block comes after the blocks inside. */
export function namedBlocks(blocks: readonly Block[]): Block[] {
	return blocks.flatMap((block) => [
		...namedBlocks(block.below),
		...(block.names.length === 0 ? [] : [block]),
	]);
}

/** Labels and names are in a block's first line or in the lines below. */
export function labelled({ lines: [first = ''], below }: Block): string[] {
	const [, label] = /^- (\*\*[^*]+\*\* `[^`]+`)/.exec(first) ?? [];
	return label === undefined ? below.flatMap(labelled) : [label];
}

/** Shorter blocks are repeated, so that an operation can be read alone. */
const MIN_LINKED = 200;

/** Later sections link to long blocks instead of repeating them. */
export function afterSection(
	known: Known,
	blocks: readonly Block[],
	link: string,
	minLength = MIN_LINKED,
): Known {
	const long = namedBlocks(blocks)
		.map(textOf)
		.filter((text) => text.length >= minLength)
		.map((text) => [text, link] as const);
	return new Map([...long, ...known]);
}

/** For a field of several operations, the text that most of them have. Sorted by label. */
export function mostFrequent(blocks: readonly Block[]): Block[] {
	const counts = new Map<string, number>();
	for (const block of blocks) counts.set(textOf(block), (counts.get(textOf(block)) ?? 0) + 1);
	const count = (block: Block) => counts.get(textOf(block)) ?? 0;
	const byCount = blocks
		.filter((block) => count(block) > 1)
		.sort((one, other) => count(one) - count(other));
	const byName = new Map(byCount.map((block) => [block.names.join(), block]));
	return [...byName.values()].sort((one, other) => textOf(one).localeCompare(textOf(other)));
}
