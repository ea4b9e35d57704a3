import type { HttpRequest } from '../../../../nodes/engine/operation';
import type { JournalEntry } from '../../../../nodes/engine/journal/entries';
import {
	decryptOutput,
	encryptOutput,
	hashesOf,
	secretsHash,
	storedEntries,
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

it.each([true, false])(
	'a stored journal counts without what is damaged in it (tool: %j)',
	(isTool) => {
		const damaged = [null, 'text', {}, { ...ENTRY, sentAt: 'now' }, { ...ENTRY, path: 1 }];
		const scope = { node: ENTRY.node, runIndex: 1, isTool };
		expect(storedEntries([...damaged, ENTRY], scope)).toEqual([ENTRY]);
		for (const stored of [undefined, 'text', {}, damaged]) {
			expect(storedEntries(stored, scope)).toEqual([]);
		}
	},
);

it('the path that the journal compares includes the method, and parts that look like a secret', () => {
	const pathOf = (path: string, method: 'POST' | 'PUT' = 'POST') =>
		hashesOf(shownRequest({ method, path }, { credential: CREDENTIAL })).path;
	const path = pathOf('/things/token=a?token=b');
	expect(pathOf('/things/token=a?token=c')).toBe(path);
	expect(pathOf('/things/token=c?token=b')).not.toBe(path);
	expect(pathOf('/things/token=a?token=b', 'PUT')).not.toBe(path);
});

describe('a stored output', () => {
	const encrypt = (content: string) => encryptOutput(content, KEY, ENTRY.request);
	const output = encrypt('{"items":[],"secrets":""}');

	it.each([
		{ why: 'for another request', entry: { ...ENTRY, output, request: 'b' } },
		{ why: 'if a part is lost', entry: { ...ENTRY, output: output.slice(8) } },
		{ why: 'if it has no items', entry: { ...ENTRY, output: encrypt('{"items":[1]}') } },
		{ why: 'if it is no object', entry: { ...ENTRY, output: encrypt('[]') } },
	])('cannot be read $why', ({ entry }) => {
		expect(decryptOutput({ ...ENTRY, output }, KEY)).toBeDefined();
		expect(decryptOutput(entry, KEY)).toBeUndefined();
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
	const FIRST = { request: request('first'), source: { password: 'a' }, key: KEY };
	const hashOf = ({ request: of, source, key } = FIRST) => secretsHash(of, source, key);

	it('is the same while only other parts differ, and reveals nothing', () => {
		expect(hashOf({ ...FIRST, request: request('first', 'other') })).toBe(hashOf());
		expect(hashOf()).not.toContain('first');
	});

	it.each([
		{
			secret: 'the login in a URL',
			one: at('/a?url=http://ada:pass@h'),
			other: at('/a?url=http://ben:pass@h'),
		},
		{ secret: 'the account of a connection string', one: account('ada'), other: account('ben') },
	])('differs with $secret', ({ one, other }) => {
		expect(hashOf({ ...FIRST, request: one })).not.toBe(hashOf({ ...FIRST, request: other }));
	});

	it.each([
		{ part: "the source credential's password", changes: { source: { password: 'b' } } },
		{ part: 'the key', changes: { key: keyOf(['rotated'], 'journal') } },
	])('differs with $part', ({ changes }) => {
		expect(hashOf({ ...FIRST, ...changes })).not.toBe(hashOf());
	});
});
