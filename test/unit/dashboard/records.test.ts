import { operations } from '../../../nodes/CloudDashboard/resources';
import { summaryOf } from '../../../nodes/engine/approval/sentences';
import type { Operation, Parameters } from '../../../nodes/engine/operation';
import { validateRequest } from '../../../tools/contract';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { codes, contextOf, sentences, SERVICE_ID } from '../management/context';
import { fields, rows } from '../rows';

const { source, savedSearch, webhook, connection, team, teamMember, teamInvitation } = operations;
const { sourceId, connectionId, savedSearchId, webhookId } = IDS;
const MANAGED = { authentication: 'cloudApiKey', serviceId: SERVICE_ID };

const plan = (operation: Operation, parameters: Parameters) =>
	operation.plan(parameters, contextOf());

/** Returns the body that is sent, which the contract must accept. */
function sent(operation: Operation, parameters: Parameters): unknown {
	const { request, issues } = plan(operation, parameters);
	expect(codes(issues)).toEqual([]);
	const { method, path, body } = request;
	expect(validateRequest({ api: 'clickstack', method, path, body })).toEqual([]);
	return body;
}

function summary(operation: Operation, parameters: Parameters): string {
	const { request } = plan(operation, parameters);
	const execution = { operation, redactorFor: () => (text: string) => text };
	return summaryOf({ itemIndex: 0, parameters, request }, execution);
}

const SHARED = `name=Logs kind=log connectionId=${connectionId} fromDatabaseName=default fromTableName=logs timestampValueExpression=Timestamp`;
const LOG = `${SHARED} defaultTableSelectExpression=Body`;
const LOG_BODY = {
	...{ name: 'Logs', kind: 'log', connection: connectionId },
	from: { databaseName: 'default', tableName: 'logs' },
	...{ timestampValueExpression: 'Timestamp', defaultTableSelectExpression: 'Body' },
};

describe('a source that is created', () => {
	it('has the shared fields in the form, and the rest as JSON', () => {
		expect(sent(source.create, fields(LOG))).toEqual(LOG_BODY);
		const more = fields(`${LOG} additionalFields.section=Shop additionalFields.disabled=true`);
		expect(sent(source.create, more)).toEqual({ ...LOG_BODY, section: 'Shop', disabled: true });
	});

	it('can be without a table if it has metrics', () => {
		const members = { metricTables: { sum: 's' }, resourceAttributesExpression: 'R' };
		const metric = fields(`${SHARED} kind=metric fromTableName=undefined`);
		const additionalFields = { additionalMembers: members };
		expect(sent(source.create, { ...metric, additionalFields })).toMatchObject({
			from: { databaseName: 'default', tableName: '' },
			...members,
		});
	});

	it.each(
		rows(`
		name= | name empty
		fromDatabaseName= | from.databaseName empty
		fromTableName= | from.tableName needed
		defaultTableSelectExpression= | defaultTableSelectExpression needed
		connectionId= | connectionId empty
		connectionId=Default | connectionId malformed
		kind=trace | durationExpression needed, traceIdExpression needed, spanIdExpression needed, parentSpanIdExpression needed, spanNameExpression needed, spanKindExpression needed
		kind=session | traceSourceId needed
		kind=stream | kind unlisted
		`),
	)('is refused with %s, as the contract refuses it: %s', (changes, expected) => {
		const { issues, request } = plan(source.create, fields(`${LOG} ${changes}`));
		expect(codes(issues).join(', ')).toBe(expected);
		const { method, path, body } = request;
		expect(validateRequest({ api: 'clickstack', method, path, body })).not.toEqual([]);
	});

	it('lists the fields that only JSON can add', () => {
		const { issues } = plan(source.create, fields(`${SHARED} kind=session`));
		expect(sentences(issues, source.create)).toEqual([
			'traceSourceId is needed for the kind session. Enter it.',
		]);
		const additionalFields = { additionalMembers: { traceSourceId: sourceId } };
		sent(source.create, { ...fields(`${SHARED} kind=session`), additionalFields });
	});

	it('can be of an unlisted kind, with no required fields, if that is allowed', () => {
		const other = fields(`${SHARED} kind=stream options.allowUnlisted=true`);
		expect(codes(plan(source.create, other).issues)).toEqual([]);
	});
});

