import type { INodeProperties } from 'n8n-workflow';

import { conditionText, credentialConditions } from './conditions';
import { fieldTables } from './fields';
import { sharedOptions, withoutShared } from './options';
import { commonFields, resourcesOf } from './resources';

const kind: INodeProperties = {
	displayName: 'Kind',
	name: 'kind',
	type: 'options',
	options: [
		{ name: 'Big (big)', value: 'big' },
		{ name: 'Small', value: 'small', description: 'Less than a meter' },
	],
	default: 'big',
};

const text: INodeProperties = { displayName: 'Name', name: 'name', type: 'string', default: '' };

/** The rows of all tables without their headers and padding. */
const rows = (...fields: INodeProperties[]) =>
	fieldTables(fields)
		.flatMap((block) => block.split('\n'))
		.filter((line) => line.startsWith('| **'));

describe('A field of the reference', () => {
	it('has its type, bounds, options, default and example', () => {
		const bounded = { minValue: 1, maxValue: 2000, numberPrecision: 0 };
		expect(
			rows(
				{ ...text, required: true, placeholder: 'e.g. Orders', description: 'Its name' },
				{ ...text, name: 'secret', typeOptions: { password: true } },
				{ ...text, name: 'size', type: 'number', typeOptions: bounded, default: 5 },
				{ ...text, name: 'least', type: 'number', typeOptions: { minValue: 1 } },
				{ ...text, name: 'most', type: 'number', typeOptions: { maxValue: 9 } },
				{ ...text, name: 'on', type: 'boolean', default: true },
				kind,
				{ ...kind, type: 'multiOptions', default: [], options: [{ name: 'a|b', value: 'a|b' }] },
				{ ...text, name: 'at', type: 'dateTime' },
			),
		).toEqual([
			'| **Name** (required) | `name` | text, e.g. `Orders` |  | Its name |',
			'| **Name** | `secret` | secret text |  |  |',
			'| **Name** | `size` | whole number, 1 to 2,000 | `5` |  |',
			'| **Name** | `least` | number, at least 1 |  |  |',
			'| **Name** | `most` | number up to 9 |  |  |',
			'| **Name** | `on` | on or off | on |  |',
			'| **Kind** | `kind` | one of:<br>Big (`big`)<br>Small (`small`): Less than a meter | `big` |  |',
			'| **Kind** | `kind` | several of: `a\\|b` |  |  |',
			'| **Name** | `at` | a time |  |  |',
		]);
	});

	it('may be chosen from a list or entered by ID', () => {
		const locator: INodeProperties = {
			...text,
			type: 'resourceLocator',
			default: { __rl: true, mode: 'list', value: '' },
			modes: [
				{ displayName: 'From List', name: 'list', type: 'list' },
				{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 3f0c' },
			],
		};
		expect(rows(locator)).toEqual([
			'| **Name** | `name` | chosen from a list or by ID, e.g. `3f0c` |  |  |',
		]);
	});

	it('is left out where it is hidden, and quoted where it is a notice', () => {
		const notice: INodeProperties = { ...text, displayName: 'Take care', type: 'notice' };
		expect(fieldTables([{ ...text, type: 'hidden' }, notice])).toEqual(['> Take care']);
	});

	it('brings the fields of its rows, and of rows within rows', () => {
		const series: INodeProperties = {
			...text,
			displayName: 'Series',
			name: 'series',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			options: [{ displayName: 'Series', name: 'values', values: [text] }],
		};
		const tiles = {
			...series,
			displayName: 'Tiles',
			options: [{ displayName: 'Tile', name: 'values', values: [series] }],
		};
		const heads = fieldTables([tiles]).map((block) => block.split('\n')[0]);
		expect(heads).toEqual(['Always shown:', 'In **Tiles**:', 'In **Tiles › Series**:']);
	});
});

describe('Options that operations have in common', () => {
	const own = { ...text, displayName: 'Own', name: 'own' };
	const operation = (...options: INodeProperties[]) => ({
		...{ value: 'get', name: 'Get', description: '', credentials: [] },
		fields: [{ ...text, name: 'options', type: 'collection' as const, options }],
	});

	it('are those that at least three have with the same text', () => {
		const renamed = { ...own, displayName: 'Renamed' };
		const operations = [operation(text, own), operation(text, own), operation(text, renamed)];
		expect(sharedOptions(operations)).toEqual([text]);
	});

	it('are named by the operation, which describes only the others', () => {
		const { fields, sentences } = withoutShared(operation(text, own).fields, [text]);
		expect(fields).toEqual(operation(own).fields);
		expect(sentences).toEqual(['[**Options**](options.md): **Name**.']);
		expect(withoutShared(operation(own).fields, [text]).sentences).toEqual([]);
	});

	it('are named for each collection of an operation', () => {
		const [collection] = operation(text).fields;
		const fields = ['GET', 'POST'].map((value) => ({
			...{ ...text, ...collection },
			displayOptions: { show: { name: [value] } },
		}));
		expect(withoutShared([text, ...fields], [text]).sentences).toEqual([
			'[**Options**](options.md) if **Name** is _GET_: **Name**.',
			'[**Options**](options.md) if **Name** is _POST_: **Name**.',
		]);
	});
});

describe('When a field is shown', () => {
	const scope = [kind, { ...text, displayName: 'Return All', name: 'returnAll' }];
	const when = (displayOptions: INodeProperties['displayOptions']) =>
		conditionText({ ...(displayOptions && { displayOptions }) }, scope);

	it('is said in the words of the panel', () => {
		expect(when(undefined)).toBe('');
		expect(when({ show: { resource: ['pipe'], operation: ['create'] } })).toBe('');
		expect(when({ show: { '/kind': ['big', 'small'] } })).toBe(
			'**Kind** is _Big (big)_ or _Small_',
		);
		expect(when({ show: { returnAll: [false] }, hide: { kind: ['small'] } })).toBe(
			'**Return All** is _off_ and **Kind** is not _Small_',
		);
		expect(when({ show: { kind: [{ _cnd: { not: 'x' } }] } })).toBe('**Kind** is not `"x"`');
	});

	it('follows the hidden field that a credential looks at', () => {
		const hidden: INodeProperties = {
			...text,
			name: 'shown',
			type: 'hidden',
			displayOptions: { show: { kind: ['big'] } },
		};
		const credential = { displayOptions: { show: { shown: ['yes'] } } };
		expect(credentialConditions(credential, [...scope, hidden])).toEqual([
			'**Kind** is _Big (big)_',
		]);
		expect(credentialConditions({}, scope)).toEqual([]);
	});
});

describe('The operations of a node', () => {
	it('have the fields that are shown for them, and no others', () => {
		const selector = (name: string, values: string[], resource?: string): INodeProperties => ({
			...text,
			name,
			type: 'options',
			options: values.map((value) => ({ name: value, value })),
			...(resource === undefined ? {} : { displayOptions: { show: { resource: [resource] } } }),
		});
		const own = (name: string, displayOptions: INodeProperties['displayOptions']) => ({
			...text,
			name,
			...(displayOptions && { displayOptions }),
		});
		const properties = [
			selector('resource', ['pipe', 'service']),
			selector('operation', ['start', 'stop'], 'pipe'),
			selector('operation', ['get'], 'service'),
			own('always', undefined),
			own('toStart', { show: { resource: ['pipe'], operation: ['start'] } }),
			own('notToStop', { show: { resource: ['pipe', 'service'] }, hide: { operation: ['stop'] } }),
		];
		const description = {
			...{ displayName: 'Node', name: 'node', group: [], version: 1, description: '' },
			...{ defaults: {}, inputs: [], outputs: [], properties },
		};
		expect(commonFields(description).map(({ name }) => name)).toEqual(['always']);
		const found = resourcesOf(description);
		const fields = found.flatMap(({ value, operations }) =>
			operations.map((operation) => [
				value,
				operation.value,
				...operation.fields.map(({ name }) => name),
			]),
		);
		expect(fields).toEqual([
			['pipe', 'start', 'toStart', 'notToStop'],
			['pipe', 'stop'],
			['service', 'get', 'notToStop'],
		]);
	});
});
