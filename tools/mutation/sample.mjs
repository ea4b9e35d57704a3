import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { Instrumenter } from '@stryker-mutator/instrumenter';

/** Keeps the sample the same until the seed or the code changes. */
const SEED = '2026-11-26';
const SILENT = { debug() {}, info() {}, isDebugEnabled: () => false };

/** Picks places to change across all source files, in the form of Stryker's `mutate` option. */
export async function sampledPlaces(count, mutator) {
	const files = readdirSync('nodes', { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `nodes/${name}`)
		.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
	const options = { plugins: null, ignorers: [], ...mutator };
	const { mutants } = await new Instrumenter(SILENT).instrument(files, options);
	const places = files.flatMap(({ name }) =>
		innerPlaces(mutants.filter(({ fileName }) => fileName === name)),
	);
	const ranked = places.map((place) => ({ place, rank: rankOf(place) }));
	ranked.sort((one, other) => one.rank.localeCompare(other.rank));
	return ranked.slice(0, count).map(({ place }) => place);
}

function rankOf(place) {
	return createHash('sha256')
		.update(SEED + place)
		.digest('hex');
}

/** Drops mutants around other mutants, because they would include all changes inside. */
function innerPlaces(mutants) {
	const inner = mutants.filter((one) => !mutants.some((other) => isAround(one, other)));
	return [...new Set(inner.map(placeOf))];
}

function isAround(one, other) {
	if (placeOf(one) === placeOf(other)) return false;
	return (
		!isBefore(other.location.start, one.location.start) &&
		!isBefore(one.location.end, other.location.end)
	);
}

function isBefore(one, other) {
	return one.line === other.line ? one.column < other.column : one.line < other.line;
}

/** Stryker counts lines from 0 in mutants, and from 1 in `mutate`. */
function placeOf({ fileName, location: { start, end } }) {
	const at = ({ line, column }) => `${String(line + 1)}:${String(column)}`;
	return `${fileName}:${at(start)}-${at(end)}`;
}
