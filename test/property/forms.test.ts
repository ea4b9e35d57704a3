import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { issueLabel } from '../../nodes/engine/issues/issueMessages';
import { isJsonObject } from '../../nodes/engine/json';
import type { ParameterValues, Plan } from '../../nodes/engine/operation';
import type { Api } from '../../tools/contract';
import {
	bodyFaults,
	bodyMembers,
	findOperation,
	isServed,
	requestBodyMembers,
	validateRequest,
} from '../../tools/contract';
import { judge } from '../../tools/contract/vendor';
import { type Dialect, dialectsFor } from '../../tools/panel/dialects';
import type { Place } from './changedJson';
import { changedJson, placesIn } from './changedJson';
import { PLANNING_NODES } from './plannedForms';
import type { HintedPlan } from '../../tools/panel/facts';

const SEED = 20_261_121;
/** These fields choose the form. All other fields may have any value. */
const SELECTORS = new Set(['resource', 'operation', 'pipeInput', 'dashboardInput']);

/** Values that people and expressions might enter. */
const values = fc.oneof(
	fc.constant(undefined),
	fc.constantFrom(null, true, false, 'true', '', ' ', 'x', 'a, b', ',', '..', 'x/y', '\ud800'),
	fc.integer({ min: -2, max: 2_000 }),
	fc.constantFrom(1e15, -0.5, 0.1, 1_800_000_000, Number.NaN, '12', '1e3', '0x10', '999999999999'),
	fc.constantFrom('https://x.example.com', 'http://x', 'ftp://x', 'ada@example.com', 'a@b'),
	fc.constantFrom('2026-05-31T14:30', '2026-02-30T14:30', '2026-05-31T14:30:59+05:30', 'now'),
	fc.constantFrom('10.0.0.0/16', '10.0.0.1/8', '300.0.0.0/16', '10.0.0.0/33', '10.0.0.0'),
	fc.constantFrom<unknown>([], ['x'], ['a', 'a'], [1], {}, { values: [] }, { values: [{}] }),
	fc.string({ unit: 'grapheme', maxLength: 8 }),
	fc.constantFrom('arn:aws:iam::123456789012:role/r', 'default', 'MergeTree', 'AT_TIMESTAMP'),
);

/**
 * ClickHouse Cloud limits these values, and the neutral contract doesn't. An API with another dialect may accept more,
 * so they're sent with a hint.
 */
const OPEN_IN_NEUTRAL =
	/^body\/(?:(?:destination\/tableDefinition\/engine\/type|source\/postgres\/.+\/tableEngine|scaling\/replicas|(?:settings\/)?object_storage_max_insert_bytes) must be|destination\/roles\/\d+ must NOT be valid|source\/\w+\/tableMappings(?:ToAdd)?\/\d+\/(?:excludedColumns|sortingKeys) must NOT have duplicate items)/;

/** ClickStack's server validates chart values and JSON. Everything else gets a hint. */
const LEFT_TO_CLICKSTACK =
	/(?:Dashboard \+ body\.tiles\[\]\.(?:config|series)|queryChartSeries \+ body\.series\[\])\S* enum |^\w+ \+ body\.values member$/;

/** The API decides about IDs in ClickHouse Cloud's own operations. */
function faultsOf(api: Api, request: Plan['request']): string[] {
	if (api !== 'clickhouseCloud') return validateRequest({ api, ...request });
	const found = findOperation(api, request.method, request.path);
	return found === undefined ? ['no operation'] : bodyFaults(found.operation, request.body);
}

/** n8n itself can't read a form with anything else in place of rows. */
function mayChange(place: Place): boolean {
	const [first] = place;
	const rows = place.lastIndexOf('values');
	return !SELECTORS.has(String(first)) && (rows < 0 || rows < place.length - 2);
}

const changes = fc.array(fc.record({ at: fc.nat(), value: values }), { maxLength: 4 });

