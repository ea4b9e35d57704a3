import type { JournalEntry } from '../../../../nodes/engine/journal/entries';
import { decryptOutput, encryptOutput, isJournal } from '../../../../nodes/engine/journal/entries';
import { keyOf } from '../../../../nodes/engine/crypto';

const ENTRY: JournalEntry = {
	runIndex: 1,
	itemIndex: 0,
	nodeHash: 'hash of the node',
	addressHash: 'hash of the address',
	requestHash: 'hash of the request',
	subjectHash: 'hash of the subject',
	sentAt: 5,
	outcome: 'refused',
};

const KEY = keyOf(['canary'], 'journal');

it('rejects a damaged journal', () => {
	expect(isJournal([ENTRY])).toBe(true);
	for (const part of [
		null,
		'text',
		{},
		{ ...ENTRY, sentAt: 'now' },
		{ ...ENTRY, addressHash: 1 },
	]) {
		expect(isJournal([ENTRY, part])).toBe(false);
	}
	expect(isJournal({})).toBe(false);
});

it('decrypts nothing from a cut output or with another key', () => {
	const output = encryptOutput([{ id: 'a' }], KEY);
	expect(decryptOutput({ output }, KEY)).toEqual([{ id: 'a' }]);
	expect(decryptOutput({}, KEY)).toBeUndefined();
	expect(decryptOutput({ output: output.slice(8) }, KEY)).toBeUndefined();
	expect(decryptOutput({ output }, keyOf(['rotated'], 'journal'))).toBeUndefined();
});
