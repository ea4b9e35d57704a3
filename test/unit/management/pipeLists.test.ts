import { valueAt } from '../../../nodes/engine/json';
import { columnsOf } from '../../../nodes/CloudManagement/resources/pipe/columns';
import { growth, MAX_GROWTH } from '../../growth';
import { fields, rows, valueOf } from '../rows';
import { codes } from './context';
import { FORMS, LOGIN, planForm } from './pipeForm';

const COLUMNS = 'destination.columns';
const listed = (columnsList: unknown) => columnsOf({ columnsInput: 'list', columnsList }, 'UTC');
const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const shown = ({ columns, fieldMappings }: ReturnType<typeof listed>) =>
	listAt(columns)
		.map((column, index) => {
			const [name, type] = [valueAt(column, 'name'), valueAt(column, 'type')];
			const source = valueAt(listAt(fieldMappings)[index], 'sourceField');
			return [name, type, ...(source === name ? [] : [source])].join(':');
		})
		.join('; ');

describe('columns as a list', () => {
	it.each(
		rows(`
		id UInt64 | id:UInt64
		order_id UInt64 orderId | order_id:UInt64:orderId
		"id UInt64\\nname String" | id:UInt64; name:String
		id UInt64, name LowCardinality(String) | id:UInt64; name:LowCardinality(String)
		"  id UInt64,\\r\\n\\r\\n\\tname   String,\\n" | id:UInt64; name:String
		price Decimal(10, 2) cost | price:Decimal(10, 2):cost
		at Nullable(DateTime64(3, 'UTC')), kind Enum8('a, b' = 1, ')' = 2) | at:Nullable(DateTime64(3, 'UTC')); kind:Enum8('a, b' = 1, ')' = 2)
		"pair Tuple(a UInt8,\\n\\tb String) p, id UInt64" | pair:Tuple(a UInt8, b String):p; id:UInt64
		price Decimal (10, 2) | price:Decimal(10, 2)
		\`order id\` UInt64 "order.id, old" | order id:UInt64:order.id, old
		pair Tuple(\`a b\` UInt8, "c" String) | pair:Tuple(\`a b\` UInt8, "c" String)
		"-- the key\\nid UInt64 -- never null\\n,name Tuple(a UInt8, -- first\\nb String)" | id:UInt64; name:Tuple(a UInt8,  b String)
		a--b String c-d | a--b:String:c-d
		" \\n , " |
		undefined |
		null |
		[] |
		[{"name":"id","type":"UInt64"},{"name":"a","type":"String","sourceField":"b"}] | id:UInt64; a:String:b
		{"name":"id","type":"UInt64"} | id:UInt64
		["id UInt64","a String b, c String"] | id:UInt64; a:String:b; c:String
		create DateTime table_id, table String | create:DateTime:table_id; table:String
		NULL String, NOT String, DEFAULT String | NULL:String; NOT:String; DEFAULT:String
		CODEC String, COMMENT String | CODEC:String; COMMENT:String
		a String "NULL", b String \`null\` | a:String:NULL; b:String:null
		a String "NOT NULL", b String not | a:String:NOT NULL; b:String:not
		a String default, b String defaults(1) | a:String:default; b:String:defaults(1)
		a String comment, b String codec, c String "CODEC(1)" | a:String:comment; b:String:codec; c:String:CODEC(1)
		`),
	)('reads %s', (text, expected) => {
		const found = listed(valueOf(text));
		expect([codes(found.issues), shown(found)]).toEqual([[], expected]);
	});

	it.each(
		rows(`
		id UInt64, name | .1 noType | name=name
		a, b String, c | .0 noType, destination.columns.2 noType | name=a
		id UInt64 orderId more | .0 moreWords | more=more
		price Decimal(10, 2 | unreadable | found=a "(" that isn't closed
		price Decimal 10) | unreadable | found=a ")" without a "("
		\`id UInt64 | unreadable | found=a \` that isn't closed
		kind Enum8('a = 1) | unreadable | found=a ' that isn't closed
		"id UInt64 | unreadable | found=a " that isn't closed
		[5] | .0 noEntry |
		[{"name":"id","type":"UInt64"},null] | .1 noEntry |
		5 | .0 noEntry |
		[{"name":"id","type":"UInt64","source_field":"x"}] | .0 unknownMembers | unknown=["source_field"]
		CREATE TABLE orders (id UInt64, name String) ENGINE = MergeTree | createTable |
		"\\n-- orders\\ncreate or replace table shop.orders\\n(\\n  id UInt64\\n)\\nengine = M;" | createTable |
		["id UInt64","CREATE TEMPORARY TABLE IF NOT EXISTS o (id UInt64"] | createTable |
		`),
	)('refuses %s', (text, code, facts) => {
		const { issues } = listed(valueOf(text));
		expect(codes(issues).join(', ').replace(/ /, '')).toBe(COLUMNS + code.replace(/ /, ''));
		expect(issues[0]).toMatchObject(fields(facts));
	});

	it.each(
		rows(`
		a String NULL | NULL | a Nullable(String)
		a String null | NULL | a Nullable(String)
		a Nullable(String) NULL | NULL | a Nullable(String)
		a LowCardinality(String) NULL | NULL | a LowCardinality(Nullable(String))
		a Decimal(10, 2) NULL | NULL | a Nullable(Decimal(10, 2))
		\`the a\` String b NULL | NULL | "the a" Nullable(String) b
		a String not null | NOT NULL | a String
		a String NOT NULL DEFAULT 1 | NOT NULL | a String
		a String DEFAULT 1 | DEFAULT | a String
		a String default 'x, y' | DEFAULT | a String
		a String "b c" DEFAULT (1) | DEFAULT | a String "b c"
		a Nullable(String) DEFAULT NULL | DEFAULT | a Nullable(String)
		a String CODEC(ZSTD(1)) | CODEC | a String
		a String Codec (ZSTD(1), LZ4) | CODEC | a String
		a String COMMENT 'x' | COMMENT | a String
		a Date MATERIALIZED now() | MATERIALIZED | a Date
		a Date TTL a + INTERVAL 1 DAY | TTL | a Date
		a UInt64 PRIMARY KEY | PRIMARY KEY | a UInt64
		`),
	)('suggests the spelling instead of %s', (line, clause, column) => {
		const issue = { path: `${COLUMNS}.0`, code: 'clause', clause, column };
		expect(listed(line).issues).toMatchObject([issue]);
		expect(listed(column).issues).toEqual([]);
	});

	const quotes = (count: number) =>
		`${'"('.repeat(count)}${' '.repeat(count)}${'`"'.repeat(count)}`;
	it.each<[string, (count: number) => string]>([
		['quotes that do not end', quotes],
		['spaces', (count) => 'a '.repeat(count)],
		['brackets', (count) => `a ${'('.repeat(count)}${')'.repeat(count)}`],
	])('reads long text of %s in time that grows with its length', async (_name, textOf) => {
		expect(await growth(2000, textOf, listed)).toBeLessThan(MAX_GROWTH);
	});
});

