import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import { foldedProperties } from '../../../nodes/engine/foldedProperties';
import type { OperationTable } from '../../../nodes/engine/operation';

function field(name: string, label = name): INodeProperties {
	return { displayName: label, name, type: 'string', default: '' };
}

function texts(values: readonly unknown[]): string {
	return values.filter((value) => typeof value === 'string').join();
}

/** Returns the conditions of the folded fields, by name. */
function conditions(operations: Record<string, INodeProperties[]>): string[] {
	const listed = Object.entries(operations).map(([name, fields]) => {
		const [resource = '', operation = ''] = name.split(' ');
		return { resource, operation, fields };
	});
	return foldedProperties(listed).map(({ name, displayOptions }) => {
		const { resource = [], operation = [] } = displayOptions?.show ?? {};
		return `${name}: ${texts(resource)} × ${texts(operation)}`;
	});
}

describe('foldedProperties', () => {
	it('makes a field of several operations one', () => {
		const found = conditions({ 'pipe get': [field('id')], 'pipe delete': [field('id')] });
		expect(found).toEqual(['id: pipe × get,delete']);
	});

	it('separates a field from an operation if a shared pair would show it there', () => {
		const operations = {
			'pipe get': [field('id')],
			'pipe delete': [field('id')],
			'role get': [field('id')],
			'role delete': [],
		};
		expect(conditions(operations)).toEqual(['id: pipe × get,delete', 'id: role × get']);
	});

	it('separates fields that differ in anything except their operations', () => {
		const operations = { 'pipe get': [field('id')], 'pipe delete': [field('id', 'ID')] };
		expect(conditions(operations)).toEqual(['id: pipe × get', 'id: pipe × delete']);
	});

	it('keeps the order of each operation, even if two differ', () => {
		const [first, second] = [field('a'), field('b')];
		const found = conditions({ 'pipe get': [first, second], 'pipe delete': [second, first] });
		const shownFor = (operation: string) =>
			found.filter((one) => one.includes(operation)).map((one) => one.slice(0, 1));
		expect([shownFor('get'), shownFor('delete')]).toEqual([
			['a', 'b'],
			['b', 'a'],
		]);
	});
});

/** Returns the fields that a pair of the selectors shows, without the conditions on the two. */
function shownFields(
	fields: readonly INodeProperties[],
	selected: Readonly<Record<string, string>>,
): unknown[] {
	const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties): boolean =>
		Object.entries(selected).every(
			([name, value]) => show[name]?.some((one) => one === value) ?? true,
		);
	return fields.filter(isShown).map(({ displayOptions, ...rest }) => {
		const show = Object.entries(displayOptions?.show ?? {}).filter(
			([name]) => !Object.hasOwn(selected, name),
		);
		return { ...rest, hide: displayOptions?.hide, show: Object.fromEntries(show) };
	});
}

const NODES: [string, INodeTypeDescription, OperationTable][] = [
	['management', new CloudManagement().description, managementOperations],
	['dashboard', new CloudDashboard().description, dashboardOperations],
];

describe.each(NODES)('the panel of the %s node', (_name, { properties }, table) => {
	const fields = properties.filter(({ name }) => name !== 'resource' && name !== 'operation');

	const pairs = Object.entries(table).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, own]) => [resource, operation, own] as const),
	);

	it.each(pairs)('shows the fields of %s %s alone, in their order', (resource, operation, own) => {
		const selected = { resource, operation };
		expect(shownFields(fields, selected)).toEqual(shownFields(own.properties, selected));
	});
});
