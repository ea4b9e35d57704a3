import { keyOf } from '../../../../nodes/core/json';
import type { HttpRequest } from '../../../../nodes/core/http/request';
import type {
	Circumstances,
	JournalEntry,
	JournalScope,
	RequestHashes,
} from '../../../../nodes/core/journal/entries';
import {
	decide,
	decryptOutput,
	encryptOutput,
	entriesOf,
	matchEntries,
	hashesOf,
	secretsHash,
} from '../../../../nodes/core/journal/entries';

const SCOPE: JournalScope = { node: 'as-it-was', runIndex: 1, isTool: false };

/** The hashes of a request: those of its path and its query count by themselves. */
function hashes(request: string, path = '/things', query = ''): RequestHashes {
	return { path, url: path + query, request: path + query + request };
}

const item = (itemIndex: number, ...request: Parameters<typeof hashes>) => ({
	itemIndex,
	hashes: hashes(...request),
});

function entry(changes: Partial<JournalEntry> = {}): JournalEntry {
	return { runIndex: 1, itemIndex: 0, node: 'as-it-was', ...hashes('a'), sentAt: 5, ...changes };
}

describe('entriesOf', () => {
	it('takes what is stored for this run index and drops earlier ones', () => {
		const current = entry();
		expect(entriesOf([entry({ runIndex: 0 }), current], SCOPE)).toEqual([current]);
	});

	it('takes every run index as a tool', () => {
		const stored = [entry({ runIndex: 0 }), entry()];
		expect(entriesOf(stored, { ...SCOPE, isTool: true })).toEqual(stored);
	});

	it('takes the stored array itself as a tool, and what is valid of a damaged one', () => {
		const scope = { ...SCOPE, isTool: true };
		const stored: unknown[] = [entry()];
		expect(entriesOf(stored, scope)).toBe(stored);
		expect(entriesOf([...stored, 'text'], scope)).toEqual(stored);
	});

	it.each([undefined, 'text', {}, [null, 'text', {}, { ...entry(), sentAt: 'now' }]])(
		'takes nothing else: %j',
		(stored) => {
			expect(entriesOf(stored, SCOPE)).toEqual([]);
		},
	);
});

describe('hashesOf', () => {
	const shown = { method: 'POST', url: 'https://h/things?a=1', body: { name: 'n' } };
	const of = hashesOf(shown);

	it.each([
		['another body', { body: { name: 'm' } }, ['path', 'url']],
		['another query', { url: 'https://h/things?a=2' }, ['path']],
		['no query', { url: 'https://h/things' }, ['path']],
		['another path', { url: 'https://h/thing?a=1' }, []],
		['another method', { method: 'PUT' }, []],
	])('with %s', (_case, change, same) => {
		const other = hashesOf({ ...shown, ...change });
		const names = ['path', 'url', 'request'] as const;
		expect(names.filter((name) => other[name] === of[name])).toEqual(same);
	});
});

