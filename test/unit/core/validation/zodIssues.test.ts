import { z } from 'zod';

import { sentenceOf } from '../../../../nodes/engine/issue';
import { unknownMemberHints, zodIssues } from '../../../../nodes/engine/issues/checks';

const schema = z.object({
	text: z.string().min(1),
	count: z.number().int().min(1).max(9),
	size: z.number().finite(),
	kind: z.enum(['a', 'b']),
	list: z.array(z.object({ on: z.boolean() }).passthrough()).min(1),
	mail: z.string().email('is not an e-mail address.'),
	other: z.union([z.string(), z.number()]).nullish(),
});
const VALID = {
	...{ text: 'x', count: 1, size: 0.5, kind: 'a', list: [{ on: true }], mail: 'a@example.com' },
};

function said(changes: object, options = {}): string[] {
	const context = { input: 'fields', allowUnlisted: false, ...options } as const;
	const issues = zodIssues(schema, { ...VALID, ...changes }, context);
	return issues.map((issue) => `${issue.path} ${sentenceOf(issue)}`);
}

describe('zodIssues', () => {
	it.each([
		[{ text: undefined }, 'text is empty. Enter a value.'],
		[{ text: '' }, 'text is empty. Enter a value.'],
		[{ text: 5 }, 'text must be text, but is a number.'],
		[{ text: null }, 'text must be text, but is null.'],
		[{ text: new Date() }, 'text must be text, but is date.'],
		[{ count: 1.5 }, 'count must be a whole number.'],
		[{ count: 0 }, 'count must be at least 1.'],
		[{ count: 10 }, 'count must be at most 9.'],
		[{ size: Number.POSITIVE_INFINITY }, 'size must be a finite number.'],
		[{ size: Number.NaN }, 'size must be a number, but is not a number.'],
		[
			{ kind: 'c' },
			'kind is "c", which isn\'t listed. Use one of: a, b. To send it anyway, turn on the option Allow Unlisted Values.',
		],
		[{ list: [] }, 'list needs at least 1 entry.'],
		[{ list: [{ on: true }, { on: 'yes' }] }, 'list.1.on must be true or false, but is text.'],
		[{ mail: 'ada' }, 'mail is not an e-mail address.'],
		[{ other: true }, 'other Invalid input'],
	])('describes %j', (changes, sentence) => {
		expect(said(changes)).toEqual([sentence]);
	});

	it('names the place for keys that JSON lacks, and allows unlisted values when told to', () => {
		expect(said({})).toEqual([]);
		expect(said({ text: undefined }, { input: 'json' })).toEqual([
			'text is missing. Add it to the JSON.',
		]);
		expect(said({ kind: 'c' }, { allowUnlisted: true })).toEqual([]);
		expect(said({ kind: 5, count: 0 }, { allowUnlisted: true })).toHaveLength(2);
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

	it.each([
		[{ a: 'x', inner: { b: 1 }, rows: [{ c: 1 }], any: [{ d: 1 }] }, []],
		[{ a: { d: 1 }, inner: null, rows: 'x' }, []],
		[5, []],
		[{ d: 1 }, ["'d' isn't in the API reference; sent as entered."]],
		[
			{ inner: { d: 1 }, rows: [{}, { d: { e: 1 } }] },
			["'inner.d' and 'rows.1.d' aren't in the API reference; sent as entered."],
		],
		[
			{ toString: 1, constructor: 2 },
			["'toString' and 'constructor' aren't in the API reference; sent as entered."],
		],
	])('are right for %j', (body, hints) => {
		expect(unknownMemberHints(described, body)).toEqual(hints);
	});

	it('names five and counts the others', () => {
		const rows = Array.from({ length: 1_005 }, () => ({ d: 1 }));
		expect(unknownMemberHints(described, { rows })).toEqual([
			"'rows.0.d', 'rows.1.d', 'rows.2.d', 'rows.3.d', 'rows.4.d' and 1,000 more aren't in the API reference; sent as entered.",
		]);
	});
});
