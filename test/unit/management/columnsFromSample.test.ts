import { columnsOf } from '../../../nodes/CloudManagement/resources/pipe/columns';
import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { codes, contextOf } from './context';
import { FORMS } from './pipeForm';

const sampled = (columnsSample: unknown) =>
	columnsOf({ columnsInput: 'sample', columnsSample }, 'UTC');

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
		const found = {
			columns: [{ name: 'field', type }],
			fieldMappings: [{ sourceField: 'field', destinationField: 'field' }],
			issues: [],
		};
		expect(sampled({ field: value })).toEqual(found);
		expect(sampled(JSON.stringify({ field: value }))).toEqual(found);
	});

	it('keep the names and the order of the fields', () => {
		const { columns } = sampled('{ "order id": 1, "toString": "a", "a.b": true }');
		expect(columns).toEqual([
			{ name: 'order id', type: 'Int64' },
			{ name: 'toString', type: 'String' },
			{ name: 'a.b', type: 'Bool' },
		]);
	});

	it('keep the spaces around a field only in its source field', () => {
		expect(sampled('{ " id ": 1, "b c": true }')).toMatchObject({
			columns: [
				{ name: 'id', type: 'Int64' },
				{ name: 'b c', type: 'Bool' },
			],
			fieldMappings: [
				{ sourceField: ' id ', destinationField: 'id' },
				{ sourceField: 'b c', destinationField: 'b c' },
			],
		});
	});

	it.each([
		['', 'jsonEmpty'],
		['{ "a": }', 'jsonInvalid'],
		['[{ "a": 1 }]', 'jsonOther'],
		[7, 'jsonOther'],
		[{}, 'emptySample'],
	])('are refused from %j: %s', (sample, code) => {
		const { columns, issues } = sampled(sample);
		expect([columns, codes(issues)]).toEqual([undefined, [`columnsSample ${code}`]]);
	});

	const plan = (columnsSample: unknown) =>
		createPipe.plan({ ...FORMS.kafka, columnsInput: 'sample', columnsSample }, contextOf());

	it('become columns and mappings of the pipe, even from fields with spaces around their names', () => {
		const { request, issues } = plan({ ' id ': 1, city: 'Berlin' });
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({
			destination: {
				columns: [
					{ name: 'id', type: 'Int64' },
					{ name: 'city', type: 'String' },
				],
			},
			fieldMappings: [
				{ sourceField: ' id ', destinationField: 'id' },
				{ sourceField: 'city', destinationField: 'city' },
			],
		});
	});

	it.each([
		[{ ' ': 1 }, 'destination.columns.0.name empty'],
		[{ id: 1, ' id': 2 }, 'destination.columns.1.name repeatedColumn'],
	])('have unique names: %j', (sample, code) => {
		expect(codes(plan(sample).issues)).toEqual([code]);
	});
});
