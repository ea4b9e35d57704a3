import { columnsFromSample } from '../../../nodes/CloudManagement/actions/pipe/columnsFromSample';
import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { contextOf, sentences } from './context';
import { FORMS } from './pipeForm';

describe('columns from a sample', () => {
	it.each([
		[0, 'Int64'],
		[-7, 'Int64'],
		[9_007_199_254_740_992, 'Int64'],
		[1.5, 'Float64'],
		[1e19, 'Float64'],
		[true, 'Bool'],
		[false, 'Bool'],
		['', 'String'],
		['Berlin', 'String'],
		['2026-05-31', 'String'],
		['2026-05-31T14:30', 'DateTime64(3)'],
		['2026-05-31 14:30:00', 'DateTime64(3)'],
		['2026-05-31T14:30:00Z', 'DateTime64(3)'],
		['2026-05-31T14:30:00.123456+02:00', 'DateTime64(3)'],
		['at 2026-05-31T14:30:00Z', 'String'],
		['2026-05-31T14:30:00Z[UTC]', 'String'],
		[null, 'Nullable(String)'],
		[{ a: 1 }, 'String'],
		[[1], 'String'],
	])('treat %j as %s', (value, type) => {
		const column = { rows: [{ name: 'field', type }], issues: [] };
		expect(columnsFromSample({ field: value })).toEqual(column);
		expect(columnsFromSample(JSON.stringify({ field: value }))).toEqual(column);
	});

	it('keep the names and the order of the fields', () => {
		const { rows } = columnsFromSample('{ "order id": 1, "toString": "a", "a.b": true }');
		expect(rows.map(({ name }) => name)).toEqual(['order id', 'toString', 'a.b']);
	});

	it('keep the spaces around a field in its source field alone', () => {
		expect(columnsFromSample('{ " id ": 1, "b c": true }').rows).toEqual([
			{ name: 'id', type: 'Int64', sourceField: ' id ' },
			{ name: 'b c', type: 'Bool' },
		]);
	});

	it.each([
		['', 'Sample Message is empty.'],
		['{ "a": }', "Sample Message isn't valid JSON at line 1, column 8."],
		['[{ "a": 1 }]', 'Sample Message contains a list, not a JSON object.'],
		[7, 'Sample Message contains a number, not a JSON object.'],
		[{}, 'Sample Message has no fields. Enter a message with at least one.'],
	])('are refused from %j', (sample, sentence) => {
		const { rows, issues } = columnsFromSample(sample);
		expect(rows).toEqual([]);
		expect(sentences(issues)).toEqual([expect.stringContaining(sentence)]);
	});

	const plan = (columnsSample: unknown) =>
		createPipe.plan({ ...FORMS.kafka, columnsInput: 'sample', columnsSample }, contextOf());

	it('become columns and mappings of the pipe', () => {
		const { request, issues } = plan({ orderId: 1, city: 'Berlin' });
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({
			destination: {
				columns: [
					{ name: 'orderId', type: 'Int64' },
					{ name: 'city', type: 'String' },
				],
			},
			fieldMappings: [
				{ sourceField: 'orderId', destinationField: 'orderId' },
				{ sourceField: 'city', destinationField: 'city' },
			],
		});
	});

	it('become mappings from fields with spaces around their names', () => {
		const { request, issues } = plan({ ' id ': 1 });
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({
			destination: { columns: [{ name: 'id', type: 'Int64' }] },
			fieldMappings: [{ sourceField: ' id ', destinationField: 'id' }],
		});
	});

	it.each([
		[{ ' ': 1 }, 'Column 1, Name is empty'],
		[{ id: 1, ' id': 2 }, 'Column 2, Name is "id", which an earlier column has too.'],
	])('have names of their own: %j', (sample, words) => {
		expect(sentences(plan(sample).issues).join()).toContain(words);
	});
});
