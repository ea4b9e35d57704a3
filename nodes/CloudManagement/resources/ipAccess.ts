import type { Issue } from '../../engine/issue';
import { sentenceHint } from '../../engine/issue';
import { z } from 'zod';
import type { Phrase } from '../../engine/phrase';
import { address, phrase, phraseList } from '../../engine/phrase';
import type { SingleField } from '../../engine/body/fields';
import { text } from '../../engine/body/fields';
import { rowList } from '../../engine/body/rowLists';
import { isJsonObject, recordsIn, withoutAbsent } from '../../engine/json';
import { noticeField } from '../../engine/parameters/properties';
import { leavesOut } from '../../engine/summary/sentences';

const [IP, CIDR] = [z.string().ip(), z.string().cidr()];

/** A zone, as in fe80::1%eth0, isn't accepted. */
function isAddressOrRange(source: string): boolean {
	const isValid = IP.safeParse(source).success || CIDR.safeParse(source).success;
	return isValid && !source.includes('%');
}

/** `everybody` describes what a range of all addresses means. */
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

const ADDRESS_BITS = 128;

/** IPv4 addresses count as IPv6 addresses after ::ffff. */
function bitsOf(address: string): string {
	if (!address.includes(':')) return bitsOf(`::ffff:${address}`);
	const [head = '', tail = ''] = address
		.split('::')
		.map((groups) => groups.split(':').map(groupBits).join(''));
	return head.padEnd(ADDRESS_BITS - tail.length, '0') + tail;
}

function groupBits(group: string): string {
	if (group === '') return '';
	if (!group.includes('.')) return binary(Number.parseInt(group, 16), 16);
	return group
		.split('.')
		.map((byte) => binary(Number(byte), 8))
		.join('');
}

function binary(number: number, length: number): string {
	return number.toString(2).padStart(length, '0');
}

/** Undefined if the range can't be read. `share` is the part of an address's bits that the prefix fixes. */
function rangeOf(source: unknown): { share: number; fixedBits: string } | undefined {
	if (typeof source !== 'string') return undefined;
	const text = source.trim();
	const [address = ''] = text.split('/');
	const length = text.includes(':') ? ADDRESS_BITS : 32;
	const [, prefixText = length] = /\/(\d+)$/.exec(text) ?? [];
	const prefix = Number(prefixText);
	// Prefix 0 covers everything, whatever the address.
	if (prefix !== 0 && !isAddressOrRange(text)) return undefined;
	const fixedBits = bitsOf(address).slice(0, ADDRESS_BITS - length + prefix);
	return { share: prefix / length, fixedBits };
}

/**
 * Entries that can't be read come first, and then the widest range, whose prefix fixes the smallest share of the bits.
 */
export function sourcesWidestFirst(list: unknown): unknown[] {
	const entries: unknown[] = Array.isArray(list) ? list : [];
	const sources = entries.map((entry) => (isJsonObject(entry) ? entry.source : entry));
	const shares = sources.map((source) => ({ source, share: rangeOf(source)?.share ?? -1 }));
	return shares.sort((first, second) => first.share - second.share).map(({ source }) => source);
}

const HALF = 'at least half of the Internet';
const OPEN_TO = { all: 'everybody', half: HALF, none: 'nobody' };
const WORKS_FROM = { all: 'everywhere', half: HALF, none: 'nowhere' };

/** Public addresses: all of IPv4, and 2000::/3 of IPv6. */
const PUBLIC = [bitsOf('0.0.0.0').slice(0, -32), '001'];

function coversHalf(sources: readonly string[]): boolean {
	const disjoint: string[] = [];
	// Two ranges overlap only if one contains the other, so the longer prefix starts with the shorter prefix's bits.
	for (const bits of sources.flatMap((source) => rangeOf(source)?.fixedBits ?? []).sort()) {
		const before = disjoint.at(-1);
		if (before === undefined || !bits.startsWith(before)) disjoint.push(bits);
	}
	return PUBLIC.some((all) => {
		const shares = disjoint.map((bits) => {
			if (all.startsWith(bits)) return 1;
			return bits.startsWith(all) ? 2 ** (all.length - bits.length) : 0;
		});
		return shares.reduce((sum, share) => sum + share, 0) >= 0.5;
	});
}

/** Undefined if the sources cover few addresses. Without `source`, only all sources together cover many. */
function wideSource(list: readonly unknown[]) {
	const sources = list.filter((source) => typeof source === 'string');
	const open = sources.find((source) => rangeOf(source)?.share === 0);
	if (open !== undefined) return { reach: 'all', source: open } as const;
	if (!coversHalf(sources)) return undefined;
	return { reach: 'half', source: sources.find((source) => coversHalf([source])) } as const;
}

/** For example, "open to everybody ('0.0.0.0/0')". */
export function openTo(list: unknown): Phrase {
	return phrase`open to ${accessBy(list, OPEN_TO)}`;
}

/** For example, "works from '192.0.2.0/24'". */
export function worksFrom(list: unknown): Phrase {
	return phrase`works from ${accessBy(list, WORKS_FROM)}`;
}

function accessBy(list: unknown, words: typeof OPEN_TO): Phrase {
	const sources = sourcesWidestFirst(list);
	if (sources.length === 0) return words.none;
	const names = rangesText(list);
	const wide = wideSource(sources);
	return wide === undefined ? names : phrase`${words[wide.reach]} (${names})`;
}

/** The addresses without their descriptions. */
export function rangesText(list: unknown): Phrase {
	const untold = recordsIn(list).map((entry) => leavesOut(withoutAbsent(entry, ['source'])));
	return [phraseList(sourcesWidestFirst(list), address), ...untold];
}

export function everybodyHints(list: unknown): Issue[] {
	const wide = wideSource(sourcesWidestFirst(list));
	if (wide === undefined) return [];
	const whom =
		wide.reach === 'all' ? 'anyone with the password connect' : `${HALF} connect with the password`;
	const who =
		wide.source === undefined ? 'The addresses together let' : `The address ${wide.source} lets`;
	return [sentenceHint(`${who} ${whom}.`)];
}