describe('matchEntries', () => {
	it('goes by the item while the node is as it was, whatever the body', () => {
		const entries = [entry({ itemIndex: 0 }), entry({ itemIndex: 1 })];
		const items = [item(0, 'new'), item(2, 'a')];
		expect([...matchEntries(entries, items, SCOPE)]).toEqual([[0, entries[0]]]);
	});

	it('takes the one of several entries of the item that counts for the request', () => {
		const entries = [
			entry({ ...hashes('a', '/one'), outcome: 'done' }),
			entry({ ...hashes('a', '/two', '?ts=1'), outcome: 'refused' }),
			entry({ ...hashes('a', '/two', '?ts=2'), outcome: 'unknown' }),
			entry({ ...hashes('a', '/two', '?ts=3'), outcome: 'done' }),
		];
		const found = (path: string, query = '') =>
			matchEntries(entries, [item(0, 'b', path, query)], SCOPE).get(0);
		expect(found('/one')).toBe(entries[0]);
		expect(found('/two', '?ts=3')).toBe(entries[3]);
		expect(found('/two', '?ts=4')).toBe(entries[2]);
		expect(found('/three')).toBe(entries[0]);
	});

	it('prefers the same request of the node before an edit to another one after it', () => {
		const edited = entry({ node: 'edited', outcome: 'done' });
		const other = entry({ ...hashes('a', '/other'), outcome: 'done' });
		expect(matchEntries([other, edited], [item(0, 'a')], SCOPE).get(0)).toBe(edited);
	});

	it('goes by the request when the node was edited, each entry once', () => {
		const entries = ['a', 'b', 'a'].map((request, itemIndex) =>
			entry({ itemIndex, ...hashes(request), node: 'edited' }),
		);
		const items = ['a', 'c', 'a', 'a', 'b'].map((request, itemIndex) => item(itemIndex, request));
		expect([...matchEntries(entries, items, SCOPE)]).toEqual([
			[0, entries[0]],
			[2, entries[2]],
			[4, entries[1]],
		]);
	});

	it.each(['unknown', 'done'] as const)(
		'then takes what is left of the item: %s, which another item does not ask for',
		(outcome) => {
			const entries = [entry({ ...hashes('a'), node: 'edited', outcome })];
			expect([...matchEntries(entries, [item(0, 'new')], SCOPE)]).toEqual([[0, entries[0]]]);
			const moved = [item(0, 'new'), item(1, 'a')];
			expect([...matchEntries(entries, moved, SCOPE)]).toEqual([[1, entries[0]]]);
		},
	);

	it('then takes what is unknown of the same path before anything else of the item', () => {
		const entries = [
			entry({ ...hashes('a', '/other'), node: 'edited', outcome: 'done' }),
			entry({ ...hashes('b'), node: 'edited', outcome: 'unknown' }),
			entry({ ...hashes('c', '/other'), outcome: 'refused' }),
		];
		expect(matchEntries(entries, [item(0, 'new')], SCOPE).get(0)).toBe(entries[1]);
	});

	it('goes by the request as a tool', () => {
		const entries = [entry()];
		const scope = { ...SCOPE, isTool: true };
		expect(matchEntries(entries, [item(0, 'b')], scope).size).toBe(0);
		expect(matchEntries(entries, [item(3, 'a')], scope).get(3)).toBe(entries[0]);
	});

	it('goes by unknown outcomes alone as a tool, where another call has left them', () => {
		const entries = (['done', 'refused', 'unknown'] as const).map((outcome) =>
			entry({ outcome, runIndex: 0 }),
		);
		const items = [0, 1].map((itemIndex) => item(itemIndex, 'a'));
		const scope = { ...SCOPE, isTool: true };
		expect([...matchEntries(entries, items, scope)]).toEqual([[0, entries[2]]]);
	});

	it('goes by what is done as well as a tool, where n8n makes the same call again', () => {
		const entries = [entry({ outcome: 'done' })];
		const scope = { ...SCOPE, isTool: true };
		expect(matchEntries(entries, [item(0, 'a')], scope).get(0)).toBe(entries[0]);
		expect(matchEntries(entries, [item(0, 'b')], scope).size).toBe(0);
	});
});

describe('decide', () => {
	const SAME = hashes('a');
	const OTHER_BODY = hashes('b');
	const OTHER_QUERY = hashes('a', '/things', '?ts=2');
	const OTHER_PATH = hashes('a', '/others');

	function decided(
		known: JournalEntry | undefined,
		request: RequestHashes,
		changes: Partial<Circumstances> = {},
	): string {
		const ordinary = { isRepeatable: false, resendUnknown: false, hasOtherSecrets: false };
		return decide(known, request, { node: SCOPE.node, ...ordinary, ...changes }).action;
	}

	it.each([
		['done', SAME, 'replay'],
		['done', OTHER_BODY, 'replay'],
		['done', OTHER_QUERY, 'sendAsNew'],
		['done', OTHER_PATH, 'sendAsNew'],
		['unknown', SAME, 'block'],
		['unknown', OTHER_BODY, 'block'],
		['unknown', OTHER_QUERY, 'block'],
		['unknown', OTHER_PATH, 'sendAsNew'],
		['refused', SAME, 'send'],
		['refused', OTHER_PATH, 'send'],
		['notSent', SAME, 'send'],
		['notSent', OTHER_PATH, 'send'],
	] as const)('after %s, for %j: %s', (outcome, request, action) => {
		expect(decided(entry({ outcome }), request)).toBe(action);
	});

	it('takes an entry without an outcome as unknown, and none as new', () => {
		expect(decided(entry(), SAME)).toBe('block');
		expect(decided(undefined, SAME)).toBe('send');
	});

	it('sends again after an unknown outcome where that does no harm', () => {
		for (const repeating of [{ isRepeatable: true }, { resendUnknown: true }]) {
			expect(decided(entry({ outcome: 'unknown' }), SAME, repeating)).toBe('sendAgain');
			expect(decided(entry({ outcome: 'done' }), SAME, repeating)).toBe('replay');
			expect(decided(entry({ outcome: 'unknown' }), OTHER_PATH, repeating)).toBe('sendAsNew');
		}
	});

	it.each([
		['done', SAME, 'replay'],
		['done', OTHER_BODY, 'sendAsNew'],
		['unknown', OTHER_BODY, 'block'],
		['unknown', OTHER_PATH, 'sendAsNew'],
		['refused', OTHER_BODY, 'send'],
	] as const)('after an edit, after %s, for %j: %s', (outcome, request, action) => {
		expect(decided(entry({ outcome, node: 'edited' }), request)).toBe(action);
	});

	it('after other secrets sends what is done again only where that does no harm', () => {
		const done = entry({ outcome: 'done' });
		const hasOtherSecrets = true;
		expect(decided(done, SAME, { hasOtherSecrets })).toBe('replayOutdated');
		expect(decided(done, SAME, { hasOtherSecrets, resendUnknown: true })).toBe('replayOutdated');
		expect(decided(done, SAME, { hasOtherSecrets, isRepeatable: true })).toBe('sendCorrected');
		expect(decided(done, OTHER_PATH, { hasOtherSecrets })).toBe('sendAsNew');
	});
});

