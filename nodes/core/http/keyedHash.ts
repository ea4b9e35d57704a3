import { createHmac, randomBytes } from 'node:crypto';

/** Hashes texts under a key of its own, so that what is kept by a hash says nothing about them. */
export class KeyedHash {
	private readonly key = randomBytes(32);

	/** Returns the same hash for the same texts in the same order. */
	of(texts: readonly string[]): string {
		return createHmac('sha256', this.key).update(JSON.stringify(texts)).digest('base64');
	}
}
