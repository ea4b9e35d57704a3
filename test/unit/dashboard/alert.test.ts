import { alert } from '../../../nodes/CloudDashboard/resources/alert';
import { summaryOf } from '../../../nodes/engine/approval/sentences';
import type { Issue } from '../../../nodes/engine/issue';
import type { HttpRequest, Parameters } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/operation';
import { validateRequest } from '../../../tools/contract';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { codes, contextOf, sentences } from '../management/context';
import { fields, rows } from '../rows';

const { create: createAlert, update: updateAlert } = alert.operations;
const { alertId, dashboardId, tileId, savedSearchId, webhookId, secondWebhookId } = IDS;
const hook = (id: string) => `{"type":"webhook","webhookId":"${id}"}`;
const ON_TILE = `source=tile dashboardId=${dashboardId} tileId=${tileId}`;
const ON_SEARCH = `source=saved_search savedSearchId=${savedSearchId}`;
const RULE = 'thresholdType=above threshold=0 thresholdMax= interval=5m';

const create = (changes: string) =>
	createAlert.plan(fields(`${ON_TILE} ${RULE} webhookIds=${webhookId} ${changes}`), contextOf());
const faultsOf = ({ method, path, body }: HttpRequest) =>
	validateRequest({ api: 'clickstack', method, path, body });

