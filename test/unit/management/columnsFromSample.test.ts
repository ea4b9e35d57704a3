import { definedColumns } from '../../../nodes/CloudManagement/resources/pipe/columns';
import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { codes, contextOf } from './context';
import { FORMS } from './pipeForm';

const sampled = (columnsSample: unknown) =>
	definedColumns({ columnsInput: 'sample', columnsSample }, 'UTC');

describe('columns from a sample', () => {
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
	])('treat $value as $type', ({ value, type }) => {
		const found = {
			columns: [{ name: 'field', type }],
			fieldMappings: [{ sourceField: 'field', destinationField: 'field' }],
			issues: [],
		};
		expect(sampled({ field: value })).toEqual(found);
		expect(sampled(JSON.stringify({ field: value }))).toEqual(found);
	});

	it.each([
		{ sample: '', code: 'jsonEmpty' },
		{ sample: 7, code: 'jsonOther' },
		{ sample: {}, code: 'emptySample' },
	])('are refused from "$sample": $code', ({ sample, code }) => {
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
		{ sample: { ' ': 1 }, code: 'destination.columns.0.name empty' },
		{ sample: { id: 1, ' id': 2 }, code: 'destination.columns.1.name repeatedColumn' },
	])('have unique names: $sample', ({ sample, code }) => {
		expect(codes(plan(sample).issues)).toEqual([code]);
	});
});
