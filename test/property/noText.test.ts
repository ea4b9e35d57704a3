import fc from 'fast-check';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { isJsonObject, jsonProblem } from '../../nodes/engine/json';
import type { Plan } from '../../nodes/engine/operation';
import { changedJson, placesIn } from './changedJson';
import { PLANNING_NODES } from './plannedForms';
import { innerFields } from '../../nodes/engine/parameters/properties';

const SEED = 20_261_127;
/** Fields that choose the form can't be expressions. */
const SELECTORS = ['resource', 'operation', '__rl', 'mode'];
const MARK = 'the value to replace';

/** Calculations and expressions may return these by accident, where text is expected. */
const NO_TEXTS: readonly unknown[] = [
	Number.NaN,
	Infinity,
	{ a: 1 },
	[{ a: 1 }],
	[Number.NaN],
	[[{ a: 1 }]],
];

/** A non-text value may leave traces in a request's path, keys, or values. */
function noTextsIn({ request: { path, body } }: Plan): string[] {
	const sent = decodeURIComponent(path) + JSON.stringify(body ?? null);
	return sent.match(/.{0,40}(?:NaN|Infinity|\[object).{0,20}/g) ?? [];
}

function selectorsIn(fields: readonly INodeProperties[]): string[] {
	return fields.flatMap((field) => [
		...(field.noDataExpression === true ? [field.name] : []),
		...selectorsIn(innerFields(field)),
	]);
}

function withValue(
	{ fields, values }: { fields: INodeProperties[]; values: INodeParameters },
	at: number,
	value: unknown,
): INodeParameters {
	const selectors = new Set([...SELECTORS, ...selectorsIn(fields)]);
	const places = placesIn(values).filter(
		(place) => !place.some((step) => selectors.has(String(step))),
	);
	const place = places[at % places.length];
	const marked = place === undefined ? values : changedJson(values, place, MARK);
	const changed = replaceMark(marked, value);
	if (!isParameters(changed)) throw new Error('A form contains fields');
	return changed;
}

function replaceMark(json: unknown, value: unknown): unknown {
	if (json === MARK) return value;
	if (Array.isArray(json)) return json.map((entry) => replaceMark(entry, value));
	if (!isJsonObject(json)) return json;
	return Object.fromEntries(
		Object.entries(json).map(([key, inner]) => [key, replaceMark(inner, value)]),
	);
}

function isParameters(value: unknown): value is INodeParameters {
	return isJsonObject(value);
}

describe.each(['management', 'dashboard'] as const)('any form of the %s node', (api) => {
	const node = PLANNING_NODES[api];
	const forms = node.forms(SEED).map(({ parameters }) => parameters);

	it('never turns an object, a list, or another non-text value into text', () => {
		let refused = 0;
		fc.assert(
			fc.property(
				fc.constantFrom(...forms),
				fc.nat(),
				fc.constantFrom(...NO_TEXTS),
				(form, at, value) => {
					const opened = node.opened(form);
					const parameters = node.typed({ ...opened, values: withValue(opened, at, value) });
					const plan = node.plan(parameters, 'clickhouseCloud');
					if (plan.issues.length > 0 || jsonProblem(plan.request.body) !== undefined) refused += 1;
					else expect(noTextsIn(plan)).toEqual([]);
				},
			),
			{ seed: SEED, numRuns: 4_000 },
		);
		expect(refused).toBeGreaterThan(1_000);
	});
});
