import fc from 'fast-check';

import {
	distinctNames,
	replaceMatches,
	rowName,
	shortened,
	shortenedInside,
	shortLine,
} from '../../../nodes/engine/text';
import { growth } from '../../growth';

it('shortened never cuts after a space or within a character', () => {
	expect(shortened('12345', 5)).toBe('12345');
	expect(shortened('123456', 5)).toBe('12345…');
	expect(shortened('1234 6', 5)).toBe('1234…');
	expect(shortened('1234😀', 5)).toBe('1234\uFFFD…');
});

it('shortens numbered names so that they stay different', () => {
	expect(shortenedInside('12345', 5)).toBe('12345');
	expect(shortenedInside('same 1', 5)).toBe('sam… 1');
	expect(shortenedInside('same 2', 5)).toBe('sam… 2');
	expect(shortenedInside('same 2', 1)).toBe('s…');
});

it('keeps the first spelling of each name, in order', () => {
	expect(distinctNames(['b', 'A', ' a ', 'B', 'c'])).toEqual(['b', 'A', 'c']);
});

it('shortens text to a line of at most 600 characters', () => {
	expect(shortLine(' one\n\ttwo\u0000 three\r\n')).toBe('one two three');
	expect(shortLine('x'.repeat(600))).toBe('x'.repeat(600));
	expect(shortLine('x'.repeat(601))).toBe(`${'x'.repeat(600)}…`);
	expect(shortLine(`${'x'.repeat(599)}😀 and more`)).toBe(`${'x'.repeat(599)}\ufffd…`);
});

it('replaces any number of matches as text.replace does', () => {
	const parts = fc.string({ unit: fc.constantFrom('a', 'b', '1', '22') });
	fc.assert(
		fc.property(parts, fc.constantFrom(1, 2000), (part, times) => {
			const text = part.repeat(times);
			const replaced = text.replace(/a|(\d)/g, (_, digit = '') => `<${String(digit)}>`);
			expect(replaceMatches(text, /a|(\d)/g, ([, digit = '']) => `<${digit}>`)).toBe(replaced);
		}),
	);
});

it('reads only the start of a long text for a line', async () => {
	const textOf = (size: number) => ' \n x'.repeat(size);
	expect(shortLine(textOf(1000), 5)).toBe('x x x…');
	expect(await growth(1000, textOf, (text) => shortLine(text))).toBeLessThan(0.5);
});

it('shortens any text as if it put all of it on one line first', () => {
	const unit = fc.constantFrom('a', ' ', '\u0000', '\n', '\u00a0', '\ufeff', '😀', '\ud83d', 'b c');
	fc.assert(
		fc.property(fc.string({ unit }), fc.nat(9), (text, longest) => {
			const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
			expect(shortLine(text, longest)).toBe(shortened(line, longest));
		}),
		{ numRuns: 1000 },
	);
});

it.each([
	['Columns', 'Column 1'],
	['Tables to Add', 'Table to Add 1'],
	['Queries', 'Query 1'],
	['Series', 'Series 1'],
	['Addresses', 'Address 1'],
	['Databases', 'Database 1'],
	['Suffixes', 'Suffix 1'],
	['Hashes', 'Hash 1'],
	['Searches', 'Entry 1 of "Searches"'],
	['Caches', 'Entry 1 of "Caches"'],
	['Indices to Add', 'Entry 1 of "Indices to Add"'],
	['Archives', 'Entry 1 of "Archives"'],
	['Statuses', 'Status 1'],
	['Status', 'Status 1'],
	['Aliases', 'Alias 1'],
	['Alias', 'Alias 1'],
	['Access', 'Access 1'],
	['Names or IDs', 'Entry 1 of "Names or IDs"'],
])('names a row of %s in the singular', (label, name) => {
	expect(rowName(label, 0)).toBe(name);
});
