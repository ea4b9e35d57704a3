import { hasExpressionBraces, splitSql } from '../../../nodes/engine/parameters/sqlText';
import { writingStatementIn, parametersIn } from '../../../nodes/features/query/sql';

describe('writingStatementIn', () => {
	it.each([
		'SELECT 1',
		' ((select insert_time FROM t))',
		"-- INSERT\n#! INSERT\n/* ' */ WITH x AS (SELECT 'it\\'s INSERT') SELECT x",
		"SELECT 'a''; INSERT', \"INSERT\", `INSERT \\` INSERT`",
		'SHOW TABLES',
		'DESCRIBE t',
		'EXPLAIN SELECT 1',
		'EXISTS t',
		'FROM t SELECT count()',
		'DESC t',
		'SELECT insert(name, 1, 1, x) FROM t',
		'SELECT a.insert, insert, "insert" FROM t WHERE insert > 1',
		'SELECT count() AS insert, sum(x) Insert FROM insert',
		'SELECT into FROM t',
		'SELECT a FROM t GROUP BY parallel WITH TOTALS',
		'SELECT a FROM t ORDER BY Parallel WITH  fill',
		"SELECT 'It’s', 'https://a', '$5 and $6', ‘INSERT'’ AS “INSERT\"” // INSERT '",
		'SELECT a$b /* INSERT */ FROM t',
		'SELECT parallel, 1 FROM t GROUP BY `parallel` WITH TOTALS;',
	])('finds no change in %j', (sql) => {
		expect(writingStatementIn(sql)).toBeUndefined();
	});

	it.each([
		['INSERT INTO t SELECT 1', /^doesn't begin with any of SELECT, FROM, WITH/],
		['', /^doesn't begin/],
		['SELECTED', /^doesn't begin/],
		['/* SELECT */ TRUNCATE t', /^doesn't begin/],
		['-- SELECT\nDROP TABLE t', /^doesn't begin/],
		['WITH x AS (SELECT 1) insert INTO t SELECT * FROM x', /^contains INSERT$/],
		["SELECT '\\' INSERT INTO t SELECT 1", /^contains INSERT$/],
		['WITH 1 AS insert SELECT 1 INSERT/* /* */ */\u200BINTO t SELECT 1', /^contains INSERT$/],
		['EXPLAIN INSERT INTO t SELECT 1', /^contains INSERT$/],
		['SELECT 1; DROP TABLE t', /^contains several statements$/],
		['SELECT 1 PARALLEL WITH DROP TABLE t', /^contains several statements$/],
		['SELECT 1 PARALLEL /* /* */ */ WITH DROP TABLE t', /^contains several statements$/],
		['SELECT 1 parallel/**/\u200Bwith DROP TABLE t', /^contains several statements$/],
		["WITH x AS (SELECT 1 AS “it's”) INSERT INTO t SELECT 1 AS “that's”", /^contains INSERT$/],
		['WITH x AS (SELECT ‘"’) INSERT INTO t SELECT ‘"’', /^contains INSERT$/],
		["WITH x AS (SELECT 1) /**/// '\nINSERT INTO t SELECT 1 // '", /^contains INSERT$/],
		["WITH x AS (SELECT 1) -- \r'\nINSERT INTO t SELECT 1 -- \r'", /^contains INSERT$/],
		["WITH x AS (SELECT 1) /* /* */ ' */ INSERT INTO t SELECT ' '", /^contains INSERT$/],
		["WITH $a b$ ' $a b$ AS x INSERT INTO t SELECT ' '", /between dollar signs$/],
		["WITH $a$ ' $a$ AS x INSERT INTO t SELECT ' '", /between dollar signs$/],
	])('explains why %j may change something', (sql, reason) => {
		expect(writingStatementIn(sql)).toMatch(reason);
	});

	it('needs almost no time for hostile SQL', () => {
		for (const piece of ["'", '/*', '--', '`\\', '$', '#', '"a', '‘', '//']) {
			const startedAt = performance.now();
			writingStatementIn(`SELECT ${piece.repeat(50_000)}`);
			splitSql(piece.repeat(50_000));
			hasExpressionBraces(`{{${piece.repeat(50_000)}`);
			expect(performance.now() - startedAt).toBeLessThan(2000);
		}
	});
});

describe('hasExpressionBraces', () => {
	it.each([
		['SELECT {{ $json.a }}', true],
		["SELECT '{{', $a$ {{ $a$, 1", false],
		['SELECT $a$ {{ $a$ {{ $a$', true],
		['SELECT $a$b$ {{ $b$', false],
		['SELECT $$ {{ $$ $$$ {{', true],
		['SELECT $a$ {{ $b$', true],
		['SELECT {a: UInt8}', false],
	])('finds braces outside of text in %j: %s', (sql, isFound) => {
		expect(hasExpressionBraces(sql)).toBe(isFound);
	});

	it('needs little time for many different tags', () => {
		const tags = Array.from({ length: 50_000 }, (_, index) => `$a${String(index)}$`);
		const startedAt = performance.now();
		expect(hasExpressionBraces(`{{ ${tags.join(' ')}`)).toBe(true);
		expect(performance.now() - startedAt).toBeLessThan(2000);
	});
});

describe('parametersIn', () => {
	it('finds the names of typed parameters', () => {
		expect(parametersIn('SELECT {day: Date}, { n :UInt8}, {day:Date}')).toEqual([
			'day',
			'n',
			'day',
		]);
	});
});
