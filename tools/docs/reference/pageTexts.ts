import path from 'node:path';

import { ended, kebab, linkTo } from '../markdown';
import type { Block, Known } from './fields';
import { afterSection, labelled, printed, textOf } from './fields';
import { isOptions, linkedOptions, OPTIONS_PAGE } from './options';
import type { Page, Section } from './pages';

/** Fields that look the same in most operations, with the text that links to their description. */
export const COMMON: ReadonlyMap<string, string> = new Map([
	['returnAll', 'the [number of records](#)'],
	['limit', ''],
	['output', 'the [level of detail](#)'],
	['serviceId', 'the [service](#)'],
]);
const COMMON_ANCHOR = 'common-fields';

/** A page, and the pages of its longest sections. */
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
	const texts = [`# ${title}`, intro];
	const ownPages: Array<readonly [string, string]> = [];
	for (const { section, parts } of sectionTexts(page, shared, common)) {
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

/** Each section's description, its fields, and what follows. Blocks that an earlier section describes are links. */
function sectionTexts(
	{ file, sections }: Page,
	shared: readonly Block[],
	common: readonly Block[],
): SectionText[] {
	const optionsFile = `${file.includes('/') ? '../' : ''}${OPTIONS_PAGE}`;
	const sharedOptions = new Set(shared.map(textOf));
	const commonTexts = new Set(common.map(textOf));
	let known: Known = new Map();
	return sections.map((section) => {
		const { title, about = '', blocks, after = [] } = section;
		const own = blocks.flatMap((block) => {
			if (isOptions(block)) return linkedOptions(block, sharedOptions);
			return commonTexts.has(textOf(block)) ? commonLink(block, optionsFile) : block;
		});
		const parts = [ended(about), printed(own, known).join('\n'), ...after];
		known = afterSection(known, own, linkTo(title));
		return { section, parts };
	});
}

/** Adapts a text's links to another page. `ownFiles` are the pages of sections, by anchor. */
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

/** Links a field that most operations have. The limit is described with Return All. */
function commonLink({ names, lines, below }: Block, page: string): Block[] {
	const about = COMMON.get(names.join()) ?? '';
	if (about === '') return [];
	const link = about.replace('#', `${page}#${COMMON_ANCHOR}`);
	const also = names.includes('returnAll') ? ' and **Limit** `limit`' : '';
	const required = lines[0]?.includes('` (required)') === true ? ' (required)' : '';
	const label = `${labelled({ names, lines, below }).join()}${also}${required}`;
	return [{ names, lines: [`- ${label}: ${link}`], below: [] }];
}
