import { credentialTypes, descriptionOf } from '../../tools/docs/descriptions';
import { loadPackage } from '../../tools/engine/package';

/** Longer hints push the next field off a narrow panel. */
const LONGEST_HINT = 120;
/** The panel cuts longer names of options. */
const LONGEST_OPTION = 40;

function hintsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
		name === 'hint' && typeof member === 'string' ? [member] : hintsIn(member),
	);
}

/** Names of options in selectors, wherever the fields are. */
function optionNamesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { name, value: stored }: { name?: unknown; value?: unknown } = value;
	const names = typeof name === 'string' && stored !== undefined ? [name] : [];
	return [...names, ...Object.values(value).flatMap(optionNamesIn)];
}

it('hints below fields have at most 120 characters', async () => {
	const { nodeTypes } = await loadPackage();
	const hints = hintsIn(await Promise.all(Object.keys(nodeTypes).map(descriptionOf)));
	expect(hints.length).toBeGreaterThan(10);
	expect(hints.filter((hint) => hint.length > LONGEST_HINT)).toEqual([]);
});

it('names of options have at most 40 characters', async () => {
	const { nodeTypes } = await loadPackage();
	const nodes = await Promise.all(Object.keys(nodeTypes).map(descriptionOf));
	const fields = [...nodes, ...(await credentialTypes())].map(({ properties }) => properties);
	const names = optionNamesIn(fields);
	expect(names.length).toBeGreaterThan(500);
	expect(names.filter((name) => name.length > LONGEST_OPTION)).toEqual([]);
});