describe('stored outputs', () => {
	const key = keyOf(['canary'], 'journal');
	const output = { items: [{ id: 'pipe-1', name: 'Straße' }, { deleted: true }], secrets: 'hash' };
	const text = JSON.stringify(output);
	const storedAs = (stored: string, request = 'a') => entry({ request, output: stored });

	it('come back with the same secret and request', () => {
		const stored = encryptOutput(text, key, 'a');
		expect(Buffer.from(stored, 'base64').toString()).not.toContain('pipe-1');
		expect(stored).not.toBe(encryptOutput(text, key, 'a'));
		expect(decryptOutput(storedAs(stored), keyOf(['canary'], 'journal'))).toEqual(output);
	});

	it('cannot be read with another secret or request, or where they are damaged', () => {
		const stored = encryptOutput(text, key, 'a');
		expect(decryptOutput(storedAs(stored), keyOf(['other'], 'journal'))).toBeUndefined();
		expect(decryptOutput(storedAs(stored, 'b'), key)).toBeUndefined();
		expect(decryptOutput(storedAs(stored.slice(8)), key)).toBeUndefined();
		expect(decryptOutput(entry(), key)).toBeUndefined();
	});

	it.each(['null', '[]', '{}', '{"items":[1]}'])('are nothing else: %s', (other) => {
		expect(decryptOutput(storedAs(encryptOutput(other, key, 'a')), key)).toBeUndefined();
	});
});

describe('the hash of the secrets', () => {
	const key = keyOf(['canary'], 'journal');
	const request = (password: unknown, name = 'n'): HttpRequest => ({
		method: 'POST',
		path: '/things',
		body: { name, tags: [{ a: 1 }], source: { hosts: ['h'], password } },
	});
	const of = (sent: HttpRequest, extra?: Record<string, unknown>) => secretsHash(sent, extra, key);

	it('is the same while only other members differ', () => {
		expect(of(request('first', 'a'))).toBe(of(request('first', 'b')));
		expect(of(request('first'), { user: 'u' })).toBe(of(request('first'), { user: 'u' }));
	});

	it.each<[string, HttpRequest, HttpRequest]>([
		['a password', request('first'), request('second')],
		['a number', request(12_345_678), request(12_345_679)],
		['a token of the query', at('/a?token=first'), at('/a?token=second')],
		['the login of a URL', at('/a?url=http://ada:pass@h'), at('/a?url=http://ben:pass@h')],
		['the account of a connection string', connecting('ada'), connecting('ben')],
	])('differs with %s', (_case, one, other) => {
		expect(of(one)).not.toBe(of(other));
	});

	it('differs with the extra credential', () => {
		const hashes = [undefined, { password: 'a' }, { password: 'b' }].map((extra) =>
			of(request('first'), extra),
		);
		expect(new Set(hashes).size).toBe(3);
	});

	it('is under a key, and shows nothing', () => {
		expect(of(request('first'))).not.toBe(
			secretsHash(request('first'), undefined, keyOf(['b'], 'journal')),
		);
		expect(of(request('first'))).not.toContain('first');
	});

	function at(path: string): HttpRequest {
		return { method: 'POST', path };
	}

	function connecting(account: string): HttpRequest {
		return request(`AccountName=${account};AccountKey=same-key`);
	}
});
