import { operations as dashboardOperations } from '../../../../nodes/CloudDashboard/actions';
import { operations as managementOperations } from '../../../../nodes/CloudManagement/actions';
import type { OperationTable } from '../../../../nodes/core/operation';
import { inJson, isWithin, problemOf, sentenceOf } from '../../../../nodes/core/validation/issue';
import { namesBy } from '../../../../nodes/core/validation/fieldLabels';

describe('sentenceOf', () => {
	it('fills in the facts, lists with commas', () => {
		expect(sentenceOf({ code: 'unlisted', value: 5, listed: ['a', 'b'] })).toBe(
			'is "5", which is not listed. Use one of: a, b. To send it as it is, turn on the option Allow Unlisted Values.',
		);
		expect(sentenceOf({ code: 'notInBounds', min: 1, max: 9n })).toContain('from 1 to 9.');
	});

	it('takes what a fact contains as it is', () => {
		const shape = 'must be {max}, $& and {shape}.';
		expect(sentenceOf({ code: 'malformed', shape })).toBe(shape);
	});

	it('leaves examples in braces alone', () => {
		expect(sentenceOf({ code: 'tilesNoList' })).toContain('such as {{ $json.tiles }}.');
		expect(sentenceOf({ code: 'jsonOther', found: 'a list', accepted: 'a JSON object' })).toBe(
			'contains a list, not a JSON object. Enter a JSON object, such as { "name": "value" }.',
		);
	});

	it('joins the problem and what to do about it', () => {
		expect(sentenceOf({ code: 'noTables' })).toBe('names no table. Add at least one.');
	});
});

describe('problemOf', () => {
	it('is the sentence without what to do about it, where it has such a part', () => {
		expect(problemOf({ code: 'noTables' })).toBe('names no table');
		expect(problemOf({ code: 'notFinite' })).toBe('must be a finite number.');
	});
});

describe('isWithin', () => {
	it('finds a path itself and what is below it, and no other that begins alike', () => {
		const paths = ['tiles', 'tiles.0', 'tiles.0.name', 'tilesList', 'tile', 'x.tiles'];
		expect(paths.filter((path) => isWithin(path, 'tiles'))).toEqual(paths.slice(0, 3));
	});
});

describe('the name of what an issue is about', () => {
	const tables: readonly OperationTable[] = [managementOperations, dashboardOperations];
	const nameIn = (resource: string, operation: string) => {
		const found = tables.map((table) => table[resource]?.[operation]).find(Boolean);
		if (found === undefined) throw new Error('no such operation');
		return namesBy(found);
	};

	it.each([
		['pipe', 'create', 'serviceId', 'Service ID'],
		['pipe', 'create', 'source', 'Source'],
		['pipe', 'create', 'source.kafka.offset.timestamp', 'Start Time'],
		['pipe', 'create', 'destination.columns.1.sourceField', 'Column 2, Source Field'],
		[
			'pipe',
			'create',
			'source.postgres.tableMappings.0.sourceTable',
			'Table Mapping 1, Source Table',
		],
		['pipe', 'create', 'additionalOptions.scalingReplicas', 'Replicas'],
		['pipe', 'create', 'scaling.replicas', 'Replicas'],
		['pipe', 'create', 'options.organizationId', 'Organization ID'],
		['pipe', 'create', 'source.kafka.novel', '"source.kafka.novel"'],
		['activity', 'getAll', 'filters.since', 'Since'],
		['invitation', 'create', 'additionalFields.additionalMembers', 'Additional Fields (JSON)'],
		['dashboard', 'update', 'tiles.0.series.1.type', 'Tile 1, Series 2, Type'],
		['apiRequest', 'send', 'query.0.value', 'Query Parameter 1, Value'],
		['service', 'wait', 'options.stableFor', 'Stable For (Checks)'],
	])('in %s %s: %s', (resource, operation, path, name) => {
		expect(nameIn(resource, operation)({ path })).toBe(name);
	});

	it('is its path in a JSON field, unless it has a name of its own', () => {
		const nameOf = nameIn('pipe', 'create');
		expect(inJson([{ path: 'name', code: 'missing' }]).map(nameOf)).toEqual(['"name"']);
		const credential = { path: 'credential.organizationId', label: 'The organization' };
		expect(inJson([{ ...credential, code: 'idEmpty' }]).map(nameOf)).toEqual(['The organization']);
	});
});
