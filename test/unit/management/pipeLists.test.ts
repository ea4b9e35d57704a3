import { valueAt } from '../../../nodes/core/json';
import { parseColumnsList } from '../../../nodes/CloudManagement/actions/pipe/columnsList';
import { growth, MAX_GROWTH } from '../../growth';
import { codes } from './context';
import { FORMS, LOGIN, planForm } from './pipeForm';

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

	const MORE = [{ name: 'id', type: 'UInt64', source_field: 'x' }];
	it.each<[unknown, string, object?]>([
		['id UInt64, name', '.1 noType', { name: 'name' }],
		['id UInt64 orderId more', '.0 moreWords', { more: 'more' }],
		['price Decimal(10, 2', ' unreadable', { found: 'a "(" that isn\'t closed' }],
		['price Decimal 10)', ' unreadable', { found: 'a ")" without a "("' }],
		['`id UInt64', ' unreadable', { found: "a ` that isn't closed" }],
		["kind Enum8('a = 1)", ' unreadable', { found: "a ' that isn't closed" }],
		['"id UInt64', ' unreadable', { found: 'a " that isn\'t closed' }],
		[[5], '.0 noEntry', {}],
		[[{ name: 'id', type: 'UInt64' }, null], '.1 noEntry', {}],
		[5, '.0 noEntry', {}],
		[MORE, '.0 unknownMembers', { unknown: ['source_field'] }],
		['CREATE TABLE orders (id UInt64, name String) ENGINE = MergeTree', ' createTable', {}],
		[
			'\n-- orders\ncreate or replace table shop.orders\n(\n  id UInt64\n)\nengine = M;',
			' createTable',
			{},
		],
		[['id UInt64', 'CREATE TEMPORARY TABLE IF NOT EXISTS o (id UInt64'], ' createTable', {}],
	])('refuses %j', (value, code, facts = {}) => {
		const { issues } = parseColumnsList(value);
		expect(codes(issues)).toEqual([`destination.columns${code}`]);
		expect(issues[0]).toMatchObject(facts);
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
	])('says what to write in place of %s', (line, clause, column) => {
		const { issues } = parseColumnsList(line);
		expect(issues).toMatchObject([
			{ path: 'destination.columns.0', code: 'clause', clause, column },
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
	const planned = (columnsList: unknown) =>
		planForm({ ...FORMS.kafka, columnsInput: 'list', columnsList });

	it.each<[unknown, string]>([
		['id UInt64 orderId', 'orderId'],
		[[{ name: 'id', type: 'UInt64', sourceField: '' }], 'id'],
		['id UInt64 " id"', ' id'],
	])('sends of %j columns and mappings', (columnsList, sourceField) => {
		const { request, issues } = planned(columnsList);
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject({
			destination: { columns: [column('id', 'UInt64')] },
			fieldMappings: [{ sourceField, destinationField: 'id' }],
		});
	});

	it.each([
		['', 'destination.columns noColumns'],
		[[{ name: 'id' }], 'destination.columns.0.type empty'],
		['id Decimal(1', 'destination.columns unreadable'],
		[['id', { name: 'b', type: 5 }], 'destination.columns.0 noType'],
	])('says once what is wrong with %j', (columnsList, code) => {
		expect(codes(planned(columnsList).issues)).toEqual([code]);
	});
});

describe('table mappings', () => {
	const planned = (fields: object) => planForm({ ...FORMS.postgres, ...fields }, LOGIN);
	const listed = (tableMappingsList: unknown) =>
		planned({ tableMappingsInput: 'list', tableMappingsList });
	const rows = (...values: object[]) => planned({ postgresTableMappings: { values } });
	const mappingsOf = ({ request, issues }: ReturnType<typeof planned>) => {
		expect(issues).toEqual([]);
		return valueAt(request.body, 'source.postgres.tableMappings');
	};
	const mapping = (sourceSchemaName: string, sourceTable: string, targetTable = sourceTable) => ({
		...{ sourceSchemaName, sourceTable, targetTable },
	});
	const KEYS = { sortingKeys: ['id'], useCustomSortingKey: true };
	const SPLIT = { sortingKeys: 'id', excludedColumns: 'a, b', tableEngine: '' };

	it.each<[unknown, object[]]>([
		['orders', [mapping('public', 'orders')]],
		['shop.orders, people', [mapping('shop', 'orders'), mapping('public', 'people')]],
		['public.orders shop_orders', [mapping('public', 'orders', 'shop_orders')]],
		['"my.table"', [mapping('public', 'my.table')]],
		['"sales.eu".orders', [mapping('sales.eu', 'orders')]],
		['`sales.eu`.`my.table` "a.b"', [mapping('sales.eu', 'my.table', 'a.b')]],
		['"My Schema"."My Table"', [mapping('My Schema', 'My Table')]],
		['"a.b"c.d."e.f" x', [mapping('a.bc', 'd.e.f', 'x')]],
		["'my.table'", [mapping('public', "'my.table'")]],
		['shop.orders.old', [mapping('shop', 'orders.old')]],
		['orders x.y', [mapping('public', 'orders', 'x.y')]],
		[['`my.table`'], [mapping('public', 'my.table')]],
		[[{ sourceTable: 'orders', ...KEYS }], [{ ...mapping('public', 'orders'), ...KEYS }]],
		[
			[{ sourceTable: 'orders', ...SPLIT }],
			[{ ...mapping('public', 'orders'), sortingKeys: ['id'], excludedColumns: ['a', 'b'] }],
		],
	])('are read from the list %j', (list, expected) => {
		expect(mappingsOf(listed(list))).toEqual(expected);
	});

	const A = { sourceTable: 'a', targetTable: 'a' };
	const NO_KEYS = { sourceTable: 'b', useCustomSortingKey: true, sortingKeys: ' ' };
	it.each<[ReturnType<typeof planned>, string[]]>([
		[listed(''), [' noTables']],
		[listed([]), [' noTables']],
		[listed(null), [' noTables']],
		[planned({ postgresTableMappings: undefined }), [' noTables']],
		[rows(), [' noTables']],
		[listed('orders shop_orders more'), ['.0 moreWords']],
		[listed('"orders'), [' unreadable']],
		[listed([{ table: 'orders' }]), ['.0 unknownMembers']],
		[listed([{ sourceTable: '' }]), ['.0.sourceTable noTable']],
		[listed('orders, public.'), ['.1.sourceTable noTable']],
		[listed(['a', NO_KEYS]), ['.1.sortingKeys noSortingKeys']],
		[listed(['"a', { targetTable: 't' }]), [' unreadable']],
		[rows(A, { ...A, ...NO_KEYS }), ['.1.sortingKeys noSortingKeys']],
		[
			rows({ sourceTable: ' ', targetTable: 'b', tableEngine: 5 }),
			['.0.sourceTable noTable', '.0.tableEngine wrongType'],
		],
	])('are refused (%#)', ({ issues }, expected) => {
		const path = 'source.postgres.tableMappings';
		expect(codes(issues)).toEqual(expected.map((code) => path + code));
	});

	it('may be additional members, have the name of their table, and sorting keys only where they are used', () => {
		const sourceAdditionalMembers = { tableMappings: [{ sourceTable: 'a' }] };
		const form = { postgresTableMappings: undefined, sourceAdditionalMembers };
		expect(planned(form).issues).toEqual([]);
		const used = { ...A, useCustomSortingKey: true, sortingKeys: 'id, day' };
		const unused = { ...A, useCustomSortingKey: false, sortingKeys: 'id' };
		expect(mappingsOf(rows({ ...used, targetTable: null }, unused))).toEqual([
			{ ...used, sortingKeys: ['id', 'day'] },
			{ ...A, useCustomSortingKey: false },
		]);
	});
});
