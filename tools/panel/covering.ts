/** A simple search finds few candidates that cover all parts. They stay in the original order. */
export function covering<Candidate>(
	candidates: readonly Candidate[],
	partsOf: (candidate: Candidate) => readonly string[],
): Candidate[] {
	const open = new Set<string>();
	let left = candidates.map((candidate) => ({ candidate, parts: partsOf(candidate) }));
	for (const { parts } of left) for (const part of parts) open.add(part);
	const chosen = new Set<Candidate>();
	while (open.size > 0) {
		left = left.map(({ candidate, parts }) => ({
			candidate,
			parts: parts.filter((part) => open.has(part)),
		}));
		const best = left.reduce((one, other) => (other.parts.length > one.parts.length ? other : one));
		chosen.add(best.candidate);
		for (const part of best.parts) open.delete(part);
	}
	return candidates.filter((candidate) => chosen.has(candidate));
}
