import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest } from '../../tools/emulator';
import { CLICKSTACK_IDS } from '../../tools/emulator';
import type { JsonObject } from '../../nodes/engine/json';
import { withoutAbsent, dataObject } from '../../nodes/engine/json';
import { asObject, isText, textList } from '../../nodes/engine/parameters/values';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import { agentWorkflow, DASHBOARD, MANAGEMENT, NODE } from '../../tools/engine/workflow';
import { savedSearches } from '../../tools/emulator/clickstack/savedSearches';
import type { Behaviour } from '../../tools/emulator/routes/records';
import { builtClock as clock, playPause, restoreClock, systemClock } from '../builtClock';
import { withEmulator } from '../withEmulator';
import { type Kind, KINDS } from './harness/replacedRecords';

// test/unit/dashboard tests each record's own rules.
let onRequest: (request: LoggedRequest) => void = () => undefined;
const emulator = withEmulator({
	dialect: 'clickhouseCloud',
	dashboardApi: 'clickstack',
	onRequest: (request) => {
		onRequest(request);
	},
});

restoreClock();

afterEach(() => {
	jest.restoreAllMocks();
	onRequest = () => undefined;
});

const CASES = KINDS.flatMap((kind) =>
	kind.places.map((place) => ({ kind, place, of: `${kind.resource} (${place})` })),
);
type Case = (typeof CASES)[number];

const NAME = { name: 'Renamed by n8n' };

function nodeFor(
	{ kind: { resource, idField, id, parameters }, place }: Case,
	entered: IDataObject = NAME,
	more: INodeParameters = {},
): NodeUnderTest {
	const { serviceId } = emulator.ids;
	const inService = {
		own: {},
		managed: { authentication: 'cloudApiKey', serviceId },
		cloud: { serviceId },
	}[place];
	const record = { resource, operation: 'update', [idField]: id };
	return {
		type: place === 'cloud' ? MANAGEMENT : DASHBOARD,
		parameters: { ...record, ...inService, ...parameters(entered), ...more },
	};
}

const stored = ({ collection, id }: Kind, other = id) => emulator.stored(collection, other);
const sent = (method = 'PUT') => emulator.requests.filter((request) => request.method === method);

/** Changes the record, as somebody in the app would. */
function changeMeanwhile({ collection, id, meanwhile }: Kind, other = id) {
	emulator.change(collection, other, (record) => ({ ...record, ...meanwhile(record) }));
}

/** Copies the record, so that there are two of its kind. */
function copyOf(kind: Kind): string {
	const { collection, id } = kind;
	const copy = `${id.slice(0, -1)}9`;
	const records = emulator.state.collectionWith(collection, id);
	records.edit({ ...stored(kind), id: copy, name: 'Another' });
	return copy;
}

/** Compares a record except for keys that the API sets or leaves null. */
function expectStored(kind: Kind, before: JsonObject, changes: JsonObject): void {
	const left = ['updatedAt'];
	expect(withoutAbsent(stored(kind), left)).toEqual(withoutAbsent({ ...before, ...changes }, left));
}

