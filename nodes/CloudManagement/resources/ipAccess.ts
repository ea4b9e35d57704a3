import { z } from 'zod';
import { address, listed } from '../../engine/approval/sentences';
import type { SingleField } from '../../engine/body/fields';
import { text } from '../../engine/body/fields';
import { rowList } from '../../engine/body/rows';
import { isJsonObject } from '../../engine/json';

/** An address has dots or colons; a CIDR range has a prefix length. */
const ADDRESS = /^[\da-f.:]+(?:\/\d{1,3})?$/i;
const EVERYBODY = /\/0+$/;

function isAddress(source: string): boolean {
	return ADDRESS.test(source) && /[.:]/.test(source);
}

/** The addresses of an access list, in the panel one row each. */
export function addressRows(label: string, parameter: string, about: string): SingleField {
	const members = {
		source: text('Source', {
			required: true,
			placeholder: 'e.g. 192.0.2.0/24',
			description: 'An IP address, or a range in CIDR notation',
			schema: z
				.string()
				.trim()
				.refine(isAddress, "isn't an IP address or a CIDR range. Enter one, such as 192.0.2.0/24."),
		}),
		description: text('Description', {
			placeholder: 'e.g. Office',
			description: 'Who connects from there',
		}),
	};
	return rowList(label, 'Address', members, { parameter, description: about });
}

/** Returns the addresses in a list, with those open to everybody first. */
export function sourcesIn(list: unknown): unknown[] {
	const entries: unknown[] = Array.isArray(list) ? list : [];
	const sources = entries.map((entry) => (isJsonObject(entry) ? entry.source : entry));
	return [...sources.filter(isEverybody), ...sources.filter((source) => !isEverybody(source))];
}

function isEverybody(source: unknown): boolean {
	return typeof source === 'string' && EVERYBODY.test(source.trim());
}

/** Returns who can connect: "open to everybody (0.0.0.0/0)". */
export function openTo(list: unknown): string {
	const sources = sourcesIn(list);
	if (sources.length === 0) return 'open to nobody';
	const names = listed(sources, address);
	return sources.some(isEverybody) ? `open to everybody (${names})` : `open to ${names}`;
}

/** Returns hints about service addresses that let everybody in. */
export function everybodyHints(list: unknown): string[] {
	const [first] = sourcesIn(list);
	if (!isEverybody(first)) return [];
	return [`The address ${String(first)} lets everybody connect who has the password.`];
}
