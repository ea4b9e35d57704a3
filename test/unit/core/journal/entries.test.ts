import type { HttpRequest } from '../../../../nodes/engine/operation';
import type {
	JournalEntry,
	JournalScope,
	RequestHashes,
} from '../../../../nodes/engine/journal/entries';
import {
	decide,
	decryptOutput,
	encryptOutput,
	entriesOf,
	hashesOf,
	matchEntries,
	secretsHash,
} from '../../../../nodes/engine/journal/entries';
import { keyOf } from '../../../../nodes/engine/json';
import { shownRequest } from '../../../../nodes/engine/redaction/redact';
import { CREDENTIAL } from '../fakes';

const SCOPE: JournalScope = { node: 'as-it-was', runIndex: 1, isTool: false };
const TOOL: JournalScope = { ...SCOPE, isTool: true };

/** The hashes of a request: its path and its query count by themselves. */
function hashes(url: string, body: string): RequestHashes {
	return { path: url.replace(/\?.*/, ''), url, request: url + body };
}

/** An entry by its item, its outcome, its URL, its body, and its node. */
function entry(text = '0 - /things a'): JournalEntry {
	const [itemIndex, outcome, url = '', body = '', node = 'as-it-was'] = text.split(' ');
	const known = {
		runIndex: 1,
		itemIndex: Number(itemIndex),
		node,
		...hashes(url, body),
		sentAt: 5,
	};
	const isKnown = outcome === 'done' || outcome === 'unknown' || outcome === 'refused';
	return isKnown ? { ...known, outcome } : known;
}

/** An item that asks for a request. */
function item(text: string) {
	const [itemIndex, url = '', body = ''] = text.split(' ');
	return { itemIndex: Number(itemIndex), hashes: hashes(url, body) };
}

describe('entriesOf', () => {
	const [earlier, current] = [{ ...entry(), runIndex: 0 }, entry()];
	const damaged = [null, 'text', {}, { ...current, sentAt: 'now' }, { ...current, path: 1 }];

	it.each<[string, unknown, JournalScope, JournalEntry[]]>([
		['those of this run index', [earlier, current], SCOPE, [current]],
		['all, as a tool', [earlier, current], TOOL, [earlier, current]],
		['what is valid, as a tool', [...damaged, current], TOOL, [current]],
		['nothing where there is none', undefined, SCOPE, []],
		['nothing of a text', 'text', SCOPE, []],
		['nothing of what is damaged', damaged, SCOPE, []],
	])('accepts %s: %j', (_case, stored, scope, expected) => {
		expect(entriesOf(stored, scope)).toEqual(expected);
	});

	it('uses the stored array itself as a tool', () => {
		const stored = [current];
		expect(entriesOf(stored, TOOL)).toBe(stored);
	});
});

describe('hashesOf', () => {
	const request: HttpRequest = { method: 'POST', path: '/things?a=1', body: { name: 'n' } };
	const of = (changes: Partial<HttpRequest> = {}) =>
		hashesOf(shownRequest({ ...request, ...changes }, { credential: CREDENTIAL }));

	it.each([
		['another body', { body: { name: 'm' } }, ['path', 'url']],
		['another query', { path: '/things?a=2' }, ['path']],
		['no query', { path: '/things' }, ['path']],
		['another path', { path: '/thing?a=1' }, []],
		['another path that looks like a secret', { path: '/things/token=a?a=1' }, []],
		['another method', { method: 'PUT' as const }, []],
	])('differ with %s', (_case, changes, same) => {
		const names = ['path', 'url', 'request'] as const;
		expect(names.filter((name) => of(changes)[name] === of()[name])).toEqual(same);
	});

	it('are the same whatever the secrets are, in the body or in the query', () => {
		const [one, other] = ['first', 'second'].map((secret) =>
			of({ path: `/things?token=${secret}`, body: { password: secret } }),
		);
		expect(one).toEqual(other);
	});
});

