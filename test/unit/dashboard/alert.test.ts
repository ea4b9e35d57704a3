import {
	createAlert,
	updateAlert,
} from '../../../nodes/CloudDashboard/actions/alert/write.operation';
import type { HttpRequest } from '../../../nodes/core/http/request';
import { validateRequest } from '../../contract';
import { CLICKSTACK_IDS as IDS } from '../../emulator';
import { codes, contextOf } from '../management/context';
import { fields, rows } from '../rows';

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
		thresholdType=between thresholdMax=2 webhookIds=["${webhookId}","${webhookId}"] | thresholdType=between thresholdMax=2 channel=${hook(webhookId)}
		additionalFields={"name":" N ","message":"","additionalMembers":"{\\"note\\":\\"n\\"}"} | name=N note=n
		`),
	)('with %s has %s', (changes, body) => {
		const { request, issues } = create(changes);
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject(fields(body));
		expect(faultsOf(request)).toEqual([]);
	});

	it.each(
		rows(`
		dashboardId= tileId= | dashboardId needed, tileId needed
		source=saved_search | savedSearchId needed
		threshold= | threshold empty
		thresholdType=between | thresholdMax needed
		interval=2m | interval unlisted
		webhookIds= , | webhookIds empty
		webhookIds={"a":1} | webhookIds notList
		`),
	)('with %s is refused as by the contract: %s', (changes, expected) => {
		const { issues, request } = create(changes);
		expect(codes(issues).join(', ')).toBe(expected);
		expect(faultsOf(request)).not.toEqual([]);
	});

	// No schema compares two numbers.
	it('has a range that ends after its beginning', () => {
		const { issues } = create('thresholdType=between threshold=3 thresholdMax=2');
		expect(codes(issues)).toEqual(['thresholdMax tooSmall']);
	});

	it('leaves another interval to the API where that is allowed', () => {
		expect(create('interval=30s options.allowUnlisted=true').issues).toEqual([]);
	});
});

describe('an alert that is updated', () => {
	const hooks = `channel=${hook(webhookId)} channels=[${hook(webhookId)},${hook(secondWebhookId)}]`;
	const kept = fields(
		`${ON_TILE} threshold=9 thresholdType=above interval=1h name=N note=null ${hooks}`,
	);
	const currentAlert = { id: alertId, ...kept, state: 'ALERT', createdAt: 'x' };
	const keep = fields('source=keep thresholdType=keep interval=keep threshold=');
	const update = (changes: object) =>
		updateAlert.plan({ alertId, ...keep, currentAlert, ...changes }, contextOf());

	it.each(
		rows(`
		| |
		threshold=5 | threshold=5
		interval=1d | interval=1d
		webhookIds=${secondWebhookId} | channel=${hook(secondWebhookId)} channels=undefined
		${ON_SEARCH} | ${ON_SEARCH} dashboardId=undefined tileId=undefined
		`),
	)('keeps what %j leaves open', (changes, expected) => {
		const { request, issues } = update(fields(changes));
		expect(issues).toEqual([]);
		const body: unknown = JSON.parse(JSON.stringify({ ...kept, ...fields(expected) }));
		expect(request).toEqual({ method: 'PUT', path: `/api/v2/alerts/${alertId}`, body });
	});

	it('needs everything without it', () => {
		expect(codes(update({ currentAlert: '' }).issues).join(', ')).toBe(
			'source empty, thresholdType empty, threshold empty, interval empty, webhookIds empty',
		);
	});

	it('refuses another alert, and says that alone', () => {
		const { issues } = update({ currentAlert: { ...currentAlert, id: dashboardId } });
		expect(codes(issues)).toEqual(['currentAlert otherCurrent']);
	});
});
