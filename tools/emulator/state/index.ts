import { type Operation, operationsOf } from '../../contract';
import { actionOf, readOf, recordSchemaOf } from '../../contract/collections';
import { exampleOf } from '../../contract/example';
import { isJsonObject, type JsonObject } from '../../contract/json';
import type { ClickStackOptions } from '../clickstack/options';
import { ClickStackState } from '../clickstack/state';
import { ActivityCollection } from './activities';
import { Collection } from './collection';
import { CLOUD_IDS, IdSource, SEEDED_IDS } from './ids';
import type { DashboardRecord, PipeRecord, ServiceRecord } from './records';
import { type OwnRecords, seedWith, VALUES } from './seed';

type ManagementApi = 'clickhouseCloud' | 'management';

/** Everything that the emulator stores, which a test can read and change. */
export class EmulatorState {
	readonly organizationId = SEEDED_IDS.organizationId;

	readonly newIds = new IdSource();

	readonly clickStack: ClickStackState;

	readonly pipes: Collection<PipeRecord>;

	readonly services: Collection<ServiceRecord>;

	readonly activities: ActivityCollection;

	readonly dashboards: Collection<DashboardRecord>;

	/** The services that a command has stopped since: the first deletion is too early. */
	readonly justStopped = new Set<string>();

	/** What was last sent to change an operation that is about no record, by its path. */
	readonly parts = new Map<string, JsonObject>();

	private readonly collections: Map<string, Collection>;

	constructor(
		private readonly api: ManagementApi,
		own: OwnRecords = {},
		clickStack?: ClickStackOptions,
	) {
		const { pipes, services, activities, dashboards } = seedWith(api, own);
		this.clickStack = new ClickStackState(clickStack);
		this.pipes = new Collection(pipes);
		this.services = new Collection(services);
		this.activities = new ActivityCollection(activities);
		this.dashboards = new Collection(dashboards);
		const { pipes: ofPipes, services: ofServices, activities: events, dashboards: boards } = this;
		this.collections = new Map<string, Collection>([
			['pipes', ofPipes],
			['services', ofServices],
			['activities', events],
			['dashboards', boards],
		]);
	}

	get apiKeys(): Collection {
		return this.recordsOf('clickhouseCloud', 'apiKeys');
	}

	get reversePrivateEndpoints(): Collection {
		return this.recordsOf('clickhouseCloud', 'reversePrivateEndpoints');
	}

	/** Every collection of the contract. */
	all(): Collection[] {
		for (const operation of operationsOf('clickhouseCloud')) {
			const action = actionOf(operation);
			if (action !== undefined) this.recordsOf(operation.api, action.collection);
		}
		return [...this.collections.values(), ...this.clickStack.collections.values()];
	}

	/** Returns a collection by its name in the contract; without a seed, it starts with an example of its schema. */
	recordsOf(api: Operation['api'], name: string): Collection {
		const collections = api === 'clickstack' ? this.clickStack.collections : this.collections;
		const known = collections.get(name);
		if (known !== undefined) return known;
		const apis = api === 'clickstack' ? [api] : [this.api, 'clickhouseCloud' as const];
		const first = new Collection(this.examplesOf(apis, name));
		collections.set(name, first);
		return first;
	}

	private examplesOf(apis: ReadonlyArray<Operation['api']>, name: string): JsonObject[] {
		const read = apis.flatMap((api) => readOf(api, name) ?? [])[0];
		const example = read && exampleOf(read.api, recordSchemaOf(read));
		const own = VALUES[name] ?? [{}];
		if (read === undefined || !isJsonObject(example)) return [...own];
		const action = actionOf(read);
		const ids: JsonObject = this.api === 'clickhouseCloud' ? CLOUD_IDS : SEEDED_IDS;
		const idName = 'id' in example ? 'id' : 'userId';
		const { one = '', parameter = '' } = action ?? {};
		const { schema } = read.parameters.find(({ name }) => name === parameter) ?? {};
		const id = ids[`${one}Id`] ?? ids[parameter] ?? exampleOf(read.api, schema) ?? example[idName];
		const isInService = read.template.includes('{serviceId}');
		const place = isInService ? { serviceId: SEEDED_IDS.serviceId } : {};
		return own.map((values) => ({ ...example, ...place, [idName]: id, ...values }));
	}

	/** Returns a new ID in the form of another one of a collection. */
	newIdIn(records: Collection): string {
		const [id] = records.ids();
		if (/^[0-9a-f]{8}-/.test(String(id))) return this.newIds.uuid(0x200);
		return /^[0-9a-f]{24}$/.test(String(id)) ? this.clickStack.newId() : this.newIds.named('new');
	}
}
