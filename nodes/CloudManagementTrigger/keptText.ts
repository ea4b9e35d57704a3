import { hashOf } from '../core/hash';

const MAX_CHARACTERS = 200;

/** Returns an ID or a state as it is kept between polls: a long one as its hash. */
export function keptText(text: string): string {
	return text.length > MAX_CHARACTERS ? hashOf(text) : text;
}