it.each(
	rows(`
	id UInt64 orderId | | orderId
	[{"name":"id","type":"UInt64","sourceField":""}] | | id
	id UInt64 " id" | | " id"
	"" | ${COLUMNS} noColumns |
	[{"name":"id"}] | ${COLUMNS}.0.type empty |
	id Decimal(1 | ${COLUMNS} unreadable |
	["id",{"name":"b","type":5}] | ${COLUMNS}.0 noType |
	`),
)('a pipe with the columns %s is refused with %j, or maps the column id', (list, code, source) => {
	const columnsList = valueOf(list);
	const form = { ...FORMS.kafka, columnsInput: 'list', columnsList };
	const { request, issues } = planForm(form);
	expect(codes(issues).join(', ')).toBe(code);
	if (code !== '') return;
	expect(request.body).toHaveProperty(COLUMNS, [{ name: 'id', type: 'UInt64' }]);
	const fieldMappings = [{ sourceField: valueOf(source), destinationField: 'id' }];
	expect(request.body).toMatchObject({ fieldMappings });
});

describe('table mappings', () => {
	const PATH = 'source.postgres.tableMappings';
	const planned = (changes: object) => {
		const { request, issues } = planForm({ ...FORMS.postgres, ...changes }, LOGIN);
		return issues.length > 0 ? codes(issues).join(', ') : valueAt(request.body, PATH);
	};
	const listed = (tableMappingsList: unknown) =>
		planned({ tableMappingsInput: 'list', tableMappingsList });
	const byRows = (...values: unknown[]) => planned({ postgresTableMappings: { values } });
	const tableOf = (text: string) => {
		const [sourceSchemaName, sourceTable = '', targetTable = sourceTable] = text.split('/');
		return { sourceSchemaName, sourceTable, targetTable };
	};

	it.each(
		rows(`
		orders | public/orders |
		shop.orders, people | shop/orders, public/people |
		public.orders shop_orders | public/orders/shop_orders |
		"\\"my.table\\"" | public/my.table |
		"sales.eu".orders | sales.eu/orders |
		\`sales.eu\`.\`my.table\` "a.b" | sales.eu/my.table/a.b |
		"My Schema"."My Table" | My Schema/My Table |
		"a.b"c.d."e.f" x | a.bc/d.e.f/x |
		'my.table' | public/'my.table' |
		shop.orders.old | shop/orders.old |
		.orders | public/orders |
		[{"sourceSchemaName":" ","sourceTable":"o"}] | public/o |
		orders x.y | public/orders/x.y |
		["\`my.table\`"] | public/my.table |
		[{"sourceTable":"o","useCustomSortingKey":true,"sortingKeys":["id"]}] | public/o | useCustomSortingKey=true sortingKeys=["id"]
		[{"sourceTable":"o","sortingKeys":"id","excludedColumns":"a, b","tableEngine":""}] | public/o | sortingKeys=["id"] excludedColumns=["a","b"]
		`),
	)('are read from the list %s', (list, tables, more) => {
		const expected = tables.split(', ').map((table) => ({ ...tableOf(table), ...fields(more) }));
		expect(listed(valueOf(list))).toEqual(expected);
	});

	const A = { sourceTable: 'a', targetTable: 'a' };
	const NO_KEYS = { sourceTable: 'b', useCustomSortingKey: true, sortingKeys: ' ' };
	const MISTAKES = { sourceTable: ' ', targetTable: 'b', tableEngine: 5 };
	it.each<[unknown, string]>([
		[listed(''), ' noTables'],
		[listed([]), ' noTables'],
		[listed(null), ' noTables'],
		[planned({ postgresTableMappings: undefined }), ' noTables'],
		[byRows(), ' noTables'],
		[listed('orders shop_orders more'), '.0 moreWords'],
		[listed('"orders'), ' unreadable'],
		[listed([{ table: 'orders' }]), '.0 unknownMembers'],
		[listed([{ sourceTable: '' }]), '.0.sourceTable noTable'],
		[listed('orders, public.'), '.1.sourceTable noTable'],
		[listed(['a', NO_KEYS]), '.1.sortingKeys noSortingKeys'],
		[listed(['"a', { targetTable: 't' }]), ' unreadable'],
		[byRows(A, { ...A, ...NO_KEYS }), '.1.sortingKeys noSortingKeys'],
		[byRows(MISTAKES), `.0.sourceTable noTable, ${PATH}.0.tableEngine wrongType`],
	])('are refused: %s', (found, expected) => {
		expect(found).toBe(PATH + expected);
	});

	it('can be additional keys, and have sorting keys only if they are used', () => {
		const sourceAdditionalMembers = { tableMappings: [{ sourceTable: 'a' }] };
		expect(planned({ postgresTableMappings: undefined, sourceAdditionalMembers })).toHaveLength(1);
		const used = { ...A, useCustomSortingKey: true, sortingKeys: 'id, day' };
		const unused = { ...A, useCustomSortingKey: false, sortingKeys: 'id' };
		expect(byRows({ ...used, targetTable: null }, unused)).toEqual([
			{ ...used, sortingKeys: ['id', 'day'] },
			{ ...A, useCustomSortingKey: false },
		]);
	});
});