describe('an alert that is created', () => {
	it.each(
		rows(`
		| ${ON_TILE} threshold=0 channel=${hook(webhookId)}
		${ON_SEARCH} webhookIds=${webhookId}, ${secondWebhookId} | ${ON_SEARCH} channels=[${hook(webhookId)},${hook(secondWebhookId)}]
		thresholdType=between threshold=2 thresholdMax=2 | threshold=2 thresholdMax=2
		thresholdType=between thresholdMax=2 webhookIds=["${webhookId}","${webhookId}"] | thresholdType=between thresholdMax=2 channel=${hook(webhookId)}
		interval=30s additionalFields={"displayName":" N ","tags":"a, b"} | interval=30s displayName=N tags=["a","b"]
		additionalFields={"name":" N ","message":"","additionalMembers":"{\\"note\\":\\"n\\"}"} | name=N note=n
		`),
	)('has with %s: %s', (changes, body) => {
		const { request, issues } = create(changes);
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject(fields(body));
		expect(faultsOf(request)).toEqual([]);
	});

	it.each(
		rows(`
		dashboardId= tileId= | dashboardId needed, tileId needed
		dashboardId=Shop | dashboardId malformed
		source=saved_search savedSearchId=${savedSearchId.slice(1)} | savedSearchId malformed
		webhookIds=${webhookId}0 | webhookIds malformed
		source=saved_search | savedSearchId needed
		threshold= | threshold empty
		thresholdType=between | thresholdMax needed
		interval=2m | interval unlisted
		webhookIds= , | webhookIds empty
		webhookIds={"a":1} | webhookIds notList
		additionalFields={"message":["a"]} | additionalFields.message wrongType
		additionalFields={"name":"${'x'.repeat(513)}"} | additionalFields.name tooLong
		additionalFields={"displayName":"${'x'.repeat(513)}"} | additionalFields.displayName tooLong
		`),
	)('is refused with %s, as by the contract: %s', (changes, expected) => {
		const { issues, request } = create(changes);
		expect(codes(issues).join(', ')).toBe(expected);
		expect(faultsOf(request)).not.toEqual([]);
	});

	it('names the text that is too long by its label', () => {
		const { issues } = create(`additionalFields={"tags":"a,${'x'.repeat(33)}"}`);
		expect(sentences(issues, createAlert)).toEqual(['Tag 2 must have at most 32 characters.']);
	});

	const COUNT = { aggFn: 'count', where: 'level:error', whereLanguage: 'lucene' };
	const OWN = { source: 'inline', chart: 'line', sourceId: IDS.sourceId };
	const inline = (chart: Parameters, created = OWN) =>
		createAlert.plan(
			{ ...fields(`${RULE} webhookIds=${webhookId}`), ...created, ...chart },
			contextOf(),
		);

	it.each<[string, Parameters, object]>([
		[
			'a line',
			{ select: { values: [COUNT] }, groupBy: 'ServiceName' },
			{ displayType: 'line', sourceId: IDS.sourceId, select: [COUNT], groupBy: 'ServiceName' },
		],
		[
			'a number',
			{ chart: 'number', select: { values: [COUNT] }, groupBy: 'ServiceName' },
			{ displayType: 'number', sourceId: IDS.sourceId, select: [COUNT] },
		],
		[
			'SQL',
			{ chart: 'sql', sqlDisplayType: 'line', connectionId: IDS.connectionId, sqlTemplate: 'S' },
			{
				...{ configType: 'sql', displayType: 'line' },
				...{ connectionId: IDS.connectionId, sqlTemplate: 'S' },
			},
		],
		[
			'a line and more by JSON',
			{
				select: { values: [COUNT] },
				additionalFields: { additionalMembers: { chartConfig: { asRatio: false } } },
			},
			{ displayType: 'line', sourceId: IDS.sourceId, select: [COUNT], asRatio: false },
		],
	])('has a chart of its own: %s', (_, chart, chartConfig) => {
		const { request, issues } = inline({ dashboardId, savedSearchId, ...chart });
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({ source: 'inline', chartConfig });
		expect(objectBody(request).chartConfig).toEqual(chartConfig);
		for (const key of ['dashboardId', 'savedSearchId', 'groupBy', 'chart', 'sourceId']) {
			expect(request.body).not.toHaveProperty(key);
		}
		expect(faultsOf(request)).toEqual([]);
	});

	it.each<[Parameters, string]>([
		[{ select: {} }, 'select tooFew'],
		[{ sourceId: '', select: { values: [COUNT] } }, 'sourceId needed'],
		[{ select: { values: [{ aggFn: 'avg' }] } }, 'select.0.valueExpression needed'],
		[{ chart: 'number', select: { values: [COUNT, COUNT] } }, 'select tooMany'],
		[{ chart: 'sql', sqlTemplate: '' }, 'connectionId needed, sqlTemplate needed'],
		[{ chart: '={{ $json.chart }}' }, 'chart noExpression'],
	])('is refused with a chart of its own with %j: %s', (chart, expected) => {
		expect(codes(inline(chart).issues).join(', ')).toBe(expected);
	});

	it('offers only the charts that an alert can watch', () => {
		const named = (name: string) => createAlert.properties.find((field) => field.name === name);
		const values = (name: string) =>
			(named(name)?.options ?? []).flatMap((one) => ('value' in one ? [one.value] : []));
		expect(values('chart').sort()).toEqual(['line', 'number', 'sql', 'stacked_bar']);
		expect(values('sqlDisplayType').sort()).toEqual(['line', 'number', 'stacked_bar']);
		expect(named('markdown')).toBeUndefined();
		expect(named('chart')?.displayOptions?.show).toMatchObject({ source: ['inline'] });
	});

	it.each<[string, object, object, string | undefined]>([
		['all that was sent', { displayName: 'N' }, { id: 'a', displayName: 'N' }, undefined],
		[
			'not the display name',
			{ displayName: 'N', note: 'n' },
			{ id: 'a', note: 'n' },
			'displayName',
		],
		['null in place of it', { tags: ['a'] }, { id: 'a', tags: null }, 'tags'],
		['null where null was sent', { name: null, tags: [] }, { id: 'a', name: null }, undefined],
		['no record at all', { displayName: 'N' }, {}, undefined],
	])('lists the fields missing from the answer, which has %s', (_, sent, payload, lacking) => {
		const request = { method: 'PUT', path: '/x', body: { ...sent } } as const;
		const hint = updateAlert.successHint?.({ ...payload }, request, (text) => text);
		expect(hint).toBe(
			lacking && `The API's answer lacks ${lacking}: it might not support that. Check the alert.`,
		);
	});

	it('reports each webhook that is not an ID, such as a name', () => {
		const { issues } = create(`webhookIds=${webhookId}, On call, [7]`);
		expect(sentences(issues, createAlert)).toEqual(
			['On call', '[7]'].map(
				(id) =>
					`Webhook Names or IDs contains "${id}", which isn't an ID of ClickStack. Copy the whole ID: 24 characters, 0 to 9 and a to f.`,
			),
		);
	});

	// No schema compares two numbers.
	it('has a range that ends after its start', () => {
		const { issues } = create('thresholdType=between threshold=3 thresholdMax=2');
		expect(codes(issues)).toEqual(['thresholdMax tooSmall']);
	});

	it('allows another interval only with the option', () => {
		expect(create('interval=30s options.allowUnlisted=true').issues).toEqual([]);
	});
});

