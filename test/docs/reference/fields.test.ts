import type { INodeProperties } from 'n8n-workflow';

import { entriesOf, levelOf, printed, textOf } from './fields';
import { resourcesOf } from './resources';
import { afterSection } from './shared';

const kind: INodeProperties = {
	displayName: 'Kind',
	name: 'kind',
	type: 'options',
	options: [
		{ name: 'Big One', value: 'big' },
		{ name: 'Small', value: 'small' },
		{ name: 'Tiny', value: 'tiny' },
	],
	default: 'big',
};
const described: INodeProperties = {
	...kind,
	options: [
		{ name: 'Big One (big)', value: 'big', description: 'More than a meter' },
		{ name: 'Small', value: 'small' },
	],
};
const text: INodeProperties = { displayName: 'Name', name: 'name', type: 'string', default: '' };
const hidden: INodeProperties = { ...text, type: 'hidden' };
const notice: INodeProperties = { ...text, displayName: 'Take care', type: 'notice' };

const level = (...fields: INodeProperties[]) => levelOf(entriesOf(fields));
const lines = (...fields: INodeProperties[]) => printed(level(...fields));
const shown = (field: INodeProperties, show: object): INodeProperties => ({
	...field,
	displayOptions: { show: { resource: ['pipe'], ...show } },
});

