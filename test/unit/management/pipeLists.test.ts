import { objectBody } from '../../../nodes/core/http/request';
import { parseColumnsList } from '../../../nodes/CloudManagement/actions/pipe/columnsList';
import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { growth, MAX_GROWTH } from '../../growth';
import { contextOf, sentences } from './context';
import { FORMS, LOGIN } from './pipeForm';

const column = (name: string, type: string, sourceField?: string) =>
	sourceField === undefined ? { name, type } : { name, type, sourceField };

describe('columns as a list', () => {
	it.each([
		['a line', 'id UInt64', [column('id', 'UInt64')]],
		['a source field', 'order_id UInt64 orderId', [column('order_id', 'UInt64', 'orderId')]],
		['lines', 'id UInt64\nname String', [column('id', 'UInt64'), column('name', 'String')]],
		[
			'a column list',
			'id UInt64, name LowCardinality(String)',
			[column('id', 'UInt64'), column('name', 'LowCardinality(String)')],
		],
		[
			'lines that end in commas, with empty ones between',
			'  id UInt64,\r\n\r\n\tname   String,\n',
			[column('id', 'UInt64'), column('name', 'String')],
		],
		['commas in a type', 'price Decimal(10, 2) cost', [column('price', 'Decimal(10, 2)', 'cost')]],
		[
			'nested parentheses and a quoted comma',
			"at Nullable(DateTime64(3, 'UTC')), kind Enum8('a, b' = 1, ')' = 2)",
			[
				column('at', "Nullable(DateTime64(3, 'UTC'))"),
				column('kind', "Enum8('a, b' = 1, ')' = 2)"),
			],
		],
		[
			'a type with spaces and lines in its parentheses',
			'pair Tuple(a UInt8,\n\tb String) p, id UInt64',
			[column('pair', 'Tuple(a UInt8, b String)', 'p'), column('id', 'UInt64')],
		],
		['a space before a parenthesis', 'price Decimal (10, 2)', [column('price', 'Decimal(10, 2)')]],
		[
			'names in quotes',
			'`order id` UInt64 "order.id, old"',
			[column('order id', 'UInt64', 'order.id, old')],
		],
		[
			'quotes inside a type',
			'pair Tuple(`a b` UInt8, "c" String)',
			[column('pair', 'Tuple(`a b` UInt8, "c" String)')],
		],
		[
			'comments',
			'-- the key\nid UInt64 -- never null\n,name Tuple(a UInt8, -- first\nb String)',
			[column('id', 'UInt64'), column('name', 'Tuple(a UInt8,  b String)')],
		],
		['a hyphen that is no comment', 'a--b String c-d', [column('a--b', 'String', 'c-d')]],
		['nothing', ' \n , ', []],
		['no value', undefined, []],
		['null', null, []],
		[
			'a list of objects',
			[{ name: 'id', type: 'UInt64' }, column('a', 'String', 'b')],
			[column('id', 'UInt64'), column('a', 'String', 'b')],
		],
		[
			'a list of strings',
			['id UInt64', 'a String b, c String'],
			[column('id', 'UInt64'), column('a', 'String', 'b'), column('c', 'String')],
		],
		['an empty list', [], []],
	])('reads %s', (_name, value, rows) => {
		expect(parseColumnsList(value)).toEqual({ rows, issues: [] });
	});

	it.each([
		['id UInt64, name', 'Column 2 is "name", which has no type.'],
		['id UInt64 orderId more', 'Column 1 has more than name, type and source field: "more".'],
		['price Decimal(10, 2', 'Columns cannot be read: it has a "(" that is not closed.'],
		['price Decimal 10)', 'Columns cannot be read: it has a ")" without a "(".'],
		['`id UInt64', 'Columns cannot be read: it has a ` that is not closed.'],
		["kind Enum8('a = 1)", "Columns cannot be read: it has a ' that is not closed."],
		['"id UInt64', 'Columns cannot be read: it has a " that is not closed.'],
		[[5], 'Column 1 is neither text such as'],
		[[{ name: 'id', type: 'UInt64' }, null], 'Column 2 is neither text such as'],
		[5, 'Column 1 is neither text such as'],
		[
			[{ name: 'id', type: 'UInt64', source_field: 'x' }],
			'Column 1 has unknown members: source_field. Use only: name, type, sourceField.',
		],
	])('refuses %j', (value, sentence) => {
		const { issues } = parseColumnsList(value);
		expect(sentences(issues)).toEqual([expect.stringContaining(sentence)]);
	});

	it.each([
		['a String NULL', 'NULL', 'a Nullable(String)'],
		['a String null', 'NULL', 'a Nullable(String)'],
		['a Nullable(String) NULL', 'NULL', 'a Nullable(String)'],
		['a LowCardinality(String) NULL', 'NULL', 'a LowCardinality(Nullable(String))'],
		['a Decimal(10, 2) NULL', 'NULL', 'a Nullable(Decimal(10, 2))'],
		['`the a` String b NULL', 'NULL', '"the a" Nullable(String) b'],
		['a String not null', 'NOT NULL', 'a String'],
		['a String NOT NULL DEFAULT 1', 'NOT NULL', 'a String'],
		['a String DEFAULT 1', 'DEFAULT', 'a String'],
		["a String default 'x, y'", 'DEFAULT', 'a String'],
		['a String "b c" DEFAULT (1)', 'DEFAULT', 'a String "b c"'],
		['a Nullable(String) DEFAULT NULL', 'DEFAULT', 'a Nullable(String)'],
		['a String CODEC(ZSTD(1))', 'CODEC', 'a String'],
		['a String Codec (ZSTD(1), LZ4)', 'CODEC', 'a String'],
		["a String COMMENT 'x'", 'COMMENT', 'a String'],
		['a Date MATERIALIZED now()', 'MATERIALIZED', 'a Date'],
		['a Date TTL a + INTERVAL 1 DAY', 'TTL', 'a Date'],
		['a UInt64 PRIMARY KEY', 'PRIMARY KEY', 'a UInt64'],
	])('says what to write in place of %s', (line, found, column) => {
		expect(sentences(parseColumnsList(line).issues)).toEqual([
			`Column 1 has ${found} after its type, where only a source field may follow. Write "${column}", or put a source field of that name in double quotes.`,
		]);
		expect(parseColumnsList(column).issues).toEqual([]);
	});

	it.each([
		['a String "NULL"', 'NULL'],
		['a String `null`', 'null'],
		['a String "NOT NULL"', 'NOT NULL'],
		['a String default', 'default'],
		['a String comment', 'comment'],
		['a String codec, b String', 'codec'],
		['a String "CODEC(1)"', 'CODEC(1)'],
		['a String not', 'not'],
		['a String defaults(1)', 'defaults(1)'],
	])('takes the source field of %s', (line, sourceField) => {
		const { rows, issues } = parseColumnsList(line);
		expect(issues).toEqual([]);
		expect(rows[0]).toEqual(column('a', 'String', sourceField));
	});

	it.each(['NULL', 'NOT', 'DEFAULT', 'CODEC', 'COMMENT'])('takes a column named %s', (name) => {
		expect(parseColumnsList(`${name} String`)).toEqual({
			rows: [column(name, 'String')],
			issues: [],
		});
	});

	it.each([
		'CREATE TABLE orders (id UInt64, name String) ENGINE = MergeTree ORDER BY id',
		'\n-- orders\ncreate or replace table shop.orders\n(\n  id UInt64\n)\nengine = Memory;',
		'CREATE TEMPORARY TABLE IF NOT EXISTS orders (id UInt64',
	])('refuses a statement in one sentence: %j', (statement) => {
		for (const value of [statement, ['id UInt64', statement]]) {
			expect(parseColumnsList(value)).toEqual({
				rows: [],
				issues: [{ path: 'destination.columns', code: 'createTable' }],
			});
		}
	});

	it('takes a column that is named like the statement', () => {
		expect(parseColumnsList('create DateTime table_id, table String').issues).toEqual([]);
	});

	it('takes one object as one column', () => {
		const only = { name: 'id', type: 'UInt64' };
		expect(parseColumnsList(only)).toEqual({ rows: [only], issues: [] });
	});

	it('counts on after a column with an issue', () => {
		const { rows, issues } = parseColumnsList('a, b String, c');
		expect(rows).toEqual([column('b', 'String')]);
		expect(issues.map(({ path }) => path)).toEqual([
			'destination.columns.0',
			'destination.columns.2',
		]);
	});

	it.each<[string, (count: number) => string]>([
		[
			'quotes that do not end',
			(count) => `${'"('.repeat(count)}${' '.repeat(count)}${'`"'.repeat(count)}`,
		],
		['spaces', (count) => 'a '.repeat(count)],
		['brackets', (count) => `a ${'('.repeat(count)}${')'.repeat(count)}`],
	])('reads long text of %s in a time that grows with its length', async (_name, textOf) => {
		expect(await growth(2000, textOf, parseColumnsList)).toBeLessThan(MAX_GROWTH);
	});
});

