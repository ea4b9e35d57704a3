import type { INodeProperties } from 'n8n-workflow';

import { SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { code, listed, plain } from '../markdown';
import { choicesOf, membersOf, SELECTORS } from './resources';
import { describedChoices, valueText } from './values';

/** A field as it is documented, or a group of fields that are shown only under a condition. */
export interface Block {
	/** The parameters; none for a notice. */
	names: string[];
	lines: string[];
	below: Block[];
}

/** Links to the places that already describe blocks with certain texts. */
export type Known = ReadonlyMap<string, string>;

type Fields = readonly INodeProperties[];

/** Starts a source's parameters in the text that several sources share. */
export const ANY_SOURCE = '{source}';
const OF_A_SOURCE = new RegExp(`\`(?:${SOURCES.map(({ kind }) => kind).join('|')})(?=[A-Z])`, 'g');

/**
 * Returns a panel's fields, without hidden ones and without notices that only point to a field or repeat the
 * operation's description. Conditions may refer to `outer` fields. Until it's added, a collection's field sends nothing.
 */
export function blocksOf(fields: Fields, outer: Fields = [], isAdded = false): Block[] {
	const scope = [...fields, ...outer];
	const documented = fields.filter(({ type, displayName, displayOptions }) => {
		const isForTools = displayOptions?.show?.['@tool'] !== undefined;
		const isRepeated = type === 'notice' && /<b>|cannot be undone/.test(displayName);
		return type !== 'hidden' && !isForTools && !isRepeated;
	});
	return grouped(
		documented.map((field) => ({
			conditions: conditionsOf(field, scope),
			block: {
				names: field.type === 'notice' ? [] : [field.name],
				lines: [lineOf(field, isAdded), ...describedChoices(field).map(indented)],
				below: blocksOf(membersOf(field), scope, field.type === 'collection'),
			},
		})),
	);
}

interface Entry {
	block: Block;
	conditions: string[];
}

/** Puts fields with a condition into a group, which stands behind the first of the fields before it. */
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
		// A group with only a group in it becomes one group.
		return only !== undefined && below.length === 1 && inner !== undefined
			? { ...only, lines: [`- When ${when} and ${inner}:`] }
			: { names: below.flatMap(({ names }) => names), lines: [`- When ${when}:`], below };
	});
}

/** Returns a field's conditions, except on resource and operation; n8n's helper puts the outer ones last. */
function conditionsOf({ displayOptions = {} }: INodeProperties, scope: Fields): string[] {
	const texts = (conditions: object = {}, verb: 'is' | 'is not') =>
		Object.entries(conditions)
			.map(([name, values]): [string, unknown[]] => [name.replace('/', ''), [values].flat()])
			.filter(([name]) => !SELECTORS.has(name) && name !== '@version')
			.map(([name, values]) => conditionText(name, values, verb, scope));
	return [...texts(displayOptions.show, 'is').reverse(), ...texts(displayOptions.hide, 'is not')];
}

function conditionText(name: string, values: unknown[], verb: string, scope: Fields): string {
	const fields = fieldsAt(name.split('.'), scope);
	const choices = fields.flatMap(choicesOf);
	const options = values.map((value) => {
		if (typeof value === 'boolean') return value ? 'on' : 'off';
		const isPlain = typeof value === 'string' || typeof value === 'number';
		const text = isPlain ? String(value) : comparison(value);
		return choices.find((choice) => choice.value === text)?.name ?? text;
	});
	const others = choices.map((choice) => choice.name).filter((other) => !options.includes(other));
	// Whichever list is shorter.
	const isLonger = verb === 'is' && others.length > 0 && others.length < options.length;
	const [is, listedNames] = isLonger ? ['is not', [...new Set(others)]] : [verb, options];
	const texts = listedNames.map((text) => `_${text}_`);
	return `**${fields[0]?.displayName ?? name}** ${is} ${listed(texts, 'or')}`;
}

/** The fields at a path. The rows of a field are no step of their own. */
function fieldsAt([name, ...inner]: readonly string[], scope: Fields): Fields {
	const fields = scope.filter((field) => field.name === name);
	const isEnd = inner.length === 0 || inner[0] === 'values';
	return isEnd ? fields : fields.flatMap((field) => fieldsAt(inner, membersOf(field)));
}

function comparison(condition: unknown): string {
	const text = JSON.stringify(condition);
	if (text === '{"_cnd":{"not":""}}') return 'not empty';
	if (text === '{"_cnd":{"exists":true}}') return 'set';
	if (text === String.raw`{"_cnd":{"regex":"/0+\\s*$"}}`) return 'a range of all addresses';
	throw new Error(`The reference has no words for ${code(text)}`);
}

