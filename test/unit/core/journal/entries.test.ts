import type { JournalEntry } from '../../../../nodes/engine/journal/entries';
import {
	decryptOutput,
	encryptOutput,
	hashesOf,
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
	const output = encrypt('[{}]');

	it.each([
		{ why: 'for another request', entry: { ...ENTRY, output, request: 'b' } },
		{ why: 'if a part is lost', entry: { ...ENTRY, output: output.slice(8) } },
		{ why: 'if it is no list of items', entry: { ...ENTRY, output: encrypt('[1]') } },
		{ why: 'if it is no list', entry: { ...ENTRY, output: encrypt('{}') } },
	])('cannot be read $why', ({ entry }) => {
		expect(decryptOutput({ ...ENTRY, output }, KEY)).toBeDefined();
		expect(decryptOutput(entry, KEY)).toBeUndefined();
	});
});