describe('a pipe with its columns as a list', () => {
	const form = { ...FORMS.kafka, columnsInput: 'list' };

	it('sends columns and mappings', () => {
		const columnsList = 'id UInt64 orderId, name String';
		const { request, issues } = createPipe.plan({ ...form, columnsList }, contextOf());
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({
			destination: { columns: [column('id', 'UInt64'), column('name', 'String')] },
			fieldMappings: [
				{ sourceField: 'orderId', destinationField: 'id' },
				{ sourceField: 'name', destinationField: 'name' },
			],
		});
	});

	it('takes an empty source field of a list as none', () => {
		const columnsList = [{ name: 'id', type: 'UInt64', sourceField: '' }];
		const { request, issues } = createPipe.plan({ ...form, columnsList }, contextOf());
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('fieldMappings', [
			{ sourceField: 'id', destinationField: 'id' },
		]);
	});

	it.each([
		['', 'Columns are needed'],
		['id UInt64, name', 'Column 2 is "name"'],
		[[{ name: 'id' }], 'Column 1, Type is empty'],
		['id Decimal(1', 'Columns cannot be read'],
		['id', 'Column 1 is "id", which has no type'],
		['id UInt64, a String NULL', 'Column 2 has NULL after its type'],
		['CREATE TABLE t (id UInt64)', 'Columns cannot be a CREATE TABLE statement'],
		[['id', { name: 'b', type: 5 }], 'Column 1 is "id", which has no type'],
	])('says once what is wrong with %j', (columnsList, sentence) => {
		const { issues } = createPipe.plan({ ...form, columnsList }, contextOf());
		expect(sentences(issues)).toEqual([expect.stringContaining(sentence)]);
	});
});

