import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { coerceValue } from '../../../../nodes/engine/parameters/coercion';
import { parameterReader } from '../../../../nodes/engine/parameters/readParameters';
import { NEVER_EMPTY, SQL_EDITOR } from '../../../../nodes/engine/parameters/properties';
import { chosenName } from '../../../../nodes/engine/parameters/values';
import { fakeContext } from '../fakes';

type Type = INodeProperties['type'];

function field(type: Type, more: Partial<INodeProperties> = {}): INodeProperties {
	return { displayName: 'Field', name: 'field', type, default: '', ...more };
}

const named = (name: string, type: Type = 'string', more: Partial<INodeProperties> = {}) =>
	field(type, { name, ...more });

const locator = (value?: unknown, mode = 'id') => ({ __rl: true, mode, value });

describe('coerceValue', () => {
	it.each<{ type: Type; value: unknown; becomes: unknown }>([
		{ type: 'number', value: ' -1.5e3 ', becomes: -1500 },
		{ type: 'number', value: '.5', becomes: 0.5 },
		{ type: 'boolean', value: ' False ', becomes: false },
		{ type: 'string', value: 12, becomes: '12' },
		{ type: 'string', value: false, becomes: 'false' },
		{ type: 'resourceLocator', value: locator('a', 'list'), becomes: 'a' },
		{ type: 'resourceLocator', value: locator(), becomes: undefined },
	])('converts the $type $value to $becomes', ({ type, value, becomes }) => {
		expect(coerceValue(field(type), value)).toEqual(becomes);
	});

	it.each<{ type: Type; values: unknown[] }>([
		{ type: 'number', values: ['0x10', '', '1,5', 'NaN', null, 3] },
		{ type: 'boolean', values: ['yes', 1] },
		{ type: 'string', values: [null] },
		{ type: 'dateTime', values: [7] },
		{ type: 'collection', values: ['text'] },
		{ type: 'fixedCollection', values: ['text'] },
		{ type: 'resourceLocator', values: ['of an older workflow', { mode: 'id', value: 'x' }, null] },
	])("returns values that aren't a $type unchanged: $values", ({ type, values }) => {
		for (const value of values) expect(coerceValue(field(type), value)).toBe(value);
	});

	const choice = (value: number | string) => field('options', { options: [{ name: 'A', value }] });
	const several = field('number', { typeOptions: { multipleValues: true } });
	const values = [named('x', 'number'), named('on', 'boolean')];
	const collection = field('collection', { options: values });
	const rows = field('fixedCollection', {
		options: [{ displayName: 'Values', name: 'values', values }],
	});

	it.each<{ of: INodeProperties; value: unknown; becomes: unknown }>([
		{ of: choice(1), value: 1, becomes: 1 },
		{ of: choice('1'), value: 1, becomes: '1' },
		{ of: several, value: ['1', 'x'], becomes: [1, 'x'] },
		{ of: collection, value: { x: '1', on: 'true', y: '2' }, becomes: { x: 1, on: true, y: '2' } },
		{ of: rows, value: { values: [{ x: '1' }, 'odd'] }, becomes: { values: [{ x: 1 }, 'odd'] } },
		{ of: rows, value: { other: ['3'] }, becomes: { other: ['3'] } },
		{ of: rows, value: { values: { x: '1' } }, becomes: { values: { x: 1 } } },
		{ of: rows, value: [{ x: '1', y: '2' }, 'odd'], becomes: [{ x: 1, y: '2' }, 'odd'] },
	])('converts the parts of a $of.type: $value', ({ of, value, becomes }) => {
		expect(coerceValue(of, value)).toEqual(becomes);
	});
});

