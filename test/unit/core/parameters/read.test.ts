import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { coerceValue, parameterReader } from '../../../../nodes/engine/parameters/read';
import { chosenName } from '../../../../nodes/engine/parameters/values';
import { fakeContext } from '../fakes';

type Type = INodeProperties['type'];

function field(type: Type, more: Partial<INodeProperties> = {}): INodeProperties {
	return { displayName: 'Field', name: 'field', type, default: '', ...more };
}

const locator = (value?: unknown, mode = 'id') => ({ __rl: true, mode, value });

describe('coerceValue', () => {
	it.each<[Type, unknown, unknown]>([
		['number', '12', 12],
		['number', ' -1.5e3 ', -1500],
		['number', '.5', 0.5],
		['number', '5.', 5],
		['boolean', 'true', true],
		['boolean', ' False ', false],
		['string', 12, '12'],
		['string', false, 'false'],
		['options', 7, '7'],
		['options', true, 'true'],
		['resourceLocator', { ...locator('a', 'list'), cachedResultName: 'A' }, 'a'],
		['resourceLocator', locator(12), '12'],
		['resourceLocator', locator(), undefined],
	])('%s: %j becomes %j', (type, value, expected) => {
		expect(coerceValue(field(type), value)).toEqual(expected);
	});

	it.each<[Type, unknown]>([
		...['0x10', '', '1,5', 'NaN', null, 3].map((value): [Type, unknown] => ['number', value]),
		['boolean', 'yes'],
		['boolean', 1],
		['string', null],
		['json', 7],
		['dateTime', 7],
		['collection', 'text'],
		['fixedCollection', 'text'],
		['resourceLocator', 'stored by an older workflow'],
		['resourceLocator', { mode: 'id', value: 'no locator' }],
		['resourceLocator', null],
	])('%s: %j stays', (type, value) => {
		expect(coerceValue(field(type), value)).toBe(value);
	});

	const option = (value: number | string) => ({ options: [{ name: 'One', value }] });
	const inner = [field('number', { name: 'x' }), field('boolean', { name: 'on' })];
	const rows = { options: [{ displayName: 'Values', name: 'values', values: inner }] };

	it.each<[string, INodeProperties, unknown, unknown]>([
		['options that are not all strings', field('options', option(1)), 1, 1],
		['options', field('options', option('1')), 1, '1'],
		...[['1', 'x'], '1'].map((value): [string, INodeProperties, unknown, unknown] => [
			'multiple values, or a single one',
			field('number', { typeOptions: { multipleValues: true } }),
			value,
			Array.isArray(value) ? [1, 'x'] : 1,
		]),
		[
			'a collection',
			field('collection', { options: inner }),
			{ x: '1', on: 'true', other: '2' },
			{ x: 1, on: true, other: '2' },
		],
		['a collection without fields', field('collection'), { a: '1' }, { a: '1' }],
		[
			'rows',
			field('fixedCollection', rows),
			{ values: [{ x: '1', on: 'false' }, 'odd'], other: ['3'] },
			{ values: [{ x: 1, on: false }, 'odd'], other: ['3'] },
		],
		['a row', field('fixedCollection', rows), { values: { x: '1' } }, { values: { x: 1 } }],
		['rows without fields', field('fixedCollection'), { values: [1] }, { values: [1] }],
	])('reaches into %s', (_case, property, value, expected) => {
		expect(coerceValue(property, value)).toEqual(expected);
	});
});

it.each([
	[{ ...locator('a', 'list'), cachedResultName: 'Orders (EU)\u00a0(Running, x)' }, 'Orders (EU)'],
	[{ ...locator('a', 'list'), cachedResultName: 'Sales (EU)' }, 'Sales (EU)'],
	[{ ...locator('a', 'list'), cachedResultName: 'a' }, undefined],
	[locator('a', 'list'), undefined],
	[{ ...locator('={{ $json.id }}', 'list'), cachedResultName: 'Orders' }, undefined],
	[{ ...locator('a'), cachedResultName: 'Orders' }, undefined],
	['a', undefined],
])('%j was chosen from a list by the name %s', (value, name) => {
	expect(chosenName(value)).toBe(name);
});

