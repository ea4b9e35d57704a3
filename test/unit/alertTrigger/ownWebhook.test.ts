import fc from 'fast-check';
import type { Listener, Registration } from '../../../nodes/CloudAlertTrigger/ownWebhook';
import {
	findOwn,
	hasValues,
	webhooksAtFormerUrls,
	leftByTests,
	secretOf,
	warningAbout,
	webhookBody,
} from '../../../nodes/CloudAlertTrigger/ownWebhook';
import { type JsonObject } from '../../../nodes/engine/json';
import { hashOf } from '../../../nodes/engine/crypto';

const url = 'https://n8n.example.com/webhook/h1/webhook';
const testUrl = 'https://n8n.example.com/webhook-test/h1/webhook';
const LISTENER: Listener = {
	workflowId: 'wf',
	workflowName: 'Shop',
	nodeId: 'node',
	url,
	isTest: false,
};
const TEST = { ...LISTENER, url: testUrl, isTest: true };
const SECRET = secretOf(LISTENER, ['token']);
const BODY = webhookBody(LISTENER, SECRET, []);

function webhook(id: string, listener = LISTENER, changes: JsonObject = {}): JsonObject {
	const { name, service, url: own, body } = webhookBody(listener, '', []);
	return { id, name, service, url: own, body, ...changes };
}

const REGISTRATION: Registration = {
	webhookId: 'w1',
	url,
	alertIds: [],
	secretHash: hashOf(SECRET),
};

describe('webhookBody', () => {
	it("ends a webhook's name with the IDs, even for a long workflow name", () => {
		const workflowName = `My\n  ${'long '.repeat(400)}name`;
		const { name } = webhookBody({ ...LISTENER, workflowName }, SECRET, []);
		expect(name).toMatch(/^n8n: My long .* on n8n\.example\.com wf node$/);
		expect(name.length).toBeLessThan(400);
		expect(webhookBody(TEST, SECRET, []).name).toMatch(/ wf node test$/);
	});

	it("adds the whole URL to a webhook's name if its short name is taken", () => {
		const { name } = BODY;
		const nameBeside = (change: JsonObject) =>
			webhookBody(LISTENER, SECRET, [webhook('w2', LISTENER, change)]).name;
		const longer = nameBeside({ url: url.replace('https', 'http') });
		expect(longer).toBe(`n8n: Shop on ${url} wf node`);
		expect(nameBeside({ url })).toBe(name);
		expect(nameBeside({ url: 'https://x.example.com', service: 'slack' })).toBe(name);
		expect(nameBeside({ url: 'https://x.example.com', name: 'other' })).toBe(name);
	});

	it('renders JSON from its template if any value is empty', () => {
		const { body = '' } = BODY;
		const template = String(body);
		expect(template).not.toContain('}}}');
		expect(template).not.toContain('{{{');
		const empty: unknown = JSON.parse(template.replace(/\{\{\w+\}\}/g, ''));
		expect(empty).toMatchObject({ state: '', title: '', startTime: '', alertId: '', groupKey: '' });
	});
});

describe('secretOf', () => {
	it.each([
		{ what: 'credential', other: secretOf(LISTENER, ['other']) },
		{ what: 'workflow', other: secretOf({ ...LISTENER, workflowId: 'wf2' }, ['token']) },
		{ what: 'node', other: secretOf({ ...LISTENER, nodeId: 'node2' }, ['token']) },
		{ what: 'URL', other: secretOf(TEST, ['token']) },
		{
			what: 'border between the workflow and the node',
			other: secretOf({ ...LISTENER, workflowId: 'wfn', nodeId: 'ode' }, ['token']),
		},
	])('returns another secret for another $what', ({ other }) => {
		expect(other).toMatch(/^[0-9a-f]{64}$/);
		expect(other).not.toBe(SECRET);
	});

	it('derives the same secret from equal credentials', () => {
		expect(secretOf(LISTENER, ['token'])).toBe(SECRET);
		const shown = webhookBody(LISTENER, secretOf(LISTENER, ['canary-token']), []);
		expect(JSON.stringify(shown)).not.toContain('canary');
	});
});

