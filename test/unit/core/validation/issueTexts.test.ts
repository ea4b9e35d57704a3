import type { INodeProperties } from 'n8n-workflow';

import { addHints, describeIssues } from '../../../../nodes/engine/issues/issueMessages';
import type { Issue } from '../../../../nodes/engine/issue';
import { fakeContext, malformed } from '../fakes';

function field(displayName: string, name: string): INodeProperties {
	return { displayName, name, type: 'string', default: '' };
}

const operation = { properties: [field('Pipe ID', 'pipeId'), field('Name', 'name')] };

const EMPTY = malformed('pipeId', 'is empty. Enter the ID, or map it.');
const IS_EMPTY = 'Pipe ID is empty. Enter the ID, or map it.';
const LONG = malformed('source.kafka.type', 'is "x", e.g. not 1.5. Use another.');
const IS_LONG = '"source.kafka.type" is "x", e.g. not 1.5. Use another.';

type Invalid = [itemIndex: number, ...issues: Issue[]];

/** The message, and the description's lines except the first. */
function textsOf(
	invalid: Invalid[],
	count: number,
	redact = (text: string) => text,
	form = operation,
) {
	const items = invalid.map(([itemIndex, ...issues]) => ({ itemIndex, issues, parameters: {} }));
	const execution = { operation: form, redactorFor: () => redact };
	const { message, description } = describeIssues(items, count, execution, 'Nothing was sent.');
	const [start, ...lines] = description.split('\n');
	expect(start).toBe('Nothing was sent.');
	return { message, lines };
}

