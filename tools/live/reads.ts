import type { INodeParameters } from 'n8n-workflow';

import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../nodes/engine/operation';
import { textAt } from '../contract/json';
import { SEEDED_IDS } from '../emulator/state/ids';
import {
	ALL_CLICKSTACK_SAMPLES,
	isManagedOnly,
	MANAGED_SAMPLES,
} from '../samples/clickstackSamples';
import { MANAGEMENT_SAMPLES } from '../samples/managementSamples';
import { idParameterOf, type OperationSample } from '../samples/samplesOf';
import type { Result, Run, Session, Target } from './session';

export const TABLES: Record<Target, OperationTable> = {
	cloud: managementOperations,
	managed: dashboardOperations,
	own: dashboardOperations,
};
const SAMPLES: Record<Target, Readonly<Record<string, OperationSample>>> = {
	cloud: MANAGEMENT_SAMPLES,
	managed: MANAGED_SAMPLES,
	own: ALL_CLICKSTACK_SAMPLES,
};

/** These operations change nothing, but need more than the account's records. */
const LEFT_OUT: Readonly<Record<string, string>> = {
	'pipe discoverSchema': 'needs the login of a source',
	'queryEndpoint run': 'runs a query of the account',
	'byocInfrastructure validate': 'needs an account at AWS',
};
const MAX_SERVICES = 5;
const DAY_MS = 86_400_000;

/** A sample's values under these keys select the emulator's data. */
const SELECTIVE = new Set('filters where groupBy selectColumns startTime endTime'.split(' '));

/** Keyed by parameter. */
export type Ids = Record<string, string>;

interface Read {
	target: Target;
	resource: string;
	name: string;
	parameters: INodeParameters;
	needs: string[];
}

/** A sample's stored IDs are replaced with the account's. */
function isId(key: string, value: unknown): value is string {
	return typeof value === 'string' && /Id$|^settingName$/.test(key);
}

function needsOf(value: unknown, key = ''): string[] {
	if (isId(key, value)) return [key];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]) => needsOf(member, name));
}

function filled(parameters: INodeParameters, ids: Ids): INodeParameters {
	const text = JSON.stringify(parameters, (key, value: unknown) =>
		isId(key, value) ? ids[key] : value,
	);
	return JSON.parse(text) as INodeParameters;
}

function day(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** Asks for little, recent data, which any account has. */
function parametersOf(sample: OperationSample, operation: string): INodeParameters {
	const text = JSON.stringify(sample.parameters(SEEDED_IDS), (key, value: unknown) =>
		SELECTIVE.has(key) ? undefined : value,
	);
	const parameters = JSON.parse(text) as INodeParameters;
	const now = Date.now();
	return {
		...parameters,
		...(operation === 'getAll' && { returnAll: false, limit: 10 }),
		...('period' in parameters && { period: 'lastHour' }),
		...('granularity' in parameters && { granularity: 'auto' }),
		...('fromDate' in parameters && { fromDate: day(now - 2 * DAY_MS), toDate: day(now - DAY_MS) }),
	};
}

function readsOf(target: Target): Read[] {
	return Object.entries(SAMPLES[target]).flatMap(([name, sample]) => {
		const [resource = '', operation = ''] = name.split(' ');
		const kind = TABLES[target][resource]?.[operation]?.kind;
		if (kind !== 'read' && kind !== 'list' && LEFT_OUT[name] === undefined) return [];
		if (target === 'own' && isManagedOnly(name)) return [];
		const parameters = parametersOf(sample, operation);
		return [{ target, resource, name, parameters, needs: needsOf(parameters) }];
	});
}

/** Lists come first, because they find the records that other reads need. */
export class Reads {
	readonly results: Result[] = [];

	private readonly services: string[] = [];

	/** Keyed by API and resource, with the parents' IDs. */
	private readonly found = new Map<string, Ids>();

	constructor(
		private readonly session: Session,
		private readonly isStopped: () => boolean,
	) {}

	/** An operation needs its own resource's IDs, or else the API's first. */
	idsFor(target: Target, resource: string): Ids {
		const all = [...this.found].filter(([key]) => key.startsWith(`${target} `)).reverse();
		const service = this.services[0];
		return {
			...(service !== undefined && { serviceId: service }),
			...Object.fromEntries(all.flatMap(([, ids]) => Object.entries(ids))),
			...this.found.get(`${target} ${resource}`),
		};
	}

	async run(): Promise<void> {
		const targets = (['cloud', 'managed', 'own'] as const).filter((one) => this.session.has(one));
		for (const reads of targets.map(readsOf)) {
			const isList = ({ name }: Read) => name.endsWith(' getAll');
			const lists = reads.filter(isList).sort((a, b) => a.needs.length - b.needs.length);
			const others = reads.filter((read) => !isList(read));
			for (const read of [...lists, ...others]) {
				if (this.isStopped()) return;
				const { name, outcome, lines } = await this.result(read);
				this.results.push({ name, outcome, lines });
			}
		}
	}

	private async result(read: Read): Promise<Result> {
		const { target, resource, name, needs } = read;
		const skipped = (line: string): Result => ({
			name: `${target} ${name}`,
			outcome: 'skipped',
			lines: [line],
		});
		const reason = LEFT_OUT[name];
		if (reason !== undefined) return skipped(reason);
		const ids = this.idsFor(target, resource);
		const missing = needs.find((key) => ids[key] === undefined);
		if (missing !== undefined) return skipped(`the account has no ${missing.replace(/Id$/, '')}`);
		return name.endsWith(' getAll') ? await this.list(read, ids) : await this.once(read, ids);
	}

	private async once({ target, parameters }: Read, ids: Ids): Promise<Run> {
		return await this.session.run(target, filled(parameters, ids));
	}

	/** Tries one service after another until a service has records. */
	private async list(read: Read, ids: Ids): Promise<Result> {
		const { target, resource, needs } = read;
		const own = idParameterOf(resource);
		const services = needs.includes('serviceId') ? this.services : [''];
		let result: Result | undefined;
		for (const serviceId of services) {
			const above: Ids = { ...ids, ...(serviceId !== '' && { serviceId }) };
			const run = await this.once(read, above);
			if (result === undefined || run.outcome !== 'failed') result = run;
			const [first] = run.items;
			const id = first?.[own] ?? first?.['id'] ?? first?.['name'];
			if (own === 'serviceId') {
				this.services.push(...run.items.map((item) => textAt(item, 'id')).slice(0, MAX_SERVICES));
			}
			if (typeof id !== 'string') continue;
			const parents = Object.fromEntries(needs.map((key) => [key, above[key] ?? '']));
			this.found.set(`${target} ${resource}`, { ...parents, [own]: id });
			return run;
		}
		return result ?? { name: `${target} ${read.name}`, outcome: 'skipped', lines: ['no service'] };
	}
}
