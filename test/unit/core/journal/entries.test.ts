import type { JournalEntry, JournalScope } from '../../../../nodes/core/journal/entries';
import {
	decide,
	decryptOutput,
	encryptOutput,
	entriesOf,
	matchEntries,
	outputKey,
} from '../../../../nodes/core/journal/entries';

const SCOPE: JournalScope = { node: 'as-it-was', runIndex: 1, isTool: false };

function entry(changes: Partial<JournalEntry> = {}): JournalEntry {
	return { runIndex: 1, itemIndex: 0, node: 'as-it-was', request: 'a', sentAt: 5, ...changes };
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

describe('matchEntries', () => {
	it('goes by the item while the node is as it was, whatever the request', () => {
		const entries = [entry({ itemIndex: 0 }), entry({ itemIndex: 1 })];
		const items = [
			{ itemIndex: 0, hash: 'new' },
			{ itemIndex: 2, hash: 'a' },
		];
		expect([...matchEntries(entries, items, SCOPE)]).toEqual([[0, entries[0]]]);
	});

	it('goes by the request when the node was edited, each entry once', () => {
		const entries = ['a', 'b', 'a'].map((request, itemIndex) =>
			entry({ itemIndex, request, node: 'edited' }),
		);
		const items = ['a', 'c', 'a', 'a', 'b'].map((hash, itemIndex) => ({ itemIndex, hash }));
		expect([...matchEntries(entries, items, SCOPE)]).toEqual([
			[0, entries[0]],
			[2, entries[2]],
			[4, entries[1]],
		]);
	});

	it('goes by the request as a tool', () => {
		const entries = [entry()];
		const scope = { ...SCOPE, isTool: true };
		expect(matchEntries(entries, [{ itemIndex: 0, hash: 'b' }], scope).size).toBe(0);
		expect(matchEntries(entries, [{ itemIndex: 3, hash: 'a' }], scope).get(3)).toBe(entries[0]);
	});

	it('goes by unknown outcomes alone as a tool', () => {
		const entries = (['done', 'refused', 'unknown'] as const).map((outcome) => entry({ outcome }));
		const items = [0, 1].map((itemIndex) => ({ itemIndex, hash: 'a' }));
		const scope = { ...SCOPE, isTool: true };
		expect([...matchEntries(entries, items, scope)]).toEqual([[0, entries[2]]]);
	});
});

describe('decide', () => {
	it.each([
		['done', 'replay'],
		['refused', 'send'],
		['notSent', 'send'],
		['unknown', 'block'],
	] as const)('after %s: %s', (outcome, action) => {
		expect(decide(entry({ outcome }), false).action).toBe(action);
	});

	it('takes a begun entry without an outcome as unknown, and none as new', () => {
		expect(decide(entry(), false).action).toBe('block');
		expect(decide(undefined, false)).toEqual({ action: 'send' });
	});

	it('sends again after an unknown outcome where that does no harm', () => {
		expect(decide(entry({ outcome: 'unknown' }), true).action).toBe('sendAgain');
		expect(decide(entry({ outcome: 'done' }), true).action).toBe('replay');
	});
});

describe('stored outputs', () => {
	const key = outputKey(['canary']);
	const output = [{ id: 'pipe-1', name: 'Straße' }, { deleted: true }];

	it('come back with the same secret and request', () => {
		const stored = encryptOutput(output, key, 'a');
		expect(Buffer.from(stored, 'base64').toString()).not.toContain('pipe-1');
		expect(stored).not.toBe(encryptOutput(output, key, 'a'));
		expect(decryptOutput(entry({ output: stored }), outputKey(['canary']))).toEqual(output);
	});

	it('do not with another secret or request, or where they are damaged', () => {
		const stored = encryptOutput(output, key, 'a');
		expect(decryptOutput(entry({ output: stored }), outputKey(['other']))).toBeUndefined();
		expect(decryptOutput(entry({ output: stored, request: 'b' }), key)).toBeUndefined();
		expect(decryptOutput(entry({ output: stored.slice(8) }), key)).toBeUndefined();
		expect(decryptOutput(entry(), key)).toBeUndefined();
	});
});
