import fc from 'fast-check';
import { operations } from '../../../nodes/CloudDashboard/resources';
import { withoutUndefined } from '../../../nodes/engine/json';
import type { Operation, OperationTable, ParameterValues } from '../../../nodes/engine/operation';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { ALL_CLICKSTACK_SAMPLES, isManagedToo } from '../../../tools/samples/clickstackSamples';
import { problems, contextOf, sentences, SERVICE_ID } from '../management/context';
import { faultsOf, issuesOf, planOf, sentBody, summaryFor } from './plans';

const { source, savedSearch, webhook } = operations;
const { sourceId, connectionId, savedSearchId } = IDS;

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

describe('Source → Create', () => {
	it('accepts an unlisted kind if Allow Unusual Values is on', () => {
		const other = { ...SHARED, kind: 'stream', options: { allowUnlisted: true } };
		expect(issuesOf(source.create, other)).toEqual([]);
	});

	it('warns about a table that repeats its database', () => {
		const { hints, issues } = planOf(source.create, {
			...SHARED,
			defaultTableSelectExpression: 'Body',
			fromTableName: 'default.logs',
		});
		expect(issues).toEqual([]);
		expect(hints).toEqual([
			'Table is "default.logs", which repeats the database. The node sends it as entered.',
		]);
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
	])('requires $needed for the kind $kind', ({ kind, needed }) => {
		const entered = { ...SHARED, kind, fromTableName: 't' };
		expect(issuesOf(source.create, entered)).toEqual(needed.map((key) => `${key} is needed for`));
	});
});

describe('Source → Update', () => {
	const record = { id: sourceId, ...LOG_BODY, section: null, teamId: 't', updatedAt: 'x' };
	const entering = (updateFields: object) => ({ sourceId, updateFields });

	it('sends the changed record without nulls and API fields', () => {
		const changes = { name: 'Shop', fromTableName: 'shop' };
		expect(sentBody(source.update, entering(changes), record)).toEqual({
			...LOG_BODY,
			name: 'Shop',
			from: { databaseName: 'default', tableName: 'shop' },
		});
	});

	it.each([
		{ entered: { section: null }, sent: LOG_BODY },
		{
			entered: { disabled: false },
			sent: { ...LOG_BODY, section: 'Shop', disabled: false },
		},
		{
			entered: { additionalMembers: { querySettings: [] } },
			sent: { ...LOG_BODY, section: 'Shop', querySettings: [] },
		},
	])('sends $entered as $sent', ({ entered, sent }) => {
		const stored = { ...record, section: 'Shop' };
		expect(sentBody(source.update, entering(entered), stored)).toEqual(sent);
	});

	it('rejects changes to an unlisted kind to another unlisted kind', () => {
		const unlisted = { ...record, kind: 'stream' };
		expect(issuesOf(source.update, entering({ name: 'A' }), unlisted)).toEqual([]);
		expect(issuesOf(source.update, entering({ kind: 'flow' }), unlisted)).toEqual([
			'updateFields.kind is "flow", which',
		]);
	});

	it.each([
		{ entered: { name: null }, issue: "updateFields.name can't be cleared:" },
		{ entered: { connectionId: null }, issue: "updateFields.connectionId can't be cleared:" },
		{
			entered: { timestampValueExpression: null },
			issue: "updateFields.timestampValueExpression can't be cleared:",
		},
		{
			entered: { defaultTableSelectExpression: null },
			issue: 'updateFields.defaultTableSelectExpression is needed for',
		},
	])('reports an issue for $entered: $issue', ({ entered, issue }) => {
		expect(issuesOf(source.update, entering(entered), record)).toEqual([issue]);
	});

	it('reports an empty connection by its label', () => {
		const { hints } = planOf(source.update, entering({ connectionId: '', name: 'A' }), record);
		expect(hints).toEqual(['Connection is empty, so it keeps its value.']);
	});

	it('accepts any record that the API returned', () => {
		const { from, ...odd } = record;
		expect(from).toBeDefined();
		expect(issuesOf(source.update, entering({ section: 'A' }), odd)).toEqual([]);
	});

	it.each([
		{ entered: { name: 'Shop' }, text: 'Name from Logs to Shop' },
		{ entered: { section: null, name: 'A' }, text: 'clears Section, Name from Logs to A' },
		{ entered: { name: 'Logs' }, text: 'no change' },
	])('summarizes "$text"', ({ entered, text }) => {
		const stored = { ...record, section: 'Shop' };
		expect(summaryFor(source.update, entering(entered), { record: stored })).toBe(
			`Update source ${sourceId}: ${text}`,
		);
	});

	it("doesn't mark a field in Update Fields as required", () => {
		for (const { update: operation } of [source, savedSearch, webhook]) {
			const fields = operation.properties.filter(({ name }) => name === 'updateFields');
			expect(fields).toHaveLength(1);
			expect(JSON.stringify(fields)).not.toContain('"required":true');
		}
	});
});