describe('parameterReader (empty expressions)', () => {
	const E = '={{ $json.none }}';
	const rowsOf = (name: string, values: INodeProperties[]) =>
		named(name, 'fixedCollection', {
			options: [{ displayName: 'Values', name: 'values', values }],
		});
	const series = rowsOf('series', [named('type'), named('where')]);
	const tiles = rowsOf('tiles', [named('name'), series]);
	const id = named('id', 'resourceLocator');
	const inner = (type: unknown) => ({ name: type, series: { values: [{ type: 't' }, { type }] } });

	it.each<{ in: INodeProperties; stored: unknown; value: unknown; paths: string[] }>([
		{ in: id, stored: locator(E), value: locator(null), paths: ['id'] },
		{ in: id, stored: locator(''), value: undefined, paths: [] },
		{
			in: tiles,
			stored: { values: [{ name: E }, inner(E)] },
			value: { values: [{ name: 'a' }, inner(undefined)] },
			paths: ['tiles.1.name', 'tiles.1.series.1.type'],
		},
		{
			in: tiles,
			stored: { values: { name: E } },
			value: { values: { name: null } },
			paths: ['tiles.name'],
		},
		{ in: tiles, stored: { values: E }, value: { values: null }, paths: ['tiles'] },
		{ in: tiles, stored: { values: E }, value: { values: [] }, paths: [] },
		{ in: tiles, stored: E, value: undefined, paths: ['tiles'] },
	])(
		'lists $paths for the expression $stored with the value $value',
		({ in: property, stored, value, paths }) => {
			const fields = { [property.name]: stored };
			const reader = openReader(fields, [property], [{}], () => value);
			expect(reader.read(0)).toMatchObject({ empty: paths, issues: [] });
		},
	);
});

it("returns a list entry's name without its state", () => {
	const chosen = (name: string, value = 'a', mode = 'list') =>
		chosenName({ ...locator(value, mode), cachedResultName: name });
	expect(chosen('Orders (EU)\u00a0(Running, x)')).toBe('Orders (EU)');
	expect(chosen('Sales (EU)')).toBe('Sales (EU)');
	expect(chosen('a')).toBeUndefined();
	expect(chosen('Orders', '={{ $json.id }}')).toBeUndefined();
	expect(chosen('Orders', 'a', 'id')).toBeUndefined();
	expect(chosenName(locator('a', 'list'))).toBeUndefined();
	expect(chosenName('a')).toBeUndefined();
});

/** n8n's evaluations are recorded as field and item index. */
function openReader(
	fields: Record<string, unknown>,
	properties: INodeProperties[],
	items: IDataObject[] = [{}],
	evaluate?: (json: IDataObject) => unknown,
) {
	const { context } = fakeContext({ fields });
	const evaluated: string[] = [];
	context.getInputData = () => items.map((json) => ({ json }));
	const original = context.getNodeParameter.bind(context);
	Object.assign(context, {
		getNodeParameter: (name: string, itemIndex: number) => {
			evaluated.push(`${name} ${String(itemIndex)}`);
			if (evaluate !== undefined) return evaluate(items[itemIndex] ?? {});
			return original(name, itemIndex, undefined);
		},
	});
	return { read: parameterReader(context, properties), evaluated };
}

