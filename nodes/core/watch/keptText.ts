import { hashOf } from '../json';

/** As JSON, with its quotes. */
const MAX_BYTES = 142;

/** How many resources of a list are remembered: with what is kept of each, they stay under 300 kB. */
export const MAX_LISTED = 1000;

/** Returns an ID or a state in the form that is kept between polls: a long one as its hash. */
export function keptText(text: string): string {
	return keptBelow('', text);
}

/** Returns the same of an ID after a prefix, which stays readable. */
export function keptBelow(prefix: string, id: string): string {
	const isLong = Buffer.byteLength(JSON.stringify(prefix + id)) > MAX_BYTES;
	return prefix + (isLong ? hashOf(id) : id);
}
