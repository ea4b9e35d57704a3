import fc from 'fast-check';

/** Servers may decode repeatedly, so some characters are encoded up to three times. */
export function escapesOf(text: string): fc.Arbitrary<string> {
	const characters = Array.from(text).map((character) => {
		const code = character.charCodeAt(0).toString(16).padStart(2, '0');
		return fc.constantFrom(
			character,
			...['', '25', '2525'].flatMap((again) => [
				`%${again}${code}`,
				`%${again}${code.toUpperCase()}`,
			]),
		);
	});
	return fc.tuple(...characters).map((parts) => parts.join(''));
}

/** Such segments lead a server up or elsewhere. */
export const DOTS = fc
	.tuple(fc.constantFrom('.', '..').chain(escapesOf), fc.constantFrom('', ';a', '%3ba', ' ', '%20'))
	.map((parts) => parts.join(''));