describe('findOwn', () => {
	it.each<{ what: string; change: JsonObject }>([
		{ what: 'another URL', change: { url: 'https://n8n.example.com/x' } },
		{ what: 'the name of another workflow', change: { name: 'n8n: Shop xwf node' } },
		{ what: 'another service', change: { service: 'slack' } },
	])('finds no webhook with $what', ({ change }) => {
		expect(findOwn([webhook('w', LISTENER, change)], LISTENER, undefined)).toBeUndefined();
	});

	it('finds a renamed webhook by its registered ID', () => {
		const renamed = webhook('w1', LISTENER, { name: 'Pager' });
		expect(findOwn([renamed], LISTENER, REGISTRATION)).toBe(renamed);
		expect(findOwn([renamed], LISTENER, undefined)).toBeUndefined();
		const exact = webhook('w3');
		expect(findOwn([renamed, exact], LISTENER, REGISTRATION)).toBe(exact);
	});

	it('reports its own webhook with another URL instead of using it', () => {
		const parts = fc.constantFrom(
			'https',
			'http',
			'n8n.example.com',
			'other',
			'webhook',
			'h1',
			'h2',
		);
		const other = fc
			.array(parts, { minLength: 2, maxLength: 6 })
			.map(([scheme, ...rest]) => [`${scheme ?? ''}:/`, ...rest].join('/'));
		fc.assert(
			fc.property(fc.webUrl(), other, (web, near) => {
				for (const address of [web, near].filter((text) => text !== url)) {
					const moved = webhook('w1', LISTENER, { url: address });
					const registration = { ...REGISTRATION, url: address };
					expect(findOwn([moved], LISTENER, REGISTRATION)).toBeUndefined();
					expect(findOwn([moved], LISTENER, registration)).toBeUndefined();
					expect(webhooksAtFormerUrls([moved], LISTENER)).toEqual([moved]);
				}
			}),
		);
	});

	it('reports neither webhooks at the right URL nor webhooks of other nodes', () => {
		const others = webhook('w2', { ...LISTENER, nodeId: 'node2', url: 'https://x.example.com/y' });
		const all = [webhook('w1'), webhook('t1', TEST), others];
		expect(webhooksAtFormerUrls(all, LISTENER)).toEqual([]);
		// The published workflow next to a test may belong to another n8n.
		const production = webhook('w3', { ...LISTENER, url: 'https://x.example.com/z' });
		expect(webhooksAtFormerUrls([...all, production], TEST)).toEqual([]);
	});

	it('finds a webhook left by a test of this n8n', () => {
		const other = webhook('t2', {
			...TEST,
			url: 'https://other.example.com/webhook-test/h1/webhook',
		});
		const all = [webhook('w1'), webhook('t1', TEST), other];
		expect(leftByTests(all, LISTENER).map(({ id }) => id)).toEqual(['t1']);
		expect(leftByTests(all, TEST)).toEqual([]);
		expect(webhooksAtFormerUrls(all, LISTENER)).toEqual([other]);
		const beside = { ...TEST, url: 'https://n8n.example.com/two/webhook-test/h1/webhook' };
		const one = { ...LISTENER, url: 'https://n8n.example.com/one/webhook/h1/webhook' };
		expect(leftByTests([webhook('t3', beside)], one)).toEqual([]);
	});
});

describe('hasValues', () => {
	it('accepts a webhook with the wanted values', () => {
		const withoutBody = webhook('w1', LISTENER, { body: undefined });
		for (const one of [webhook('w1'), withoutBody]) expect(hasValues(one, BODY)).toBe(true);
	});

	it.each(['name', 'service', 'url', 'body'])('rejects a webhook with another %s', (key) => {
		expect(hasValues(webhook('w1', LISTENER, { [key]: 'other' }), BODY)).toBe(false);
	});
});

describe('warningAbout', () => {
	const ID = 'f'.repeat(24);
	const warningFor = (change: JsonObject) => warningAbout([webhook(ID, LISTENER, change)]);

	it.each([
		{ address: 'https://ada:canary@old.example.com/x', shown: 'https://***@old.example.com/x' },
		{
			address: 'https://old.example.com/x?token=canary',
			shown: 'https://old.example.com/x?token=***',
		},
		{ address: `https://ada:${'canary'.repeat(50)}@a.example`, shown: 'https://***@a.example' },
		{ address: url, shown: url },
		{ address: 'http://10.0.0.7:5678/x?mode=1', shown: 'http://10.0.0.7:5678/x?mode=1' },
	])('shows the URL $address as $shown', ({ address, shown }) => {
		expect(warningFor({ url: address })).toContain(`(${ID}), leading to "${shown}". If`);
	});

	it.each([
		{ name: 'n8n: Shop wf node', shown: 'n8n: Shop wf node' },
		{ name: 'on https://ada:canary@a.example wf', shown: 'on https[:]//***@a[.]example wf' },
		{ name: 'Paid" (w9).\n@here <b>wf</b>', shown: "Paid' (w9). ＠here ‹b›wf‹/b›" },
	])('shows the name $name as $shown', ({ name, shown }) => {
		expect(warningFor({ name })).toContain(`another address: "${shown}" (${ID}), leading to`);
	});

	it('shows three webhooks and counts the others', () => {
		const all = Array.from({ length: 5 }, (_, n) => webhook(`w${String(n)}`));
		expect(warningAbout(all)).toMatch(/\(w0\).*\(w2\), leading to "[^"]+" and 2 more\. If n8n/);
		expect(warningAbout([])).toBeUndefined();
	});
});
