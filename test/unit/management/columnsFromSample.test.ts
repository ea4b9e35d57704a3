import { definedColumns } from '../../../nodes/CloudManagement/resources/pipe/columns';
import { problems } from './context';
import { FORMS, planForm } from './pipeForm';

const sampled = (columnsSample: unknown) =>
	definedColumns({ columnsInput: 'sample', columnsSample }, { timezone: 'UTC', facts: {} });

describe('definedColumns (sample)', () => {
	it.each([
		{ value: 0, type: 'Int64' },
		{ value: 1.5, type: 'Float64' },
		{ value: 1e19, type: 'UInt64' },
		{ value: 2e19, type: 'Float64' },
		{ value: -1e19, type: 'Float64' },
		{ value: 1e21, type: 'Float64' },
		{ value: true, type: 'Bool' },
		{ value: 'Berlin', type: 'String' },
		{ value: '2026-05-31', type: 'String' },
		{ value: '2026-05-31T14:30', type: 'DateTime64(3)' },
		{ value: '2026-05-31T14:30:00.123456+02:00', type: 'DateTime64(3)' },
		{ value: '2299-12-31 23:59:59.999Z', type: 'DateTime64(3)' },
		{ value: 'at 2026-05-31T14:30:00Z', type: 'String' },
		{ value: '2026-13-45T99:99', type: 'String' },
		{ value: '2026-02-30T14:30:00Z', type: 'String' },
		{ value: '2026-05-31T24:00:00Z', type: 'String' },
		{ value: '2026-05-31T14:30:00+99:99', type: 'String' },
		{ value: '0001-01-01T00:00:00Z', type: 'String' },
		{ value: '9999-12-31T23:59:59Z', type: 'String' },
		{ value: null, type: 'Nullable(String)' },
		{ value: { a: 1 }, type: 'String' },
	])('infers $type from $value', ({ value, type }) => {
		const found = {
			columns: [{ name: 'field', type }],
			fieldMappings: [{ sourceField: 'field', destinationField: 'field' }],
			issues: [],
		};
		expect(sampled({ field: value })).toEqual(found);
		expect(sampled(JSON.stringify({ field: value }))).toEqual(found);
	});

	it("infers Int64 from an expression's smallest Int64", () => {
		expect(sampled({ field: -(2 ** 63) }).columns).toEqual([{ name: 'field', type: 'Int64' }]);
	});

	it.each([
		{ number: '9223372036854775807', type: 'Int64' },
		{ number: '-9223372036854775808', type: 'Int64' },
		{ number: '9223372036854775808', type: 'UInt64' },
		{ number: '18446744073709551615', type: 'UInt64' },
		{ number: '18446744073709551616', type: 'Float64' },
		{ number: '-9223372036854775809', type: 'Float64' },
		{ number: '10.0', type: 'Float64' },
		{ number: '1E3', type: 'Float64' },
		{ number: '-0', type: 'Int64' },
	])('infers $type from the text $number, which JavaScript could round', ({ number, type }) => {
		const { columns, issues } = sampled(`{"a \\" 1.0": "\\\\", "field": ${number}, "b": [2.0]}`);
		expect(columns).toEqual([
			{ name: 'a " 1.0', type: 'String' },
			{ name: 'field', type },
			{ name: 'b', type: 'String' },
		]);
		expect(issues).toEqual([]);
	});

	it.each([
		{ sample: '', problem: 'is empty' },
		{ sample: 7, problem: 'contains a number,' },
		{ sample: {}, problem: 'has no fields' },
	])('reports a problem with the sample "$sample": $problem', ({ sample, problem }) => {
		const { columns, issues } = sampled(sample);
		expect([columns, problems(issues)]).toEqual([undefined, [`columnsSample ${problem}`]]);
	});

	const plan = (columnsSample: unknown) =>
		planForm({ ...FORMS.kafka, columnsInput: 'sample', columnsSample });

	it('trims field names in columns only, not in mappings', () => {
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
		{ sample: { ' ': 1 }, problem: 'destinationColumns.0.name is empty' },
		{ sample: { id: 1, ' id': 2 }, problem: 'destinationColumns.1.name is "id", like' },
	])('reports an empty or repeated name: $sample', ({ sample, problem }) => {
		expect(problems(plan(sample).issues)).toEqual([problem]);
	});
});
