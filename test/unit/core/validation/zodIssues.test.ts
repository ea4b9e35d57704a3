import { z } from 'zod';

import { sentenceHint, withUnusualDecided } from '../../../../nodes/engine/issue';
import { unknownMemberHints, zodIssues } from '../../../../nodes/engine/body/schema';

const schema = z.object({
	text: z.string().min(1),
	count: z.number().int().min(1).max(9),
	size: z.number().finite(),
	kind: z.enum(['a', 'b']),
	list: z.array(z.object({ on: z.boolean() }).passthrough()).min(1),
	mail: z.string().email('is not an e-mail address.'),
	other: z.union([z.string(), z.number()]).nullish(),
});

function said(changes: object, allowUnlisted = false): string[] {
	const valid = { text: 'x', count: 1, size: 0.5, kind: 'a', list: [{ on: true }], mail: 'a@b.cd' };
	const issues = withUnusualDecided(
		zodIssues(schema, { ...valid, ...changes }),
		allowUnlisted ? 'allowed' : undefined,
	);
	return issues.map((issue) => `${issue.path} ${issue.text}`);
}

describe('zodIssues', () => {
	it.each<{ body: object; issue: string }>([
		{ body: { text: undefined }, issue: 'text is empty. Enter a value.' },
		{ body: { text: '' }, issue: 'text is empty. Enter a value.' },
		{ body: { text: 5 }, issue: 'text must be text, but is a number.' },
		{ body: { count: 1.5 }, issue: 'count must be a whole number.' },
		{ body: { count: 0 }, issue: 'count must be at least 1.' },
		{ body: { size: Infinity }, issue: 'size must be a finite number.' },
		{ body: { size: NaN }, issue: 'size must be a number, but is not a number.' },
		{ body: { list: [] }, issue: 'list has too few entries. Enter at least 1.' },
		{ body: { mail: 'ada' }, issue: 'mail is not an e-mail address.' },
	])('describes $body: $issue', ({ body, issue }) => {
		expect(said(body)).toEqual([issue]);
	});

	it('requires Allow Unusual Values for an unlisted value', () => {
		expect(said({ kind: 'c' })).toEqual(['kind is "c", which isn\'t listed. Use one of: a, b.']);
		expect(said({ kind: 'c' }, true)).toEqual([]);
		expect(said({ kind: 5, count: 0 }, true)).toHaveLength(2);
	});
});

describe('unknownMemberHints', () => {
	const described = z
		.object({
			a: z.string().nullish(),
			inner: z.object({ b: z.number() }).passthrough().nullish(),
			rows: z.array(z.object({ c: z.number() }).passthrough()).optional(),
			any: z.array(z.unknown()),
		})
		.passthrough();

	it("doesn't return a hint for described keys", () => {
		const whole = { a: 'x', inner: { b: 1 }, rows: [{ c: 1 }], any: [{ d: 1 }] };
		for (const body of [whole, { a: { d: 1 }, inner: null, rows: 'x' }, 5]) {
			expect(unknownMemberHints(described, body, { near: true })).toEqual([]);
		}
	});

	it('says in the singular that an unknown key is sent', () => {
		const hint = '"d" isn\'t in the API reference. The node sends it as entered.';
		expect(unknownMemberHints(described, { d: 1 }, { near: true })).toEqual([sentenceHint(hint)]);
	});

	it.each<{ body: object; hint: string }>([
		{ body: { inner: { d: 1 }, rows: [{}, { d: {} }] }, hint: '"inner.d" and "rows.1.d" aren\'t' },
		{ body: { toString: 1, constructor: 2 }, hint: '"toString" and "constructor" aren\'t' },
		{
			body: { rows: Array.from({ length: 1_005 }, () => ({ d: 1 })) },
			hint: '"rows.0.d", "rows.1.d", "rows.2.d", "rows.3.d", "rows.4.d", and 1,000 more aren\'t',
		},
	])('lists at most five unknown keys: $hint', ({ body, hint }) => {
		const whole = `${hint} in the API reference. The node sends them as entered.`;
		expect(unknownMemberHints(described, body, { near: true })).toEqual([sentenceHint(whole)]);
	});
});