function changedForm(
	form: INodeParameters,
	made: ReadonlyArray<{ at: number; value: unknown }>,
): INodeParameters {
	const changed = made.reduce<unknown>((current, { at, value }) => {
		const places = placesIn(current).filter(mayChange);
		const place = places[at % places.length];
		return place === undefined ? current : changedJson(current, place, value);
	}, form);
	if (!isParameters(changed)) throw new Error('A form contains fields');
	return changed;
}

/** Forms of partial updates contain the keys that change often. The rest is JSON. */
const PARTIAL = /^PATCH \S+\/(?:keys\/\{keyId\}|clickpipes\/\{clickPipeId\}) /;
/** Even there, these keys have a field. */
const OFFERED =
	/\} (?:expireAt|name|state|(?:destination|fieldMappings)\b.*|source\.(?:kafka|postgres)\.credentials(?:\.(?:username|password))?|source\.postgres\.tableMappingsTo(?:Add.*|Remove\[\]\.(?:source|targetTable).*))$/;

const SERVICE_TEMPLATE = '/v1/organizations/{organizationId}/services/{serviceId}';
const ENDPOINTS = `${SERVICE_TEMPLATE}/clickpipesReversePrivateEndpoints`;

/** The forms leave out deprecated keys, and keys that exclude everything else. */
const LEFT_OUT: Record<Api, string[]> = {
	management: [`POST ${SERVICE_TEMPLATE}/pipes scaling.concurrency`],
	dashboard: [],
	clickstack: [],
	clickhouseCloud: [
		`PATCH ${SERVICE_TEMPLATE}/clickpipes/{clickPipeId}/scaling concurrency`,
		`PATCH ${ENDPOINTS}/{reversePrivateEndpointId} customPrivateDnsMappings[].targetId`,
		`PATCH ${SERVICE_TEMPLATE}/replicaScaling numReplicas`,
		'POST /v1/organizations/{organizationId}/services numReplicas',
		`POST ${SERVICE_TEMPLATE}/clickpipes scaling.concurrency`,
		`POST ${ENDPOINTS} customPrivateDnsMappings[].targetId`,
		`POST ${SERVICE_TEMPLATE}/scalingSchedule entries[].numReplicas`,
	],
};

