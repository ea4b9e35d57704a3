import type { INodeParameters } from 'n8n-workflow';

import type { JsonObject } from '../../nodes/engine/json';
import { withoutAbsent } from '../../nodes/engine/json';
import { asObject } from '../../nodes/engine/parameters/values';
import { capitalized } from '../../nodes/engine/text';
import { CLICKSTACK_IDS as IDS } from '../../tools/emulator';
import { DASHBOARD, hintsOf, NODE } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });

const RECORDS = {
	alert: { collection: 'alerts', id: IDS.alertId, idField: 'alertId' },
	savedSearch: {
		collection: 'savedSearches',
		id: IDS.savedSearchId,
		idField: 'savedSearchId',
	},
	source: { collection: 'sources', id: IDS.sourceId, idField: 'sourceId' },
	webhook: { collection: 'webhooks', id: IDS.webhookId, idField: 'webhookId' },
};
type Resource = keyof typeof RECORDS;

/** Updates a record with these fields. */
async function update(
	resource: Resource,
	updateFields: INodeParameters | string,
	more: INodeParameters = {},
) {
	const { id, idField } = RECORDS[resource];
	const record = { resource, operation: 'update', [idField]: id, updateFields };
	return await emulator.runNode({ type: DASHBOARD, parameters: { ...record, ...more } });
}

const stored = (resource: Resource) =>
	emulator.stored(RECORDS[resource].collection, RECORDS[resource].id);
const changeRecord = (resource: Resource, changes: JsonObject): void => {
	const { collection, id } = RECORDS[resource];
	emulator.change(collection, id, (record) => ({ ...record, ...changes }));
};
const sent = () => emulator.requests.filter(({ method }) => method === 'PUT');

const HEADERS = { Authorization: 'canary' };

interface Field {
	resource: Resource;
	field: string;
	key: string;
	value: unknown;
	isList?: true;
	/** The API stores this value after the field is cleared. */
	cleared: unknown;
}

const FIELDS: readonly Field[] = [
	{ resource: 'alert', field: 'note', key: 'note', value: 'Call Ada', cleared: null },
	{ resource: 'alert', field: 'tags', key: 'tags', value: ['a'], isList: true, cleared: [] },
	{ resource: 'savedSearch', field: 'where', key: 'where', value: 'level:error', cleared: '' },
	{ resource: 'savedSearch', field: 'tags', key: 'tags', value: ['a'], isList: true, cleared: [] },
	{ resource: 'source', field: 'section', key: 'section', value: 'Shop', cleared: undefined },
	{ resource: 'webhook', field: 'description', key: 'description', value: 'd', cleared: undefined },
	{
		resource: 'webhook',
		field: 'headers',
		key: 'headers',
		value: HEADERS,
		isList: true,
		cleared: undefined,
	},
];

const NOTHING = [
	'={{ "" }}',
	'={{ undefined }}',
	'={{ ({}) }}',
	'={{ ({ a: $json.none }) }}',
	'={{ ({ a: { b: $json.none } }) }}',
	'',
];
/** Values that stand for an empty list. */
const NO_ENTRIES = [
	'={{ [$json.none] }}',
	'={{ [null] }}',
	'={{ [""] }}',
	'={{ [" "] }}',
	'={{ "," }}',
];

