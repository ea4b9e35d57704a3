import { definedColumns } from '../../../nodes/CloudManagement/resources/pipe/columns';
import { problems } from './context';
import { FORMS, planForm } from './pipeForm';

const sampled = (columnsSample: unknown) =>
	definedColumns({ columnsInput: 'sample', columnsSample }, { timezone: 'UTC', facts: {} });

describe('definedColumns (sample)', () => {
	it.each([
		{ value: 0, type: 'Int64' },
		{ value: 1.5, type: 'Float64' },
		{ value: 1e19, type: 'Float64' },
		{ value: true, type: 'Bool' },
		{ value: 'Berlin', type: 'String' },
		{ value: '2026-05-31', type: 'String' },
		{ value: '2026-05-31T14:30', type: 'DateTime64(3)' },
		{ value: '2026-05-31T14:30:00.123456+02:00', type: 'DateTime64(3)' },
		{ value: 'at 2026-05-31T14:30:00Z', type: 'String' },
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

	it('infers Float64 from a number that JavaScript rounds', () => {
		const { columns, issues } = sampled('{"field": 12345678901234567890}');
		expect([columns, issues]).toEqual([[{ name: 'field', type: 'Float64' }], []]);
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
