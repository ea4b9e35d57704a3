import type { INodeProperties } from 'n8n-workflow';

import { describeIssues, hintTexts } from '../../../../nodes/engine/issues/issueTexts';
import { malformed } from '../fakes';
import type { Issue } from '../../../../nodes/engine/issue';

const field = (displayName: string, name: string): INodeProperties => ({
	...{ displayName, name, type: 'string', default: '' },
});
const operation = { properties: [field('Pipe ID', 'pipeId'), field('Name', 'name')] };
const EMPTY = malformed('pipeId', 'is empty. Enter the ID, or map it.');
const LONG = malformed('source.kafka.type', 'is "x", e.g. not 1.5. Use another.');
const WRONG = malformed('name', 'is wrong.');

const NAMED: Issue = {
	...{ path: 'cloudPipeSourceApi', label: "The credential 'Kafka vs. prod'" },
	code: 'otherSecrets',
	contained: 'an access key for St. Gallen! Or so',
	need: 'it is needed',
};

type Invalid = Array<[itemIndex: number, ...issues: Issue[]]>;

function textsOf(invalid: Invalid, count: number, redact = (text: string) => text) {
	const items = invalid.map(([itemIndex, ...issues]) => ({ itemIndex, issues, parameters: {} }));
	const execution = { operation, redactorFor: () => redact };
	const { message, description } = describeIssues(items, count, execution, 'Nothing was sent.');
	const [start, ...lines] = description.split('\n');
	expect(start).toBe('Nothing was sent.');
	return { message, lines };
}

const IS_EMPTY = 'Pipe ID is empty. Enter the ID, or map it.';
const IS_LONG = '"source.kafka.type" is "x", e.g. not 1.5. Use another.';

const IS_NAMED =
	"The credential 'Kafka vs. prod' contains an access key for St. Gallen! Or so; it is needed. Select another credential.";

describe('describeIssues', () => {
	it.each<[string, Invalid, number, string, string[]]>([
		['the one issue of the one item', [[0, EMPTY]], 1, IS_EMPTY, []],
		[
			'the issues of the one item without its name',
			[[5, EMPTY, LONG]],
			1,
			'Pipe ID is empty, and 1 more issue',
			[IS_EMPTY, IS_LONG],
		],
		[
			'the first issue of several, and how many more there are',
			[
				[0, EMPTY, LONG],
				[3, WRONG],
			],
			4,
			'Pipe ID is empty, and 2 more issues',
			[`${IS_EMPTY} (item 1)`, `${IS_LONG} (item 1)`, 'Name is wrong. (item 4)'],
		],
		[
			'the same issue of many items once, with their ranges',
			[0, 1, 2, 3, 4, 7, 7].map((item) => [item, EMPTY]),
			10,
			'Pipe ID is empty in 7 of 10 items',
			[`${IS_EMPTY} (items 1–5, 8)`],
		],
		[
			'a whole name, whatever is in it',
			[[0, NAMED, EMPTY]],
			1,
			"The credential 'Kafka vs. prod' contains an access key for St. Gallen! Or so; it is needed, and 1 more issue",
			[IS_NAMED, IS_EMPTY],
		],
		['a whole name in the message of one issue', [[0, NAMED]], 1, IS_NAMED, []],
		[
			'ten ranges, and how many other items',
			Array.from({ length: 1_500 }, (_, item) => [item * 2, EMPTY]),
			3_000,
			'Pipe ID is empty in 1,500 of 3,000 items',
			[`${IS_EMPTY} (items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 1,490 more)`],
		],
	])('is %s', (_case, invalid, count, message, lines) => {
		const bullets = lines.map((line) => `• ${line}`);
		expect(textsOf(invalid, count)).toEqual({ message, lines: bullets });
	});

	it('shows ten issues of ten thousand, shortens each, and redacts no other', () => {
		const redact = jest.fn((text: string) => text.replaceAll('hush', '***'));
		const invalid = Array.from({ length: 10_000 }, (_, item): Invalid[number] => [
			...([item, malformed('name', `is hush ${String(item)}${' x'.repeat(5_000)}.`)] as const),
		]);
		const { message, lines } = textsOf(invalid, 10_000, redact);
		expect(lines).toHaveLength(11);
		expect(lines.at(-1)).toBe('• 9,990 more issues are not shown.');
		expect(lines[9]).toMatch(/^• Name is \*\*\* 9( x)+… \(item 10\)$/);
		expect(message).toContain(', and 9,999 more issues');
		expect(message.length + lines.join('').length).toBeLessThan(15_000);
		expect(redact.mock.calls.length).toBeLessThan(30);
	});
});

it('hints are shown once each with their items, ten at most, and the others are counted', () => {
	const hints = [0, 1, 4].map((itemIndex) => ({
		itemIndex,
		text: itemIndex < 4 ? 'Look.' : 'Mind.',
	}));
	expect(hintTexts(hints, 5)).toEqual(['Look. (items 1–2)', 'Mind. (item 5)']);
	expect(hintTexts(hints.slice(0, 1), 1)).toEqual(['Look.']);
	expect(hintTexts([], 5)).toEqual([]);
	const many = Array.from({ length: 1_025 }, (_, itemIndex) => ({
		itemIndex,
		text: String(itemIndex),
	}));
	const texts = hintTexts(many, 1_025);
	expect([texts.length, texts.at(-1)]).toEqual([10, '1,016 more hints are not shown.']);
	const ten = hintTexts(many.slice(0, 10), 1);
	expect(ten).toEqual(many.slice(0, 10).map(({ text }) => text));
});
