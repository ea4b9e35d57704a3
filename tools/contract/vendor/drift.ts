import { openApiOf, skeletonText, type Vendor } from '../documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../json';
import { type Operation, operationsIn } from '../operations';
import { differencesFrom, factsAbout, onlyIn, type Pair, PAIRS, unexplained } from '.';
import { permissionDifferences } from './permissions';
import { factsOf, VENDOR_FACTS } from './schemas';
import { skeletonOf } from './skeleton';

/** Says what a vendor's newer document means for this package. */
export interface Drift {
	/** `+` is only in the newer document, `-` only in the stored one. */
	changes: string[];
	/** Differences from the contracts that `explained.yaml` doesn't explain, as `vendor.test.ts` would list them. */
	unexplained: string[];
	/** Permissions that the nodes' errors name differently. Only for ClickHouse Cloud. */
	permissions: string[];
}

/** Compares a complete OpenAPI document with the stored skeleton and the contracts. */
export function driftOf(vendor: Vendor, document: JsonObject): Drift {
	const live = skeletonOf(document);
	const liveDocument = openApiOf(JSON.stringify(live));
	const stored: unknown = JSON.parse(skeletonText(vendor));
	if (!isJsonObject(stored)) throw new Error('a skeleton is no object');
	const pairs: Pair[] = Object.values(PAIRS);
	return {
		changes: [
			...changesIn(factsByRequest(vendor, stored), factsByRequest(vendor, live)),
			...loginChanges(vendor, document),
		],
		unexplained: pairs
			.filter((pair) => pair.vendor === vendor)
			.flatMap((pair) => unexplained(pair, differencesFrom(pair, liveDocument))),
		permissions: vendor === 'vendorCloud' ? permissionDifferences(live) : [],
	};
}

/** The nodes sign requests like this. The stored skeletons lack security schemes. */
const SCHEMES: Readonly<Record<Vendor, string>> = {
	vendorCloud: 'basic',
	vendorClickStack: 'bearer',
};

/** Lists a document's security schemes if the nodes' scheme isn't among them. */
function loginChanges(vendor: Vendor, document: JsonObject): string[] {
	const schemes = objectAt(objectAt(document, 'components'), 'securitySchemes');
	const types = Object.values(schemes).map((scheme) =>
		['type', 'scheme'].map((name) => String(objectAt({ scheme }, 'scheme')[name])).join(' '),
	);
	const isKnown = types.length === 0 || types.includes(`http ${SCHEMES[vendor]}`);
	return isKnown ? [] : types.map((type) => `security + ${type}`);
}

type Facts = Map<string, string[]>;

function factsByRequest(vendor: Vendor, skeleton: JsonObject): Facts {
	const document = openApiOf(JSON.stringify(skeleton));
	return new Map(
		operationsIn(vendor, document).map((operation) => {
			const { method, template } = operation;
			const pathItem = objectAt(objectAt(skeleton, 'paths'), template);
			const facts = [
				...ownFacts(objectAt(pathItem, method.toLowerCase())),
				...placedFacts(operation, document),
				...factsAbout(operation, document, VENDOR_FACTS),
			];
			return [`${method} ${template.replace(/\{[^}]*\}/g, '{}')}`, facts];
		}),
	);
}

function ownFacts(described: JsonObject): string[] {
	return [
		`operationId ${String(described['operationId'])}`,
		...(described['deprecated'] === true ? ['deprecated'] : []),
		...(described['bodyRequired'] === true ? ['body required'] : []),
		...listAt(described, 'statuses').map((status) => `status ${String(status)}`),
	];
}

/** `factsAbout` covers parameters in the query. */
function placedFacts({ parameters }: Operation, document: JsonObject): string[] {
	return parameters
		.filter(({ place }) => place !== 'query')
		.flatMap(({ name, place, schema }) => [
			`${String(place)}.${name} member`,
			...factsOf(document, schema, `${String(place)}.${name}`, VENDOR_FACTS),
		]);
}

function changesIn(stored: Facts, live: Facts): string[] {
	const gone = [...stored.keys()].filter((request) => !live.has(request));
	const changed = [...live].flatMap(([request, facts]) => {
		const known = stored.get(request);
		if (known === undefined) return [`${request} + operation`];
		return [
			...onlyIn(facts, known).map((fact) => `${request} + ${fact}`),
			...onlyIn(known, facts).map((fact) => `${request} - ${fact}`),
		];
	});
	return [...gone.map((request) => `${request} - operation`), ...changed];
}

/** GitHub refuses an issue of more than 65,536 characters. */
const MAX_LINES = 150;

function listed(title: string, lines: readonly string[]): string[] {
	if (lines.length === 0) return [];
	const shown = lines.slice(0, MAX_LINES).map((line) => line.slice(0, 120));
	const others = lines.length - shown.length;
	return [
		`### ${title} (${String(lines.length)})`,
		['```', ...shown, ...(others > 0 ? [`and ${String(others)} more`] : []), '```'].join('\n'),
	];
}

/** Empty if the vendor changed nothing. */
export function driftText(name: string, { changes, unexplained: lines, permissions }: Drift) {
	const sections = [
		...listed('Differs from the contracts, without a reason', lines),
		...listed('Permissions: + only in our errors, - only in the document', permissions),
		...listed('Changed since the stored document: + new, - gone', changes),
	];
	return sections.length === 0 ? '' : [`## ${name}`, ...sections].join('\n\n');
}