describe('describeIssues', () => {
	it("lists a single item's issues without its number", () => {
		expect(textsOf([[5, EMPTY, LONG]], 1)).toEqual({
			message: 'Pipe ID is empty, and 1 more issue',
			lines: [`• ${IS_EMPTY}`, `• ${IS_LONG}`],
		});
	});

	it("lists issues in the panel's order, issues without a field last", () => {
		const name = malformed('name', 'is empty.');
		const { lines } = textsOf([[0, LONG, name, EMPTY]], 1);
		expect(lines).toEqual([`• ${IS_EMPTY}`, '• Name is empty.', `• ${IS_LONG}`]);
		const ofItems: Invalid[] = [
			[0, name],
			[1, EMPTY],
		];
		expect(textsOf(ofItems, 2).lines).toEqual([
			'• Name is empty. (item 1)',
			`• ${IS_EMPTY} (item 2)`,
		]);
	});

	it('lists an issue of many items once with up to ten ranges', () => {
		const alike = (items: number[]) => items.map((item): Invalid => [item, EMPTY]);
		expect(textsOf(alike([0, 1, 2, 3, 4, 7, 7]), 10)).toEqual({
			message: `Items 1–5, 8: ${IS_EMPTY}`,
			lines: [],
		});
		const everySecond = Array.from({ length: 1_500 }, (_, item) => item * 2);
		expect(textsOf(alike(everySecond), 3_000)).toEqual({
			message: `Items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 1,490 more: ${IS_EMPTY}`,
			lines: [],
		});
	});

	it('shows a name completely, whatever it contains', () => {
		const issue: Issue = {
			path: 'cloudPipeSourceApi',
			label: "The credential 'Kafka vs. prod'",
			text: 'contains "an e.g. key for St. Gallen! Or so", e.g.; no 1.5 of "it. Select another.',
		};
		const problem =
			'The credential \'Kafka vs. prod\' contains "an e.g. key for St. Gallen! Or so", e.g.; no 1.5 of "it';
		expect(textsOf([[0, issue, LONG]], 1).message).toBe(`${problem}, and 1 more issue`);
		expect(textsOf([[0, issue]], 1).message).toBe(`${problem}. Select another.`);
	});

	it.each([
		{
			name: 'allowUnlisted',
			advice: ' To use it anyway, turn on Allow Unusual Values in the options.',
		},
		{ name: 'dryRun', advice: '' },
	])('advises to use an unusual value if there is the option $name: "$advice"', (row) => {
		const options = { ...field('Options', 'options'), options: [field('Option', row.name)] };
		const properties = [...operation.properties, options];
		const items: Invalid[] = [[0, { ...EMPTY, verdict: 'unusual' }]];
		expect(textsOf(items, 1, String, { properties }).message).toBe(IS_EMPTY + row.advice);
	});

	it("leaves the advice out of a list's opening message", () => {
		const options = { ...field('Options', 'options'), options: [field('Option', 'allowUnlisted')] };
		const items: Invalid[] = [[0, { ...EMPTY, verdict: 'unusual' }, LONG]];
		const { message } = textsOf(items, 1, String, {
			properties: [...operation.properties, options],
		});
		expect(message).toBe('Pipe ID is empty, and 1 more issue');
	});

	it('advises once to use several unusual values', () => {
		const options = { ...field('Options', 'options'), options: [field('Option', 'allowUnlisted')] };
		const properties = [...operation.properties, options];
		const unusual: Issue[] = [
			{ ...EMPTY, verdict: 'unusual' },
			{ path: 'name', text: 'is odd.', verdict: 'unusual' },
		];
		const linesFor = (issues: Issue[], form = { properties }) =>
			textsOf([[0, ...issues]], 1, String, form).lines;
		expect(linesFor([...unusual, LONG])).toEqual([
			`• ${IS_EMPTY}`,
			'• Name is odd.',
			`• ${IS_LONG}`,
			'To use unusual values anyway, turn on Allow Unusual Values in the options.',
		]);
		expect(linesFor([...unusual.slice(1), LONG])[0]).toMatch(
			/^• Name is odd\. To use it anyway, turn on Allow Unusual Values in the options\.$/,
		);
		expect(linesFor([...unusual, LONG], operation)).toHaveLength(3);
	});

	describe('rows', () => {
		const tiles: INodeProperties = {
			...field('Tiles', 'tiles'),
			type: 'fixedCollection',
			options: [{ displayName: 'Tile', name: 'values', values: [field('Field', 'field')] }],
		};
		const issueAt = (path: string): Issue => malformed(path, 'is empty.');
		const rowsIn = (values: unknown, isForm = true) => ({
			tiles: isForm ? { values } : values,
		});
		const messageFor = (
			parametersOf: object[],
			issue = issueAt('tiles.1.field'),
			redact: (text: string) => string = String,
		) => {
			const items = parametersOf.map((parameters, itemIndex) => ({
				itemIndex,
				issues: [issue],
				parameters: { ...parameters },
			}));
			const execution = { operation: { properties: [tiles] }, redactorFor: () => redact };
			return describeIssues(items, items.length, execution, 'Nothing was sent.').message;
		};

		it.each([
			{ rows: rowsIn([{}, { name: 'P95' }]), label: 'Tile 2 ("P95"), Field' },
			{ rows: rowsIn([{}, { name: 'P95' }], false), label: 'Tile 2 ("P95"), Field' },
			{ rows: rowsIn([{}, { name: 7 }]), label: 'Tile 2 ("7"), Field' },
			{ rows: rowsIn([{}, { name: ' ' }]), label: 'Tile 2, Field' },
			{ rows: rowsIn([{}, { title: 'P95' }]), label: 'Tile 2, Field' },
			{ rows: rowsIn('P95'), label: 'Tile 2, Field' },
			{ rows: rowsIn([{}, { name: 'a\n• "b" hush' }]), label: 'Tile 2 ("a • \'b\' ***"), Field' },
			{
				rows: rowsIn([{}, { name: 'x'.repeat(90) }]),
				label: `Tile 2 ("${'x'.repeat(80)}…"), Field`,
			},
		])('are called $label', ({ rows, label }) => {
			const redact = (text: string) => text.replaceAll('hush', '***');
			expect(messageFor([rows], undefined, redact)).toBe(`${label} is empty.`);
		});

		it('are unnamed if several items share the issue or the input is JSON', () => {
			const named = [rowsIn([{}, { name: 'A' }]), rowsIn([{}, { name: 'B' }])];
			expect(messageFor(named)).toBe('Items 1–2: Tile 2, Field is empty.');
			const ofJson = { ...issueAt('tiles.1.field'), label: '"tiles.1.field"' };
			expect(messageFor(named.slice(1), ofJson)).toBe('"tiles.1.field" is empty.');
		});
	});

	it('reports the only invalid item once', () => {
		const { message, lines } = textsOf([[1, EMPTY, LONG]], 3);
		expect(message).toMatch(/^Item 2: /);
		expect(lines).toEqual([`• ${IS_EMPTY}`, `• ${IS_LONG}`]);
	});

	it('shows ten of ten thousand issues', () => {
		let redacted = 0;
		const redact = (text: string) => {
			redacted += 1;
			return text.replaceAll('hush', '***');
		};
		const invalid = Array.from({ length: 10_000 }, (_, item): Invalid => {
			return [item, malformed('name', `is hush ${String(item)}${' x'.repeat(5_000)}.`)];
		});
		const { message, lines } = textsOf(invalid, 10_000, redact);
		expect(lines).toHaveLength(11);
		expect(lines.at(-1)).toBe('• 9,990 more issues are not shown.');
		expect(lines[9]).toMatch(/^• Name is \*\*\* 9( x)+… \(item 10\)$/);
		expect(message).toContain(', and 9,999 more issues');
		expect(message.length + lines.join('').length).toBeLessThan(15_000);
		expect(redacted).toBeLessThan(30);
	});
});

it('shows up to ten hints with a count of the rest', () => {
	const hint = (itemIndex: number, text: string) => ({ itemIndex, text });
	const hints = [hint(0, 'Look.'), hint(1, 'Look.'), hint(4, 'Mind.')];
	const shownHints = (added: typeof hints, count: number) => {
		const fake = fakeContext({ count });
		addHints(fake.context, added);
		return fake.hints;
	};
	expect(shownHints(hints, 5)).toEqual(['Look. (items 1–2)', 'Mind. (item 5)']);
	expect(shownHints([hint(0, 'Look.')], 1)).toEqual(['Look.']);
	const many = Array.from({ length: 1_025 }, (_, index) => hint(index, String(index)));
	const texts = shownHints(many, 1_025);
	expect([texts.length, texts.at(-1)]).toEqual([10, '1,016 more hints are not shown.']);
	expect(shownHints(many.slice(0, 10), 1)).toEqual(many.slice(0, 10).map(({ text }) => text));
});