describe.each(CASES)('$of → Update', (each) => {
	const { kind } = each;
	const { collection, id, idField } = kind;

	it('changes only the entered keys of a random record', async () => {
		const some = fc
			.record(kind.entered, { requiredKeys: [] })
			.filter((entered) => Object.keys(entered).length > 0);
		const change = async (before: JsonObject, entered: JsonObject) => {
			emulator.change(collection, id, (record) => ({ ...record, ...before }));
			const record = stored(kind);
			const { error } = await emulator.runNode(nodeFor(each, dataObject(entered)));
			expect(error).toBeUndefined();
			expectStored(kind, record, entered);
		};
		const property = fc.asyncProperty(fc.record(kind.stored), some, change);
		await fc.assert(property, { numRuns: 15 });
	});

	it('updates a record in one call of an agent', async () => {
		const tool = nodeFor(each, NAME, { [idField]: '={{ $json.id }}' });
		await emulator.run(agentWorkflow(tool, [{ id }]));
		expect(emulator.requests.map(({ method }) => method)).toEqual(['GET', 'PUT']);
		expect(stored(kind)).toMatchObject(NAME);
	});

	it("finds the record's name with a single read", async () => {
		const { name } = stored(kind);
		const { items } = await emulator.runNode(nodeFor(each));
		expect(items(NODE)[0]?.json['summary']).toContain(
			`"${isText(name) ? String(name) : NAME.name}" (`,
		);
		expect(emulator.requests.map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});

	it("doesn't change the record in a dry run", async () => {
		const before = stored(kind);
		const { items } = await emulator.runNode(nodeFor(each, NAME, { options: { dryRun: true } }));
		expect(items(NODE)[0]?.json).toMatchObject({ dryRun: true, method: 'PUT' });
		expect(sent()).toEqual([]);
		expect(stored(kind)).toEqual(before);
	});

	async function approvedHash(): Promise<string> {
		const { items } = await emulator.runNode(nodeFor(each, NAME, { options: { dryRun: true } }));
		return String(asObject(items(NODE)[0]?.json['plan'])['hash']);
	}

	it('stops an approved plan if somebody changed the record', async () => {
		const { name } = stored(kind);
		const record = isText(name) ? `"${String(name)}" (${id})` : id;
		const approvedPlan = await approvedHash();
		changeMeanwhile(kind);
		const { error } = await emulator.runNode(nodeFor(each, NAME, { options: { approvedPlan } }));
		const noun = kind.resource.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
		expect(error?.message).toBe(`Changed since the plan was approved: ${noun} ${record}.`);
		expect(sent()).toEqual([]);
		expect(stored(kind)).toMatchObject(kind.meanwhile(stored(kind)));
	});

	it('sends an approved plan again after an unknown outcome', async () => {
		const approvedPlan = await approvedHash();
		emulator.loseResponse('PUT');
		const node = nodeFor(each, NAME, { options: { approvedPlan } });
		const { error } = await emulator.runNode({
			...node,
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		expect(error).toBeUndefined();
		expect(sent()).toHaveLength(2);
		expect(stored(kind)).toMatchObject(NAME);
	});

	/** Changes the records one after another, each to another name. */
	async function changeAll(ids: readonly string[]) {
		const node = nodeFor(each, { name: '={{ $json.name }}' }, { [idField]: '={{ $json.id }}' });
		const byJson = kind.resource === 'dashboard' && {
			dashboardJson: '={{ { name: $json.name } }}',
		};
		const parameters = { ...node.parameters, ...byJson };
		const items = ids.map((recordId, index) => ({ id: recordId, name: `Name ${String(index)}` }));
		const done = await emulator.runNode(
			{ ...node, parameters, onError: 'continueRegularOutput' },
			items,
		);
		return done.items(NODE).map(({ json }) => asObject(json['error'])['message'] ?? 'changed');
	}

	/** Advances the clock by 31 seconds per change, and calls `meanwhile` after the last. */
	function playLongRun(count: number, meanwhile: () => void): void {
		let passed = 0;
		let changes = 0;
		clock.elapsed = () => systemClock.elapsed() + passed;
		onRequest = ({ method }) => {
			if (method !== 'PUT') return;
			passed += 31_000;
			changes += 1;
			if (changes === count) meanwhile();
		};
	}

	it("builds a record's second change on the first result", async () => {
		const before = stored(kind);
		expect(await changeAll([id, id])).toEqual(['changed', 'changed']);
		expect([sent('GET').length, sent().length]).toEqual([1, 2]);
		expectStored(kind, before, { name: 'Name 1' });
	});

	it.each([400, 504])(
		"doesn't send the second change after the first returned %d",
		async (status) => {
			emulator.faults.add({ kind: 'status', status, times: 1, match: { method: 'PUT' } });
			const [, second] = await changeAll([id, id]);
			expect(second).toBe('Item 2: Item 1 changes the same record, and it failed.');
			expect(sent()).toHaveLength(1);
		},
	);

	const changedItem = (item: number) =>
		`Item ${String(item)}: Someone changed the record after the node read it.`;

	it("keeps someone's change of a later record during a long run", async () => {
		const other = copyOf(kind);
		playLongRun(1, () => {
			changeMeanwhile(kind, other);
		});
		expect(await changeAll([id, other])).toEqual(['changed', changedItem(2)]);
		expect(stored(kind, other)).toMatchObject({
			name: 'Another',
			...kind.meanwhile(stored(kind, other)),
		});
	});

	it("keeps someone's change between two changes of a record", async () => {
		const other = copyOf(kind);
		playLongRun(2, () => {
			changeMeanwhile(kind);
		});
		expect(await changeAll([id, other, id])).toEqual(['changed', 'changed', changedItem(3)]);
		expect(stored(kind)).toMatchObject({ name: 'Name 0', ...kind.meanwhile(stored(kind)) });
	});

	it('reads an unchanged record again in a long run', async () => {
		const other = copyOf(kind);
		playLongRun(0, () => undefined);
		expect(await changeAll([id, other, id])).toEqual(['changed', 'changed', 'changed']);
		expect(stored(kind)).toMatchObject({ name: 'Name 2' });
		expect(sent('GET').length).toBeGreaterThan(2);
	});

	it("keeps someone's change while the API throttles the update", async () => {
		playPause(emulator, () => {
			changeMeanwhile(kind);
		});
		expect(await changeAll([id])).toEqual(['Someone changed the record after the node read it.']);
		expect(sent()).toHaveLength(1);
		expect(stored(kind)).toMatchObject(kind.meanwhile(stored(kind)));
	});

	it('sends a throttled update if nobody has changed the record', async () => {
		playPause(emulator, () => undefined);
		expect(await changeAll([id])).toEqual(['changed']);
		expect([sent('GET').length, sent().length]).toEqual([2, 2]);
		expect(stored(kind)).toMatchObject({ name: 'Name 0' });
	});

	it('rejects an update without a change', async () => {
		const empty = kind.resource === 'dashboard' ? {} : { name: '' };
		const { error } = await emulator.runNode(nodeFor(each, empty));
		expect(error?.message).toMatch(/nothing would change|no value/);
		expect(emulator.requests).toEqual([]);
	});

	it("doesn't send the update if the record doesn't exist", async () => {
		const none = `${id.slice(0, -1)}8`;
		const { error } = await emulator.runNode(nodeFor(each, NAME, { [idField]: none }));
		expect(error?.message).toMatch(/not found|404|no webhook|list of dashboards/i);
		expect(sent()).toEqual([]);
	});
});

it('builds a third change on values that the API stored differently', async () => {
	const collection = 'savedSearches';
	const id = CLICKSTACK_IDS.savedSearchId;
	const store: Behaviour['store'] = (_call, made) => ({
		...made,
		tags: textList(made['tags']).sort(),
	});
	jest.spyOn(savedSearches, 'store').mockImplementation(store);
	const updateFields = { tags: '={{ $json.tags }}', orderBy: '={{ $json.orderBy }}' };
	const parameters = {
		resource: 'savedSearch',
		operation: 'update',
		savedSearchId: id,
		updateFields,
	};
	const items = [{ tags: 'b,a' }, { orderBy: 'Timestamp' }, { orderBy: 'Timestamp DESC' }];
	const { error } = await emulator.runNode({ type: DASHBOARD, parameters }, items);
	expect(error).toBeUndefined();
	expect(sent()).toHaveLength(3);
	expect(emulator.stored(collection, id)).toMatchObject({
		tags: ['a', 'b'],
		orderBy: 'Timestamp DESC',
	});
});
