import type { Block, Known, Level, Place } from './fields';
import { allBlocks, choicesTextOf, textOf } from './fields';
import type { Section } from './sections';

/** The page of what many operations share. */
export const SHARED_PAGE = 'shared.md';

const OPTIONS = 'options';

/** What is described once, for all operations. */
export interface Shared {
	fields: Block[];
	/** Members of Options: those of every operation, and those of some. */
	everyOption: Block[];
	options: Block[];
}

/** Returns the fields, and the members of Options, that sections of several pages have with the same text. */
export function sharedBlocks(pages: ReadonlyArray<readonly Section[]>): Shared {
	const levels = pages.map((sections) => sections.map(({ level }) => level));
	const options = mostShared(levels, optionsIn);
	const operations = pages.flat().filter(({ operation }) => operation !== undefined);
	const isEverywhere = (block: Block) =>
		operations.every(({ level }) =>
			collectionsIn(level).every(({ below }) => textsOf(below.blocks).includes(textOf(block))),
		);
	return {
		fields: sharedFields(levels, ({ blocks }) => blocks.filter(({ name }) => name !== OPTIONS)),
		everyOption: options.filter(isEverywhere),
		options: options.filter((block) => !isEverywhere(block)),
	};
}

/** Returns the fields that sections of several pages have with the same text, and those of which only the choices are the same. */
export function sharedFields(
	levels: ReadonlyArray<readonly Level[]>,
	blocksIn: (level: Level) => Block[],
): Block[] {
	const fields = mostShared(levels, blocksIn);
	const choices = mostShared(levels, (level) =>
		blocksIn(level)
			.filter((block) => choicesTextOf(block) !== '')
			.map((block) => ({ ...block, below: { blocks: [], groups: [] } })),
	);
	const titles = fields.map(({ title }) => title);
	return byTitle([...fields, ...choices.filter(({ title }) => !titles.includes(title))]);
}

function collectionsIn(level: Level): Block[] {
	return allBlocks(level).filter(({ name }) => name === OPTIONS);
}

function optionsIn(level: Level): Block[] {
	return collectionsIn(level).flatMap(({ below }) => allBlocks(below));
}

/** Returns the blocks that are shared; of several with one title, the most frequent. */
function mostShared(
	pages: ReadonlyArray<readonly Level[]>,
	blocksIn: (level: Level) => Block[],
): Block[] {
	const found = new Map<string, { block: Block; pages: Set<unknown>; levels: Set<Level> }>();
	for (const levels of pages) {
		for (const level of levels) {
			for (const block of blocksIn(level)) {
				const text = textOf(block);
				const entry = found.get(text) ?? { block, pages: new Set(), levels: new Set() };
				entry.pages.add(levels);
				entry.levels.add(level);
				found.set(text, entry);
			}
		}
	}
	const shared = [...found.values()]
		.filter(({ block, pages: { size } }) => size > 1 && !block.isCredential)
		.sort((one, other) => one.levels.size - other.levels.size);
	return byTitle([...new Map(shared.map(({ block }) => [block.title, block])).values()]);
}

function byTitle(blocks: readonly Block[]): Block[] {
	return [...blocks].sort((one, other) => one.title.localeCompare(other.title));
}

/** Returns where the shared fields are described, as seen from a page. */
export function knownFrom(shared: Shared, toFolder: string): Known {
	const link = `[Shared](${toFolder}${SHARED_PAGE})`;
	return new Map([
		...placesOf([...shared.fields, ...shared.options], { link }),
		...placesOf(shared.everyOption, { link, name: 'the usual ones' }),
	]);
}

/** Returns what is known after a section has described the fields of a level, too. */
export function afterSection(known: Known, level: Level, link: string): Known {
	return new Map([...placesOf(allBlocks(level), { link: `As in ${link}` }), ...known]);
}

export function placesOf(blocks: readonly Block[], place: Place): Array<[string, Place]> {
	return textsOf(blocks).map((text) => [text, place]);
}

/** The texts by which blocks are recognized. A credential is too short for a link. */
function textsOf(blocks: readonly Block[]): string[] {
	return blocks
		.filter(({ isCredential }) => !isCredential)
		.flatMap((block) => [textOf(block), choicesTextOf(block)].filter((text) => text !== ''));
}
