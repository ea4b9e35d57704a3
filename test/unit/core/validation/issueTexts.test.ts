import type { ValidationIssue } from '../../../../nodes/core/operation';
import {
	hintTexts,
	invalidItemError,
	preflightError,
} from '../../../../nodes/core/validation/issueTexts';

const plain = () => (text: string) => text;
const EMPTY = { field: 'Pipe ID', message: 'is empty. Enter the ID, or map it.' };
const LONG = { field: 'source.kafka.type', message: 'is "x", e.g. not 1.5. Use another.' };

function invalid(itemIndex: number, ...issues: ValidationIssue[]) {
	return { itemIndex, issues };
}

describe('preflightError', () => {
	it('is the one issue of the one item', () => {
		expect(preflightError([invalid(0, EMPTY)], 1, plain)).toEqual({
			message: 'Pipe ID is empty. Enter the ID, or map it.',
			description: 'Nothing was sent.',
		});
	});

	it('begins with the first issue and says how many more there are', () => {
		const errors = [invalid(0, EMPTY, LONG), invalid(3, { field: 'Name', message: 'is wrong.' })];
		expect(preflightError(errors, 4, plain)).toEqual({
			message: 'Pipe ID is empty, and 2 more issues',
			description: [
				'Nothing was sent.',
				'• Item 0: Pipe ID is empty. Enter the ID, or map it.',
				'• Item 0: "source.kafka.type" is "x", e.g. not 1.5. Use another.',
				'• Item 3: Name is wrong.',
			].join('\n'),
		});
	});

	it('counts one more issue as one', () => {
		const { message } = preflightError([invalid(0, EMPTY, LONG)], 1, plain);
		expect(message).toBe('Pipe ID is empty, and 1 more issue');
	});

	it('tells the same issue of many items once, with their ranges', () => {
		const errors = [0, 1, 2, 3, 4, 7].map((item) => invalid(item, EMPTY));
		expect(preflightError(errors, 10, plain)).toEqual({
			message: 'Pipe ID is empty in 6 of 10 items',
			description: 'Nothing was sent.\n• Items 0–4, 7: Pipe ID is empty. Enter the ID, or map it.',
		});
	});

	it('names an item once that has the same issue twice', () => {
		const { description } = preflightError([invalid(2, EMPTY, EMPTY)], 3, plain);
		expect(description).toContain('• Item 2: Pipe ID');
	});

	it('names ten ranges and counts the other items', () => {
		const errors = Array.from({ length: 1_500 }, (_, item) => invalid(item * 2, EMPTY));
		const { description } = preflightError(errors, 3_000, plain);
		expect(description).toContain('• Items 0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 1,490 more: Pipe');
	});

	it('shows twenty issues of ten thousand, shortens each, and redacts no other', () => {
		const redact = jest.fn((text: string) => text.replaceAll('hush', '***'));
		const errors = Array.from({ length: 10_000 }, (_, item) =>
			invalid(item, { field: 'Name', message: `is hush ${String(item)}${' x'.repeat(5_000)}.` }),
		);
		const { message, description } = preflightError(errors, 10_000, () => redact);
		const lines = description.split('\n');
		expect(lines).toHaveLength(22);
		expect(lines.at(-1)).toBe('• 9,980 more issues are not shown.');
		expect(lines[20]).toMatch(/^• Item 19: Name is \*\*\* 19( x)+…$/);
		expect(message).toContain(', and 9,999 more issues');
		expect(message.length + description.length).toBeLessThan(15_000);
		expect(redact.mock.calls.length).toBeLessThan(30);
	});
});

describe('invalidItemError', () => {
	it('describes the one item without naming it', () => {
		const redact = (text: string): string => text.replace('empty', '***');
		expect(invalidItemError(invalid(5, EMPTY), redact)).toEqual({
			message: 'Pipe ID is ***. Enter the ID, or map it.',
			description: 'The item was not sent.',
		});
		expect(invalidItemError(invalid(5, EMPTY, LONG), redact)).toEqual({
			message: 'Pipe ID is ***, and 1 more issue',
			description:
				'The item was not sent.\n• Pipe ID is ***. Enter the ID, or map it.\n• "source.kafka.type" is "x", e.g. not 1.5. Use another.',
		});
	});
});

describe('hintTexts', () => {
	it('tells each hint once, with the items it holds for', () => {
		const hints = [
			{ itemIndex: 0, text: 'Look.' },
			{ itemIndex: 1, text: 'Look.' },
			{ itemIndex: 4, text: 'Mind.' },
		];
		expect(hintTexts(hints, 5)).toEqual(['Items 0–1: Look.', 'Item 4: Mind.']);
		expect(hintTexts(hints.slice(0, 1), 1)).toEqual(['Look.']);
		expect(hintTexts([], 5)).toEqual([]);
	});

	it('tells twenty and counts the others', () => {
		const hints = Array.from({ length: 1_025 }, (_, item) => ({
			itemIndex: item,
			text: `Hint ${String(item)}`,
		}));
		const texts = hintTexts(hints, 1_025);
		expect(texts).toHaveLength(21);
		expect(texts.at(-1)).toBe('1,005 more hints are not shown.');
	});
});
