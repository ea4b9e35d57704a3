import { dashboard } from '../../../nodes/CloudDashboard/resources/dashboard';
import type { JsonObject } from '../../../nodes/engine/json';
import type { ParameterValues } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/request';
import { CLICKSTACK_IDS } from '../../../tools/emulator';
import { problems, sentences } from '../management/context';
import { planOf, summaryFor } from './plans';

const { update } = dashboard.operations;
const { sourceId: SOURCE, traceSourceId: OTHER } = CLICKSTACK_IDS;

const place = { x: 8, y: 2, w: 4, h: 3 };
const TAB = { containerId: 'c', tabId: 't' };
const LINE = {
	displayType: 'line',
	sourceId: SOURCE,
	select: [{ aggFn: 'avg', valueExpression: 'Duration' }],
	groupBy: 'ServiceName',
	numberFormat: { output: 'time' },
};
const errors = { id: '1', name: 'Errors', ...place, ...TAB, config: LINE };
const orders = { id: '2', name: 'Orders', ...place, y: 5, config: { displayType: 'markdown' } };
const old = { id: '3', name: 'Old, unused', ...place, y: 8, series: [{ type: 'time' }] };
const current = {
	id: 'd1',
	name: 'Shop',
	tags: ['eu', 'shop'],
	filters: [{ id: 'f1' }],
	tiles: [errors, orders, old],
};
const SHOP = { name: 'Shop' };

/** The form starts a row like this. */
const ROW = {
	name: '',
	chart: '',
	sourceId: '',
	aggFn: '',
	valueExpression: '',
	where: '',
	whereLanguage: '',
	alias: '',
	metricType: 'none',
	select: {},
	groupBy: '',
	id: '',
	asRatio: false,
	x: '',
	y: '',
	w: '',
	h: '',
	additionalMembers: '{}',
};
const form = (rows: JsonObject[], more: ParameterValues = {}): ParameterValues => ({
	dashboardId: 'd1',
	dashboardInput: 'fields',
	name: '',
	tags: '',
	updateMode: 'automatic',
	tilesToRemove: '',
	tiles: { values: rows.map((row) => ({ ...ROW, ...row })) },
	...more,
});
const list = (tilesList: unknown, more: ParameterValues = {}) =>
	form([], { dashboardInput: 'list', tilesList, ...more });
const json = (dashboardJson: unknown, more: ParameterValues = {}) =>
	form([], { dashboardInput: 'json', dashboardJson, updateMode: 'merge', ...more });

/** Plans on the record that was read, which parameters may replace. */
const plan = ({ record = current, ...parameters }: ParameterValues) =>
	planOf(update, parameters, record);

function bodyOf(parameters: ParameterValues): JsonObject {
	const { issues, request } = plan(parameters);
	expect(problems(issues)).toEqual([]);
	return objectBody(request);
}

const tilesOf = (parameters: ParameterValues) => bodyOf(parameters)['tiles'];

it.each([
	{ empty: form([]), text: 'The item changes nothing. Enter at least one of ' },
	{ empty: list(''), text: 'The item changes nothing. Enter at least one of ' },
	{ empty: json('{}'), text: 'Dashboard Definition is empty, so nothing would change.' },
])('Dashboard → Update (Merge) rejects an empty update: $text', ({ empty, text }) => {
	const [sentence] = sentences(planOf(update, empty).issues, update);
	const labels =
		empty.dashboardInput === 'json' ? '' : 'Removed Tile Names or IDs, Name, Tags, or Tiles.';
	expect(sentence).toContain(text + labels);
});

it.each([{ entered: json('{"name": "A" "tiles": []}') }, { entered: list('not a list') }])(
	'Dashboard → Update (Merge) only says that $entered is unreadable',
	({ entered }) => {
		const found = sentences(planOf(update, entered).issues, update);
		expect(found).toHaveLength(1);
		expect(found[0]).not.toMatch(/nothing would change|changes nothing/);
	},
);

