import fc from 'fast-check';
import { operations } from '../../../nodes/CloudDashboard/resources';
import type { JsonObject } from '../../../nodes/engine/json';
import type { Operation, Parameters } from '../../../nodes/engine/operation';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { ALL_CLICKSTACK_SAMPLES, isManagedToo } from '../../../tools/samples/clickstackSamples';
import { codes, contextOf, sentences, SERVICE_ID, TABLES } from '../management/context';
import { faultsOf, issuesOf, sentBody, summaryFor } from './plans';

const { source, savedSearch, webhook } = operations;
const { sourceId, connectionId, savedSearchId, webhookId } = IDS;

const SHARED = {
	name: 'Logs',
	kind: 'log',
	connectionId,
	fromDatabaseName: 'default',
	fromTableName: 'logs',
	timestampValueExpression: 'Timestamp',
};
const LOG_BODY = {
	name: 'Logs',
	kind: 'log',
	connection: connectionId,
	from: { databaseName: 'default', tableName: 'logs' },
	timestampValueExpression: 'Timestamp',
	defaultTableSelectExpression: 'Body',
};

describe('a source that is created', () => {
	it('can be of an unlisted kind, with no required fields, if that is allowed', () => {
		const other = { ...SHARED, kind: 'stream', options: { allowUnlisted: true } };
		expect(issuesOf(source.create, other)).toEqual([]);
	});

	it.each([
		{ kind: 'log', needed: ['defaultTableSelectExpression'] },
		{ kind: 'metric', needed: ['metricTables', 'resourceAttributesExpression'] },
		{ kind: 'promql', needed: [] },
		{ kind: 'session', needed: ['traceSourceId'] },
		{
			kind: 'trace',
			needed: [
				'defaultTableSelectExpression',
				'durationExpression',
				'traceIdExpression',
				'spanIdExpression',
				'parentSpanIdExpression',
				'spanNameExpression',
				'spanKindExpression',
			],
		},
	])('needs $needed for the kind $kind', ({ kind, needed }) => {
		const entered = { ...SHARED, kind, fromTableName: 't' };
		expect(issuesOf(source.create, entered)).toEqual(needed.map((key) => `${key} needed`));
	});
});

describe('an update that replaces the whole record', () => {
	const current = { id: sourceId, ...LOG_BODY, section: null, teamId: 't', updatedAt: 'x' };
	const update = (updateFields: object, currentSource: unknown = current) => ({
		sourceId,
		currentSource,
		updateFields,
	});

	it.each([
		{ form: 'an object', given: current },
		{ form: 'the text of a response', given: JSON.stringify({ data: current }) },
	])("sends $form with the changes, and without the API's own fields", ({ given }) => {
		const changes = { name: 'Shop', fromTableName: 'shop' };
		expect(sentBody(source.update, update(changes, given))).toEqual({
			...LOG_BODY,
			name: 'Shop',
			from: { databaseName: 'default', tableName: 'shop' },
		});
	});

	it('keeps a value of the current record that is unlisted, and accepts no other', () => {
		const unlisted = { ...current, kind: 'stream' };
		expect(issuesOf(source.update, update({ name: 'A' }, unlisted))).toEqual([]);
		expect(issuesOf(source.update, update({ kind: 'flow' }, unlisted))).toEqual([
			'updateFields.kind unlisted',
		]);
	});

	it('is refused with nothing to change', () => {
		expect(issuesOf(source.update, update({}))).toEqual(['updateFields nothingToUpdate']);
	});

	it("needs all fields if there's no current record, and shows an approver the losses", () => {
		const without = (updateFields: object) => ({
			savedSearchId,
			currentSavedSearch: '',
			updateFields,
		});
		expect(issuesOf(savedSearch.update, without({ where: 'a' }))).toEqual([
			'currentSavedSearch noCurrent',
		]);
		const needed = { name: 'Slow', sourceId };
		expect(sentBody(savedSearch.update, without(needed))).toEqual(needed);
		expect(summaryFor(savedSearch.update, without(needed))).toBe(
			`Replace saved search ${savedSearchId}: clears any select, where, whereLanguage, orderBy, tags, filters; name Slow, sourceId ${sourceId}`,
		);
		expect(summaryFor(source.update, update({ name: 'Shop' }))).toBe(
			`Replace source ${sourceId}: name Shop`,
		);
	});

	it('marks nothing in its collection as required', () => {
		for (const { update: operation } of [source, savedSearch, webhook]) {
			const fields = operation.properties.filter(({ name }) => name === 'updateFields');
			expect(fields).toHaveLength(1);
			expect(JSON.stringify(fields)).not.toContain('"required":true');
		}
	});
});