describe('an alert that is updated', () => {
	const hooks = `channel=${hook(webhookId)} channels=[${hook(webhookId)},${hook(secondWebhookId)}]`;
	const kept = fields(
		`${ON_TILE} threshold=9 thresholdType=above interval=1h name=N note=null ${hooks}`,
	);
	const currentAlert = {
		...{ id: alertId, ...kept, state: 'ALERT', teamId: 't', silenced: { by: 'u', at: 'x' } },
		...{ executionErrors: [], createdAt: 'x', updatedAt: 'x', summary: 'Replaced alert x' },
	};
	const keep = fields('source=keep thresholdType=keep interval=keep threshold=');
	const update = (changes: object) =>
		updateAlert.plan({ alertId, ...keep, currentAlert, ...changes }, contextOf());
	const updateOf = (current: string, changes: string) =>
		update({ currentAlert: { ...currentAlert, ...fields(current) }, ...fields(changes) });

	it.each(
		rows(`
		| |
		threshold=5 | threshold=5
		interval=1d | interval=1d
		webhookIds=${secondWebhookId} | channel=${hook(secondWebhookId)} channels=undefined
		${ON_SEARCH} | ${ON_SEARCH} dashboardId=undefined tileId=undefined
		thresholdType=between thresholdMax=9 | thresholdType=between thresholdMax=9
		`),
	)('keeps the values that %j leaves open', (changes, expected) => {
		const { request, issues } = update(fields(changes));
		expect(issues).toEqual([]);
		const body: unknown = JSON.parse(JSON.stringify({ ...kept, ...fields(expected) }));
		expect(request).toEqual({ method: 'PUT', path: `/api/v2/alerts/${alertId}`, body });
	});

	const CHART = 'chartConfig={"displayType":"number","select":"x"}';
	const INLINE = `source=inline ${CHART} dashboardId=undefined tileId=undefined`;

	it.each(
		rows(`
		${INLINE} interval=30s | threshold=5 | ${INLINE} interval=30s threshold=5
		${INLINE} | ${ON_TILE} | ${ON_TILE} chartConfig=undefined
		interval=30s | interval=30s | interval=30s
		thresholdType=within | | thresholdType=within
		thresholdType=between thresholdMax=20 | threshold=20 | thresholdType=between threshold=20 thresholdMax=20
		thresholdType=between thresholdMax=20 | thresholdType=above_exclusive threshold=50 | thresholdType=above_exclusive threshold=50 thresholdMax=undefined
		thresholdMax=20 | | thresholdMax=undefined
		thresholdMax=20 | thresholdType=not_between | thresholdType=not_between thresholdMax=20
		tags=["a"] displayName=N | | tags=["a"] displayName=N
		`),
	)("keeps the current alert's values with %s, changed by %s: %s", (current, changes, expected) => {
		const { request, issues } = updateOf(current, changes);
		expect(codes(issues)).toEqual([]);
		const body: unknown = JSON.parse(JSON.stringify({ ...kept, ...fields(expected) }));
		expect(request.body).toEqual(body);
	});

	it.each(
		rows(`
		interval=30s | interval=45s | interval unlisted
		source=inline ${CHART} | source=stream | source unlisted
		thresholdType=between thresholdMax=20 | threshold=21 | threshold tooBig
		thresholdType=between thresholdMax=20 | thresholdType=between thresholdMax=8 | thresholdMax tooSmall
		thresholdType=between | | thresholdMax needed
		`),
	)('refuses for the current alert with %s the change to %s: %s', (current, changes, expected) => {
		expect(codes(updateOf(current, changes).issues).join(', ')).toBe(expected);
	});

	const listOf = (missing: Issue['code'], given: Parameters) =>
		update(given).issues.map((issue) => [
			issue.code === missing,
			'missing' in issue && issue.missing,
		]);

	it("needs all fields if there's no current alert", () => {
		const all = ['Source', 'Condition', 'Threshold', 'Interval', 'webhooks'];
		expect(listOf('noCurrent', { currentAlert: '' })).toEqual([[true, all]]);
		const threshold = { currentAlert: '', threshold: 5 };
		expect(listOf('noCurrent', threshold)).toEqual([
			[true, all.filter((one) => one !== 'Threshold')],
		]);
	});

	it('refuses an incomplete alert, such as an item of Get Many', () => {
		const listed = { id: alertId, ...fields('source=tile threshold=9 interval=1h') };
		const simplified = { currentAlert: listed };
		const missing = ['Condition', 'dashboardId', 'tileId', 'webhooks'];
		expect(listOf('partialCurrent', simplified)).toEqual([[true, missing]]);
		const inline = { ...currentAlert, source: 'inline' };
		expect(listOf('partialCurrent', { currentAlert: inline })).toEqual([[true, ['chartConfig']]]);
	});

	it('refuses another alert, and reports only that', () => {
		const { issues } = update({ currentAlert: { ...currentAlert, id: dashboardId } });
		expect(codes(issues)).toEqual(['currentAlert otherCurrent']);
	});

	const failed = {
		error: { message: 'Alert not found', outcome: 'refused' },
		message: 'not found',
	};

	it.each([{}, '{}', { ...currentAlert, id: '' }, { ...kept }, { data: {} }, failed])(
		'refuses a current alert without an ID: %j',
		(given) => {
			const everything = fields(`${ON_TILE} ${RULE} webhookIds=${webhookId}`);
			const { issues } = update({ ...everything, currentAlert: given });
			expect(codes(issues)).toEqual(['currentAlert noCurrentId']);
		},
	);
});