describe('Dashboard → Update (Merge, fields)', () => {
	it.each<{ rows: JsonObject[]; more?: ParameterValues }>([
		{ rows: [{ name: ' Errors ' }, { id: ' 2 ' }] },
		{ rows: [{ name: 'Errors', aggFn: undefined, whereLanguage: undefined }] },
		{ rows: [{ name: 'Errors', chart: 'series', series: {} }] },
		{ rows: [{ id: '1' }], more: { tags: ' , ' } },
		{ rows: [{ id: '1' }], more: { tags: {} } },
		{ rows: [{ id: '1' }], more: { name: {} } },
	])('leaves the dashboard unchanged if $rows and $more contain nothing new', ({ rows, more }) => {
		expect(bodyOf(form(rows, more))).toEqual({ ...SHOP, tiles: [errors, orders, old] });
	});

	it("names a row's tile in errors if the row has an ID", () => {
		const { issues } = plan(form([{ id: '1', aggFn: 'sum', valueExpression: 7 }]));
		expect(sentences(issues, update)[0]).toMatch(/^Tile 1, Field /);
	});

	const average = { aggFn: 'avg', valueExpression: 'Duration' };
	const count = { aggFn: 'count' };

	it.each<{ entered: JsonObject; config: JsonObject }>([
		{ entered: { sourceId: OTHER }, config: { sourceId: OTHER } },
		{ entered: { chart: 'line', groupBy: ' a ' }, config: { groupBy: 'a' } },
		{ entered: { where: ' a:b ' }, config: { select: [{ ...average, where: 'a:b' }] } },
		{ entered: { aggFn: 'count' }, config: { select: [count] } },
		{
			entered: { select: { values: [count] } },
			config: { select: [average, count] },
		},
	])('changes only $entered in a chart of the same kind', ({ entered, config }) => {
		const tile = { ...errors, config: { ...LINE, ...config } };
		expect(tilesOf(form([{ name: 'Errors', ...entered }]))).toEqual([tile, orders, old]);
	});

	it.each([
		{
			stored: { displayType: 'markdown' },
			entered: { markdown: '# A' },
			sent: { markdown: '# A' },
		},
		{
			stored: { displayType: 'search', sourceId: 's', select: 'a' },
			entered: { selectColumns: 'b' },
			sent: { select: 'b' },
		},
		{
			stored: { configType: 'sql', displayType: 'table', sqlTemplate: 'a', connectionId: 'c' },
			entered: { sqlDisplayType: 'pie', sqlTemplate: 'b' },
			sent: { displayType: 'pie', sqlTemplate: 'b' },
		},
	])('accepts $entered with the stored chart $stored', ({ stored, entered, sent }) => {
		const record = { ...current, tiles: [{ ...orders, config: stored }] };
		expect(tilesOf(form([{ id: '2', ...entered }], { record }))).toEqual([
			{ ...orders, config: { ...stored, ...sent } },
		]);
	});

	it("drops a chart's stored keys when its kind changes", () => {
		const config = { displayType: 'markdown', markdown: '# Hi' };
		const row = { name: 'Errors', chart: 'markdown', markdown: '# Hi' };
		expect(tilesOf(form([row]))).toEqual([{ ...errors, config }, orders, old]);
	});

	it('sends series or config, never both', () => {
		const values = [{ type: 'number', sourceId: 's', aggFn: 'count', where: '' }];
		const tiles = tilesOf(
			form([
				{ name: errors.name, chart: 'series', series: { values } },
				{ name: old.name, chart: 'markdown', markdown: 'x' },
			]),
		);
		expect(tiles).toEqual([
			{ ...errors, config: undefined, asRatio: false, series: values },
			orders,
			{ ...old, series: undefined, config: { displayType: 'markdown', markdown: 'x' } },
		]);
	});

	it.each([{ tags: ['new', 'eu'] }, { tags: [] }])(
		"replaces the dashboard's tags with $tags",
		({ tags }) => {
			expect(bodyOf(form([], { tags }))).toHaveProperty('tags', tags);
		},
	);

	it("doesn't send tags if the current dashboard has none", () => {
		const record = { ...current, tags: undefined };
		expect(bodyOf(form([{ id: '1' }], { record }))).not.toHaveProperty('tags');
	});

	it.each([
		{
			what: 'a new tile without a source',
			rows: [{ name: 'New' }],
			issues: ['tiles.0.name is "New", but', 'tiles.0.sourceId is needed for'],
		},
		{
			what: 'a new kind of chart of which only a part was entered',
			rows: [{ name: 'Errors' }, { name: 'Orders', chart: 'bar', groupBy: 'a' }],
			issues: ['tiles.1.sourceId is needed for'],
		},
		{
			what: 'fields of another kind of chart',
			rows: [
				{ name: 'Orders', groupBy: 'a' },
				{ id: '3', markdown: 'a' },
				{ name: 'New', sourceId: SOURCE, markdown: 'a' },
			],
			issues: [
				'tiles.2.name is "New", but',
				"tiles.0.groupBy doesn't apply to",
				"tiles.1.markdown doesn't apply to",
				"tiles.2.markdown doesn't apply to",
			],
		},
		{
			what: 'a field that counting does not need',
			rows: [
				{ name: 'New', sourceId: SOURCE, valueExpression: 'a' },
				{ name: 'Errors', aggFn: 'count', valueExpression: 'a' },
			],
			issues: ['tiles.0.name is "New", but', "tiles.0.valueExpression doesn't apply to"],
		},
		{
			what: 'values that are invalid in any chart',
			rows: [{ name: 'Errors', groupBy: 'x'.repeat(10_001) }],
			issues: ['tiles.0.groupBy must have at'],
		},
		{
			what: 'an ID that no tile has',
			rows: [{ id: '9', name: 'Errors' }],
			issues: ['tiles.0.id is "9", but'],
		},
		{
			what: 'one tile in two rows',
			rows: [{ id: '1' }, { id: '1' }],
			issues: ['tiles.1.id is "1", the'],
		},
		{
			what: 'one name in two rows',
			rows: [{ name: 'Errors' }, { name: 'Errors' }],
			issues: ['tiles.0 has the same', 'tiles.1 has the same'],
		},
	])('reports the row in the issue of $what', ({ rows, issues }) => {
		expect(problems(plan(form(rows)).issues)).toEqual(issues);
	});

	it('rejects a value field for a stored count', () => {
		const counted = { ...orders, config: { ...LINE, select: [count] } };
		const record = { ...current, tiles: [counted] };
		const rows = [{ id: '2', valueExpression: 'a' }];
		expect(problems(plan(form(rows, { record })).issues)).toEqual([
			"tiles.0.valueExpression doesn't apply to",
		]);
	});

	it('rejects the name of two current tiles in a row without an ID', () => {
		const twice = { ...current, tiles: [errors, { ...orders, name: 'Errors' }] };
		const given = { record: twice };
		expect(problems(plan(form([{ name: 'Errors', x: 0 }], given)).issues)).toEqual([
			'tiles.0 refers to "Errors",',
		]);
		expect(tilesOf(form([{ id: '2', name: 'Errors', x: 0 }], given))).toEqual([
			errors,
			{ ...orders, name: 'Errors', x: 0 },
		]);
	});

	const LINE_OF_COUNTS = { chart: 'line', sourceId: SOURCE, aggFn: 'count' };
	const allowed = { options: { allowUnlisted: true } };

	it.each([{ where: 'x' }, LINE_OF_COUNTS, { chart: 'pie' }])(
		'suggests a tile for a misspelled name with %j',
		(row) => {
			const text = 'is "Erors", but no tile has this name. Did you mean "Errors"?';
			const { issues, hints } = plan(form([{ name: 'Erors', ...row }]));
			expect({ issues, hints }).toMatchObject({
				issues: [{ path: 'tiles.0.name', text }],
				hints: [],
			});
		},
	);

	it("reports all rows' issues if one row has a misspelled name", () => {
		const rows = [{ name: 'Erors', chart: 'pie' }, { name: 'New' }, { chart: 'pie' }];
		expect(problems(plan(form(rows)).issues)).toEqual([
			'tiles.1.name is "New", but',
			'tiles.1.sourceId is needed for',
			'tiles.2.sourceId is needed for',
			'tiles.0.name is "Erors", but',
		]);
	});

	it('warns about adding a tile if an incomplete row has a new name', () => {
		const { issues } = plan(form([{ name: 'Logins', where: 'x' }]));
		expect(issues[0]?.text).toBe(
			'is "Logins", but no tile has this name. The update would add a tile. To change a tile, use its name: "Errors", "Orders", "Old, unused".',
		);
		expect(problems(plan(form([{ name: 'Logins', chart: 'line' }])).issues)).toEqual([
			'tiles.0.sourceId is needed for',
		]);
		const empty = { ...current, tiles: [] };
		expect(problems(plan(form([{ name: 'Logins' }], { record: empty })).issues)).toEqual([
			'tiles.0.sourceId is needed for',
		]);
	});

	it('adds a tile with a misspelled name if unusual values are allowed', () => {
		const { hints, ...planned } = plan(form([{ name: 'Erors', ...LINE_OF_COUNTS }], allowed));
		expect([planned.issues, hints]).toEqual([[], []]);
		expect(problems(plan(form([{ name: 'Erors', where: 'x' }], allowed)).issues)).toEqual([
			'tiles.0.name is "Erors", but',
			'tiles.0.sourceId is needed for',
		]);
	});

	it.each([
		['errors', 'Errors'],
		['Eror', 'Errors'],
		['Erors', 'Errors'],
		['Latency p95 (EU', 'Latency p95 (EU)'],
	])('takes %j for a misspelled %j', (name, stored) => {
		const record = { ...current, tiles: [{ ...errors, name: stored }] };
		expect(problems(plan(list([{ name, config: LINE }], { record })).issues)).toEqual([
			`tiles.0.name is "${name.split(' ')[0] ?? ''}${name.includes(' ') ? '' : '",'} ${name.split(' ')[1] ?? 'but'}`,
		]);
	});

	it.each([
		['Latency P95', 'Latency P99'],
		['Node 2', 'Node 1'],
		['Errors US', 'Errors UK'],
		['CPU', 'GPU'],
		['Err', 'Error'],
		['Offers', 'Orders'],
		['Errors per host', 'Errors'],
	])('adds %j beside %j', (name, stored) => {
		const record = { ...current, tiles: [{ ...errors, name: stored }] };
		expect(tilesOf(list([{ name, config: LINE }], { record }))).toMatchObject([
			{ name: stored },
			{ name },
		]);
	});

	it('checks only entered values of a stored tile', () => {
		const wide = { ...orders, x: 30, w: 40 };
		const given = { record: { ...current, tiles: [errors, wide] } };
		expect(tilesOf(form([{ name: 'Errors', x: 1 }], given))).toEqual([{ ...errors, x: 1 }, wide]);
		expect(problems(plan(form([{ name: 'Errors', x: 30 }], given)).issues)).toEqual([
			'tiles.0.x must be at',
		]);
	});

	it('rejects an unknown mode', () => {
		expect(problems(plan(form([], { updateMode: 'keep' })).issues)).toEqual([
			'updateMode must be one',
		]);
	});
});