describe('a saved search', () => {
	it('has its columns as "select", and less common keys from a collection or JSON', () => {
		const search = { name: 'Slow', sourceId };
		const additionalFields = { orderBy: 'Body', tags: 'a,b', additionalMembers: { filters: [] } };
		const entered = { ...search, selectColumns: 'Body', additionalFields };
		const sent = { select: 'Body', orderBy: 'Body', tags: ['a', 'b'], filters: [] };
		expect(sentBody(savedSearch.create, entered)).toEqual({ ...search, ...sent });
	});
});

describe('a delete', () => {
	const noticeOf = ({ properties }: Operation) =>
		properties.find(({ type }) => type === 'notice')?.displayName;

	it('of a saved search removes its alerts with it', () => {
		expect(noticeOf(savedSearch.delete)).toContain('saved search and its alerts permanently');
		expect(summaryFor(savedSearch.delete, { savedSearchId: 's-1' })).toBe(
			'Delete saved search s-1 and its alerts permanently',
		);
	});

	it('of a source or a webhook harms others', () => {
		expect(noticeOf(source.delete)).toMatch(/undone\. Dashboards, alerts and saved searches/);
		expect(summaryFor(source.delete, { sourceId: 's-1' })).toBe(
			'Delete source s-1 permanently; dashboards, alerts and saved searches that use it stop working',
		);
		expect(noticeOf(webhook.delete)).toContain('Alerts that notify it in addition');
	});
});

