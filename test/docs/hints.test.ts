import { descriptionOf } from '../../tools/docs/descriptions';
import { loadPackage } from '../../tools/engine/package';

/** Longer hints push the next field off a narrow panel. */
const LONGEST_HINT = 120;

function hintsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
		name === 'hint' && typeof member === 'string' ? [member] : hintsIn(member),
	);
}

it('hints below fields have at most 120 characters', async () => {
	const { nodeTypes } = await loadPackage();
	const hints = hintsIn(await Promise.all(Object.keys(nodeTypes).map(descriptionOf)));
	expect(hints.length).toBeGreaterThan(10);
	expect(hints.filter((hint) => hint.length > LONGEST_HINT)).toEqual([]);
});