describe.each(['management', 'dashboard'] as const)('any form of the %s node', (api) => {
	const node = PLANNING_NODES[api];
	// The contract doesn't cover API Request. ClickHouse Cloud's document has everything that the neutral one lacks.
	const all = node
		.forms(SEED)
		.map(({ parameters }) => parameters)
		.filter(({ resource }) => resource !== 'apiRequest');
	const forms = all.filter((form) => judgedPlan(form) !== undefined);

	/** Only ClickStack can merge dashboards. */
	function judgeOf({ updateMode }: ParameterValues, dialect: Dialect): Api {
		if (dialect !== 'standard') return dialect;
		return updateMode === 'merge' ? 'clickstack' : api;
	}

	/** The document must describe the form completely. The neutral one is preferred. */
	function judgedPlan(form: INodeParameters): { judge: Api; plan: HintedPlan } | undefined {
		const parameters = node.read(form);
		// ClickStack validates a dashboard's charts.
		if (parameters['updateMode'] === 'merge') return undefined;
		for (const dialect of dialectsFor(parameters)) {
			const judge = dialect === 'standard' ? api : dialect;
			const plan = node.plan(parameters, dialect);
			const { method, path } = plan.request;
			if (isServed(judge, method, path)) return { judge, plan };
		}
		return undefined;
	}

	/** The vendor's document judges the request. */
	function vendorFaults(form: INodeParameters) {
		const { issues, needs, request, hints } = node.plan(node.read(form), 'clickhouseCloud');
		const isSent = issues.length === 0 && needs === undefined;
		return { faults: isSent ? judge(request) : [], hints };
	}

	it("passes the contract and the vendor's own document", () => {
		const reached = new Map<Api, Set<string>>();
		for (const form of all) {
			for (const dialect of dialectsFor(form)) {
				const judge = judgeOf(form, dialect);
				const plan = node.plan(node.read(form), dialect);
				const { faults } = dialect === 'standard' ? { faults: [] } : vendorFaults(form);
				expect({ form, issues: plan.issues, faults }).toEqual({ form, issues: [], faults: [] });
				const { method, path, body } = plan.request;
				const operation = findOperation(judge, method, path)?.operation;
				if (operation === undefined) continue;
				expectValid(judge, plan);
				// Other tests cover a ClickStack dashboard's keys.
				if (judge === 'clickstack') continue;
				const keys = reached.get(judge) ?? new Set();
				reached.set(judge, keys);
				for (const key of bodyMembers(body)) keys.add(`${method} ${operation.template} ${key}`);
			}
		}
		for (const [judge, keys] of reached) {
			const never = requestBodyMembers(judge).filter((key) => !keys.has(key));
			const left = never.filter((key) => OFFERED.test(key) || !PARTIAL.test(key));
			expect(left).toEqual(LEFT_OUT[judge]);
		}
	});

	it("passes the vendor's own document with any values, or gives a warning", () => {
		let passed = 0;
		const byFields = all.filter((form) => !isJson(form) && form['dashboardInput'] !== 'list');
		fc.assert(
			fc.property(fc.constantFrom(...byFields), changes, (form, made) => {
				const { faults, hints } = vendorFaults(changedForm(form, made));
				const told = faults.filter((fault) => !LEFT_TO_CLICKSTACK.test(fault));
				if (told.length > 0) expect({ told, hints }).not.toEqual({ told, hints: [] });
				else passed += 1;
			}),
			{ seed: SEED, numRuns: 1_000 },
		);
		expect(passed).toBeGreaterThan(300);
	});

	/** test/property/bounds tests that each refusal is needed. */
	function expectNamed(form: INodeParameters, { issues }: Plan): void {
		const unnamed = issues.filter(({ path, label }) => path === '' && label === undefined);
		expect(unnamed).toEqual([]);
		const { properties } = node.operationOf(form);
		const names = issues.map((issue) => issueLabel(properties, issue));
		// Only an author of JSON knows the body's paths, so a form's messages must not show them.
		if (!isJson(form)) expect(names.filter((name) => name.startsWith('"'))).toEqual([]);
	}

	function expectValid(judge: Api, { request, needs, hints }: HintedPlan): void {
		if (needs !== undefined) return;
		const faults = faultsOf(judge, request);
		expect(faults.filter((fault) => !OPEN_IN_NEUTRAL.test(fault))).toEqual([]);
		expect(hints.length).toBeGreaterThanOrEqual(faults.length);
	}

	it('names its invalid fields, or matches the contract', () => {
		let [refused, valid] = [0, 0];
		fc.assert(
			fc.property(fc.constantFrom(...forms), changes, (form, made) => {
				const judged = judgedPlan(changedForm(form, made));
				// If only ClickHouse Cloud supports a value and refuses it for another reason, no document applies.
				if (judged === undefined) return;
				const { judge, plan } = judged;
				if (plan.issues.length > 0) {
					refused += 1;
					expectNamed(form, plan);
				} else {
					valid += 1;
					expectValid(judge, plan);
				}
			}),
			{ seed: SEED, numRuns: 1_500 },
		);
		// Both outcomes must be frequent, or the test proves nothing. An update keeps empty values.
		expect(Math.min(refused, valid)).toBeGreaterThan(100);
	});
});

function isJson({ pipeInput, dashboardInput }: INodeParameters): boolean {
	return pipeInput === 'json' || dashboardInput === 'json';
}

function isParameters(value: unknown): value is INodeParameters {
	return isJsonObject(value);
}