describe('Saved Search → Update', () => {
	const documented = { id: savedSearchId, name: 'Slow', sourceId };

	it.each<{ stored: object; isManaged?: boolean; isRefused: boolean }>([
		{ stored: documented, isRefused: true },
		{ stored: { ...documented, where: 'a', select: 'b' }, isRefused: true },
		// A managed ClickStack may leave out every other key.
		{ stored: documented, isManaged: true, isRefused: false },
		{ stored: { ...documented, teamId: 't' }, isRefused: false },
		{ stored: { ...documented, tags: [] }, isRefused: false },
	])('rejects an incomplete record $stored: $isRefused', ({ stored, isManaged, isRefused }) => {
		const managed = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };
		const entered = { savedSearchId, updateFields: { name: 'A' }, ...(isManaged && managed) };
		const { issues } = planOf(savedSearch.update, entered, stored);
		expect(sentences(issues, savedSearch.update)).toEqual(
			isRefused
				? [
						"The API's response for the saved search is incomplete, so an update could clear what it lacks. Try again later.",
					]
				: [],
		);
	});

	const kept = { name: 'Slow', sourceId, select: 'Body', where: 'a', tags: ['x'], filters: [] };
	const record = { ...kept, id: savedSearchId, teamId: 't', createdAt: 'x', updatedAt: 'x' };
	const entering = (updateFields: object) => ({ savedSearchId, updateFields });

	it.each([
		{ entered: { where: 'b' }, sent: { where: 'b' } },
		{ entered: { tags: [] }, sent: { tags: [] } },
		{ entered: { tags: '', where: 'b' }, sent: { where: 'b' } },
		// The API clears omitted values, and refuses null.
		{ entered: { where: null }, sent: { where: undefined } },
		{ entered: { selectColumns: null, tags: null }, sent: { select: undefined, tags: undefined } },
	])('sends $entered with the rest of the record', ({ entered, sent }) => {
		const body = sentBody(savedSearch.update, entering(entered), record);
		expect(body).toEqual(withoutUndefined({ ...kept, ...sent }));
	});

	it('lists cleared fields before changed fields', () => {
		const entered = entering({ where: null, tags: [], name: 'Fast' });
		expect(summaryFor(savedSearch.update, entered, { record })).toBe(
			`Update saved search ${savedSearchId}: clears Where, clears Tags, Name from Slow to Fast`,
		);
	});

	it('rejects clearing the name or the source', () => {
		expect(issuesOf(savedSearch.update, entering({ name: null, sourceId: null }), record)).toEqual([
			"updateFields.name can't be cleared:",
			"updateFields.sourceId can't be cleared:",
		]);
	});
});

describe('Saved Search → Create', () => {
	it('sends columns as "select"', () => {
		const search = { name: 'Slow', sourceId };
		const additionalFields = { orderBy: 'Body', tags: 'a,b', additionalMembers: { filters: [] } };
		const entered = { ...search, selectColumns: 'Body', additionalFields };
		const sent = { select: 'Body', orderBy: 'Body', tags: ['a', 'b'], filters: [] };
		expect(sentBody(savedSearch.create, entered)).toEqual({ ...search, ...sent });
	});
});

describe('Saved Search, Source, and Webhook → Delete', () => {
	const noticeOf = ({ properties }: Operation) =>
		properties.find(({ type }) => type === 'notice')?.displayName;

	it("warns that a saved search's alerts are deleted too", () => {
		expect(noticeOf(savedSearch.delete)).toContain('saved search and its alerts permanently');
		expect(summaryFor(savedSearch.delete, { savedSearchId: 's-1' })).toBe(
			'Delete saved search s-1 and its alerts permanently',
		);
	});

	it('warns about the records that use a source or a webhook', () => {
		expect(noticeOf(source.delete)).toMatch(/undone\. Dashboards, alerts, and saved searches/);
		expect(summaryFor(source.delete, { sourceId: 's-1' })).toBe(
			'Delete source s-1 permanently; dashboards, alerts, and saved searches that use it stop working',
		);
		expect(noticeOf(webhook.delete)).toContain('Alerts that also notify another');
	});
});