describe('parameterReader', () => {
	it('evaluates an expression once per item', () => {
		const fields = { a: String, b: { values: [{ x: '={{ 1 }}' }] }, c: 'fix' };
		const properties = [named('a', 'number'), named('b', 'fixedCollection'), named('c')];
		const { read, evaluated } = openReader(fields, properties);
		const all = [0, 1, 1, 0].map((item) => read(item));
		expect(all.map(({ parameters: { a } }) => a)).toEqual([0, 1, 1, 0]);
		expect(all.map(({ parameters: { c } }) => c)).toEqual(['fix', 'fix', 'fix', 'fix']);
		expect(all[1]).toBe(all[2]);
		expect(evaluated).toEqual(['c 0', 'a 0', 'b 0', 'a 1', 'b 1', 'a 0', 'b 0']);
	});

	it('omits notices and hidden fields', () => {
		const properties = [named('shown'), named('hidden'), named('note', 'notice')];
		const { read } = openReader({ shown: 'x', note: '' }, properties);
		expect(read(0).parameters).toEqual({ shown: 'x' });
	});

	it("uses the shown field's type if several share a name", () => {
		const shownFor = (kind: string) => ({ displayOptions: { show: { kind: [kind] } } });
		const properties = [
			named('value', 'string', shownFor('a')),
			named('value', 'number', shownFor('b')),
			named('value', 'boolean', shownFor('c')),
		];
		const valueFor = (value: unknown, kind: string) =>
			openReader({ value, kind }, properties).read(0).parameters['value'];
		expect(valueFor('5', 'b')).toBe(5);
		expect(valueFor(5, 'z')).toBe('5');
	});

	const sqlFields = [
		named('a', 'string', { typeOptions: SQL_EDITOR }),
		named('b', 'collection', { options: [named('c', 'string', { typeOptions: SQL_EDITOR })] }),
	];

	it('finds expression braces in fixed SQL at any depth', () => {
		const text = 'contains {{ }} as fixed text. Switch the field to Expression.';
		const fields = { a: 'SELECT {{ $json.x }}', b: { c: "SELECT '{{' || {{ 1 }}" } };
		expect(openReader(fields, sqlFields).read(0).issues).toEqual([
			{ path: 'a', text },
			{ path: 'b.c', text },
		]);
	});

	it.each([
		"SELECT '{{ x }}', {day:Date} -- {{ y }}",
		"SELECT $$it's {{ x }}$$",
		'={{ $json.statement }}',
	])('accepts the SQL %j', (sql) => {
		expect(openReader({ a: sql }, sqlFields).read(0).issues).toEqual([]);
	});

	it.each([
		['{{ $json.name }}', ['a']],
		["Orders of {{ $('Edit Fields').item.json.name }}", ['a']],
		[['x', '{{$now}}'], ['a']],
		['{{title}}: {{{ value }}}', []],
		['$json.name', []],
		['={{ $json.name }}', []],
		[5, []],
	])('finds an expression in the fixed text %j: %j', (a, unevaluated) => {
		expect(openReader({ a }, [named('a')]).read(0)).toMatchObject({ issues: [], unevaluated });
	});

	it('finds an expression in a locator and a row', () => {
		const text = '{{ $json.name }}';
		const fields = { a: { __rl: true, mode: 'name', value: text }, b: { c: text }, d: text };
		const properties = [
			named('a', 'resourceLocator'),
			named('b', 'collection', { options: [named('c')] }),
			named('d', 'json'),
		];
		expect(openReader(fields, properties).read(0).unevaluated).toEqual(['a', 'b.c']);
	});

	it("reports a value that can't be read as an issue", () => {
		const a = () => {
			throw new Error('no such column');
		};
		const issues = [
			{ path: 'a', text: "couldn't be read: no such column. Correct the expression." },
		];
		expect(openReader({ a }, [named('a')]).read(0)).toMatchObject({
			parameters: {},
			empty: [],
			issues,
		});
	});

	it('lists only empty fields that contain an expression', () => {
		const nothing = (item: number): unknown => (item === 0 ? null : undefined);
		const fields = { a: nothing, b: () => '', c: () => 0, d: null, e: '', f: { g: null } };
		const properties = ['a', 'b', 'd', 'e'].map((name) => named(name));
		properties.push(named('c', 'number'), named('f', 'collection', { options: [named('g')] }));
		const { read } = openReader(fields, properties);
		for (const item of [0, 1]) expect(read(item)).toMatchObject({ issues: [], empty: ['a'] });
	});

	it("lists the empty fields of an update's rows", () => {
		const values = [named('g'), named('h'), named('i')];
		const rows = named('f', 'fixedCollection', {
			options: [{ displayName: 'Values', name: 'values', values }],
			typeOptions: { multipleValues: true },
		});
		const updateFields = named('updateFields', 'collection', { options: [named('e'), rows] });
		const row = { g: '={{ $json.g }}', h: '={{ $json.h }}', i: '' };
		const stored = { e: '={{ $json.e }}', f: { values: [row] } };
		const { read } = openReader({ updateFields: stored }, [updateFields], [{}], () => ({
			e: undefined,
			f: { values: [{ g: undefined, h: '', i: '' }] },
		}));
		expect(read(0)).toMatchObject({ issues: [], empty: ['updateFields.f.0.g'] });
	});

	describe.each<{ type: Type; empty: unknown[]; others: unknown[] }>([
		{
			type: 'json',
			empty: [undefined, null, '', ' ', [], '{}', { a: undefined }, { a: { b: undefined } }],
			others: [{}, { a: null }, { a: {} }, '{"a": null}', '[]', 'text', 0, false],
		},
		{
			type: 'string',
			empty: [undefined, null, '', ' ', [], { a: undefined }],
			others: ['{}', 'text', 0, false, {}],
		},
	])('with a $type field that is never empty', ({ type, empty, others }) => {
		const property = named('f', type, { typeOptions: NEVER_EMPTY });
		const pathsFor = (stored: string, value: unknown) => {
			const { read } = openReader({ f: stored }, [property], [{}], () => value);
			return read(0).issues.map(({ path }) => path);
		};

		it.each(empty.map((value) => [value]))('rejects %p from an expression', (value) => {
			expect(pathsFor('={{ $json.f }}', value)).toEqual(['f']);
		});

		it.each(others.map((value) => [value]))('accepts %p from an expression', (value) => {
			expect(pathsFor('={{ $json.f }}', value)).toEqual([]);
		});

		it.each(['', '{}'])('accepts the fixed text "%s"', (text) => {
			expect(pathsFor(text, text)).toEqual([]);
			expect(pathsFor(`=${text}`, text)).toEqual([]);
		});
	});

	it.each([
		{ box: 'f', g: null, empty: ['f.g'] },
		{ box: 'updateFields', g: ' ', empty: [] },
	])('turns a blank time from an expression in $box into $g', ({ box, g, empty }) => {
		const options = [named('g', 'dateTime'), named('h'), named('i', 'dateTime')];
		const stored = { g: '={{ $json.g }}', h: '={{ $json.h }}', i: '' };
		const properties = [named(box, 'collection', { options })];
		const evaluate = () => ({ g: ' ', h: ' ', i: '' });
		const { read } = openReader({ [box]: stored }, properties, [{}], evaluate);
		expect(read(0)).toMatchObject({ parameters: { [box]: { g, h: ' ', i: '' } }, empty });
	});

	it.each<{ name: string; empty: unknown[]; others: unknown[] }>([
		{
			name: 'filters',
			empty: [null, undefined, '', ' , ', [], [null], [' ', undefined]],
			others: [['a', null], 0, false],
		},
		{ name: 'options', empty: [undefined, null, '', ' ', []], others: ['a', 0, false] },
		{ name: 'updateFields', empty: [null, '', []], others: [0, false] },
	])('rejects an empty $name from an expression', ({ name, empty, others }) => {
		const pathsFor = (value: unknown) => {
			const { read } = openReader({ [name]: () => value }, [named(name, 'collection')]);
			return read(0).issues.map(({ path }) => path);
		};
		for (const value of empty) expect(pathsFor(value)).toEqual([name]);
		for (const value of others) expect(pathsFor(value)).toEqual([]);
	});
});