describe('a webhook', () => {
	const HOOK = { name: 'n8n', service: 'generic', url: 'https://n8n.example.com/webhook/secret' };
	const rows = {
		values: [
			{ name: ' X-Note ', value: 'canary' },
			{ name: 'A', value: '' },
		],
	};

	it('has headers and parameters by rows, or as a map from an expression', () => {
		const additionalFields = { queryParams: { k: 'v' } };
		const given = { ...HOOK, headers: rows, body: ' {{title}} ', additionalFields };
		expect(sentBody(webhook.create, given)).toEqual({
			...HOOK,
			headers: { 'X-Note': 'canary', A: '' },
			queryParams: { k: 'v' },
			body: ' {{title}} ',
		});
	});

	const namesOf = (names: readonly unknown[]) => names.map((name) => ({ name, value: 'v' }));

	it.each<{ names: readonly unknown[]; headers?: string; params?: string }>([
		{ names: ['X-A', 'X-B'] },
		{ names: ['X-A', ' X-A '], headers: '"X-A" more than once', params: '"X-A" more than once' },
		{ names: ['X-A', 'x-a'], headers: '"x-a" more than once' },
		{ names: ['A', Number.NaN], headers: "name that isn't text", params: "name that isn't text" },
		{ names: [{ a: 1 }], headers: "name that isn't text", params: "name that isn't text" },
		{ names: [7, 'b'], headers: "name that headers can't have" },
	])(
		'with the names $names has an issue with $headers and $params',
		({ names, headers, params }) => {
			const issueWith = (changes: object) =>
				sentences(webhook.create.plan({ ...HOOK, ...changes }, contextOf()).issues, webhook.create);
			for (const entered of [namesOf(names), { values: namesOf(names) }]) {
				expect(issueWith({ headers: entered })).toEqual(matching(headers));
				const additionalFields = { queryParams: entered };
				expect(issueWith({ additionalFields })).toEqual(matching(params));
			}
		},
	);

	it('has no headers that differ only by case, whoever enters them', () => {
		const name = fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,5}$/);
		fc.assert(
			fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
				const byRows = { headers: namesOf(names) };
				const map = Object.fromEntries(names.map((one) => [one, 'v']));
				const byJson = { additionalFields: { additionalMembers: { headers: map } } };
				const isUnique = (list: readonly string[]) =>
					new Set(list.map((one) => one.toLowerCase())).size === list.length;
				expect(issuesOf(webhook.create, { ...HOOK, ...byRows }).length === 0).toBe(isUnique(names));
				const issues = issuesOf(webhook.create, { ...HOOK, ...byJson });
				expect(issues.length === 0).toBe(isUnique(Object.keys(map)));
			}),
			{ seed: 1 },
		);
	});

	it('loses no header that is entered as text', () => {
		const { issues } = webhook.create.plan({ ...HOOK, headers: ['X-A: b'] }, contextOf());
		expect(codes(issues)).toEqual(['headers malformed']);
	});

	it('has neither headers nor a body for Slack', () => {
		const slack = { ...HOOK, service: 'slack', url: 'https://hooks.slack.com/services/1' };
		expect(sentBody(webhook.create, { ...slack, headers: rows, body: 'b' })).toEqual(slack);
	});

	it.each([
		{ changes: { headers: { '1st': 'x' } }, issue: 'headers.1st malformed' },
		{ changes: { headers: { A: 'a\nb' } }, issue: 'headers malformed' },
		{ changes: { headers: { values: [{ value: 'x' }] } }, issue: 'headers. malformed' },
	])('is refused with $changes, as by the contract', ({ changes, issue }) => {
		expect(issuesOf(webhook.create, { ...HOOK, ...changes })).toEqual([issue]);
		const { request } = webhook.create.plan({ ...HOOK, ...changes }, contextOf());
		expect(faultsOf(request)).not.toEqual([]);
	});

	it('shows only its host, and the names of its headers', () => {
		const url = 'https://u:canary@n8n.example.com:8443/canary?k=canary';
		const headers = { 'X-Note': 'canary', Authorization: 'canary' };
		const additionalFields = { queryParams: { key: 'canary' } };
		const given = { ...HOOK, url, headers, additionalFields };
		expect(summaryFor(webhook.create, given)).toBe(
			"Create webhook n8n (generic) to 'n8n.example.com:8443'; headers: X-Note, Authorization; queryParams: key",
		);
		const request = { method: 'POST', path: '/x', body: { ...HOOK, url } } as const;
		expect(webhook.create.target?.(request, {})).not.toContain('canary');
	});

	it('has a hint on the losses of an update to another address', () => {
		const current = { id: webhookId, ...HOOK, createdAt: 'x', updatedAt: 'x' };
		const hintsOn = (updateFields: JsonObject, currentWebhook: unknown = current) =>
			webhook.update.plan({ webhookId, currentWebhook, updateFields }, contextOf()).hints;
		const lost = (keys: string) =>
			`URL or Service changes, so ClickStack clears ${keys} of the webhook, if it has any. Enter them again to keep them.`;
		const url = 'https://other.example.com';
		expect(hintsOn({ name: 'A' })).toEqual([]);
		expect(hintsOn({ url })).toEqual([lost('headers and queryParams')]);
		expect(hintsOn({ service: 'incidentio' })).toEqual([lost('headers and queryParams')]);
		expect(hintsOn({ url, headers: { a: 'b' } })).toEqual([lost('queryParams')]);
		expect(hintsOn({ ...HOOK, url }, '')).toEqual([]);
	});
});

describe('a managed ClickStack', () => {
	const samples = Object.entries(ALL_CLICKSTACK_SAMPLES).map(([name, { parameters }]) => {
		const [resource = '', operation = ''] = name.split(' ');
		const own: Parameters = parameters(SEEDED_IDS);
		return { name, isManaged: isManagedToo(name), own, operation: TABLES[resource]?.[operation] };
	});

	it.each(samples)('has $name only if its API does: $isManaged', (sample) => {
		const managed = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };
		const plan = sample.operation?.plan({ ...sample.own, ...managed }, contextOf());
		if (sample.isManaged) {
			expect(plan?.request.path).toContain('/clickstack/');
			expect(codes(plan?.issues ?? [])).toEqual([]);
			return;
		}
		expect(codes(plan?.issues ?? [])).toEqual(['authentication notManaged']);
		expect(sentences(plan?.issues ?? [], sample.operation)[0]).toMatch(
			/ClickHouse Cloud, which has no [a-z ]+ in its API/,
		);
	});
});

it.each(['saved-1', '65f0c0ffee0123456789abc', '65f0c0ffee0123456789abcg'])(
	'a record is not read by %s, which is no ID of ClickStack',
	(id) => {
		expect(issuesOf(savedSearch.get, { savedSearchId: id })).toEqual(['savedSearchId malformed']);
	},
);

function matching(part: string | undefined): unknown[] {
	return part === undefined ? [] : [expect.stringContaining(part)];
}