describe('an update that replaces the whole record', () => {
	const current = { id: sourceId, ...LOG_BODY, section: null, teamId: 't', updatedAt: 'x' };
	const update = (changes: Parameters) => ({ sourceId, currentSource: current, ...changes });

	it("sends the current record with the changes, and without the API's own fields", () => {
		const updateFields = { name: 'Shop', fromTableName: 'shop' };
		const from = { databaseName: 'default', tableName: 'shop' };
		const expected = { ...LOG_BODY, name: 'Shop', from };
		expect(sent(source.update, update({ updateFields }))).toEqual(expected);
		const currentSource = JSON.stringify({ data: current });
		expect(sent(source.update, update({ updateFields, currentSource }))).toEqual(expected);
	});

	it('sends JSON in addition, and the fields take precedence', () => {
		const additionalMembers = { name: 'Other', bodyExpression: 'Body' };
		const changed = update({ updateFields: { name: 'Shop', additionalMembers } });
		expect(sent(source.update, changed)).toEqual({
			...{ ...LOG_BODY, name: 'Shop' },
			bodyExpression: 'Body',
		});
	});

	it('keeps a value of the current record that is unlisted, and accepts no other', () => {
		const unlisted = { ...current, kind: 'stream' };
		const keeping = update({ currentSource: unlisted, updateFields: { name: 'A' } });
		expect(codes(plan(source.update, keeping).issues)).toEqual([]);
		const changing = update({ currentSource: unlisted, updateFields: { kind: 'flow' } });
		expect(codes(plan(source.update, changing).issues)).toEqual(['updateFields.kind unlisted']);
	});

	it.each<[string, Parameters, string[]]>([
		['nothing to change', {}, ['updateFields nothingToUpdate']],
		['another record', { currentSource: { id: connectionId } }, ['currentSource otherCurrent']],
		['a record without an ID', { currentSource: { name: 'A' } }, ['currentSource noCurrentId']],
		['broken JSON', { currentSource: '{' }, ['currentSource jsonInvalid']],
	])('is refused with %s', (_, changes, expected) => {
		expect(codes(plan(source.update, update(changes)).issues)).toEqual(expected);
	});

	it("needs all fields if there's no current record", () => {
		const { issues } = plan(savedSearch.update, {
			savedSearchId,
			currentSavedSearch: '',
			updateFields: { where: 'a' },
		});
		expect(codes(issues)).toEqual(['currentSavedSearch noCurrent']);
		const updateFields = { name: 'Slow', sourceId };
		expect(sent(savedSearch.update, { savedSearchId, updateFields })).toEqual(updateFields);
	});

	it("lists in its summary the changes, and the reset fields if there's no current record", () => {
		const updateFields = { name: 'Shop' };
		expect(summary(source.update, update({ updateFields }))).toBe(
			`Replace source ${sourceId}: name Shop`,
		);
		const all = { savedSearchId: 's-1', updateFields: { name: 'Slow', sourceId: 'x' } };
		expect(summary(savedSearch.update, all)).toBe(
			'Replace saved search s-1: clears any select, where, whereLanguage, orderBy, tags, filters; name Slow, sourceId x',
		);
	});

	it('marks nothing in its collection as required', () => {
		const all = [source, savedSearch, webhook].flatMap(({ update: { properties } }) => properties);
		const collections = all.filter(({ name }) => name === 'updateFields');
		expect(collections).toHaveLength(3);
		expect(JSON.stringify(collections)).not.toContain('"required":true');
	});
});

describe('a saved search', () => {
	it.each(
		rows(`
		where=level:error whereLanguage=lucene | where=level:error whereLanguage=lucene
		selectColumns=Body additionalFields.orderBy=Body additionalFields.tags=a,b | select=Body orderBy=Body tags=["a","b"]
		additionalFields.additionalMembers={"filters":[]} | filters=[]
		`),
	)('is created with %s as %s', (changes, expected) => {
		const body = sent(savedSearch.create, fields(`name=Slow sourceId=${sourceId} ${changes}`));
		expect(body).toEqual({ name: 'Slow', sourceId, ...fields(expected) });
	});

	it('removes its alerts with it, and a source or webhook harms others', () => {
		const noticeOf = ({ properties }: Operation) =>
			properties.find(({ type }) => type === 'notice')?.displayName;
		expect(noticeOf(savedSearch.delete)).toContain('saved search and its alerts permanently');
		expect(summary(savedSearch.delete, { savedSearchId: 's-1' })).toBe(
			'Delete saved search s-1 and its alerts permanently',
		);
		expect(noticeOf(source.delete)).toMatch(/undone\. Dashboards, alerts and saved searches/);
		expect(summary(source.delete, { sourceId: 's-1' })).toBe(
			'Delete source s-1 permanently; dashboards, alerts and saved searches that use it stop working',
		);
		expect(noticeOf(webhook.delete)).toContain('Alerts that notify it in addition');
		expect(summary(connection.get, { connectionId: 'c-1' })).toBe('Read connection c-1');
	});
});

const HOOK = 'name=n8n service=generic url=https://n8n.example.com/webhook/secret-path';

