import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { parameterReader } from '../../../../nodes/core/parameters/read';
import { chosenName } from '../../../../nodes/core/parameters/values';
import { coerceValue } from '../../../../nodes/core/parameters/coerce';
import { fakeContext } from '../fakes';

function field(
	type: INodeProperties['type'],
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName: 'Field', name: 'field', type, default: '', ...more };
}

describe('coerceValue', () => {
	it.each([
		['number', '12', 12],
		['number', ' -1.5e3 ', -1500],
		['number', '.5', 0.5],
		['number', '5.', 5],
		['number', '0x10', '0x10'],
		['number', '', ''],
		['number', '1,5', '1,5'],
		['number', 'NaN', 'NaN'],
		['number', null, null],
		['number', 3, 3],
		['boolean', 'true', true],
		['boolean', ' False ', false],
		['boolean', 'yes', 'yes'],
		['boolean', 1, 1],
		['string', 12, '12'],
		['string', false, 'false'],
		['string', null, null],
		['options', 7, '7'],
		['options', true, 'true'],
		['json', 7, 7],
		['dateTime', 7, 7],
		['resourceLocator', { __rl: true, mode: 'list', value: 'a', cachedResultName: 'A' }, 'a'],
		['resourceLocator', { __rl: true, mode: 'id', value: 12 }, '12'],
		['resourceLocator', { __rl: true, mode: 'id' }, undefined],
		['resourceLocator', 'stored by an older workflow', 'stored by an older workflow'],
		['resourceLocator', { mode: 'id', value: 'no locator' }, { mode: 'id', value: 'no locator' }],
		['resourceLocator', null, null],
		['collection', 'text', 'text'],
		['fixedCollection', 'text', 'text'],
	] as const)('%s: %j becomes %j', (type, value, expected) => {
		expect(coerceValue(field(type), value)).toEqual(expected);
	});

	it.each([
		[{ mode: 'list', value: 'a', cachedResultName: 'Orders (EU) (Running, x)' }, 'Orders (EU)'],
		[{ mode: 'list', value: 'a', cachedResultName: 'a' }, undefined],
		[{ mode: 'list', value: 'a' }, undefined],
		[{ mode: 'list', value: '={{ $json.id }}', cachedResultName: 'Orders' }, undefined],
		[{ mode: 'id', value: 'a', cachedResultName: 'Orders' }, undefined],
		['a', undefined],
	])('%j was chosen from a list by the name %s', (value, name) => {
		expect(chosenName(typeof value === 'string' ? value : { __rl: true, ...value })).toBe(name);
	});

	it('leaves options alone that are not all strings', () => {
		const options = [{ name: 'One', value: 1 }];
		expect(coerceValue(field('options', { options }), 1)).toBe(1);
		const texts = [{ name: 'One', value: '1' }];
		expect(coerceValue(field('options', { options: texts }), 1)).toBe('1');
	});

	it('turns each of multiple values, and a single one where there is no list', () => {
		const many = field('number', { typeOptions: { multipleValues: true } });
		expect(coerceValue(many, ['1', 'x'])).toEqual([1, 'x']);
		expect(coerceValue(many, '1')).toBe(1);
	});

	it('reaches into collections', () => {
		const collection = field('collection', {
			options: [field('number', { name: 'port' }), field('boolean', { name: 'on' })],
		});
		expect(coerceValue(collection, { port: '1', on: 'true', other: '2' })).toEqual({
			port: 1,
			on: true,
			other: '2',
		});
		expect(coerceValue(field('collection'), { a: '1' })).toEqual({ a: '1' });
	});

	it('reaches into the rows of fixed collections, one or many', () => {
		const groups = field('fixedCollection', {
			options: [
				{
					displayName: 'Values',
					name: 'values',
					values: [field('number', { name: 'x' }), field('string', { name: 's' })],
				},
			],
		});
		expect(coerceValue(groups, { values: [{ x: '1', s: 2 }, 'odd'], other: ['3'] })).toEqual({
			values: [{ x: 1, s: '2' }, 'odd'],
			other: ['3'],
		});
		expect(coerceValue(groups, { values: { x: '1' } })).toEqual({ values: { x: 1 } });
		expect(coerceValue(field('fixedCollection'), { values: [1] })).toEqual({ values: [1] });
	});
});

