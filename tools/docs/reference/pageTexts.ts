import path from 'node:path';

import { enumerated } from '../../../nodes/engine/text';
import { ended, kebab, linkTo } from '../markdown';
import type { Block } from './fields';
import { afterSection, labelled, printed, printedWithout, textOf } from './fields';
import { isOptions, linkedOptions, OPTIONS_PAGE } from './options';
import type { Page, Section } from './pages';

/** Most operations have these fields with the same text, so each links to a single description. */
export const COMMON: ReadonlyMap<string, string> = new Map([
	['returnAll', 'the [number of records](#)'],
	['limit', ''],
	['output', 'the [level of detail](#)'],
	['serviceId', 'the [service](#)'],
]);
const COMMON_ANCHOR = 'common-fields';

/** A page's longest sections have pages of their own. */
export function pageTexts(
	page: Page,
	shared: readonly Block[],
	common: readonly Block[],
): Array<readonly [file: string, text: string]> {
	const { file, title, intro, sections, end = '' } = page;
	const ownFiles = new Map(
		sections.flatMap((section) =>
			section.file === undefined ? [] : [[kebab(section.title), section.file] as const],
		),
	);
	const ownPages: Array<readonly [string, string]> = [];
	const { repeatedText, sectionTexts: parted } = sectionTexts(page, shared, common);
	const texts = [`# ${title}`, intro, repeatedText];
	for (const { section, parts } of parted) {
		const [about = '', ...others] = parts.map((part) =>
			relinked(part, file, section.file ?? file, ownFiles),
		);
		texts.push(`## ${section.title}`, section.file === undefined ? about : ownPageLink(section));
		if (section.file === undefined) texts.push(...others);
		else ownPages.push([section.file, joined([`# ${title} → ${section.title}`, about, ...others])]);
	}
	return [[file, joined([...texts, end])], ...ownPages];
}

function joined(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n\n');
}

function ownPageLink({ about = '', file = '' }: Section): string {
	return `${ended(about)}\n\nSee its [fields, output, and requests](${file}).`;
}

interface SectionText {
	section: Section;
	parts: string[];
}

interface PageFields {
	/** Describes fields that several sections share. Empty if no field is shared. */
	repeatedText: string;
	sectionTexts: SectionText[];
}

/** Blocks that several sections have come first. Long blocks that an earlier section describes are links. */
function sectionTexts(
	{ file, sections }: Page,
	shared: readonly Block[],
	common: readonly Block[],
): PageFields {
	const optionsFile = `${file.includes('/') ? '../' : ''}${OPTIONS_PAGE}`;
	const sharedOptions = new Set(shared.map(textOf));
	const commonTexts = new Set(common.map(textOf));
	const withBlocks = sections.map((section) => {
		const own = section.blocks.flatMap((block) => {
			if (isOptions(block)) return linkedOptions(block, sharedOptions);
			return withCommonLinks(block, commonTexts, optionsFile);
		});
		return { section, own };
	});
	// A source's sections are read together.
	const isOfSource = file.includes('/');
	const repeated = isOfSource ? [] : repeatedBlocks(withBlocks);
	const repeatedTexts = new Set(repeated.map(({ block }) => textOf(block)));
	let known = afterSection(
		new Map(),
		repeated.map(({ block }) => block),
		linkTo(SEVERAL),
	);
	const texts = withBlocks.map(({ section, own }) => {
		const { title, about = '', after = [] } = section;
		const isOwnPage = section.file !== undefined;
		const listed = own.filter((block) => isOwnPage || !repeatedTexts.has(textOf(block)));
		const lines = isOfSource ? printedWithout(listed, known) : printed(listed, known);
		const parts = [ended(about), lines.join('\n'), ...after];
		known = afterSection(known, listed, linkTo(title), isOfSource ? 0 : undefined);
		return { section, parts };
	});
	return { repeatedText: repeatedText(repeated), sectionTexts: texts };
}

/** A page describes the fields of several operations once, under this heading. */
const SEVERAL = 'Fields of several operations';
/** With more exceptions, the operations themselves are listed. */
const MAX_EXCEPTIONS = 3;

interface Repeated {
	block: Block;
	isIn: string[];
	isNotIn: string[];
}