describe('the sentence for the person who approves an alert', () => {
	const CURRENT = `{"id":"a-1","source":"tile","dashboardId":"d-1","tileId":"t-1","threshold":10,"thresholdType":"above","interval":"5m","name":"N","note":"n","channels":[${hook('w-1')},{"type":"email","emailRecipients":["a@b.cd"]},${hook('w-2')}]}`;
	const NEW = 'source=tile dashboardId=d-1 tileId=t-1 thresholdType=above threshold=10 interval=5m';
	const sentence = (name: 'create' | 'update', body: string, parameters: Parameters) => {
		const operation = name === 'create' ? createAlert : updateAlert;
		const request = { method: 'PUT', path: '/x', body: fields(body) } as const;
		const item = { itemIndex: 0, parameters: { alertId: 'a-1', ...parameters }, request };
		return summaryOf(item, { operation, redactorFor: () => (text) => text });
	};

	it.each(
		rows(`
		create | ${NEW} channel=${hook('w-1')} | | Create alert on tile t-1 of dashboard d-1; at or above 10 every 5m; notifies w-1
		create | ${NEW} channel=${hook('w-1')} message=M name=null | | Create alert on tile t-1 of dashboard d-1; at or above 10 every 5m; notifies w-1 (other fields: message M)
		create | source=saved_search savedSearchId=s-1 thresholdType=between threshold=0.5 thresholdMax=2 interval=1d channels=[${hook('w-1')},${hook('w-2')}] | authentication=cloudApiKey serviceId=5b7e | Create alert on saved search s-1 of service 5b7e; between 0.5 and 2 every 1d; notifies w-1, w-2
		create | source=inline chartConfig={} thresholdType=within threshold=1 interval=30s channel={} | | Create alert on a chart of its own; within 1 every 30s (other fields: chartConfig {})
		update | ${NEW} channel=${hook('w-1')} note=n | | Replace alert a-1 on tile t-1 of dashboard d-1; clears any name, message, numConsecutiveWindows, displayName, tags; at or above 10 every 5m; notifies w-1 (other fields: note n)
		update | source=saved_search savedSearchId=s-1 thresholdType=above threshold=1 interval=1m channel=${hook('w-1')} | | Replace alert a-1 on saved search s-1; clears any name, message, note, groupBy, numConsecutiveWindows, displayName, tags; at or above 1 every 1m; notifies w-1
		`),
	)('%s with %s and %s is: %s', (name, body, parameters, expected) => {
		expect(sentence(name === 'create' ? name : 'update', body, fields(parameters))).toBe(expected);
	});

	it('names the dashboard if it was chosen from the list for this alert', () => {
		const chosen = { dashboardId: 'd-1', 'dashboardId.name': 'Shop' };
		expect(sentence('create', NEW, chosen)).toContain("tile t-1 of dashboard 'Shop' (d-1);");
		const other = { ...chosen, dashboardId: 'd-2' };
		expect(sentence('create', NEW, other)).toContain('tile t-1 of dashboard d-1;');
	});

	it.each([
		[NEW, { tileId: 't-1', 'tileId.name': 'Errors' }, "tile 'Errors' (t-1) of dashboard d-1;"],
		[NEW, { tileId: 't-2', 'tileId.name': 'Errors' }, 'tile t-1 of dashboard d-1;'],
		[
			'source=saved_search savedSearchId=s-1',
			{ savedSearchId: 's-1', 'savedSearchId.name': 'Slow' },
			"saved search 'Slow' (s-1);",
		],
	])('names the tile or saved search of %s that was chosen: %j', (body, chosen, expected) => {
		expect(sentence('create', body, chosen)).toContain(expected);
	});

	it.each(
		rows(`
		${NEW} name=N note=n channels=[${hook('w-1')},{"emailRecipients":["a@b.cd"]},${hook('w-2')}] channel=${hook('w-1')} | at or above 10 every 5m; notifies w-1, a@b[.]cd, w-2
		${NEW} name=N note=null channel=${hook('w-1')} | no longer notifies a@b[.]cd, w-2; clears note; at or above 10 every 5m; notifies w-1
		${NEW} thresholdType=not_between thresholdMax=20 name=N note=new channel=${hook('w-3')} | no longer notifies w-1, a@b[.]cd, w-2; not between 10 and 20 every 5m (was at or above 10 every 5m); notifies w-3 (other fields: note new)
		`),
	)('lists first the values that the current alert loses: %s: %s', (body, expected) => {
		expect(sentence('update', body, { currentAlert: CURRENT })).toBe(
			`Replace alert a-1 on tile t-1 of dashboard d-1; ${expected}`,
		);
	});
});
