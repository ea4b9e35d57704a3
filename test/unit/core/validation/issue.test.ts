import { operations as dashboardOperations } from '../../../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../../../nodes/engine/operation';
import { namesBy } from '../../../../nodes/engine/issues/issueTexts';
import { inJson, isWithin, problemOf, sentenceOf } from '../../../../nodes/engine/issue';

const SHAPE = 'must be {max}, $& and {shape}.';

it.each<[Parameters<typeof sentenceOf>[0], string]>([
	[
		{ code: 'unlisted', value: 5, listed: ['a', 'b'] },
		'is "5", which isn\'t listed. Use one of: a, b.',
	],
	[{ code: 'notInBounds', min: 1, max: 9n }, 'from 1 to 9.'],
	// A fact's content stays unchanged, and so do examples in braces.
	[{ code: 'malformed', shape: SHAPE }, SHAPE],
	[{ code: 'tilesNoList' }, 'such as {{ $json.tiles }}.'],
	[
		{ code: 'jsonOther', found: 'a list', accepted: 'a JSON object' },
		'contains a list, not a JSON object. ',
	],
	[{ code: 'noTables' }, 'has no table. Add at least one.'],
])('the sentence of %p has its facts filled in', (issue, words) => {
	expect(sentenceOf(issue)).toContain(words);
});

it('the problem is the sentence without its advice, if it has both', () => {
	expect(problemOf({ code: 'noTables' })).toBe('has no table');
	expect(problemOf({ code: 'notFinite' })).toBeUndefined();
});

it('isWithin finds a path itself and everything below it, and no other that starts alike', () => {
	const paths = ['tiles', 'tiles.0', 'tiles.0.name', 'tilesList', 'tile', 'x.tiles'];
	expect(paths.filter((path) => isWithin(path, 'tiles'))).toEqual(paths.slice(0, 3));
});

describe("the name of an issue's subject", () => {
	const tables: readonly OperationTable[] = [managementOperations, dashboardOperations];
	const nameIn = (name: string) => {
		const [resource = '', operation = ''] = name.split(' ');
		const found = tables.map((table) => table[resource]?.[operation]).find(Boolean);
		if (found === undefined) throw new Error('no such operation');
		return namesBy(found);
	};

	it.each([
		['pipe create', 'serviceId', 'Service'],
		['pipe create', 'source', 'Source'],
		['pipe create', 'source.kafka.offset.timestamp', 'Start Time'],
		['pipe create', 'destination.columns.1.sourceField', 'Column 2, Source Field'],
		['pipe create', 'source.postgres.tableMappings.0.sourceTable', 'Table Mapping 1, Source Table'],
		['pipe create', 'additionalOptions.scalingReplicas', 'Replicas'],
		['pipe create', 'scaling.replicas', 'Replicas'],
		['pipe create', 'options.organizationId', 'Organization ID'],
		['pipe create', 'source.kafka.novel', '"source.kafka.novel"'],
		['activity getAll', 'filters.since', 'Since'],
		['invitation create', 'additionalFields.additionalMembers', 'Additional Fields (JSON)'],
		['dashboard update', 'tiles.0.series.1.type', 'Tile 1, Series 2, Type'],
		['apiRequest send', 'query.0.value', 'Query Parameter 1, Value'],
		['service wait', 'options.stableFor', 'Stable For (Checks)'],
	])('is in %s: %s', (operation, path, name) => {
		expect(nameIn(operation)({ path })).toBe(name);
	});

	it('is its path in a JSON field, unless it has a name of its own', () => {
		const credential = { path: 'credential.organizationId', label: 'The organization' };
		const issues = inJson([
			{ path: 'name', code: 'missing' },
			{ ...credential, code: 'idEmpty' },
		]);
		expect(issues.map(nameIn('pipe create'))).toEqual(['"name"', 'The organization']);
	});
});
