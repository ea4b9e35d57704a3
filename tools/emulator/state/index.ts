import type { Operation } from '../../contract';
import { actionOf, readOf, recordSchemaOf } from '../../contract/collections';
import { exampleOf } from '../../contract/example';
import { isJsonObject, type JsonObject } from '../../contract/json';
import { type ClickStackOptions, ClickStackState } from '../clickstack/state';
import { type ActivityRecord, Collection, type PipeRecord, type ServiceRecord } from './collection';
import { CLOUD_IDS, IdSource, SEEDED_IDS } from './ids';
import { sampleActivity } from './samples';
import { type OwnRecords, seedWith, VALUES } from './seed';

class ActivityCollection extends Collection<ActivityRecord> {
	/** The activity's time is the current time unless `fields` contain one. */
	push(fields: Partial<ActivityRecord> & { id: string }): ActivityRecord {
		const record = { ...sampleActivity(), createdAt: new Date().toISOString(), ...fields };
		this.set(record);
		return record;
	}
}

/** Tests can read and change everything that the emulator stores. */
export class EmulatorState {
	readonly organizationId = SEEDED_IDS.organizationId;

	readonly newIds = new IdSource();

	readonly clickStack: ClickStackState;

	readonly pipes: Collection<PipeRecord>;

	readonly services: Collection<ServiceRecord>;

	readonly activities: ActivityCollection;

	/** Keyed by path, for operations without a record. */
	readonly parts = new Map<string, JsonObject>();

	private readonly collections: Map<string, Collection>;

	constructor(
		private readonly api: 'clickhouseCloud' | 'management',
		own: OwnRecords = {},
		clickStack?: ClickStackOptions,
	) {
		const { pipes, services, activities } = seedWith(api, own);
		this.clickStack = new ClickStackState(clickStack);
		this.pipes = new Collection(pipes);
		this.services = new Collection(services);
		this.activities = new ActivityCollection(activities);
		const known = { pipes: this.pipes, services: this.services, activities: this.activities };
		this.collections = new Map<string, Collection>(Object.entries(known));
	}

	get apiKeys(): Collection {
		return this.recordsOf('clickhouseCloud', 'apiKeys');
	}

	/** Without a seed, a collection starts with an example. */
	recordsOf(api: Operation['api'], name: string): Collection {
		const collections = api === 'clickstack' ? this.clickStack.collections : this.collections;
		const known = collections.get(name) ?? new Collection(this.examplesOf(name));
		collections.set(name, known);
		return known;
	}

	/** If both APIs have a collection of this name, the ID decides. */
	collectionWith(name: string, id: string): Collection {
		const named = [this.clickStack.collections.get(name), this.recordsOf(this.api, name)];
		const collection = named.find((records) => records?.has(id) === true);
		if (collection === undefined) throw new Error(`there is no ${id} in ${name}`);
		return collection;
	}

	private examplesOf(name: string): JsonObject[] {
		const read = readOf(this.api, name) ?? readOf('clickhouseCloud', name);
		const example = read && exampleOf(read.api, recordSchemaOf(read));
		const own = VALUES[name] ?? [{}];
		if (read === undefined || !isJsonObject(example)) return [...own];
		const { one = '', parameter = '' } = actionOf(read) ?? {};
		const ids: JsonObject = this.api === 'clickhouseCloud' ? CLOUD_IDS : SEEDED_IDS;
		const idName = 'id' in example ? 'id' : 'userId';
		const { schema } = read.parameters.find((each) => each.name === parameter) ?? {};
		const id = ids[`${one}Id`] ?? ids[parameter] ?? exampleOf(read.api, schema) ?? example[idName];
		const isInService = read.template.includes('{serviceId}');
		const place = isInService ? { serviceId: SEEDED_IDS.serviceId } : {};
		return own.map((values) => ({ ...example, ...place, [idName]: id, ...values }));
	}

	/** The new ID has the form of the collection's IDs. */
	newIdIn({ sampleId = '' }: Collection): string {
		if (/^[0-9a-f]{8}-/.test(sampleId)) return this.newIds.uuid(0x200);
		return /^[0-9a-f]{24}$/.test(sampleId) ? this.clickStack.newId() : this.newIds.named('new');
	}
}
