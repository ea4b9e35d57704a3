import type { Issue } from '../../engine/issue';
import { sentenceHint } from '../../engine/issue';
import { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { address, phrase, phraseList } from '../../engine/phrase';
import type { SingleField } from '../../engine/body/fields';
import { text } from '../../engine/body/fields';
import { rowList } from '../../engine/body/rowLists';
import { deferred } from '../../engine/caching';
import { isJsonObject } from '../../engine/json';
import { noticeField } from '../../engine/parameters/properties';
import { listed, wordsOf } from '../../engine/text';

const [IP, CIDR] = [z.string().ip(), z.string().cidr()];

/** Accepts IPv4 and IPv6 addresses, also with a prefix length, but no zone as in fe80::1%eth0. */
function isAddressOrRange(source: string): boolean {
	const isValid = IP.safeParse(source).success || CIDR.safeParse(source).success;
	return isValid && !source.includes('%');
}

function bitsOf(address: string): number {
	return address.includes(':') ? 128 : 32;
}

/** An access list with a row per address. `everybody` describes the effect of an all-addresses range. */
export function addressRows(
	label: string,
	parameter: string,
	description: string,
	everybody?: string,
): SingleField {
	const notice =
		everybody === undefined
			? []
			: [
					{
						...noticeField('everybodyNotice', `If a range ends with /0, ${everybody}.`),
						displayOptions: { show: { source: ['0.0.0.0/0', '::/0'] } },
					},
				];
	const comment = text('Description', {
		placeholder: 'e.g. Office',
		description: 'Person or system that connects from this address',
	});
	const members = {
		source: text('Source', {
			required: true,
			placeholder: 'e.g. 192.0.2.0/24',
			description: 'An IP address, or a range in CIDR notation',
			schema: z
				.string()
				.trim()
				.refine(
					isAddressOrRange,
					"isn't an IP address or a CIDR range. Enter one, such as 192.0.2.0/24.",
				),
		}),
		description: {
			...comment,
			properties: () => [comment.property('description'), ...notice],
		},
	};
	return rowList(label, 'Address', members, { parameter, description });
}

/** Address ranges as IPv6 numbers, which include a block for IPv4. `end` is exclusive. */
interface Range {
	start: bigint;
	end: bigint;
}

const [GROUPS, GROUP_SIZE] = [8, 0x1_0000n];

function addressNumber(address: string): bigint | undefined {
	if (!isAddressOrRange(address)) return undefined;
	const full = address.includes(':') ? address : `::ffff:${address}`;
	const hex = full.replace(/(?<=:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: string[]) => {
		const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number);
		return [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
	});
	const [groupsBefore = [], groupsAfter = []] = hex
		.split('::')
		.map((side) => (side === '' ? [] : side.split(':')));
	const zeros = Array<string>(Math.max(0, GROUPS - groupsBefore.length - groupsAfter.length)).fill(
		'0',
	);
	return [...groupsBefore, ...zeros, ...groupsAfter].reduce(
		(sum, group) => sum * GROUP_SIZE + BigInt(`0x${group}`),
		0n,
	);
}

/** An address range as a number and the share of its bits that the prefix fixes. Undefined if it can't be parsed. */
function parseRange(source: unknown) {
	if (typeof source !== 'string') return undefined;
	const [address = '', length] = source.trim().split('/', 2);
	const bits = bitsOf(address);
	const prefix = length === undefined ? bits : /^\d+$/.test(length) ? Number(length) : NaN;
	// Prefix 0 covers everything, whatever the address.
	if (length !== undefined && prefix === 0) return { number: 0n, fixedShare: 0, size: 1n << 128n };
	const number = addressNumber(address);
	if (number === undefined || !(prefix >= 0 && prefix <= bits)) return undefined;
	return { number, fixedShare: prefix / bits, size: 1n << BigInt(bits - prefix) };
}

function rangeOf(source: unknown): Range[] {
	const range = parseRange(source);
	if (range === undefined) return [];
	const start = range.number - (range.number % range.size);
	return [{ start, end: start + range.size }];
}

/** Addresses of a block that the ranges cover. Overlaps count once. */
function covered(ranges: readonly Range[], block: Range): bigint {
	const sorted = [...ranges].sort((first, second) => (first.start < second.start ? -1 : 1));
	let [sum, at] = [0n, block.start];
	for (const { start, end } of sorted) {
		const from = start > at ? start : at;
		const to = end < block.end ? end : block.end;
		if (to <= from) continue;
		sum += to - from;
		at = to;
	}
	return sum;
}

const rangesOf = (sources: readonly unknown[]): Range[] => sources.flatMap(rangeOf);

/** The addresses of each IP version, minus ranges that don't exist on the Internet. */
const internet = deferred(() => {
	const reserved =
		'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3';
	const versions = [
		{ block: rangesOf(['::ffff:0.0.0.0/96']), special: rangesOf(wordsOf(reserved)) },
		{ block: rangesOf(['2000::/3']), special: [] },
	];
	return () => versions;
});

/** The larger covered share of the Internet, over IPv4 and IPv6. */
function partOfInternet(sources: readonly unknown[]): 'all' | 'half' | undefined {
	const ranges = rangesOf(sources);
	const parts = internet().flatMap(({ block, special }) =>
		block.map((all) => {
			const size = all.end - all.start;
			if (covered([...ranges, ...special], all) === size) return 'all';
			return covered(ranges, all) * 2n >= size ? 'half' : undefined;
		}),
	);
	return parts.includes('all') ? 'all' : parts.find((part) => part !== undefined);
}

/** Entries that can't be parsed come first, then the widest range: its prefix fixes the smallest share of the bits. */
export function sourcesWidestFirst(list: unknown): unknown[] {
	const entries: unknown[] = Array.isArray(list) ? list : [];
	const sources = entries.map((entry) => (isJsonObject(entry) ? entry.source : entry));
	const shares = sources.map((source) => ({ source, share: parseRange(source)?.fixedShare ?? -1 }));
	return shares.sort((first, second) => first.share - second.share).map(({ source }) => source);
}

const HALF = 'at least half of the Internet';
const OPEN_TO = { all: 'everybody', half: HALF, none: 'nobody' };
const WORKS_FROM = { all: 'everywhere', half: HALF, none: 'nowhere' };

/** "open to everybody ('0.0.0.0/0')". */
export function openTo(list: unknown): Phrase {
	return phrase`open to ${accessBy(list, OPEN_TO)}`;
}

/** "works from '192.0.2.0/24'". */
export function worksFrom(list: unknown): Phrase {
	return phrase`works from ${accessBy(list, WORKS_FROM)}`;
}

function accessBy(list: unknown, words: typeof OPEN_TO): Phrase {
	const sources = sourcesWidestFirst(list);
	if (sources.length === 0) return words.none;
	const names = phraseList(sources, address);
	const part = partOfInternet(sources);
	return part === undefined ? names : phrase`${words[part]} (${names})`;
}

/** Addresses named in a hint. */
const MAX_NAMED_SOURCES = 3;

/** Warns if a service's addresses let everybody in, alone or together. */
export function everybodyHints(list: unknown): Issue[] {
	const sources = sourcesWidestFirst(list).map(String);
	const part = partOfInternet(sources);
	if (part === undefined) return [];
	const whom =
		part === 'all' ? 'anyone with the password connect' : `${HALF} connect with the password`;
	const alone = sources.find((source) => partOfInternet([source]) === part);
	const which =
		alone === undefined
			? `Together, the addresses ${listed(sources, String, MAX_NAMED_SOURCES)} let`
			: `The address ${alone} lets`;
	return [sentenceHint(`${which} ${whom}.`)];
}