describe('parameterReader ($json expression)', () => {
	const ITEMS: IDataObject[] = [{ id: 'a' }, { id: 'b' }, { id: 3 }, {}, { id: 'e' }];
	const EACH = [0, 1, 2, 3, 4].map((item) => `a ${String(item)}`);

	/** Contains the parameter's values per item, and the requests to n8n. */
	function readAll(
		parameter: unknown,
		evaluate: (json: IDataObject) => unknown = ({ id }) => id,
		type: Type = 'string',
		items = ITEMS,
	) {
		const { read, evaluated } = openReader({ a: parameter }, [named('a', type)], items, evaluate);
		return { values: items.map((_, item) => read(item).parameters['a']), evaluated };
	}

	it('evaluates $json.key itself for items where it is a string', () => {
		const located = ({ id }: IDataObject) => locator(id);
		for (const { evaluated, values } of [
			readAll('={{ $json.id }}'),
			readAll('={{$json.id}}'),
			readAll(locator('={{ $json.id }}'), located, 'resourceLocator'),
		]) {
			expect(evaluated).toEqual(['a 0', 'a 2', 'a 3']);
			expect(values).toEqual(['a', 'b', '3', undefined, 'e']);
		}
	});

	it("converts an evaluated value to the field's type", () => {
		const items = [{ id: 'a' }, { id: 'true' }];
		expect(readAll('={{ $json.id }}', undefined, 'boolean', items).values).toEqual(['a', true]);
	});

	it.each([
		{ parameter: '= {{ $json.id }}' },
		{ parameter: '={{ $json.id.trim() }}' },
		{ parameter: '={{ $json.toString }}' },
		{ parameter: { mode: 'id', value: '={{ $json.id }}' } },
	])('leaves $parameter to n8n for each item', ({ parameter }) => {
		expect(readAll(parameter).evaluated).toEqual(EACH);
	});

	it('leaves the expression to n8n if n8n evaluates it differently', () => {
		const { evaluated, values } = readAll('={{ $json.id }}', () => 'of another item');
		expect(evaluated).toEqual(EACH);
		expect(new Set(values)).toEqual(new Set(['of another item']));
	});
});