describe('matchEntries', () => {
	const SEVERAL = [
		'0 done /one a',
		'0 refused /two?ts=1 a',
		'0 unknown /two?ts=2 a',
		'0 done /two?ts=3 a',
	];
	const MOVED = ['0 - /things a edited', '1 - /things b edited', '2 - /things a edited'];
	const CHANGED = ['0 /things a', '1 /things c', '2 /things a', '3 /things a', '4 /things b'];
	const LEFT = ['0 done /other b edited', '0 unknown /things b edited', '0 refused /other c'];

	// Entries, items, and the position of each item's entry.
	it.each<[string, string[], string[], object, JournalScope?]>([
		['the item, whatever the body', [...MOVED, '0 - /things a'], ['0 /things new'], { 0: 3 }],
		['no other item', ['1 - /things a'], ['0 /things a'], {}],
		['what is done on the path', SEVERAL, ['0 /one b'], { 0: 0 }],
		['what is done with the query', SEVERAL, ['0 /two?ts=3 b'], { 0: 3 }],
		['what is unknown of the path', SEVERAL, ['0 /two?ts=4 b'], { 0: 2 }],
		['what is done of the item at least', SEVERAL, ['0 /three b'], { 0: 0 }],
		[
			'the same request before an edit, rather than another one after it',
			['0 done /other a', '0 done /things a edited'],
			['0 /things a'],
			{ 0: 1 },
		],
		['the request after an edit, each entry once', MOVED, CHANGED, { 0: 0, 2: 2, 4: 1 }],
		['what is left of the item after an edit', LEFT.slice(0, 1), ['0 /things new'], { 0: 0 }],
		['of it what is unknown of the path', LEFT, ['0 /things new'], { 0: 1 }],
		['nothing left that another asks for', LEFT.slice(1, 2), ['0 /a a', '1 /things b'], { 1: 0 }],
		['the same of what is done', LEFT.slice(0, 1), ['0 /a a', '1 /other b'], { 1: 0 }],
		['the request as a tool', ['0 - /a a'], ['0 /a b', '3 /a a'], { 3: 0 }, TOOL],
		['what is done as a tool in the same call', ['0 done /a a'], ['0 /a a'], { 0: 0 }, TOOL],
		['no other request as a tool', ['0 done /a a'], ['0 /a b'], {}, TOOL],
		[
			'unknown outcomes alone of another call as a tool',
			['0 done /a a', '0 refused /a a', '0 unknown /a a'],
			['0 /a a', '1 /a a'],
			{ 0: 2 },
			{ ...TOOL, runIndex: 2 },
		],
	])('finds %s', (_case, given, items, expected, scope = SCOPE) => {
		const entries = given.map(entry);
		const found = [...matchEntries(entries, items.map(item), scope)];
		expect(Object.fromEntries(found.map(([index, one]) => [index, entries.indexOf(one)]))).toEqual(
			expected,
		);
	});
});