/** Sentences of many fields, which the index says once. */
export const SAID_ONCE = [
	"Fields to add to the request, as a JSON object. The form's fields take precedence.",
	'Fields to output. For other fields, use an expression that returns a list or comma-separated text.',
	' For other states, use an expression that returns a list or comma-separated text. Not case-sensitive.',
	' Choose from the list, or specify IDs using an expression.',
];

function lineOf(field: INodeProperties, isAdded: boolean): string {
	const { displayName, name, required, type, hint, typeOptions } = field;
	if (type === 'notice') return `- Note: ${withoutTags(displayName)}`;
	// A hint that only repeats the bounds adds nothing.
	const hints = typeOptions?.minValue === undefined ? hint : '';
	const described = SAID_ONCE.reduce(
		(text, sentence) => text.replace(sentence, ''),
		withoutTags(field.description),
	).replace(/ The list shows [^.]*\.$/, '');
	const hinted = withoutTags(hints);
	// Bounds of a field without its own are a hint.
	const [bounds, advice] = /^\d/.test(hinted) ? [`, ${hinted}`, ''] : ['', hinted];
	const about = sentencesOf([`${valueText(field, isAdded)}${bounds}`, described, advice]);
	return `- **${displayName}** ${code(name)}${required === true ? ' (required)' : ''}: ${about}`.trim();
}

/** Several texts end with a period each, a single one as it does. */
function sentencesOf(texts: readonly string[]): string {
	const filled = texts.filter((text) => text !== '');
	const text = filled.join('. ').replaceAll(/([.?!])\. /g, '$1 ');
	return filled.length > 1 && !/[.?!]$/.test(text) ? `${text}.` : text;
}

function withoutTags(text = ''): string {
	return plain(text.replace(/<[^>]+>/g, ''));
}

/** Returns blocks as nested lists. Blocks described elsewhere are only listed, with a link. */
export function printed(blocks: readonly Block[], known: Known = new Map()): string[] {
	const links = new Map<string, string[]>();
	const own = blocks.flatMap((block) => {
		const link =
			known.size === 0 || block.names.length === 0 ? undefined : known.get(textOf(block));
		if (link === undefined) return nested(block.lines, printed(block.below, known));
		links.set(link, [...(links.get(link) ?? []), ...block.names.map(code)]);
		return [];
	});
	return [
		...[...links].map(([link, names]) => `- ${link}: ${[...new Set(names)].sort().join(', ')}`),
		...own,
	];
}

/** Puts lines below others. If they only link, they become the end of the line. */
function nested(lines: readonly string[], inner: readonly string[]): string[] {
	const links = inner.filter((line) => /^- (?:As in )?\[/.test(line)).map((line) => line.slice(2));
	if (inner.length === 0 || links.length < inner.length) return [...lines, ...inner.map(indented)];
	const line = lines.join('\n');
	return [`${line}${/[.:]$/.test(line) ? '' : '.'} ${links.join('; ')}`];
}

function indented(line: string): string {
	return `  ${line}`;
}

/** Returns the text that identifies a block: complete, and the same for each source. */
export function textOf(block: Block): string {
	return ofAnySource(printed([block]).join('\n'));
}

/** Returns a text with the same parameters for each source. */
export function ofAnySource(text: string): string {
	return text.replaceAll(OF_A_SOURCE, `\`${ANY_SOURCE}`);
}

/** Returns every block with a name, after those below it. */
export function namedBlocks(blocks: readonly Block[]): Block[] {
	return blocks.flatMap((block) => [
		...namedBlocks(block.below),
		...(block.names.length === 0 ? [] : [block]),
	]);
}

/** Returns the known blocks after a section has described its own. */
export function afterSection(known: Known, blocks: readonly Block[], link: string): Known {
	const own = namedBlocks(blocks).map((block) => [textOf(block), link] as const);
	return new Map([...own, ...known]);
}

/** Returns the texts of the blocks that several pages have; of several with the same names, the most frequent. */
export function sharedTexts(pages: ReadonlyArray<readonly Block[]>): string[] {
	const found = new Map<string, { block: Block; on: unknown[] }>();
	for (const page of pages) {
		for (const block of page) {
			const { on } = found.get(textOf(block)) ?? { on: [] };
			found.set(textOf(block), { block, on: [...on, page] });
		}
	}
	const shared = [...found]
		.filter(([, { on }]) => new Set(on).size > 1)
		.sort(([, one], [, other]) => one.on.length - other.on.length);
	const byNames = new Map(
		shared.map((entry) => [ofAnySource(entry[1].block.names.map(code).join()), entry]),
	);
	const inner = new Set(
		[...byNames.values()].flatMap(([, { block }]) => namedBlocks(block.below).map(textOf)),
	);
	return [...byNames.values()]
		.map(([text]) => text)
		.filter((text) => !inner.has(text))
		.sort();
}
