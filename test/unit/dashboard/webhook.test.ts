import { operations } from '../../../nodes/CloudDashboard/resources';
import type { JsonObject } from '../../../nodes/engine/json';
import { withoutUndefined } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/request';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { sentences, SERVICE_ID } from '../management/context';
import { issuesOf, planOf, sentBody, summaryFor } from './plans';

const { update, create } = operations.webhook;
const { webhookId } = IDS;

const kept = {
	name: 'n8n',
	service: 'generic',
	url: 'https://n8n.example.com/webhook/canary',
	description: 'd',
	body: '{{title}}',
};
const record = { ...kept, id: webhookId, createdAt: 'x', updatedAt: 'x' };
const entering = (updateFields: JsonObject): ParameterValues => ({ webhookId, updateFields });

const SLACK = 'https://hooks.slack.com/services/canary';

it.each([
	[
		'{"t":"{{titel}}"}',
		'Body contains {{titel}} (did you mean {{title}}?). The node sends it as entered.',
	],
	[
		'{{ eventid }}',
		'Body contains {{eventid}} (did you mean {{eventId}}?). The node sends it as entered.',
	],
	['{{title}} {{startTimeISO}} {{alertId}}', undefined],
	['{{severity}} {{#if state}}titel{{/if}}', undefined],
])('Webhook → Create and Update warn of a misspelled variable in %j', (body, hint) => {
	const filled = { name: 'n8n', service: 'generic', url: kept.url, body };
	const hints = hint === undefined ? [] : [hint];
	expect(planOf(create, filled)).toMatchObject({ issues: [], hints });
	expect(planOf(update, entering({ body }), record)).toMatchObject({ issues: [], hints });
});

it("Webhook → Update doesn't warn of a misspelled variable in a stored body that stays", () => {
	const stored = { ...record, body: '{{titel}}' };
	expect(planOf(update, entering({ name: 'pager' }), stored)).toMatchObject({
		issues: [],
		hints: [],
	});
});

const entered = (changes: JsonObject) => ({
	name: 'n8n',
	service: 'generic',
	url: kept.url,
	...changes,
});