describe('Dashboard → Update (Replace, fields)', () => {
	const replacing = (rows: JsonObject[], more: ParameterValues = {}) =>
		form(rows, { updateMode: 'replace', ...more });

	it('sends only entered values', () => {
		const row = { ...place, id: '1', name: 'Errors', chart: 'markdown', markdown: '' };
		expect(bodyOf(replacing([row], { name: 'Shop' }))).toMatchObject({
			name: 'Shop',
			tags: [],
			tiles: [{ id: '1', config: { displayType: 'markdown' } }],
		});
		expect(problems(plan(replacing([row])).issues)).toEqual(['name is empty']);
	});

	it.each([404, current])('rejects removing tiles if the read returned %j', (record) => {
		const parameters = { name: 'Shop', tilesToRemove: 'Orders', record };
		const { issues } = plan(replacing([{ name: 'A' }], parameters));
		expect(problems(issues)).toEqual(['tilesToRemove only works when']);
	});
});

describe('Dashboard → Update (Merge, list or JSON)', () => {
	it.each([
		{ input: 'a list in JSON text', given: (tiles: unknown) => list(JSON.stringify(tiles)) },
		{ input: 'JSON', given: (tiles: unknown) => json({ tiles }) },
	])('keeps values that $input omits or sets to null', ({ given }) => {
		const config = { groupBy: 'Region' };
		expect(
			bodyOf(
				given([
					{ id: '1', config },
					{ name: 'Orders', x: 0, y: null },
				]),
			),
		).toEqual({
			...SHOP,
			tiles: [{ ...errors, config: { ...LINE, ...config } }, { ...orders, x: 0 }, old],
		});
	});

	describe.each([
		{ input: 'a list', given: (tiles: unknown) => list(tiles, { updateMode: 'merge' }) },
		{ input: 'JSON', given: (tiles: unknown) => json({ tiles }) },
	])('with $input from an expression', ({ given }) => {
		const changed = (config: JsonObject) => ({ ...errors, config: { ...LINE, ...config } });

		it.each<{ config: JsonObject; hints: string[] }>([
			{ config: { groupBy: undefined }, hints: ['"tiles.0.config"'] },
			{ config: { fillNulls: false, select: undefined }, hints: [] },
			{
				config: { fillNulls: false, numberFormat: { output: undefined } },
				hints: ['"tiles.0.config.numberFormat"'],
			},
		])('keeps what $config leaves missing', ({ config, hints }) => {
			const { fillNulls } = config;
			const tile = changed(fillNulls === undefined ? {} : { fillNulls });
			const parameters = given([{ name: 'Errors', w: 7, x: undefined, config }]);
			expect(tilesOf(parameters)).toEqual([{ ...tile, w: 7 }, orders, old]);
			expect(plan(parameters).hints).toEqual(
				hints.map((name) => `${name} isn't sent, because its expression returned nothing.`),
			);
		});

		it('sends empty and null values', () => {
			const config = { groupBy: '', numberFormat: {}, select: [], fillNulls: null };
			const parameters = given([{ name: 'Errors', config }]);
			expect(tilesOf(parameters)).toEqual([changed(config), orders, old]);
			expect(plan(parameters).hints).toEqual([]);
		});

		it('rejects numbers that JSON lacks', () => {
			expect(problems(plan(given([{ name: 'Errors', w: NaN }])).issues)).toEqual([
				expect.stringMatching(/ contains a number$/),
			]);
		});
	});

	it('keeps name and tags that the JSON omits', () => {
		const { name, tiles } = current;
		const emptied = { tags: [], filters: [] };
		expect(bodyOf(json(emptied))).toEqual({ name, tiles, ...emptied });
	});

	it("drops a chart's stored keys when SQL replaces it", () => {
		const config = { configType: 'sql', displayType: 'line', sqlTemplate: 'SELECT 1' };
		expect(tilesOf(list([{ id: '1', config }]))).toEqual([{ ...errors, config }, orders, old]);
	});

	it("drops a tile's tab when its container changes", () => {
		const moved = { ...errors, containerId: 'd', tabId: undefined };
		expect(tilesOf(list([{ id: '1', containerId: 'd' }]))).toEqual([moved, orders, old]);
	});
});

