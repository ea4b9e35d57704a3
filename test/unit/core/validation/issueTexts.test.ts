import type { INodeProperties } from 'n8n-workflow';

import type { ValidationIssue } from '../../../../nodes/core/operation';
import { describeIssues, hintTexts } from '../../../../nodes/core/validation/issueTexts';
import { malformed } from '../fakes';

const operation = {
	properties: ['Pipe ID', 'Name'].map((displayName): INodeProperties => ({
		...{ displayName, name: displayName === 'Name' ? 'name' : 'pipeId' },
		...{ type: 'string', default: '' },
	})),
};
const plain = { operation, redactorFor: () => (text: string) => text };
const EMPTY = malformed('pipeId', 'is empty. Enter the ID, or map it.');
const LONG = malformed('source.kafka.type', 'is "x", e.g. not 1.5. Use another.');

function invalid(itemIndex: number, ...issues: ValidationIssue[]) {
	return { itemIndex, issues, parameters: {} };
}

describe('describeIssues', () => {
	it('is the one issue of the one item', () => {
		expect(describeIssues([invalid(0, EMPTY)], 1, plain, 'Nothing was sent.')).toEqual({
			message: 'Pipe ID is empty. Enter the ID, or map it.',
			description: 'Nothing was sent.',
		});
	});

	it('begins with the first issue and says how many more there are', () => {
		const errors = [invalid(0, EMPTY, LONG), invalid(3, malformed('name', 'is wrong.'))];
		expect(describeIssues(errors, 4, plain, 'Nothing was sent.')).toEqual({
			message: 'Pipe ID is empty, and 2 more issues',
			description: [
				'Nothing was sent.',
				'• Pipe ID is empty. Enter the ID, or map it. (item 1)',
				'• "source.kafka.type" is "x", e.g. not 1.5. Use another. (item 1)',
				'• Name is wrong. (item 4)',
			].join('\n'),
		});
	});

	it('counts one more issue as one', () => {
		const { message } = describeIssues([invalid(0, EMPTY, LONG)], 1, plain, 'Nothing was sent.');
		expect(message).toBe('Pipe ID is empty, and 1 more issue');
	});

	it('shows the same issue of many items once, with their ranges', () => {
		const errors = [0, 1, 2, 3, 4, 7].map((item) => invalid(item, EMPTY));
		expect(describeIssues(errors, 10, plain, 'Nothing was sent.')).toEqual({
			message: 'Pipe ID is empty in 6 of 10 items',
			description: 'Nothing was sent.\n• Pipe ID is empty. Enter the ID, or map it. (items 1–5, 8)',
		});
	});

	it('names an item once that has the same issue twice', () => {
		const { description } = describeIssues(
			[invalid(2, EMPTY, EMPTY)],
			3,
			plain,
			'Nothing was sent.',
		);
		expect(description).toContain('map it. (item 3)');
	});

	it('names ten ranges and counts the other items', () => {
		const errors = Array.from({ length: 1_500 }, (_, item) => invalid(item * 2, EMPTY));
		const { description } = describeIssues(errors, 3_000, plain, 'Nothing was sent.');
		expect(description).toContain(
			'map it. (items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 1,490 more)',
		);
	});

	it('shows ten issues of ten thousand, shortens each, and redacts no other', () => {
		const redact = jest.fn((text: string) => text.replaceAll('hush', '***'));
		const errors = Array.from({ length: 10_000 }, (_, item) =>
			invalid(item, malformed('name', `is hush ${String(item)}${' x'.repeat(5_000)}.`)),
		);
		const { message, description } = describeIssues(
			errors,
			10_000,
			{ operation, redactorFor: () => redact },
			'Nothing was sent.',
		);
		const lines = description.split('\n');
		expect(lines).toHaveLength(12);
		expect(lines.at(-1)).toBe('• 9,990 more issues are not shown.');
		expect(lines[10]).toMatch(/^• Name is \*\*\* 9( x)+… \(item 10\)$/);
		expect(message).toContain(', and 9,999 more issues');
		expect(message.length + description.length).toBeLessThan(15_000);
		expect(redact.mock.calls.length).toBeLessThan(30);
	});
});

describe('describeIssues of one item among others', () => {
	it('describes the one item without naming it', () => {
		const redactorFor = () => (text: string) => text.replace('empty', '***');
		const execution = { operation, redactorFor };
		expect(describeIssues([invalid(5, EMPTY)], 1, execution, 'The item was not sent.')).toEqual({
			message: 'Pipe ID is ***. Enter the ID, or map it.',
			description: 'The item was not sent.',
		});
		expect(
			describeIssues([invalid(5, EMPTY, LONG)], 1, execution, 'The item was not sent.'),
		).toEqual({
			message: 'Pipe ID is ***, and 1 more issue',
			description:
				'The item was not sent.\n• Pipe ID is ***. Enter the ID, or map it.\n• "source.kafka.type" is "x", e.g. not 1.5. Use another.',
		});
	});
});

describe('hintTexts', () => {
	it('shows each hint once, with the items it applies to', () => {
		const hints = [
			{ itemIndex: 0, text: 'Look.' },
			{ itemIndex: 1, text: 'Look.' },
			{ itemIndex: 4, text: 'Mind.' },
		];
		expect(hintTexts(hints, 5)).toEqual(['Look. (items 1–2)', 'Mind. (item 5)']);
		expect(hintTexts(hints.slice(0, 1), 1)).toEqual(['Look.']);
		expect(hintTexts([], 5)).toEqual([]);
	});

	it('shows ten and counts the others', () => {
		const hints = Array.from({ length: 1_025 }, (_, item) => ({
			itemIndex: item,
			text: `Hint ${String(item)}`,
		}));
		const texts = hintTexts(hints, 1_025);
		expect(texts).toHaveLength(11);
		expect(texts.at(-1)).toBe('1,015 more hints are not shown.');
	});
});