/** Blocks that look the same in several sections can only have a condition on Output, which is among them. */
function repeatedBlocks(
	sections: ReadonlyArray<{ section: Section; own: readonly Block[] }>,
): Repeated[] {
	const onPage = sections.filter(({ section }) => section.file === undefined);
	const titles = onPage.map(({ section }) => section.title);
	const found = new Map<string, { block: Block; isIn: string[] }>();
	for (const { section, own } of onPage) {
		for (const block of own) {
			const { isIn = [] } = found.get(textOf(block)) ?? {};
			found.set(textOf(block), { block, isIn: [...isIn, section.title] });
		}
	}
	return [...found.values()]
		.filter(({ block, isIn }) => isIn.length > (isOptions(block) ? 2 : 1) && isUnconditional(block))
		.map((one) => ({ ...one, isNotIn: titles.filter((title) => !one.isIn.includes(title)) }));
}

function isConditional(one: Repeated | undefined): boolean {
	return one?.block.lines[0]?.startsWith('- When ') === true;
}

function isUnconditional({ names, lines: [line = ''] }: Block): boolean {
	return names.length > 0 && (!line.startsWith('- When ') || line.startsWith('- When **Output** '));
}

/** Operations with the same fields form a group. The largest group comes first, but a condition after its field. */
function repeatedText(repeated: readonly Repeated[]): string {
	const lists = new Map<string, Repeated[]>();
	for (const one of repeated) {
		const operations = operationsText(one);
		lists.set(operations, [...(lists.get(operations) ?? []), one]);
	}
	const texts = [...lists]
		.sort(([, [one]], [, [other]]) => (other?.isIn.length ?? 0) - (one?.isIn.length ?? 0))
		.sort(([, [one]], [, [other]]) => Number(isConditional(one)) - Number(isConditional(other)))
		.map(
			([operations, ofGroup]) =>
				`${operations}:\n\n${printed(ofGroup.map(({ block }) => block)).join('\n')}`,
		);
	return texts.length === 0 ? '' : `## ${SEVERAL}\n\n${texts.join('\n\n')}`;
}

function operationsText({ isIn, isNotIn }: Repeated): string {
	if (isNotIn.length === 0) return isIn.length === 2 ? 'Both operations' : 'Every operation';
	const isShorter = isIn.length <= isNotIn.length;
	if (isShorter || isNotIn.length > MAX_EXCEPTIONS) return enumerated(isIn, 'and');
	return `Every operation except ${enumerated(isNotIn, 'and')}`;
}

/** `ownFiles` are the pages of sections, by anchor. */
function relinked(
	text: string,
	from: string,
	to: string,
	ownFiles: ReadonlyMap<string, string>,
): string {
	const pattern = /\]\(([^)\s#]*)(#[^)\s]*)?\)/g;
	return text.replace(pattern, (link, file: string, found?: string) => {
		const anchor = found ?? '';
		if (file.startsWith('http')) return link;
		const ownFile = file === '' ? ownFiles.get(anchor.slice(1)) : undefined;
		const target = ownFile ?? (file === '' ? from : path.join(path.dirname(from), file));
		const relative = target === to ? '' : path.relative(path.dirname(to), target);
		return `](${relative}${ownFile === undefined ? anchor : ''})`;
	});
}

/** A condition's group may also contain such a field. */
function withCommonLinks(block: Block, common: ReadonlySet<string>, page: string): Block[] {
	if (common.has(textOf(block))) return commonLink(block, page);
	if (block.lines[0]?.startsWith('- When ') !== true) return [block];
	return [{ ...block, below: block.below.flatMap((one) => withCommonLinks(one, common, page)) }];
}

/** Most operations have such a field. The limit is described with Return All. */
function commonLink({ names, lines, below }: Block, page: string): Block[] {
	const about = COMMON.get(names.join()) ?? '';
	if (about === '') return [];
	const link = about.replace('#', `${page}#${COMMON_ANCHOR}`);
	const also = names.includes('returnAll') ? ' and **Limit** `limit`' : '';
	const required = lines[0]?.includes('` (required)') === true ? ' (required)' : '';
	const label = `${labelled({ names, lines, below }).join()}${also}${required}`;
	return [{ names, lines: [`- ${label}: ${link}`], below: [] }];
}
