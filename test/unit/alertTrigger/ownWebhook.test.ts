import type { Listener, Registration } from '../../../nodes/CloudAlertTrigger/ownWebhook';
import {
	findForRemoval,
	findOwn,
	isCurrent,
	leftByTests,
	nameEnding,
	secretOf,
	webhookBody,
} from '../../../nodes/CloudAlertTrigger/ownWebhook';
import { hashOf, type JsonObject } from '../../../nodes/engine/json';

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
const BODY = webhookBody(LISTENER, SECRET);

function webhook(id: string, listener = LISTENER, changes: JsonObject = {}): JsonObject {
	const { name, service, url: own, body } = webhookBody(listener, '');
	return { id, name, service, url: own, body, ...changes };
}

const REGISTRATION: Registration = {
	ending: nameEnding(LISTENER),
	webhookId: 'w1',
	url,
	alertIds: [],
	secretHash: hashOf(SECRET),
};

describe('the body of the webhook', () => {
	it("has a name that ends with the IDs, however long or odd the workflow's name is", () => {
		const workflowName = `My\n  ${'long '.repeat(400)}name`;
		const { name } = webhookBody({ ...LISTENER, workflowName }, SECRET);
		expect(name).toMatch(/^n8n: My long .* on n8n\.example\.com wf node$/);
		expect(name.length).toBeLessThan(400);
		expect(webhookBody(TEST, SECRET).name).toMatch(/ wf node test$/);
	});

	it('has a template that compiles, and that produces JSON whichever value is empty', () => {
		const { body = '' } = BODY;
		const template = String(body);
		expect(template).not.toContain('}}}');
		expect(template).not.toContain('{{{');
		const empty: unknown = JSON.parse(template.replace(/\{\{\w+\}\}/g, ''));
		expect(empty).toMatchObject({ state: '', title: '', startTime: '', alertId: '', groupKey: '' });
	});
});

describe('the secret', () => {
	it.each([
		{ what: 'credential', other: secretOf(LISTENER, ['other']) },
		{ what: 'workflow', other: secretOf({ ...LISTENER, workflowId: 'wf2' }, ['token']) },
		{ what: 'node', other: secretOf({ ...LISTENER, nodeId: 'node2' }, ['token']) },
		{ what: 'URL', other: secretOf(TEST, ['token']) },
		{
			what: 'border between the workflow and the node',
			other: secretOf({ ...LISTENER, workflowId: 'wfn', nodeId: 'ode' }, ['token']),
		},
	])('differs with the $what', ({ other }) => {
		expect(other).toMatch(/^[0-9a-f]{64}$/);
		expect(other).not.toBe(SECRET);
	});

	it('is the same whenever it is calculated, and reveals nothing of the credential', () => {
		expect(secretOf(LISTENER, ['token'])).toBe(SECRET);
		const shown = webhookBody(LISTENER, secretOf(LISTENER, ['canary-token']));
		expect(JSON.stringify(shown)).not.toContain('canary');
	});
});

describe('the webhook of a node', () => {
	it.each<{ what: string; change: JsonObject }>([
		{ what: 'another URL', change: { url: 'https://n8n.example.com/x' } },
		{ what: 'the name of another workflow', change: { name: 'n8n: Shop xwf node' } },
		{ what: 'the name of a test', change: { name: 'n8n: Shop wf node test' } },
		{ what: 'another service', change: { service: 'slack' } },
	])('is none with $what', ({ change }) => {
		expect(findOwn([webhook('w', LISTENER, change)], LISTENER, undefined)).toBeUndefined();
	});

	it('is found by another URL only if it is registered', () => {
		const moved = webhook('w1', { ...LISTENER, url: 'https://old.example.com/x' });
		expect(findOwn([moved], LISTENER, REGISTRATION)).toBe(moved);
		expect(findOwn([moved], LISTENER, { ...REGISTRATION, webhookId: 'w2' })).toBeUndefined();
		const foreign = { ...REGISTRATION, ending: ' other node' };
		expect(findOwn([moved], LISTENER, foreign)).toBeUndefined();
		const exact = webhook('w3');
		expect(findOwn([moved, exact], LISTENER, REGISTRATION)).toBe(exact);
	});

	it("is found at the end by its URL if it is a test's, and never instead of the other", () => {
		const all = [webhook('w1'), webhook('t1', TEST)];
		const removed = (listener: Listener, registration?: Registration) =>
			findForRemoval(all, listener, registration)?.['id'];
		// n8n doesn't tell at the end that it was a test.
		expect(removed({ ...TEST, isTest: false })).toBe('t1');
		expect(removed(LISTENER)).toBe('w1');
		expect(removed({ ...LISTENER, url: 'https://new.example.com/x' })).toBeUndefined();
		expect(removed({ ...LISTENER, url: 'https://new.example.com/x' }, REGISTRATION)).toBe('w1');
	});

	it('is found at the start if a test has left it behind, unless it belongs to another n8n', () => {
		const other = webhook('t2', {
			...TEST,
			url: 'https://other.example.com/webhook-test/h1/webhook',
		});
		const all = [webhook('w1'), webhook('t1', TEST), other];
		expect(leftByTests(all, LISTENER).map(({ id }) => id)).toEqual(['t1']);
		expect(leftByTests(all, TEST)).toEqual([]);
	});
});

describe('an up-to-date webhook', () => {
	it('has the wanted values, and the registered secret', () => {
		const withoutBody = webhook('w1', LISTENER, { body: undefined });
		for (const one of [webhook('w1'), withoutBody]) {
			expect(isCurrent(one, BODY, SECRET, REGISTRATION)).toBe(true);
			expect(isCurrent(one, BODY, 'other', REGISTRATION)).toBe(false);
			expect(isCurrent(one, BODY, SECRET, undefined)).toBe(false);
		}
	});

	it.each(['name', 'service', 'url', 'body'])('has no other %s', (key) => {
		const other = webhook('w1', LISTENER, { [key]: 'other' });
		expect(isCurrent(other, BODY, SECRET, REGISTRATION)).toBe(false);
	});
});