describe.each(FIELDS)('$resource → Update, $field', (each) => {
	const { resource, field, key, value, isList, cleared } = each;

	beforeEach(() => {
		changeRecord(resource, { [key]: value });
	});

	it.each([...NOTHING, ...(Array.isArray(value) ? NO_ENTRIES : [])])(
		'warns that it keeps the value for %s',
		async (empty) => {
			const done = await update(resource, { [field]: empty, name: 'Renamed' });
			expect(done.error).toBeUndefined();
			expect(stored(resource)).toMatchObject({ name: 'Renamed', [key]: value });
			// The panel takes no expression for rows.
			const way = field === 'headers' ? 'add "headers": {} in' : 'enter the expression';
			expect(hintsOf(done).join()).toContain(
				`is empty, so it keeps its value. To clear it, ${way}`,
			);
		},
	);

	it.each(NOTHING)('rejects %s as the only entered value', async (empty) => {
		const { error } = await update(resource, { [field]: empty });
		expect(error?.message).toContain('nothing would change');
		expect(emulator.requests).toEqual([]);
	});

	// n8n resolves no expression for rows, so JSON clears a map.
	const clearing: readonly INodeParameters[] =
		field === 'headers'
			? [
					'{ "headers": {} }',
					'{ "headers": null }',
					'={{ ({ headers: {} }) }}',
					'={{ ({ headers: null }) }}',
				].map((additionalMembers) => ({ additionalMembers }))
			: ['={{ null }}', ...(isList ? ['={{ [] }}'] : [])].map((value) => ({ [field]: value }));
	it.each(clearing)('clears the value for %j with a hint', async (entered) => {
		const before = stored(resource);
		const { error, items } = await update(resource, entered);
		expect(error).toBeUndefined();
		const { [key]: after, ...others } = stored(resource);
		expect([undefined, null, cleared]).toContainEqual(after);
		expect(withoutAbsent(others, ['updatedAt'])).toEqual(withoutAbsent(before, ['updatedAt', key]));
		expect(items(NODE)[0]?.json['summary']).toContain(`clears ${capitalized(key)}`);
	});
});

describe('Webhook → Update', () => {
	it.each(['accessToken', 'cloudApiKey'])('finds a webhook by %s on the third page', async (by) => {
		const { webhooks } = emulator.state.clickStack;
		const id = (index: number) => index.toString(16).padStart(24, 'b');
		for (let index = 0; index < 2500; index += 1) {
			const name = `Hook ${String(index)}`;
			webhooks.set({ id: id(index), name, service: 'generic', url: 'https://n8n.example.com/1' });
		}
		const key = { authentication: by, serviceId: emulator.ids.serviceId };
		const last = { ...key, webhookId: id(2499) };
		const { error } = await update('webhook', { name: 'Found' }, last);
		expect(error).toBeUndefined();
		expect(emulator.stored('webhooks', id(2499))).toMatchObject({ name: 'Found' });
		expect(sent()).toHaveLength(1);
		const none = await update('webhook', { name: 'Found' }, { ...key, webhookId: id(2501) });
		expect(none.error?.message).toContain('The API has no webhook with this ID.');
		expect(sent()).toHaveLength(1);
	});

	it('keeps headers that an expression in JSON left without values', async () => {
		changeRecord('webhook', { headers: HEADERS });
		const json = '={{ ({ headers: { Authorization: $json.token } }) }}';
		const done = await update('webhook', { description: 'd', additionalMembers: json });
		expect(done.error).toBeUndefined();
		expect(stored('webhook')).toMatchObject({ description: 'd', headers: HEADERS });
		expect(hintsOf(done)).toEqual([
			`"headers" isn't sent, because its expression returned nothing.`,
		]);
		const alone = await update('webhook', { additionalMembers: json });
		expect(alone.error?.message).toContain('nothing would change');
	});

	it.each([{ name: 'Renamed' }, { name: 'Renamed', body: '' }])(
		'rejects clearing the hidden body of an incident.io webhook with %j',
		async (updateFields) => {
			changeRecord('webhook', { service: 'incidentio', body: 'secret' });
			const { error } = await update('webhook', updateFields);
			expect(error?.message).toContain("The API doesn't return it");
			expect(stored('webhook')).toMatchObject({ name: 'n8n', body: 'secret' });
		},
	);
});

describe('Alert → Update', () => {
	it("sends an approved plan if only the alert's evaluation changed", async () => {
		const dry = await update('alert', { threshold: 5 }, { options: { dryRun: true } });
		const { hash = '' } = asObject(dry.items(NODE)[0]?.json['plan']);
		changeRecord('alert', { state: 'ALERT', updatedAt: '2026-12-01T00:00:00.000Z' });
		const approved = { options: { approvedPlan: String(hash) } };
		const { error } = await update('alert', { threshold: 5 }, approved);
		expect(error).toBeUndefined();
		expect(stored('alert')).toMatchObject({ threshold: 5 });
	});
});