describe('decide', () => {
	const SAME = hashes('/things', 'a');
	const OTHER_BODY = hashes('/things', 'b');
	const OTHER_QUERY = hashes('/things?ts=2', 'a');
	const OTHER_PATH = hashes('/others', 'a');
	const isRepeatable = { isRepeatable: true };
	const resendUnknown = { resendUnknown: true };
	const secrets = { hasOtherSecrets: true };
	/** The node as it is now: the entries are from before an edit. */
	const edited = { node: 'edited' };

	it.each<[JournalEntry['outcome'], RequestHashes, string, Partial<Parameters<typeof decide>[2]>?]>(
		[
			['done', SAME, 'replay'],
			['done', OTHER_BODY, 'replay'],
			['done', OTHER_QUERY, 'sendAsNew'],
			['done', SAME, 'replay', edited],
			['done', OTHER_BODY, 'sendAsNew', edited],
			['done', SAME, 'replay', { ...isRepeatable, ...resendUnknown }],
			['done', SAME, 'replayOldSecrets', { ...secrets, ...resendUnknown }],
			['done', OTHER_PATH, 'sendAsNew', secrets],
			['done', SAME, 'resendNewSecrets', { ...secrets, ...isRepeatable }],
			['unknown', SAME, 'block'],
			['unknown', OTHER_BODY, 'block'],
			['unknown', OTHER_QUERY, 'block'],
			['unknown', OTHER_PATH, 'sendAsNew'],
			['unknown', OTHER_BODY, 'block', edited],
			['unknown', SAME, 'sendAgain', isRepeatable],
			['unknown', SAME, 'sendAgain', resendUnknown],
			['unknown', OTHER_PATH, 'sendAsNew', { ...isRepeatable, ...resendUnknown }],
			['refused', SAME, 'send'],
			['refused', OTHER_PATH, 'send'],
			['notSent', SAME, 'send'],
			[undefined, SAME, 'block'],
		],
	)('decides after %s, for %j: %s, with %j', (outcome, request, expected, changes = {}) => {
		const ordinary = { isRepeatable: false, resendUnknown: false, hasOtherSecrets: false };
		const now = { node: SCOPE.node, ...ordinary, ...changes };
		const known = { ...entry(), ...(outcome && { outcome }) };
		expect(decide(known, request, now).action).toBe(expected);
		expect(decide(undefined, request, now).action).toBe('send');
	});
});

describe('stored outputs', () => {
	const key = keyOf(['canary'], 'journal');
	const plain = { items: [{ id: 'pipe-1', name: 'Straße' }, { deleted: true }], secrets: 'hash' };
	const text = JSON.stringify(plain);
	const stored = encryptOutput(text, key, 'a');
	const storedAs = (output: string, request = 'a') => ({ ...entry(), request, output });

	it('can be read with the same secret and request', () => {
		expect(Buffer.from(stored, 'base64').toString()).not.toContain('pipe-1');
		expect(stored).not.toBe(encryptOutput(text, key, 'a'));
		expect(decryptOutput(storedAs(stored), keyOf(['canary'], 'journal'))).toEqual(plain);
	});

	it.each([
		['with another secret', storedAs(stored), keyOf(['other'], 'journal')],
		['with another request', storedAs(stored, 'b'), key],
		['where they are damaged', storedAs(stored.slice(8)), key],
		['where there is none', entry(), key],
	])('cannot be read %s', (_case, known, secret) => {
		expect(decryptOutput(known, secret)).toBeUndefined();
	});

	it.each(['null', '[]', '{}', '{"items":[1]}'])('contain nothing else: %s', (other) => {
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
	const at = (path: string): HttpRequest => ({ method: 'POST', path });
	const account = (name: string) => request(`AccountName=${name};AccountKey=same-key`);
	const of = (sent: HttpRequest, extra?: Record<string, unknown>, under = key) =>
		secretsHash(sent, extra, under);

	it('is the same while only other keys differ, and reveals nothing', () => {
		expect(of(request('first', 'a'))).toBe(of(request('first', 'b')));
		expect(of(request('first'), { user: 'u' })).toBe(of(request('first'), { user: 'u' }));
		expect(of(request('first'))).not.toContain('first');
	});

	it.each([
		['a password', of(request('first')), of(request('second'))],
		['a number', of(request(12_345_678)), of(request(12_345_679))],
		['a token of the query', of(at('/a?token=first')), of(at('/a?token=second'))],
		['a login', of(at('/a?url=http://ada:pass@h')), of(at('/a?url=http://ben:pass@h'))],
		['the account of a connection string', of(account('ada')), of(account('ben'))],
		['an extra credential', of(request('first')), of(request('first'), { password: 'a' })],
		['its password', of(request('a'), { password: 'a' }), of(request('a'), { password: 'b' })],
		['the key', of(request('first')), of(request('first'), {}, keyOf(['b'], 'journal'))],
	])('differs with %s', (_case, one, other) => {
		expect(one).not.toBe(other);
	});
});
