import type {
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
	outputKey,
	hashesOf,
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

	it('goes by the request as a tool', () => {
		const entries = [entry()];
		const scope = { ...SCOPE, isTool: true };
		expect(matchEntries(entries, [item(0, 'b')], scope).size).toBe(0);
		expect(matchEntries(entries, [item(3, 'a')], scope).get(3)).toBe(entries[0]);
	});

	it('goes by unknown outcomes alone as a tool', () => {
		const entries = (['done', 'refused', 'unknown'] as const).map((outcome) => entry({ outcome }));
		const items = [0, 1].map((itemIndex) => item(itemIndex, 'a'));
		const scope = { ...SCOPE, isTool: true };
		expect([...matchEntries(entries, items, scope)]).toEqual([[0, entries[2]]]);
	});
});

describe('decide', () => {
	const SAME = hashes('a');
	const OTHER_BODY = hashes('b');
	const OTHER_QUERY = hashes('a', '/things', '?ts=2');
	const OTHER_PATH = hashes('a', '/others');

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
		expect(decide(entry({ outcome }), request, false).action).toBe(action);
	});

	it('takes an entry without an outcome as unknown, and none as new', () => {
		expect(decide(entry(), SAME, false).action).toBe('block');
		expect(decide(undefined, SAME, false)).toEqual({ action: 'send' });
	});

	it('sends again after an unknown outcome where that does no harm', () => {
		expect(decide(entry({ outcome: 'unknown' }), SAME, true).action).toBe('sendAgain');
		expect(decide(entry({ outcome: 'done' }), SAME, true).action).toBe('replay');
		expect(decide(entry({ outcome: 'unknown' }), OTHER_PATH, true).action).toBe('sendAsNew');
	});
});

describe('stored outputs', () => {
	const key = outputKey(['canary']);
	const output = [{ id: 'pipe-1', name: 'Straße' }, { deleted: true }];
	const storedAs = (stored: string, request = 'a') => entry({ request, output: stored });

	it('come back with the same secret and request', () => {
		const stored = encryptOutput(JSON.stringify(output), key, 'a');
		expect(Buffer.from(stored, 'base64').toString()).not.toContain('pipe-1');
		expect(stored).not.toBe(encryptOutput(JSON.stringify(output), key, 'a'));
		expect(decryptOutput(storedAs(stored), outputKey(['canary']))).toEqual(output);
	});

	it('cannot be read with another secret or request, or where they are damaged', () => {
		const stored = encryptOutput(JSON.stringify(output), key, 'a');
		expect(decryptOutput(storedAs(stored), outputKey(['other']))).toBeUndefined();
		expect(decryptOutput(storedAs(stored, 'b'), key)).toBeUndefined();
		expect(decryptOutput(storedAs(stored.slice(8)), key)).toBeUndefined();
		expect(decryptOutput(entry(), key)).toBeUndefined();
	});
});