describe('table mappings as a list', () => {
	const planned = (tableMappingsList: unknown) => {
		const form = { ...FORMS.postgres, tableMappingsInput: 'list', tableMappingsList };
		const { request, issues } = createPipe.plan(form, contextOf({ extraCredential: LOGIN }));
		const source = objectBody(request).source;
		return { source, sentences: sentences(issues) };
	};
	const mapping = (sourceSchemaName: string, sourceTable: string, targetTable = sourceTable) => ({
		sourceSchemaName,
		sourceTable,
		targetTable,
	});

	it.each([
		['orders', [mapping('public', 'orders')]],
		['shop.orders, people', [mapping('shop', 'orders'), mapping('public', 'people')]],
		[
			'public.orders shop_orders\npeople',
			[mapping('public', 'orders', 'shop_orders'), mapping('public', 'people')],
		],
		['"my.table"', [mapping('public', 'my.table')]],
		['"sales.eu".orders', [mapping('sales.eu', 'orders')]],
		['public."my.table"', [mapping('public', 'my.table')]],
		['`sales.eu`.`my.table` "a.b"', [mapping('sales.eu', 'my.table', 'a.b')]],
		['"My Schema"."My Table"', [mapping('My Schema', 'My Table')]],
		[
			'"a.b"c.d."e.f" x, "my.table"',
			[mapping('a.bc', 'd.e.f', 'x'), mapping('public', 'my.table')],
		],
		["'my.table'", [mapping('public', "'my.table'")]],
		['shop.orders.old', [mapping('shop', 'orders.old')]],
		['orders x.y', [mapping('public', 'orders', 'x.y')]],
		[
			['`my.table`', 'shop.`a b`'],
			[mapping('public', 'my.table'), mapping('shop', 'a b')],
		],
		[
			[{ sourceTable: 'orders', sortingKeys: ['id'], useCustomSortingKey: true }],
			[{ ...mapping('public', 'orders'), sortingKeys: ['id'], useCustomSortingKey: true }],
		],
		[
			[{ sourceTable: 'orders', sortingKeys: 'id', excludedColumns: 'a, b', tableEngine: '' }],
			[{ ...mapping('public', 'orders'), sortingKeys: ['id'], excludedColumns: ['a', 'b'] }],
		],
	])('reads %j', (list, tableMappings) => {
		const { source, sentences: found } = planned(list);
		expect(found).toEqual([]);
		expect(source).toHaveProperty('postgres.tableMappings', tableMappings);
	});

	it.each(['', [], null])('names no table when it is empty: %j', (list) => {
		expect(planned(list).sentences).toEqual(['Table Mappings names no table. Add at least one.']);
	});

	it.each([
		['orders shop_orders more', 'Table Mapping 1 has more than table and target table: "more".'],
		['"orders', 'Table Mappings cannot be read'],
		[[{ table: 'orders' }], 'Table Mapping 1 has unknown members: table.'],
		[[{ sourceTable: '' }], 'Table Mapping 1, Source Table is empty. Enter a name.'],
		['orders, public.', 'Table Mapping 2, Source Table is empty. Enter a name.'],
		[
			['a', { sourceTable: 'b', useCustomSortingKey: true, sortingKeys: ' ' }],
			'Table Mapping 2, Sorting Keys is empty although a custom sorting key is to be used. Enter the columns to sort by.',
		],
		[['"a', { targetTable: 't' }], 'Table Mappings cannot be read'],
	])('refuses %j', (list, sentence) => {
		expect(planned(list).sentences).toEqual([expect.stringContaining(sentence)]);
	});
});