it.each<{ body: string; isBroken: boolean }>([
	{ body: '{"text":"{{title}}"', isBroken: true },
	{ body: ' [{{title}}, {{state}}', isBroken: true },
	{ body: '{"text":{{title}}, state: {{state}} }', isBroken: true },
	{ body: '{"at":{{startTime}}}', isBroken: true },
	{ body: '{"at":{{startTime}} }', isBroken: false },
	{ body: '{"text":"{{{body}}}","at":[{{ startTime }},{{endTime}}]}', isBroken: false },
	{ body: '{"isFiring":{{eq state "ALERT"}} }', isBroken: false },
	{ body: '{{#if state}}{"a":1{{/if}}', isBroken: false },
	{ body: '{"a":{{#if state}}1{{else}}2{{/if}} }', isBroken: false },
	{ body: '{{title}}: {{body}}', isBroken: false },
	{ body: 'Title {', isBroken: false },
	{ body: '[{{state}}] {{title}}', isBroken: false },
	{ body: '[Alert] {{title}}', isBroken: false },
])('warns whether the body $body is broken JSON: $isBroken', ({ body, isBroken }) => {
	const hints = isBroken ? [expect.stringMatching(/^Body isn't valid JSON/)] : [];
	expect(planOf(create, entered({ body }))).toMatchObject({ issues: [], hints });
	expect(planOf(update, entering({ body }), record)).toMatchObject({ issues: [], hints });
});

it.each([
	{ changes: { name: 'A' }, isWarned: false },
	{ changes: { body: '{"b":"{{state}}"' }, isWarned: true },
])('Webhook → Update of a broken stored body warns about $changes: $isWarned', (row) => {
	const stored = { ...record, body: '{"a":{{state}}' };
	const { hints } = planOf(update, entering(row.changes), stored);
	expect(hints).toEqual(row.isWarned ? [expect.stringMatching(/^Body isn't valid JSON/)] : []);
});

it.each([
	{ url: 'http://pagerduty', authentication: 'cloudApiKey', isWarned: true },
	{ url: 'http://pagerduty:80/a.b', authentication: 'cloudApiKey', isWarned: true },
	{ url: 'http://pagerduty', authentication: 'accessToken', isWarned: false },
	{ url: 'http://pagerduty.example', authentication: 'cloudApiKey', isWarned: false },
	{ url: 'http://[2606::1]/', authentication: 'cloudApiKey', isWarned: false },
	{ url: 'http://localhost:5678', authentication: 'cloudApiKey', isWarned: false },
])('warns with $authentication of the host in $url: $isWarned', ({ isWarned, ...changes }) => {
	const hints = isWarned ? [expect.stringMatching(/^URL has a host without a dot/)] : [];
	const parameters = entered({ ...changes, serviceId: SERVICE_ID });
	expect(planOf(create, parameters)).toMatchObject({ issues: [], hints });
});

describe('Webhook → Update', () => {
	// An earlier attempt may have made the change that the record already has.
	it.each<JsonObject>([{ name: kept.name }, { description: kept.description }])(
		'sends %j again',
		(entered) => {
			expect(issuesOf(update, entering(entered), record)).toEqual([]);
			expect(summaryFor(update, entering(entered), { record })).toMatch(/: no change$/);
		},
	);

	it.each<{ stored?: JsonObject; entered: JsonObject; sent: JsonObject }>([
		{ entered: { name: 'A' }, sent: { name: 'A' } },
		{ entered: { description: null }, sent: { description: undefined } },
		{ entered: { description: '', name: 'A' }, sent: { name: 'A' } },
		{ entered: { body: null }, sent: { body: undefined } },
		{ entered: { body: '{}' }, sent: { body: '{}' } },
		{ entered: { name: '{ }', body: ' ' }, sent: { name: '{ }' } },
		{ entered: { headers: { A: 'b' } }, sent: { headers: { A: 'b' } } },
		{ entered: { headers: null, queryParams: null }, sent: { headers: {}, queryParams: {} } },
		{ entered: { headers: [] }, sent: { headers: {} } },
		{ entered: { headers: { values: [] }, name: 'A' }, sent: { name: 'A' } },
		{
			entered: { service: 'slack', url: SLACK },
			sent: { service: 'slack', url: SLACK, body: undefined },
		},
		{
			entered: { service: 'slack', headers: null, body: null },
			sent: { service: 'slack', body: undefined },
		},
		{
			stored: { service: 'slack', body: undefined },
			entered: { service: 'generic', body: 'b' },
			sent: { service: 'generic', body: 'b' },
		},
		{
			stored: { service: 'incidentio', body: undefined },
			entered: { name: 'A', body: 'b' },
			sent: { service: 'incidentio', name: 'A', body: 'b' },
		},
		{
			stored: { service: 'incidentio', body: undefined },
			entered: { name: 'A', body: null },
			sent: { service: 'incidentio', name: 'A', body: undefined },
		},
		{
			stored: { service: 'incidentio', body: undefined },
			entered: { service: 'slack' },
			sent: { service: 'slack', body: undefined },
		},
	])('sends $entered with the rest of $stored as $sent', ({ stored, entered, sent }) => {
		const body = sentBody(update, entering(entered), { ...record, ...stored });
		expect(body).toEqual(withoutUndefined({ ...kept, ...stored, ...sent }));
	});

	it.each<{ stored?: JsonObject; entered: JsonObject; issues: string[] }>([
		...['name', 'service', 'url'].map((name) => ({
			entered: { [name]: null },
			issues: [`updateFields.${name} can't be cleared:`],
		})),
		{
			entered: { service: 'slack', body: 'b', headers: { A: 'b' } },
			issues: ['updateFields.body is only for', 'updateFields.headers is only for'],
		},
		{
			entered: { service: 'slack', headers: { A: 5 } },
			issues: ['updateFields.headers must be text,', 'updateFields.headers is only for'],
		},
		{
			stored: { service: 'incidentio', body: undefined },
			entered: { name: 'A' },
			issues: ['updateFields.body is needed for'],
		},
		{
			stored: { service: 'incidentio', body: undefined },
			entered: { name: 'A', body: '' },
			issues: ['updateFields.body is needed for'],
		},
		...['slack_api', 'pagerduty_api'].flatMap((service) =>
			[{ name: 'A' }, { service: 'slack' }].map((entered) => ({
				stored: { service },
				entered,
				issues: [`webhookId is a ${service}`],
			})),
		),
		...[
			['https://evil.example\\@hooks.slack.com/services/1', 'contains a backslash'],
			['https://ada:pw@example.com/', 'contains a login,'],
			['https://ada@example.com/', 'contains a login,'],
			['ftp://example.com/', "isn't a web"],
			['https://', "isn't a web"],
			['https://example.com:99999/', "isn't a web"],
			['example.com', "isn't a web"],
		].map(([url = '', issue = '']) => ({
			entered: { url },
			issues: [`updateFields.url ${issue}`],
		})),
	])('rejects $entered for $stored', ({ stored, entered, issues }) => {
		const before = { ...record, ...stored };
		expect(issuesOf(update, entering(entered), before)).toEqual(issues);
	});

	it('reports a read-only kind of webhook', () => {
		const { issues } = planOf(update, entering({ name: 'A' }), { ...record, service: 'slack_api' });
		expect(sentences(issues, update)).toEqual([
			"Webhook is a slack_api webhook, which you can't update through the API. Edit it in ClickHouse Cloud.",
		]);
	});

	it.each(['https://ada:pw@example.com/', 'https://evil.example\\@hooks.slack.com/', 'none'])(
		'keeps the stored URL %s when other fields change',
		(url) => {
			const { issues, request } = planOf(update, entering({ name: 'A' }), { ...record, url });
			expect(issues).toEqual([]);
			expect(objectBody(request)).toMatchObject({ name: 'A', url });
		},
	);

	const url = 'https://other.example.com/canary';

	it.each<{ entered: JsonObject; lost: string }>([
		{ entered: { name: 'A' }, lost: '' },
		{ entered: { url: kept.url, service: 'generic', name: 'A' }, lost: '' },
		{ entered: { url }, lost: 'headers and query parameters' },
		{ entered: { service: 'slack' }, lost: 'headers and query parameters' },
		{ entered: { url, headers: { a: 'b' } }, lost: 'query parameters' },
		{ entered: { url, headers: { a: 'b' }, queryParams: null }, lost: '' },
	])('warns that the API clears $lost after $entered', ({ entered, lost }) => {
		const { hints } = planOf(update, entering(entered), record);
		const summary = summaryFor(update, entering(entered), { record });
		expect(hints.join()).toBe(
			lost === ''
				? ''
				: `Because URL or Service changes, ClickStack clears the webhook's ${lost}.${
						entered.service === 'slack' ? '' : ' To keep them, enter them again.'
					}`,
		);
		const cleared = lost === '' ? '' : `clears any ${lost}; `;
		expect(summary.startsWith(`Update webhook ${webhookId}: ${cleared}`)).toBe(true);
		expect(summary.includes('clears any')).toBe(lost !== '');
	});

	it.each<{ entered: JsonObject; replaced: string }>([
		{ entered: { headers: { a: 'b' } }, replaced: 'headers' },
		{ entered: { queryParams: { a: 'b' }, name: 'A' }, replaced: 'query parameters' },
		{
			entered: { headers: { a: 'b' }, queryParams: { a: 'b' } },
			replaced: 'headers and query parameters',
		},
		{ entered: { headers: null, queryParams: null }, replaced: '' },
		{ entered: { headers: { a: 'b' }, queryParams: { a: 'b' }, url }, replaced: '' },
	])('warns that $entered replaces all $replaced', ({ entered, replaced }) => {
		const { hints } = planOf(update, entering(entered), record);
		const hint = `The entered ${replaced} replace all current ${replaced}. To keep a current value, enter it again.`;
		expect(hints).toEqual(replaced === '' ? [] : [hint]);
	});

	it('says in its description that entered headers replace the others', () => {
		const { options = [] } = update.properties.find(({ name }) => name === 'updateFields') ?? {};
		for (const name of ['headers', 'queryParams']) {
			const field = options.find((option) => option.name === name);
			expect(field).toHaveProperty(
				'description',
				expect.stringMatching(/They replace all current values/),
			);
		}
	});

	it.each<{ stored?: JsonObject; entered: JsonObject; text: string }>([
		{ entered: { name: 'A' }, text: 'Name from n8n to A' },
		{
			entered: { url, description: null },
			text: 'clears any headers and query parameters; clears Description, URL from n8n[.]example[.]com to other[.]example[.]com',
		},
		{
			entered: { url: 'https://n8n.example.com/canary-2' },
			text: 'clears any headers and query parameters; a different URL at "n8n.example.com"',
		},
		{
			stored: { url: 'https://n8n.example.com/?token=canary-old' },
			entered: { url: 'https://n8n.example.com/?token=canary-new' },
			text: 'clears any headers and query parameters; a different URL at "n8n.example.com"',
		},
		{
			stored: { url: 'https://evil.example\\@hooks.slack.com/services/1' },
			entered: { url: SLACK },
			text: 'clears any headers and query parameters; URL from evil[.]example to hooks[.]slack[.]com',
		},
		{
			stored: { url: 'https://evil.example:8443\\@hooks.slack.com/services/1' },
			entered: { url: SLACK },
			text: 'clears any headers and query parameters; URL from evil[.]example to hooks[.]slack[.]com',
		},
		{
			entered: { headers: { 'X-A': 'canary', 'X-B': 'canary' }, description: null },
			text: 'replaces all headers with X-A, X-B; clears Description',
		},
		{
			entered: { queryParams: { a: 'canary' }, headers: { 'X-A': 'canary' } },
			text: 'replaces all headers with X-A; replaces all query parameters with a',
		},
		{
			entered: { url, headers: { 'X-A': 'canary' }, queryParams: { a: 'canary' } },
			text: 'replaces all headers with X-A; replaces all query parameters with a; URL from n8n[.]example[.]com to other[.]example[.]com',
		},
		{
			entered: { url: 'https://n8n.example.com/b', headers: { 'X-A': 'canary' } },
			text: 'clears any query parameters; replaces all headers with X-A; a different URL at "n8n.example.com"',
		},
		{ entered: { headers: null }, text: 'clears Headers' },
		{
			entered: { service: 'slack' },
			text: 'clears any headers and query parameters; clears Body, Service from generic to slack',
		},
	])('summarizes a change without its secrets: $text', ({ stored, entered, text }) => {
		const before = { ...record, ...stored };
		expect(summaryFor(update, entering(entered), { record: before })).toBe(
			`Update webhook ${webhookId}: ${text}`,
		);
	});
});

it("Webhook → Create doesn't warn about losses", () => {
	const { hints } = planOf(create, { ...kept });
	expect(hints).toEqual([]);
});
