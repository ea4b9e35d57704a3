import { valueAt } from '../../../nodes/engine/json';
import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { describeIssues } from '../../../nodes/engine/issues/issueMessages';
import { definedColumns } from '../../../nodes/CloudManagement/resources/pipe/columns';
import { growth, MAX_GROWTH } from '../../growth';
import { CLOUD, problems } from './context';
import { FORMS, LOGIN, planForm } from './pipeForm';

const COLUMNS = 'destination.columns';
const listed = (columnsList: unknown) =>
	definedColumns({ columnsInput: 'list', columnsList }, { timezone: 'UTC', facts: {} });
const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A column shows its source field only if the names differ. */
function columnsIn(list: unknown) {
	const { columns, fieldMappings, issues } = listed(list);
	expect(problems(issues)).toEqual([]);
	return listAt(columns).map((column, index) => {
		const [name, type] = [valueAt(column, 'name'), valueAt(column, 'type')];
		const from = valueAt(listAt(fieldMappings)[index], 'sourceField');
		return from === name ? { name, type } : { name, type, from };
	});
}

describe('definedColumns (list)', () => {
	const ID = { name: 'id', type: 'UInt64' };
	const NAME = { name: 'name', type: 'String' };

	it.each([
		'  id UInt64,\r\n\r\n\tname   String,\n',
		'-- the key\nid UInt64 -- never null\n,name String',
		['id UInt64', 'name String'],
		[ID, NAME],
	])('reads columns separated by lines, commas, or entries: %j', (list) => {
		expect(columnsIn(list)).toEqual([ID, NAME]);
	});

	it.each([' \n , ', undefined, null, []])('finds no columns in %j', (list) => {
		expect(columnsIn(list)).toEqual([]);
	});

	it.each(['table_id', '"NULL"', '`NOT NULL`', 'not', 'default', 'comment', '"CODEC(1)"'])(
		'reads %s as a source field',
		(from) => {
			const plain = from.replaceAll(/["`]/g, '');
			expect(columnsIn(`a String ${from}`)).toEqual([{ name: 'a', type: 'String', from: plain }]);
		},
	);

	it.each([
		['"say ""hi""" String', 'say "hi"', 'String'],
		['`a``b` String', 'a`b', 'String'],
		['`a""b` String', 'a""b', 'String'],
		['"""" String', '"', 'String'],
		["a Enum8('it\\'s' = 1, 'it''s' = 2)", 'a', "Enum8('it\\'s' = 1, 'it''s' = 2)"],
	])('reads the quotes within %j', (list, name, type) => {
		expect(columnsIn(list)).toEqual([{ name, type }]);
	});

	it.each<{ list: unknown; issue: string }>([
		{ list: 'id UInt64, name', issue: '.1 is "name", which' },
		{ list: 'id UInt64 orderId more', issue: '.0 has more than' },
		{ list: 'a Decimal 10)', issue: " can't be read:" },
		{
			list: '`id UInt64',
			issue: " can't be read:",
		},
		{
			list: '"id"" UInt64',
			issue: " can't be read:",
		},
		{ list: 'a Decimal(10', issue: " can't be read:" },
		{ list: ['id UInt64', 'CREATE TABLE o (id UInt64'], issue: " can't be a" },
		{ list: [ID, null], issue: '.1 must be text' },
		{ list: [{ ...ID, source_field: 'x' }], issue: '.0 has unknown keys:' },
		{
			list: '\n-- orders\ncreate or replace table shop.orders\n(\n id UInt64\n)',
			issue: " can't be a",
		},
	])('rejects the list $list', ({ list, issue }) => {
		expect(problems(listed(list).issues)).toEqual([COLUMNS + issue]);
	});

	it('reports wrong types next to unreadable columns', () => {
		const { issues } = listed(['id UInt64, name, a Strng', { name: 'b', type: 'foo' }, 'c string']);
		expect(problems(issues)).toEqual([
			`${COLUMNS}.1 is "name", which`,
			`${COLUMNS}.2.type contains "Strng", which`,
			`${COLUMNS}.3.type contains "foo", which`,
			`${COLUMNS}.4.type contains "string", but`,
		]);
	});

	it('leaves the types of a readable list to the rules of columns', () => {
		expect(listed('id UInt64, a Strng').issues).toEqual([]);
	});

	it.each([
		{ line: 'PRIMARY KEY (id)', part: 'PRIMARY KEY' },
		{ line: 'primary key id', part: 'PRIMARY KEY' },
		{ line: 'FOREIGN KEY (id) REFERENCES other (id)', part: 'FOREIGN KEY' },
		{ line: 'INDEX by_id id TYPE minmax GRANULARITY 1', part: 'INDEX' },
		{ line: 'INDEX by_ids (id, other) TYPE bloom_filter(0.01)', part: 'INDEX' },
		{ line: 'CONSTRAINT positive CHECK id > 0', part: 'CONSTRAINT' },
		{ line: 'CONSTRAINT positive ASSUME (id > 0)', part: 'CONSTRAINT' },
		{ line: 'PROJECTION by_id (SELECT * ORDER BY id)', part: 'PROJECTION' },
	])('rejects the $part of a table: $line', ({ line, part }) => {
		const { issues } = listed(`id UInt64,\n${line}`);
		const text = `is a table's ${part}, not a column. Remove it. If a column has this name, put the name in double quotes.`;
		expect(issues).toEqual([{ path: `${COLUMNS}.1`, text }]);
	});

	it.each([
		{ line: '"PRIMARY" String', column: { name: 'PRIMARY', type: 'String' } },
		{ line: '`primary` "key"', column: { name: 'primary', type: 'key' } },
		{ line: 'primary String', column: { name: 'primary', type: 'String' } },
		{ line: 'index UInt64 type', column: { name: 'index', type: 'UInt64', from: 'type' } },
		{ line: 'index Decimal(10, 2)', column: { name: 'index', type: 'Decimal(10, 2)' } },
		{
			line: 'constraint String check',
			column: { name: 'constraint', type: 'String', from: 'check' },
		},
		{ line: 'projection Tuple(a String)', column: { name: 'projection', type: 'Tuple(a String)' } },
	])('reads $line as a column', ({ line, column }) => {
		expect(columnsIn(line)).toEqual([column]);
	});

	it.each([
		{ line: 'a Nullable(String) null', clause: 'NULL' },
		{
			line: 'a LowCardinality(String) NULL',
			clause: 'NULL',
		},
		{ line: '`the a` Date b NULL', clause: 'NULL' },
		{ line: 'a String NOT NULL DEFAULT 1', clause: 'NOT NULL' },
		{ line: 'a String "b c" DEFAULT (1)', clause: 'DEFAULT' },
		{ line: 'a String Codec (ZSTD(1), LZ4)', clause: 'CODEC' },
		{ line: 'a Date TTL a + INTERVAL 1 DAY', clause: 'TTL' },
		{ line: 'a UInt64 PRIMARY KEY', clause: 'PRIMARY KEY' },
	])('rejects the clause $clause after a type', ({ line, clause }) => {
		const [issue] = listed(line).issues;
		expect(issue?.text).toMatch(`has ${clause} after its type`);
	});

	const quotes = (count: number) =>
		`${'"('.repeat(count)}${' '.repeat(count)}${'`"'.repeat(count)}`;
	it.each([
		{ text: 'quotes that do not end', textOf: quotes },
		{ text: 'spaces', textOf: (count: number) => 'a '.repeat(count) },
		{
			text: 'brackets',
			textOf: (count: number) => `a ${'('.repeat(count)}${')'.repeat(count)}`,
		},
	])('needs linear time for the text $text', async ({ textOf }) => {
		expect(await growth(1000, textOf, listed)).toBeLessThan(MAX_GROWTH);
	});

	const ID_COLUMN = { name: 'id', type: 'UInt64' };

	function messageOf(input: Record<string, unknown>): string {
		const parameters = { ...FORMS.kafka, destinationColumns: undefined, ...input };
		const { request, issues } = planForm(parameters, LOGIN, CLOUD.credential);
		const execution = { operation: createPipe, redactorFor: () => String };
		return describeIssues([{ issues, itemIndex: 0, parameters, request }], 1, execution, '')
			.message;
	}

	const planned = (columnsList: unknown) =>
		planForm({ ...FORMS.kafka, columnsInput: 'list', columnsList });

	it.each([
		{
			columnsInput: 'fields',
			destinationColumns: { values: [ID_COLUMN, { name: 'b', type: 'Strng' }] },
		},
		{ columnsInput: 'list', columnsList: 'id UInt64, b Strng' },
		{ columnsInput: 'list', columnsList: 'id UInt64, "b" Strng c' },
		{ columnsInput: 'list', columnsList: [ID_COLUMN, { name: 'b', type: 'Strng' }] },
	])('names a column by its number and name: %j', (input) => {
		expect(messageOf(input)).toMatch(/^Column 2 \("b"\), Type contains "Strng"/);
	});

	it.each([
		{ list: 'id, b String', says: /^Column 1 is "id", which has no type\./ },
		{ list: 'id UInt64, b', says: /^Column 2 is "b", which has no type\./ },
		{ list: [ID_COLUMN, { name: '', type: 'String' }], says: /^Column 2, Column Name is empty/ },
	])("doesn't name a row that is no column: $list", ({ list, says }) => {
		expect(messageOf({ columnsInput: 'list', columnsList: list })).toMatch(says);
	});

	it.each([
		{ list: '', issue: 'destinationColumns are needed for' },
		{ list: ['id', { name: 'b', type: 5 }], issue: 'destinationColumns.0 is "id", which' },
	])('requires columns for a pipe: $issue', ({ list, issue }) => {
		expect(problems(planned(list).issues)).toEqual([issue]);
	});
});

describe('Pipe → Create (Table Mappings)', () => {
	const PATH = 'source.postgres.tableMappings';
	const planned = (changes: object) => {
		const { request, issues } = planForm({ ...FORMS.postgres, ...changes }, LOGIN);
		return issues.length > 0 ? problems(issues).join(', ') : valueAt(request.body, PATH);
	};
	const listed = (tableMappingsList: unknown) =>
		planned({ tableMappingsInput: 'list', tableMappingsList });
	const byRows = (...values: unknown[]) => planned({ postgresTableMappings: { values } });
	const table = (sourceSchemaName: string, sourceTable: string, targetTable = sourceTable) => ({
		sourceSchemaName,
		sourceTable,
		targetTable,
	});

	it.each([
		{ list: '.orders', mapping: table('public', 'orders') },
		{ list: 'public.orders shop_orders', mapping: table('public', 'orders', 'shop_orders') },
		{ list: 'shop.orders.old', mapping: table('shop', 'orders.old') },
		{ list: ['`my.table`'], mapping: table('public', 'my.table') },
		{ list: '`sales.eu`.`my.table` "a.b"', mapping: table('sales.eu', 'my.table', 'a.b') },
		{ list: '"a.b"c.d."e.f" x', mapping: table('a.bc', 'd.e.f', 'x') },
		{ list: "'my.table'", mapping: table('public', "'my.table'") },
		{ list: 'public.orders -> shop', mapping: table('public', 'orders', 'shop') },
		{ list: 'public.orders → default.shop', mapping: table('public', 'orders', 'shop') },
		{ list: '"a.my orders" → "default.my shop"', mapping: table('a', 'my orders', 'my shop') },
		{ list: 'public.orders default.shop', mapping: table('public', 'orders', 'default.shop') },
		{ list: 'public.orders "->"', mapping: table('public', 'orders', '->') },
		{ list: '"a->b" "→"', mapping: table('public', 'a->b', '→') },
		{ list: [{ sourceSchemaName: ' ', sourceTable: 'o' }], mapping: table('public', 'o') },
	])('reads the table mappings $list', ({ list, mapping }) => {
		expect(listed(list)).toEqual([mapping]);
	});

	const A = { sourceTable: 'a', targetTable: 'a' };

	it.each<{ list: unknown; issue: string }>([
		{ list: '', issue: ' has no table' },
		{ list: 'orders shop_orders more', issue: '.0 has more than' },
		{ list: 'orders -> shop_orders more', issue: '.0 has more than' },
		{ list: 'a.orders->b', issue: '.0 has an incomplete' },
		{ list: 'orders →', issue: '.0 has an incomplete' },
		{ list: '"orders', issue: " can't be read:" },
		{ list: [{ table: 'orders' }], issue: '.0 has unknown keys:' },
		{ list: 'orders, public.', issue: '.1.sourceTable is empty' },
		{ list: ['"a', { targetTable: 't' }], issue: " can't be read:" },
	])('rejects the table mappings $list', ({ list, issue }) => {
		expect(listed(list)).toBe(`postgresTableMappings${issue}`);
	});

	it('reports the row of an invalid mapping', () => {
		const mistakes = { sourceTable: ' ', targetTable: 'b', tableEngine: 5 };
		expect(byRows(mistakes)).toBe(
			'postgresTableMappings.0.sourceTable is empty, postgresTableMappings.0.tableEngine must be text,',
		);
	});

	it('sends sorting keys only for a custom sorting key', () => {
		const sourceAdditionalMembers = { tableMappings: [{ sourceTable: 'a' }] };
		expect(planned({ postgresTableMappings: undefined, sourceAdditionalMembers })).toHaveLength(1);
		const used = { ...A, useCustomSortingKey: true, sortingKeys: 'id, toDate(at, 1)' };
		const unused = { ...A, useCustomSortingKey: false, sortingKeys: 'id' };
		expect(byRows({ ...used, targetTable: null }, unused)).toEqual([
			{ ...used, sortingKeys: ['id', 'toDate(at, 1)'] },
			{ ...A, useCustomSortingKey: false },
		]);
	});
});
