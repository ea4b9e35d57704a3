import { columnsOf } from '../../../nodes/CloudManagement/resources/pipe/columns';
import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { codes, contextOf } from './context';
import { FORMS } from './pipeForm';

const sampled = (columnsSample: unknown) =>
	columnsOf({ columnsInput: 'sample', columnsSample }, 'UTC');

describe('columns from a sample', () => {
	it.each([
		[0, 'Int64'],
		[1.5, 'Float64'],
		[1e19, 'Float64'],
		[true, 'Bool'],
		['Berlin', 'String'],
		['2026-05-31', 'String'],
		['2026-05-31T14:30', 'DateTime64(3)'],
		['2026-05-31T14:30:00.123456+02:00', 'DateTime64(3)'],
		['at 2026-05-31T14:30:00Z', 'String'],
		[null, 'Nullable(String)'],
		[{ a: 1 }, 'String'],
	])('treat %j as %s', (value, type) => {
		const found = {
			columns: [{ name: 'field', type }],
			fieldMappings: [{ sourceField: 'field', destinationField: 'field' }],
			issues: [],
		};
		expect(sampled({ field: value })).toEqual(found);
		expect(sampled(JSON.stringify({ field: value }))).toEqual(found);
	});

	it.each([
		['', 'jsonEmpty'],
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