describe('Dashboard → Update (Removed Tile Names or IDs)', () => {
	const remove = (tilesToRemove: unknown, rows: JsonObject[] = [], more: ParameterValues = {}) =>
		form(rows, { tilesToRemove, ...more });

	it.each([
		{ entered: 'Orders', left: [errors, old] },
		{ entered: ' 2 , Errors', left: [old] },
		{ entered: ['Orders', 'Old, unused'], left: [errors] },
		{ entered: 'Very Old, unused', left: [errors, orders, old] },
		{ entered: undefined, left: [errors, orders, old] },
	])('removes only the tiles $entered', ({ entered, left }) => {
		expect(tilesOf(remove(entered))).toEqual(left);
	});

	it("prefers a tile's ID to another tile's name", () => {
		const tiles = [errors, { ...orders, name: '1' }];
		expect(tilesOf(remove('1', [], { record: { ...current, tiles } }))).toEqual([tiles[1]]);
	});

	it.each([
		{ entered: 'Twice', problem: 'refers to "Twice",' },
		{ entered: '2,Old,unused', problem: 'contains "Old, unused",' },
		{ entered: { id: '1' }, problem: 'must be a' },
		{ entered: [{ id: '1' }], problem: 'must be a' },
	])('reports a problem for $entered: $problem', ({ entered, problem }) => {
		const twice = [5, 6].map((id) => ({ ...orders, id: String(id), name: 'Twice' }));
		const record = { ...current, tiles: [...current.tiles, ...twice] };
		const { issues, request } = plan(remove(entered, [], { record }));
		expect(problems(issues)).toEqual([`tilesToRemove ${problem}`]);
		expect(objectBody(request)['tiles']).toHaveLength(5);
	});

	it('rejects changes to and remove the same tile', () => {
		const { issues } = plan(remove('2', [{ name: 'Orders', x: 0 }]));
		expect(problems(issues)).toEqual(['tiles.0 changes the tile']);
	});

	it('warns about a tile that is already gone', () => {
		const { issues, hints, request } = plan(remove('Gone,Orders'));
		expect(issues).toEqual([]);
		expect(hints).toContain(
			'Removed Tile Names or IDs: The dashboard has no tile "Gone" to remove. There are: "Errors", "Orders", "Old, unused".',
		);
		expect(objectBody(request)['tiles']).toEqual([errors, old]);
	});

	it('lists the tiles if none has the entered ID', () => {
		const { issues } = plan(form([{ id: '9', name: 'Errors' }]));
		expect(issues.map(({ text }) => text)).toContain(
			'is "9", but the dashboard has no tile with this ID. There are: 1 ("Errors"), 2 ("Orders"), 3 ("Old, unused"). Check the ID, or leave it out to create a tile.',
		);
	});

	it('lists no tiles of an empty dashboard', () => {
		const { issues } = plan(
			form([{ id: '9', name: 'Errors' }], { record: { ...current, tiles: [] } }),
		);
		expect(issues.map(({ text }) => text)).toContain(
			'is "9", but the dashboard has no tile with this ID. Check the ID, or leave it out to create a tile.',
		);
	});

	it.each([
		{ what: 'an empty dashboard', tiles: [] },
		{ what: 'a dashboard whose tiles have no names', tiles: [{ ...errors, name: '' }] },
	])('lists no tiles in the warning about $what', ({ tiles }) => {
		const { hints } = plan(remove('Gone', [], { record: { ...current, tiles } }));
		expect(hints).toContain(
			'Removed Tile Names or IDs: The dashboard has no tile "Gone" to remove.',
		);
	});
});

