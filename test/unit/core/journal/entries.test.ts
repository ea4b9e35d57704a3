import type { HttpRequest } from '../../../../nodes/engine/operation';
import type { JournalEntry } from '../../../../nodes/engine/journal/entries';
import {
	decryptOutput,
	encryptOutput,
	entriesOf,
	hashesOf,
	secretsHash,
} from '../../../../nodes/engine/journal/entries';
import { keyOf } from '../../../../nodes/engine/json';
import { shownRequest } from '../../../../nodes/engine/redaction/redact';
import { CREDENTIAL } from '../fakes';

const ENTRY: JournalEntry = {
	runIndex: 1,
	itemIndex: 0,
	node: 'hash of the node',
	path: 'hash of the path',
	url: 'hash of the URL',
	request: 'hash of the request',
	sentAt: 5,
};

const KEY = keyOf(['canary'], 'journal');
const OTHER_KEY = keyOf(['rotated'], 'journal');

describe('a stored journal', () => {
	it.each([true, false])('counts without what is damaged in it (tool: %j)', (isTool) => {
		const damaged = [null, 'text', {}, { ...ENTRY, sentAt: 'now' }, { ...ENTRY, path: 1 }];
		const scope = { node: ENTRY.node, runIndex: 1, isTool };
		expect(entriesOf([...damaged, ENTRY], scope)).toEqual([ENTRY]);
		for (const stored of [undefined, 'text', {}, damaged]) {
			expect(entriesOf(stored, scope)).toEqual([]);
		}
	});
});

describe('the path that the journal compares', () => {
	const pathOf = (request: HttpRequest) =>
		hashesOf(shownRequest(request, { credential: CREDENTIAL })).path;
	const request: HttpRequest = { method: 'POST', path: '/things/token=a?token=b' };

	it('differs with the method, and with all of the path, even if it looks like a secret', () => {
		expect(pathOf({ ...request, path: '/things/token=a?token=c' })).toBe(pathOf(request));
		expect(pathOf({ ...request, method: 'PUT' })).not.toBe(pathOf(request));
		expect(pathOf({ ...request, path: '/things/token=c?token=b' })).not.toBe(pathOf(request));
	});
});

describe('a stored output', () => {
	const output = { items: [{ id: 'pipe-1', name: 'Straße' }, { deleted: true }], secrets: 'hash' };
	const encrypt = (content: string) => encryptOutput(content, KEY, ENTRY.request);
	const stored = encrypt(JSON.stringify(output));

	it('can be read with the same key, and is never encrypted the same way', () => {
		expect(decryptOutput({ ...ENTRY, output: stored }, KEY)).toEqual(output);
		expect(Buffer.from(stored, 'base64').toString()).not.toContain('pipe-1');
		expect(stored).not.toBe(encrypt(JSON.stringify(output)));
	});

	it.each([
		{ why: 'for another request', entry: { ...ENTRY, output: stored, request: 'b' }, key: KEY },
		{ why: 'if a part is lost', entry: { ...ENTRY, output: stored.slice(8) }, key: KEY },
		{ why: 'if there is none', entry: ENTRY, key: KEY },
	])('cannot be read $why', ({ entry, key }) => {
		expect(decryptOutput(entry, key)).toBeUndefined();
	});

	it.each(['null', '[]', '{}', '{"items":[1]}'])('is nothing else than items: %s', (other) => {
		expect(decryptOutput({ ...ENTRY, output: encrypt(other) }, KEY)).toBeUndefined();
	});
});

describe('the hash of the secrets', () => {
	const request = (password: unknown, name = 'n'): HttpRequest => ({
		method: 'POST',
		path: '/things',
		body: { name, tags: [{ a: 1 }], source: { hosts: ['h'], password } },
	});
	const at = (path: string): HttpRequest => ({ method: 'POST', path });
	const account = (name: string) => request(`AccountName=${name};AccountKey=same-key`);

	it('is the same while only other parts differ, and reveals nothing', () => {
		const hash = secretsHash(request('first', 'a'), { user: 'u' }, KEY);
		expect(secretsHash(request('first', 'b'), { user: 'u' }, KEY)).toBe(hash);
		expect(hash).not.toContain('first');
	});

	it.each([
		{ secret: 'a number', one: request(12_345_678), other: request(12_345_679) },
		{ secret: 'a token in the query', one: at('/a?token=first'), other: at('/a?token=second') },
		{
			secret: 'the login in a URL',
			one: at('/a?url=http://ada:pass@h'),
			other: at('/a?url=http://ben:pass@h'),
		},
		{ secret: 'the account of a connection string', one: account('ada'), other: account('ben') },
	])('differs with $secret', ({ one, other }) => {
		expect(secretsHash(one, undefined, KEY)).not.toBe(secretsHash(other, undefined, KEY));
	});

	it('differs with the extra credential, with its password, and with the key', () => {
		const hashes = [
			secretsHash(request('first'), undefined, KEY),
			secretsHash(request('first'), { password: 'a' }, KEY),
			secretsHash(request('first'), { password: 'b' }, KEY),
			secretsHash(request('first'), undefined, OTHER_KEY),
		];
		expect(new Set(hashes).size).toBe(hashes.length);
	});
});