describe('Webhook → Create', () => {
	const HOOK = { name: 'n8n', service: 'generic', url: 'https://n8n.example.com/webhook/secret' };
	const rows = {
		values: [
			{ name: ' X-Note ', value: 'canary' },
			{ name: 'A', value: '' },
		],
	};

	it("reads headers and parameters from rows, or from an expression's object", () => {
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
		{ names: [7, 'b'], headers: 'an invalid header name' },
	])(
		'rejects the names $names with $headers in headers and $params in parameters',
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

	it('rejects headers that differ only by case', () => {
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

	it('rejects headers entered as text', () => {
		const { issues } = webhook.create.plan({ ...HOOK, headers: ['X-A: b'] }, contextOf());
		expect(problems(issues)).toEqual(['headers contains a name']);
	});

	it("doesn't send headers or a body for Slack", () => {
		const slack = { ...HOOK, service: 'slack', url: 'https://hooks.slack.com/services/1' };
		expect(sentBody(webhook.create, { ...slack, headers: rows, body: 'b' })).toEqual(slack);
	});

	it.each([
		{ changes: { headers: { '1st': 'x' } }, issue: 'headers.1st contains an invalid' },
		{ changes: { headers: { A: 'a\nb' } }, issue: 'headers contains a control' },
		{ changes: { headers: { values: [{ value: 'x' }] } }, issue: 'headers. contains an invalid' },
	])('rejects $changes, which the contract refuses too', ({ changes, issue }) => {
		expect(issuesOf(webhook.create, { ...HOOK, ...changes })).toEqual([issue]);
		const { request } = webhook.create.plan({ ...HOOK, ...changes }, contextOf());
		expect(faultsOf(request)).not.toEqual([]);
	});

	it('summarizes only the host and the header names', () => {
		const url = 'https://u:canary@n8n.example.com:8443/canary?k=canary';
		const headers = { 'X-Note': 'canary', Authorization: 'canary' };
		const additionalFields = { queryParams: { key: 'canary' } };
		const given = { ...HOOK, url, headers, additionalFields };
		expect(summaryFor(webhook.create, given)).toBe(
			'Create webhook "n8n"; Service generic, URL n8n[.]example[.]com:8443, Headers (X-Note, Authorization), Query Parameters (key)',
		);
		const request = { method: 'POST', path: '/x', body: { ...HOOK, url } } as const;
		expect(webhook.create.texts?.subjectOf?.(request, {})).not.toContain('canary');
	});
});

describe('Managed ClickStack', () => {
	const tables: OperationTable = operations;
	const samples = Object.entries(ALL_CLICKSTACK_SAMPLES).map(([name, { parameters }]) => {
		const [resource = '', operation = ''] = name.split(' ');
		const own: ParameterValues = parameters(SEEDED_IDS);
		return { name, isManaged: isManagedToo(name), own, operation: tables[resource]?.[operation] };
	});

	it.each(samples)('offers $name: $isManaged', (sample) => {
		const managed = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };
		const plan = sample.operation?.plan({ ...sample.own, ...managed }, contextOf());
		if (sample.isManaged) {
			expect(plan?.request.path).toContain('/clickstack/');
			expect(problems(plan?.issues ?? [])).toEqual([]);
			return;
		}
		expect(sentences(plan?.issues ?? [], sample.operation)).toEqual([
			expect.stringMatching(/ClickHouse Cloud, which has no [a-z ]+ in its API/),
		]);
	});
});

it.each(['saved-1', '65f0c0ffee0123456789abc', '65f0c0ffee0123456789abcg'])(
	"Saved Search → Get rejects %s, which isn't a ClickStack ID",
	(id) => {
		expect(issuesOf(savedSearch.get, { savedSearchId: id })).toEqual(["savedSearchId isn't an ID"]);
	},
);

function matching(part: string | undefined): unknown[] {
	return part === undefined ? [] : [expect.stringContaining(part)];
}

describe('Role', () => {
	const { role } = operations;
	const managed = {
		authentication: 'cloudApiKey',
		serviceId: SERVICE_ID,
		roleId: IDS.clickStackRoleId,
	};
	const permissions = [{ action: 'read', subject: 'Alert' }];
	const record = { id: 'r', name: 'Reader', description: 'd', permissions, isPredefined: false };
	const updating = (updateFields: ParameterValues) => {
		const { request, issues } = planOf(role.update, { ...managed, updateFields }, record);
		return issues.length > 0 ? problems(issues) : request.body;
	};

	it.each([
		{ fields: { name: 'New' }, body: { name: 'New', permissions } },
		{ fields: { permissions: [] }, body: { permissions: [] } },
		{ fields: { description: null }, body: { description: '', permissions } },
		{ fields: { name: null }, body: ["updateFields.name can't be cleared:"] },
	])('sends $fields with the stored permissions', ({ fields, body }) => {
		expect(updating(fields)).toEqual(body);
	});

	it('rejects Role operations outside managed ClickStack', () => {
		const { issues } = planOf(role.get, { ...managed, authentication: 'accessToken' });
		expect(sentences(issues, role.get)).toEqual([
			'Authentication is Own ClickStack, which has no roles in its API. Choose ClickStack in ClickHouse Cloud.',
		]);
	});

	it("explains that a predefined or assigned role can't be deleted", () => {
		expect(role.delete.texts?.advice?.[400]).toContain('assigned roles');
	});
});