describe('A field of the reference', () => {
	it.each<[INodeProperties, string[]]>([
		[
			{ ...text, required: true, placeholder: 'e.g. Orders', description: 'Its name' },
			['- **Name** `name` (required): text, e.g. `Orders`. Its name'],
		],
		[{ ...text, placeholder: 'e.g. 3f0c9a52-7b1d-4e8a-9c64' }, ['- **Name** `name`: text']],
		[{ ...text, typeOptions: { password: true } }, ['- **Name** `name`: secret text']],
		[
			{
				...{ ...text, type: 'number', default: 5 },
				typeOptions: { minValue: 1, maxValue: 2000, numberPrecision: 0 },
			},
			['- **Name** `name`: integer, 1 to 2,000, default `5`'],
		],
		[
			{ ...text, type: 'number', typeOptions: { minValue: 1 } },
			['- **Name** `name`: number, at least 1'],
		],
		[
			{ ...text, type: 'number', typeOptions: { maxValue: 9 } },
			['- **Name** `name`: number up to 9'],
		],
		[{ ...text, type: 'boolean', default: false }, ['- **Name** `name`: boolean']],
		[{ ...text, type: 'boolean', default: true }, ['- **Name** `name`: boolean, default `true`']],
		[kind, ['- **Kind** `kind`: one of Big One (`big`), `small`, `tiny`, default `big`']],
		[
			{ ...kind, type: 'multiOptions', default: [], options: [{ name: 'a*b', value: 'ab' }] },
			['- **Kind** `kind`: several of a\\*b (`ab`)'],
		],
		[
			described,
			['- **Kind** `kind`: one of Big One (`big`) (More than a meter), `small`, default `big`'],
		],
		[
			{ ...described, options: described.options?.slice(0, 1) ?? [] },
			['- **Kind** `kind`: default `big`', '  - Big One (`big`): More than a meter'],
		],
		[
			{
				...{ ...text, type: 'resourceLocator', default: { mode: 'list', value: '' } },
				modes: [
					{ displayName: 'From List', name: 'list', type: 'list' },
					{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. orders' },
				],
			},
			['- **Name** `name`: from the list or by ID, e.g. `orders`'],
		],
		[hidden, []],
		[notice, ['- Note: Take care']],
		[{ ...notice, displayName: 'See <b>Name</b>' }, []],
		[{ ...notice, displayOptions: { show: { '@tool': [true] } } }, []],
	])('has its type, bounds, default and description: %#', (field, expected) => {
		expect(lines(field)).toEqual(expected);
	});

	it('is followed by its members', () => {
		const rows: INodeProperties = {
			...{ ...text, displayName: 'Rows', name: 'rows', type: 'fixedCollection' },
			typeOptions: { multipleValues: true },
			default: { values: [{ name: '' }] },
			options: [{ displayName: 'Row', name: 'values', values: [text] }],
		};
		expect(
			lines({ ...rows, displayName: 'All', name: 'all', type: 'collection', options: [rows] }),
		).toEqual([
			'- **All** `all`: default `{"values":[{"name":""}]}`',
			'  - **Rows** `rows`: rows in `values`, begins with one row',
			'    - **Name** `name`: text',
		]);
	});

	it.each<[string, INodeProperties[], string[]]>([
		['below the field that decides', [shown(text, { '/kind': ['small'] })], ['  - When _Small_:']],
		[
			'with the shorter list of options',
			[shown(text, { kind: ['big', 'small'] })],
			['  - When not _Tiny_:'],
		],
		[
			'with what hides it',
			[{ ...text, displayOptions: { hide: { kind: ['big'] } } }],
			['  - When not _Big One_:'],
		],
		[
			'with all conditions, the outer first',
			[shown(text, { other: [true], kind: ['big'] }), shown(notice, { other: [false] })],
			['  - When _Big One_ and **other** is _on_:', '- When **other** is _off_:'],
		],
		[
			'in a group of its own if several fields may decide',
			[{ ...kind, required: true }, shown(text, { kind: ['big'] })],
			['- When **Kind** is _Big One_:'],
		],
		[
			'with a comparison',
			[shown(text, { kind: [{ _cnd: { not: '' } }] })],
			['  - When not empty:'],
		],
	])('is %s', (_place, fields, expected) => {
		const groups = lines(kind, ...fields).filter((line) => line.includes('When'));
		expect(groups).toEqual(expected);
	});
});

describe('What a page describes already', () => {
	const decided = shown(text, { kind: ['small'] });
	const known = afterSection(new Map(), level(described, decided, notice), '[Get](#get)');

	it('is only listed afterwards, with a link', () => {
		const [again = '', ...others] = printed(
			level(described, decided, { ...text, name: 'new' }),
			known,
		);
		expect(again).toBe('- As in [Get](#get): `kind`');
		expect(others).toEqual(['- **Name** `new`: text']);
	});

	it('is described again with any other text', () => {
		const [block] = level({ ...described, description: 'Other' }).blocks;
		expect(block && known.has(textOf(block))).toBe(false);
	});

	it('is at the end of the line when nothing else is below', () => {
		const inner = printed(level(shown(text, { other: [true] })), known);
		expect(inner).toEqual(['- When **other** is _on_: As in [Get](#get): `name`']);
	});
});

describe('The operations of a node', () => {
	it('have the fields that are shown for them, and no others', () => {
		const selector = (name: string, values: string[], resource?: string): INodeProperties => ({
			...{ ...text, name, type: 'options' },
			options: values.map((value) => ({ name: value, value })),
			...(resource === undefined ? {} : { displayOptions: { show: { resource: [resource] } } }),
		});
		const own = (name: string, displayOptions: object) => ({ ...text, name, displayOptions });
		const properties = [
			selector('resource', ['pipe', 'service']),
			selector('operation', ['start', 'stop'], 'pipe'),
			selector('operation', ['get'], 'service'),
			{ ...text, name: 'always' },
			own('toStart', { show: { resource: ['pipe'], operation: ['start'] } }),
			own('notToStop', { show: { resource: ['pipe', 'service'] }, hide: { operation: ['stop'] } }),
		];
		const description = {
			...{ displayName: 'Node', name: 'node', group: [], version: 1, description: '' },
			...{ defaults: {}, inputs: [], outputs: [], properties },
			credentials: [{ name: 'key', displayOptions: { show: { toStart: ['yes'] } } }],
		};
		const found = resourcesOf(description).flatMap(({ value, operations }) =>
			operations.map(({ value: operation, fields }) => [
				...[value, operation],
				...fields.map(({ name }) => name),
			]),
		);
		expect(found).toEqual([
			['pipe', 'start', 'always', 'toStart', 'notToStop', 'key'],
			['pipe', 'stop', 'always'],
			['service', 'get', 'always', 'notToStop'],
		]);
	});
});
