import { table } from '../markdown';
import { enumerated } from '../../../nodes/engine/text';
import type { Block } from './fields';
import { labelled, namedBlocks, printed, textOf } from './fields';
import type { Page, Section } from './pages';

/** The page describes options that many operations share. */
export const OPTIONS_PAGE = 'options.md';
const MANAGEMENT_NAME = 'ClickHouse Cloud Management';
const ORGANIZATION = 'organizationId';

/** Nearly all operations of a kind have these options. Organization ID isn't among them. */
const USUAL_OPTIONS = [
	{
		of: 'read',
		has: ['dryRun', 'fullResponse', 'maxConcurrency', 'maxRetries', 'maxWait', 'timeout'],
	},
	{
		of: 'change',
		has: [
			'approvedPlan',
			'dryRun',
			'fullResponse',
			'maxRetries',
			'maxWait',
			'resendUnknown',
			'timeout',
		],
	},
	{
		of: 'wait',
		has: [
			'dryRun',
			'fullResponse',
			'maxConcurrency',
			'maxWait',
			'stableFor',
			'timeout',
			'waitForExistence',
		],
	},
];

export function optionsPage(
	options: readonly Block[],
	common: readonly Block[],
	access: readonly Block[],
	withoutOrganization: readonly string[],
): string {
	const labels = (names: readonly string[]) =>
		options.filter((block) => block.names.some((name) => names.includes(name))).flatMap(labelled);
	return [
		'# Options and authentication',
		'Options are fields of the parameter **Options** `options`. Set each option in its own field. An expression that fills `options` as a whole [turns even Dry Run off](../approvals.md#dry-run).',
		table(
			['operation', 'its options'],
			USUAL_OPTIONS.map(({ of, has }) => [of, labels(has).join(', ')]),
		),
		`Each operation of **${MANAGEMENT_NAME}** also has **Organization ID** \`${ORGANIZATION}\`, except ${enumerated(withoutOrganization, 'and')}. In **ClickStack Dashboard**, it appears only for ClickStack in ClickHouse Cloud. Some operations have more options, which their pages list.`,
		"Max Concurrency, Max Retries, Max Wait, and Request Timeout apply to all items. If an expression sets them, the first item counts. Don't set Request Timeout below 30 seconds, because some requests take longer.",
		printed(options).join('\n'),
		'## Common fields',
		'Many operations have these fields. Each page lists the fields that Selected Fields can output.',
		printed(common).join('\n'),
		'## Authentication',
		'**ClickStack Dashboard** has these fields in every operation. For ClickStack on your own server, leave Authentication as it is.',
		printed(access).join('\n'),
	].join('\n\n');
}

/** Lists ClickHouse Cloud operations that have no option for the organization. */
export function withoutOrganization(pages: readonly Page[]): string[] {
	return pages
		.filter(({ file, index }) => index?.node === MANAGEMENT_NAME && !file.includes('trigger'))
		.flatMap(({ title, sections }) =>
			sections
				.filter((section) => !optionsIn(section).some(({ names }) => names.includes(ORGANIZATION)))
				.map((section) => `${title} → ${section.title}`),
		);
}

export function optionsIn({ blocks }: Pick<Section, 'blocks'>): Block[] {
	return namedBlocks(blocks)
		.filter(isOptions)
		.flatMap(({ below }) => fieldBlocks(below));
}

/** Leaves out groups that only have a condition. */
function fieldBlocks(blocks: readonly Block[]): Block[] {
	return namedBlocks(blocks).filter(({ lines: [line = ''] }) => !line.startsWith('- When '));
}

export function isOptions({ lines: [line = ''] }: Block): boolean {
	return line.startsWith('- **Options** `options`');
}

/** Lists only unusual options, because the page's introduction links the usual options. */
export function linkedOptions(options: Block, shared: ReadonlySet<string>): Block[] {
	const all = fieldBlocks(options.below);
	const isShared = (block: Block) => shared.has(textOf(block));
	const names = new Set(all.filter(isShared).flatMap((block) => block.names));
	const usual = USUAL_OPTIONS.find(({ has }) => has.every((name) => names.has(name)));
	const isUsual = (name: string) => usual?.has.includes(name) === true || name === ORGANIZATION;
	const rest = all
		.filter((block) => isShared(block) && !block.names.some(isUsual))
		.flatMap(labelled);
	const below = options.below.filter((block) => !fieldBlocks([block]).every(isShared));
	if (rest.length + below.length === 0) return [];
	const start = `- **Options** \`options\`: ${usual === undefined ? 'only' : 'also'}`;
	const text = rest.length === 0 ? `${start} these:` : `${start} ${rest.join(', ')}`;
	return [{ names: options.names, lines: [text], below }];
}
