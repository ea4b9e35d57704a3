import { isJsonObject, type JsonObject } from '../../../tools/contract/json';
import { Random } from '../../../tools/random';
import { CLOUD_KINDS, KINDS, randomPipe, WITH_TABLE } from '../allowedBodies';
import type { Place } from '../changedJson';
import { ContractBodies } from '../contractBodies';
import type { Finding } from './judge';
import { faultsOf, findingOf, genericPlace } from './judge';
import { probesOf } from './probes';
import type { Subject } from './subjects';

const SEED = 20_261_126;
/** After this many bodies without a new schema part, probably none is left. */
const IDLE_BODIES = 20;
const MAX_BODIES = 1_500;

/** Tries values that each rule accepts and values that it rejects, and lists where the node disagrees. */
export function findingsOf(subject: Subject): Finding[] {
	const { api, schema } = subject;
	const reached = new Reached();
	return makersOf(subject).flatMap((make) => {
		const findings: Finding[] = [];
		let idle = 0;
		for (let tries = 0; idle < IDLE_BODIES && tries < MAX_BODIES; tries += 1) {
			const body = make();
			if (!isJsonObject(body) || faultsOf(subject, body).length > 0) continue;
			const before = reached.size;
			const refused = findingOf(subject, body, { place: [], rule: 'valid', value: body });
			const probes = refused ? [] : probesOf(api, schema, body, (...at) => reached.add(...at));
			const found = [...probes].map((probe) => findingOf(subject, body, probe));
			findings.push(...[refused, ...found].filter((one) => one !== undefined));
			idle = reached.size === before ? idle + 1 : 0;
		}
		return findings;
	});
}

class Reached {
	private readonly ids = new Map<object, number>();

	private readonly keys = new Set<string>();

	get size(): number {
		return this.keys.size;
	}

	/** Adds a place where a part was found. True if it's the part's first. */
	add(place: Place, part: object): boolean {
		const { size } = this.keys;
		const id = this.ids.get(part) ?? this.ids.size;
		this.ids.set(part, id);
		this.keys.add(`${genericPlace(place)} ${String(id)}`);
		return this.keys.size > size;
	}
}

const ID = '65f0c0ffee0123456789abcd';
/** Adds what a schema can't express: an end after its start, a role, and a dashboard's content. */
const STARTS: Readonly<Record<string, JsonObject>> = {
	createAlert: { dashboardId: ID, savedSearchId: ID },
	createDashboard: { name: 'Shop', tiles: [{}] },
	createInvitation: { role: 'developer' },
	queryChartSeries: { startTime: Date.UTC(2026, 4, 30), endTime: Date.UTC(2026, 4, 31) },
	searchEvents: { startTime: '2026-05-30T00:00:00Z', endTime: '2026-05-31T00:00:00Z' },
	updateAlert: { dashboardId: ID, savedSearchId: ID },
	updateDashboard: { name: 'Shop', tiles: [{}] },
	updateMember: { role: 'developer' },
	validateDashboard: { name: 'Shop', tiles: [{}] },
};

/** Kinds of source share few rules, so each has a maker of its own. */
function makersOf({ api, contract, schema }: Subject): Array<() => unknown> {
	const { operationId } = contract;
	const random = new Random(SEED);
	const kinds = api === 'management' ? KINDS : [...KINDS, ...CLOUD_KINDS];
	if (operationId === 'createPipe') return kinds.map((kind) => () => randomPipe(api, kind, random));
	if (operationId === 'discoverSchema') {
		return kinds
			.filter((kind) => WITH_TABLE.includes(kind))
			.map((kind) => {
				const others = new Set(kinds.filter((other) => other !== kind));
				const bodies = new ContractBodies(api, random, others);
				return () => bodies.make(schema, { source: { [kind]: {} } });
			});
	}
	const bodies = new ContractBodies(api, random);
	return [() => bodies.make(schema, structuredClone(STARTS[operationId] ?? {}))];
}