describe('parameterReader', () => {
	/** Reads fields of items by n8n, whose evaluations are counted. */
	function reader(
		fields: Record<string, unknown>,
		properties: INodeProperties[],
		items: IDataObject[] = [{}],
	) {
		const { context } = fakeContext({ fields });
		const reads: string[] = [];
		const counting = {
			getInputData: () => items.map((json) => ({ json })),
			getNode: () => context.getNode(),
			getNodeParameter: (name: string, itemIndex: number) => {
				reads.push(`${name} ${String(itemIndex)}`);
				return context.getNodeParameter(name, itemIndex);
			},
		};
		// The overloads of n8n's function cannot be written as one arrow function.
		return { read: parameterReader(counting as unknown as typeof context, properties), reads };
	}

	const named = (name: string, type: Type = 'string', more: Partial<INodeProperties> = {}) =>
		field(type, { name, ...more });

	it('reads fields without an expression once for all items', () => {
		const fields = { a: 1, b: { deep: [{ x: 'no = sign first' }] } };
		const { read, reads } = reader(fields, [named('a', 'number'), named('b', 'json')]);
		expect(read(0)).toBe(read(1));
		expect(reads).toEqual(['a 0', 'b 0']);
	});

	it('reads fields with an expression, at any depth, for each item, but not twice in a row', () => {
		const fields = { a: String, b: { values: [{ x: '={{ 1 }}' }] }, c: 'fix' };
		const properties = [named('a', 'number'), named('b', 'fixedCollection'), named('c')];
		const { read, reads } = reader(fields, properties);
		const all = [0, 1, 1, 0].map((item) => read(item));
		expect(all.map(({ parameters: { a, c } }) => [a, c])).toEqual([
			...[
				[0, 'fix'],
				[1, 'fix'],
				[1, 'fix'],
				[0, 'fix'],
			],
		]);
		expect(all[1]).toBe(all[2]);
		expect(reads).toEqual(['c 0', 'a 0', 'b 0', 'a 1', 'b 1', 'a 0', 'b 0']);
	});

	describe('a field that names a string of the item', () => {
		const ITEMS: IDataObject[] = [{ id: 'a' }, { id: 'b' }, { id: 3 }, {}, { id: 'e' }];

		/** n8n's evaluation, and the field and the items. */
		interface How {
			evaluate?: (json: IDataObject) => unknown;
			type?: Type;
			items?: IDataObject[];
		}

		/** A parameter's results for each item, and the items that n8n was asked for. */
		function readAll(
			parameter: unknown,
			{ evaluate = ({ id }) => id, type = 'string', items = ITEMS }: How = {},
		) {
			const { context } = fakeContext({ fields: { a: parameter } });
			const asked: number[] = [];
			const evaluating = {
				getInputData: () => items.map((json) => ({ json })),
				getNode: () => context.getNode(),
				getNodeParameter: (_name: string, item: number) => {
					asked.push(item);
					return evaluate(items[item] ?? {});
				},
			};
			const read = parameterReader(evaluating as unknown as typeof context, [named('a', type)]);
			return { values: items.map((_, item) => read(item).parameters['a']), asked };
		}

		it.each<[unknown, How]>([
			['={{ $json.id }}', {}],
			['={{$json.id}}', {}],
			['={{ $json.id}}', {}],
			[locator('={{ $json.id }}'), { type: 'resourceLocator', evaluate: ({ id }) => locator(id) }],
		])('asks n8n for %j once, and again if the item has no such string', (parameter, how) => {
			const { asked, values } = readAll(parameter, how);
			expect(asked).toEqual([0, 2, 3]);
			expect(values).toEqual(['a', 'b', '3', undefined, 'e']);
		});

		it.each([
			['number', '5', 5],
			['boolean', 'true', true],
		] as const)(
			'turns the text of each item to a %s, whatever the first one contains',
			(...row) => {
				const [type, id, typed] = row;
				const { values } = readAll('={{ $json.id }}', { type, items: [{ id: 'a' }, { id }] });
				expect(values).toEqual(['a', typed]);
			},
		);

		it.each([
			...['={{ $json.id }} ', '= {{ $json.id }}', '={{ $json.id.trim() }}', '={{ $json.id + 1 }}'],
			...['={{ $json["id"] }}', '={{ $json.toString }}'],
			{ mode: 'id', value: '={{ $json.id }}' },
			locator('={{ $json.id }}', 'url'),
			['={{ $json.id }}'],
		])('asks n8n for each item of %j', (parameter) => {
			expect(readAll(parameter).asked).toEqual([0, 1, 2, 3, 4]);
		});

		it('asks n8n for each item as long as n8n returns something else', () => {
			const { asked, values } = readAll('={{ $json.id }}', { evaluate: () => 'of another item' });
			expect(asked).toEqual([0, 1, 2, 3, 4]);
			expect(new Set(values)).toEqual(new Set(['of another item']));
		});
	});

	it('omits notices and fields that n8n has hidden', () => {
		const properties = [named('shown'), named('hidden'), named('note', 'notice')];
		expect(reader({ shown: 'x', note: '' }, properties).read(0).parameters).toEqual({ shown: 'x' });
	});

	it.each([
		['5', 'b', 5],
		[5, 'z', '5'],
	])('uses the type of the shown field if several share a name', (value, kind, read) => {
		const variants: Array<[Type, string]> = [
			['string', 'a'],
			['number', 'b'],
			['boolean', 'c'],
		];
		const properties = variants.map(([type, shown]) =>
			named('value', type, { displayOptions: { show: { kind: [shown] } } }),
		);
		expect(reader({ value, kind }, properties).read(0).parameters).toEqual({ value: read });
	});

	it('makes an issue of a value that cannot be read', () => {
		const a = () => {
			throw new Error('no such column');
		};
		expect(reader({ a }, [named('a')]).read(0)).toEqual({
			...{ parameters: {}, empty: [] },
			issues: [{ path: 'a', code: 'unread', cause: 'no such column' }],
		});
	});

	it('lists fields whose expression returns nothing, but none that was left empty', () => {
		const nothing = (item: number): unknown => (item === 0 ? null : undefined);
		const fields = { a: nothing, b: () => '', c: () => 0, d: null, e: '', f: { g: null } };
		const properties = [
			...[named('a'), named('b'), named('c', 'number'), named('d'), named('e')],
			named('f', 'collection', { options: [named('g')] }),
		];
		const { read } = reader(fields, properties);
		for (const item of [0, 1]) expect(read(item)).toMatchObject({ issues: [], empty: ['a'] });
	});

	it.each<[string, unknown, string[]]>([
		...[null, undefined, '', ' , ', [], [null], [' ', undefined]].map(
			(value): [string, unknown, string[]] => ['filters', value, ['filters']],
		),
		['filters', ['a', null], []],
		['filters', 0, []],
		['filters', false, []],
		['options', undefined, ['options']],
		['options', '', []],
		['updateFields', null, ['updateFields']],
		['updateFields', '', ['updateFields']],
		['updateFields', [], ['updateFields']],
		['updateFields', 0, []],
		['updateFields', false, []],
	])('counts in the collection %s as empty: %j', (name, value, paths) => {
		const { issues, empty } = reader({ [name]: () => value }, [named(name, 'collection')]).read(0);
		expect(issues.map(({ path }) => path)).toEqual(paths);
		expect(empty).toEqual([]);
	});
});