describe('a webhook', () => {
	const TOKEN = {
		values: [
			{ name: ' X-Note ', value: 'canary' },
			{ name: 'A', value: '' },
		],
	};

	it('has headers and parameters by rows, or as a map from an expression', () => {
		const additionalFields = { queryParams: { k: 'v' }, description: 'D' };
		const given = { ...fields(HOOK), headers: TOKEN, body: ' {{title}} ', additionalFields };
		expect(sent(webhook.create, given)).toEqual({
			...fields(HOOK),
			headers: { 'X-Note': 'canary', A: '' },
			queryParams: { k: 'v' },
			...{ body: ' {{title}} ', description: 'D' },
		});
	});

	it('has neither headers nor a body for Slack', () => {
		const slack = { ...fields(HOOK), service: 'slack', url: 'https://hooks.slack.com/services/1' };
		const body = sent(webhook.create, { ...slack, headers: TOKEN, body: 'b' });
		expect(body).toEqual(slack);
	});

	it.each(
		rows(`
		name=\\u0020 | name empty
		url=n8n.example.com | url malformed
		headers={"1st":"x"} | headers.1st malformed
		headers={"A":"a\\nb"} | headers malformed
		headers={"values":[{"value":"x"}]} | headers. malformed
		headers={"A":1} | headers wrongType
		`),
	)('is refused with %s as by the contract: %s', (changes, expected) => {
		const { issues, request } = plan(webhook.create, {
			...fields(HOOK),
			...fields(changes.replace('\\u0020', ' ')),
		});
		expect(codes(issues).join(', ')).toBe(expected);
		const { method, path, body } = request;
		expect(validateRequest({ api: 'clickstack', method, path, body })).not.toEqual([]);
	});

	it('shows only its host, and the names of its headers', () => {
		const given = { ...fields(HOOK), url: 'https://u:canary@n8n.example.com:8443/canary?k=canary' };
		const headers = { 'X-Note': 'canary', Authorization: 'canary' };
		const additionalFields = { queryParams: { key: 'canary' } };
		expect(summary(webhook.create, { ...given, headers, additionalFields })).toBe(
			"Create webhook n8n (generic) to 'n8n.example.com:8443'; headers: X-Note, Authorization; queryParams: key",
		);
		const target = webhook.create.target?.({ method: 'POST', path: '/x', body: given }, {});
		expect(target).not.toContain('canary');
	});

	const current = { id: webhookId, ...fields(HOOK), createdAt: 'x', updatedAt: 'x' };
	const update = (updateFields: object, currentWebhook: unknown = current) =>
		plan(webhook.update, { webhookId, currentWebhook, updateFields });

	it('reports the losses of an update to another address', () => {
		const lost = (keys: string) =>
			`URL or Service changes, so ClickStack clears ${keys} of the webhook, if it has any. Enter them again to keep them.`;
		expect(update({ name: 'A' }).hints).toEqual([]);
		const url = 'https://other.example.com';
		expect(update({ url }).hints).toEqual([lost('headers and queryParams')]);
		expect(update({ service: 'incidentio' }).hints).toEqual([lost('headers and queryParams')]);
		expect(update({ url, headers: { a: 'b' } }).hints).toEqual([lost('queryParams')]);
		expect(update({ ...fields(HOOK), url }, '').hints).toEqual([]);
	});
});

describe('a resource of self-hosted ClickStack only', () => {
	it.each<[string, Operation, string]>([
		['connections', connection.getAll, '/api/v2/connections'],
		['connection', connection.get, `/api/v2/connections/${connectionId}`],
		['team', team.get, '/api/v2/team'],
		['members', teamMember.getAll, '/api/v2/team/members'],
		['member', teamMember.delete, '/api/v2/team/member/m'],
		['invitations', teamInvitation.getAll, '/api/v2/team/invitations'],
		['invitation', teamInvitation.create, '/api/v2/team/invitation'],
		['invitation to delete', teamInvitation.delete, '/api/v2/team/invitation/i'],
	])('%s: is read there, and refused before sending in managed ClickStack', (...given) => {
		const [, operation, path] = given;
		const item = { connectionId, teamMemberId: 'm', teamInvitationId: 'i', email: 'a@b.cd' };
		const own = plan(operation, item);
		expect(codes(own.issues)).toEqual([]);
		expect(own.request.path).toBe(path);
		const { issues } = plan(operation, { ...MANAGED, ...item });
		expect(codes(issues)).toEqual(['authentication notManaged']);
		expect(sentences(issues, operation)[0]).toMatch(
			/ClickHouse Cloud, which has no \w+ in its API/,
		);
	});

	it('is not the sources, saved searches and webhooks', () => {
		const item = { ...MANAGED, sourceId, savedSearchId, webhookId };
		for (const operation of [source.get, savedSearch.get, webhook.delete]) {
			const { request, issues } = plan(operation, item);
			expect(codes(issues)).toEqual([]);
			expect(request.path).toContain('/clickstack/');
		}
	});
});
