/**
 * Returns as few of the candidates as a simple search finds that still have every pair of values that occurs in a
 * candidate, in their order. `valuesOf` returns a candidate's values, each different from all others.
 */
export function coveringPairs<Candidate>(
	candidates: readonly Candidate[],
	valuesOf: (candidate: Candidate) => readonly string[],
): Candidate[] {
	const open = new Set<string>();
	let left = candidates.map((candidate) => ({ candidate, pairs: pairsOf(valuesOf(candidate)) }));
	for (const { pairs } of left) for (const pair of pairs) open.add(pair);
	const chosen = new Set<Candidate>();
	while (open.size > 0) {
		left = left.map(({ candidate, pairs }) => ({
			candidate,
			pairs: pairs.filter((pair) => open.has(pair)),
		}));
		const best = left.reduce((one, other) => (other.pairs.length > one.pairs.length ? other : one));
		chosen.add(best.candidate);
		for (const pair of best.pairs) open.delete(pair);
	}
	return candidates.filter((candidate) => chosen.has(candidate));
}

function pairsOf(values: readonly string[]): string[] {
	return values.flatMap((value, index) => values.slice(index).map((other) => `${value} ${other}`));
}