describe('parameterReader', () => {
	function reader(fields: Record<string, unknown>, properties: INodeProperties[]) {
		const { context } = fakeContext({ fields });
		const reads: string[] = [];
		const counting = {
			getInputData: () => context.getInputData(),
			getNode: () => context.getNode(),
			getNodeParameter: (name: string, itemIndex: number) => {
				reads.push(`${name} ${String(itemIndex)}`);
				return context.getNodeParameter(name, itemIndex);
			},
		};
		// The overloads of n8n's function cannot be written as one arrow function.
		return { read: parameterReader(counting as unknown as typeof context, properties), reads };
	}

	it('reads fields without an expression once for all items', () => {
		const { read, reads } = reader({ a: 1, b: { deep: [{ x: 'no = sign first' }] } }, [
			field('number', { name: 'a' }),
			field('json', { name: 'b' }),
		]);
		expect(read(0)).toBe(read(1));
		expect(reads).toEqual(['a 0', 'b 0']);
	});

	it('reads fields with an expression, at any depth, for each item', () => {
		const { read, reads } = reader(
			{ a: (item: number) => String(item), b: { values: [{ x: '={{ 1 }}' }] }, c: 'fix' },
			[
				field('number', { name: 'a' }),
				field('fixedCollection', { name: 'b' }),
				field('string', { name: 'c' }),
			],
		);
		expect(read(0).parameters).toMatchObject({ a: 0, c: 'fix' });
		expect(read(1).parameters).toMatchObject({ a: 1, c: 'fix' });
		expect(reads).toEqual(['c 0', 'a 0', 'b 0', 'a 1', 'b 1']);
	});

	describe('of a field that names a string of the item', () => {
		const ITEMS: IDataObject[] = [{ id: 'a' }, { id: 'b' }, { id: 3 }, {}, { id: 'e' }];

		/** n8n's evaluation; `asked` are the items that it was asked for. */
		function readerOf(
			parameter: unknown,
			evaluate: (json: IDataObject) => unknown,
			type: INodeProperties['type'] = 'string',
			items = ITEMS,
		) {
			const asked: number[] = [];
			const { context } = fakeContext({ fields: { a: parameter } });
			const evaluating = {
				getInputData: () => items.map((json) => ({ json })),
				getNode: () => context.getNode(),
				getNodeParameter: (_name: string, itemIndex: number) => {
					asked.push(itemIndex);
					return evaluate(items[itemIndex] ?? {});
				},
			};
			const read = parameterReader(evaluating as unknown as typeof context, [
				field(type, { name: 'a' }),
			]);
			const values = items.map((_, itemIndex) => read(itemIndex).parameters['a']);
			return { asked, values };
		}

		it.each(['={{ $json.id }}', '={{$json.id}}', '={{ $json.id}}'])(
			'asks n8n for %s once, and again where the item has no such string',
			(expression) => {
				const { asked, values } = readerOf(expression, ({ id }) => id);
				expect(asked).toEqual([0, 2, 3]);
				expect(values).toEqual(['a', 'b', '3', undefined, 'e']);
			},
		);

		it('does so for an ID that is mapped', () => {
			const locator = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
			const evaluate = ({ id }: IDataObject) => ({ ...locator, value: id });
			const { asked, values } = readerOf(locator, evaluate, 'resourceLocator');
			expect(asked).toEqual([0, 2, 3]);
			expect(values).toEqual(['a', 'b', '3', undefined, 'e']);
		});

		it.each([
			['number', '5', 5],
			['boolean', 'true', true],
		] as const)(
			'turns the text of each item to a %s, whatever the first one contains',
			(type, text, typed) => {
				const items = [{ id: 'a' }, { id: text }];
				const { values } = readerOf('={{ $json.id }}', ({ id }) => id, type, items);
				expect(values).toEqual(['a', typed]);
			},
		);

		it.each([
			['={{ $json.id }} '],
			['= {{ $json.id }}'],
			['={{ $json.id.trim() }}'],
			['={{ $json.id + 1 }}'],
			['={{ $json["id"] }}'],
			['={{ $json.toString }}'],
			[{ mode: 'id', value: '={{ $json.id }}' }],
			[{ __rl: true, mode: 'url', value: '={{ $json.id }}' }],
			[['={{ $json.id }}']],
		])('asks n8n for each item of %j', (parameter) => {
			const { asked } = readerOf(parameter, ({ id }) => id);
			expect(asked).toEqual([0, 1, 2, 3, 4]);
		});

		it('asks n8n for each item as long as n8n returns something else', () => {
			const { asked, values } = readerOf('={{ $json.id }}', () => 'of another item');
			expect(asked).toEqual([0, 1, 2, 3, 4]);
			expect(new Set(values)).toEqual(new Set(['of another item']));
		});
	});

	it('reads an item once that is asked for twice in a row', () => {
		const { read, reads } = reader({ a: (item: number) => String(item) }, [
			field('number', { name: 'a' }),
		]);
		expect(read(0)).toBe(read(0));
		expect([read(1), read(0)].map(({ parameters }) => parameters)).toEqual([{ a: 1 }, { a: 0 }]);
		expect(reads).toEqual(['a 0', 'a 1', 'a 0']);
	});

	it('leaves out notices and fields that n8n has hidden', () => {
		const { read } = reader({ shown: 'x', note: '' }, [
			field('string', { name: 'shown' }),
			field('string', { name: 'hidden' }),
			field('notice', { name: 'note' }),
		]);
		expect(read(0).parameters).toEqual({ shown: 'x' });
	});

	it('takes the type of the field that is shown where several share a name', () => {
		const variant = (type: INodeProperties['type'], kind: string): INodeProperties =>
			field(type, { name: 'value', displayOptions: { show: { kind: [kind] } } });
		const properties = [variant('string', 'a'), variant('number', 'b'), variant('boolean', 'c')];
		expect(reader({ value: '5', kind: 'b' }, properties).read(0).parameters).toEqual({ value: 5 });
		expect(reader({ value: 5, kind: 'z' }, properties).read(0).parameters).toEqual({ value: '5' });
	});

	it('makes an issue of what cannot be read', () => {
		const { read } = reader(
			{
				a: () => {
					throw new Error('no such column');
				},
			},
			[field('string', { name: 'a', displayName: 'Column' })],
		);
		expect(read(0)).toEqual({
			parameters: {},
			issues: [{ path: 'a', code: 'unread', cause: 'no such column' }],
			empty: [],
		});
	});

	describe('of an expression that gives nothing', () => {
		/** What an expression gives for an item; n8n gives null as it is. */
		const nothing = (item: number): unknown => (item === 0 ? null : undefined);

		it('names the field, for null as for undefined', () => {
			const { read } = reader({ a: nothing, b: () => '', c: () => 0 }, [
				field('string', { name: 'a', displayName: 'Service ID' }),
				field('string', { name: 'b' }),
				field('number', { name: 'c' }),
			]);
			for (const item of [0, 1]) {
				expect(read(item)).toMatchObject({ issues: [], empty: ['a'] });
			}
		});

		it('names nothing where the field itself was left empty', () => {
			const { read } = reader({ a: null, b: '', c: { d: null } }, [
				field('string', { name: 'a' }),
				field('string', { name: 'b' }),
				field('collection', { name: 'c', options: [field('string', { name: 'd' })] }),
			]);
			expect(read(0)).toMatchObject({ issues: [], empty: [] });
		});

		it.each(['filters', 'options', 'updateFields'])(
			'makes an issue of it in the collection %s',
			(name) => {
				const property = field('collection', { name, displayName: 'Collection' });
				expect(reader({ [name]: nothing }, [property]).read(0)).toMatchObject({
					issues: [{ path: name, code: 'gaveNothing' }],
					empty: [],
				});
			},
		);

		it.each([
			['options', '', []],
			['updateFields', '', ['updateFields']],
			['updateFields', [], ['updateFields']],
			['updateFields', 0, []],
			['updateFields', false, []],
		])('counts in %s as empty: %j', (name, value, paths) => {
			const property = field('collection', { name });
			const { issues } = reader({ [name]: () => value }, [property]).read(0);
			expect(issues.map(({ path }) => path)).toEqual(paths);
		});
	});
});