describe('updateSummary', () => {
	it('lists removed tiles before changed values', () => {
		const rows = [
			{ id: '1', name: 'Faults' },
			{ name: 'Orders', x: 0 },
			{ name: 'New', chart: 'markdown', markdown: '' },
		];
		const changes = { tilesToRemove: ['3'], tags: 'eu,new', name: 'Store' };
		expect(summaryFor(update, form(rows, changes), { record: current })).toBe(
			'Update dashboard d1: 3 tiles; removed with their alerts: "Old, unused"; tags removed: "shop"; Name from Shop to Store; added: "New"; changed: "Errors" (now "Faults"), "Orders" (X from 8 to 0); tags added: "new"',
		);
	});

	it.each([
		{
			body: { tiles: [{ id: '1', config: { groupBy: 'Region', select: [{ aggFn: 'max' }] } }] },
			text: 'changed: "Errors" (clears Field, Group By from ServiceName to Region, Aggregation from avg to max)',
		},
		{ body: { savedQuery: null }, text: 'clears savedQuery' },
		{ body: { savedQuery: 'b' }, text: 'savedQuery from a to b' },
		{
			body: { filters: [{ id: 'f2', name: 'New' }] },
			text: 'filters removed: unnamed; filters added: "New"',
		},
		{
			body: { filters: [{ id: 'f1', name: 'Level' }] },
			text: 'filters changed: unnamed (now "Level")',
		},
		{ body: { containers: [{ id: 'c2', title: ' ', name: 'Box' }] }, text: 'added: "Box"' },
		{ body: { containers: [{ id: 'c2', title: '' }] }, text: 'containers added: unnamed' },
		{ body: { containers: [{ id: 'c2', title: 'Box' }] }, text: 'containers removed: "Top"; ' },
		{ body: { tags: null }, text: 'tags removed: "eu", "shop"' },
	])('summarizes $body as $text', ({ body, text }) => {
		const record = { ...current, savedQuery: 'a', containers: [{ id: 'c', title: 'Top' }] };
		expect(summaryFor(update, json(body), { record })).toContain(text);
	});

	it.each([
		{ rows: [{ name: 'Orders', x: 8 }], change: 'no change' },
		{ rows: [{ name: 'Orders', x: 9 }], change: 'changed: "Orders" (X from 8 to 9)' },
	])('reports whether the rows $rows change anything', ({ rows, change }) => {
		const summary = summaryFor(update, form(rows), { record: current });
		expect(summary).toBe(`Update dashboard d1: 3 tiles; ${change}`);
	});

	const byJson = (body: JsonObject, record: JsonObject) =>
		summaryFor(update, json(body), { record: { ...current, ...record } });

	it.each([
		{ sent: ['1', '2', '3'], change: 'no change' },
		{ sent: ['3', '2', '1'], change: 'tiles in another order' },
		{
			sent: ['2', '1'],
			change: 'removed with their alerts: "Old, unused"; tiles in another order',
		},
	])('tells the order of the tiles $sent', ({ sent, change }) => {
		const tiles = sent.map((id) => current.tiles.find((tile) => tile.id === id));
		const parameters = { ...json({ name: 'Shop', tiles }), updateMode: 'replace' };
		expect(summaryFor(update, parameters, { record: current })).toBe(
			`Replace dashboard d1: ${String(sent.length)} tiles; ${change}`,
		);
	});

	it.each([
		{ body: { filters: [{ id: 'f1', where: '' }] }, change: 'other changes' },
		{ body: { filters: [{ id: 'f1' }] }, change: 'no change' },
		{ body: { tags: ['shop', 'eu'] }, change: 'tags in another order' },
		{ body: { tags: ['eu', 'shop'] }, change: 'no change' },
	])('calls only an equal body unchanged: $body', ({ body, change }) => {
		expect(byJson(body, {})).toBe(`Update dashboard d1: 3 tiles; ${change}`);
	});

	it.each([
		{
			before: { configType: 'sql', displayType: 'table', sqlTemplate: 'SELECT 1' },
			config: { sqlTemplate: 'SELECT 2', select: [{ sqlTemplate: 'SELECT 1' }] },
			change: 'SQL from "SELECT 1" to "SELECT 2", SQL "SELECT 1"',
		},
		{
			before: { displayType: 'markdown', markdown: 'Hi' },
			config: { markdown: 'Bye', select: [{ markdown: 'Hi' }] },
			change: 'Text from Hi to Bye, Text Hi',
		},
		{
			before: { displayType: 'table', select: [{ numberFormat: { unit: 'a' } }] },
			config: { numberFormat: { unit: 'b' } },
			change: 'numberFormat (unit b)',
		},
		{
			before: { displayType: 'line', select: [{ aggFn: 'count' }] },
			config: { configType: 'promql' },
			change: 'clears Chart, configType promql, clears Aggregation',
		},
	])(
		"tells a tile's change despite the same key elsewhere: $change",
		({ before, config, change }) => {
			const tile = { id: '1', name: 'Errors' };
			const text = byJson(
				{ tiles: [{ ...tile, config }] },
				{ tiles: [{ ...tile, x: 0, y: 0, w: 4, h: 3, config: before }] },
			);
			expect(text).toContain(`; changed: "Errors" (${change})`);
		},
	);
});