describe('table mappings by fields', () => {
	it('name the row without a table, and what is wrong with the others', () => {
		const values = [
			{ sourceTable: 'a', targetTable: null },
			{ sourceTable: ' ', targetTable: 'b', tableEngine: 5 },
		];
		const form = { ...FORMS.postgres, postgresTableMappings: { values } };
		const { issues } = createPipe.plan(form, contextOf({ extraCredential: LOGIN }));
		expect(sentences(issues)).toEqual([
			'Table Mapping 1, Target Table is empty. Enter a name.',
			'Table Mapping 2, Source Table is empty. Enter a name.',
			'Table Mapping 2, Table Engine must be text, but is a number.',
		]);
	});

	it.each([undefined, {}, { values: [] }])('name a table: %j', (postgresTableMappings) => {
		const form = { ...FORMS.postgres, postgresTableMappings };
		const context = contextOf({ extraCredential: LOGIN });
		const { issues } = createPipe.plan(form, context);
		expect(sentences(issues)).toEqual(['Table Mappings names no table. Add at least one.']);
		const sourceAdditionalMembers = { tableMappings: [{ sourceTable: 'a' }] };
		expect(createPipe.plan({ ...form, sourceAdditionalMembers }, context).issues).toEqual([]);
	});

	it('need keys where a custom sorting key is used', () => {
		const values = [
			{ sourceTable: 'a', targetTable: 'a' },
			{ sourceTable: 'b', targetTable: 'b', useCustomSortingKey: true, sortingKeys: '' },
		];
		const form = { ...FORMS.postgres, postgresTableMappings: { values } };
		const { issues } = createPipe.plan(form, contextOf({ extraCredential: LOGIN }));
		expect(sentences(issues)).toEqual([
			'Table Mapping 2, Sorting Keys is empty although a custom sorting key is to be used. Enter the columns to sort by.',
		]);
	});

	it('sends sorting keys only where they are used', () => {
		const values = [
			{ sourceTable: 'a', targetTable: 'a', useCustomSortingKey: true, sortingKeys: 'id, day' },
			{ sourceTable: 'b', targetTable: 'b', useCustomSortingKey: false, sortingKeys: 'id' },
		];
		const form = { ...FORMS.postgres, postgresTableMappings: { values } };
		const { request, issues } = createPipe.plan(form, contextOf({ extraCredential: LOGIN }));
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.postgres.tableMappings', [
			{ sourceTable: 'a', targetTable: 'a', useCustomSortingKey: true, sortingKeys: ['id', 'day'] },
			{ sourceTable: 'b', targetTable: 'b', useCustomSortingKey: false },
		]);
	});
});
