import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { OperationTable } from '../../nodes/engine/operation';
import { APIS, type Operation, operationsOf } from '../contract';
import { actionOf } from '../contract/collections';
import { exampleOf, successOf } from '../contract/example';
import type { Emulator, EmulatorOptions } from '../emulator';
import { DASHBOARD, MANAGEMENT } from '../engine/workflow';

type Ids = Emulator['ids'];

/** One operation as a user would set it, with its expected request and output. */
export interface OperationSample {
	type: typeof MANAGEMENT | typeof DASHBOARD;
	/** The emulator that serves it, if the neutral one doesn't. */
	emulator?: EmulatorOptions;
	/** Whether a source credential is selected. */
	withSource?: boolean;
	/** Whether its request is sent repeatedly, whatever fails. */
	waits?: true;
	/** Whether a success needs no data. */
	withoutData?: true;
	/** How many reads precede the request, if any. */
	reads?: number;
	/** How many reads follow it, if any. */
	readsAfter?: number;
	parameters: (ids: Ids) => INodeParameters;
	method: string;
	path: (ids: Ids) => string;
	body?: (ids: Ids) => unknown;
	/** The status of a success. */
	status: number;
	output: (ids: Ids) => IDataObject;
}

/** The record's ID in the output of a sample. */
export const ID = '{id}';

/** What the contract doesn't say about a sample. */
export interface SampleRow {
	/** The operation in the contract, if it is named in another way: `role getAll` is `listRoles`. */
	operationId?: string;
	/** The name of the record's ID, if it isn't the first record of its kind. */
	id?: string;
	/** The parameters besides the IDs in the path; by default, the body, or in an update its fields. */
	fields?: INodeParameters;
	withSource?: true;
	reads?: number;
	readsAfter?: number;
	body?: INodeParameters;
	/** By default, the record's ID or what a creation sends. */
	output?: IDataObject;
}

type NamedIds = Readonly<Record<string, string>>;

/**
 * Returns the samples of a node's operations, named as "resource operation", with these IDs in addition to the
 * emulator's. An operation without a row needs only its IDs.
 */
export function samplesOf(
	rows: Readonly<Record<string, SampleRow>>,
	operations: OperationTable = {},
	otherIds: NamedIds = {},
): Record<string, OperationSample> {
	const names = Object.entries(operations).flatMap(([resource, table]) =>
		Object.keys(table).map((operation) => `${resource} ${operation}`),
	);
	const described = names.filter((name) => !name.startsWith('apiRequest '));
	return Object.fromEntries(
		[...new Set([...described, ...Object.keys(rows)])].map((name) => [
			name,
			sampleOfRow(name, rows[name] ?? {}, otherIds),
		]),
	);
}

/** Finds a row's operation in the contract: `role wait` is `getRole`, `pipe getSettings` is `getPipeSettings`. */
function operationOf(resource: string, name: string, { operationId }: SampleRow): Operation {
	const all = APIS.flatMap((api) => operationsOf(api));
	const one = resource.charAt(0).toUpperCase() + resource.slice(1);
	const named = name === 'wait' ? `get${one}` : name.replace(/^[a-z]+/, (verb) => verb + one);
	const isMeant = (operation: Operation, wanted: string): boolean => {
		const action = actionOf(operation);
		if (wanted !== 'getAll') return operation.operationId === wanted;
		return action?.verb === 'list' && action.one === resource;
	};
	const [found] = [operationId ?? named, name].flatMap((wanted) =>
		all.filter((operation) => isMeant(operation, wanted)),
	);
	if (found === undefined) throw new Error(`The contract has no operation "${resource} ${name}"`);
	return found;
}

/** Identifiers that aren't named after their resource. */
const ID_PARAMETERS = new Map([
	['member', 'userId'],
	['serviceSetting', 'settingName'],
]);

export function idParameterOf(resource: string): string {
	return ID_PARAMETERS.get(resource) ?? `${resource}Id`;
}

/** Returns the parameters of an operation's path: the node's name of each, and its value. */
function placesIn({ api, template, parameters }: Operation, resource: string, id?: string) {
	const own = idParameterOf(resource);
	const idIn = (field: string) => (field === own ? (id ?? own) : field);
	return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
		const field = name === 'organizationId' || name === 'serviceId' ? name : own;
		const schema = parameters.find((one) => one.name === name)?.schema;
		// A new kind of record has the ID of its example.
		const valueIn = (ids: NamedIds) => ids[idIn(field)] ?? String(exampleOf(api, schema));
		return { name, field, valueIn };
	});
}

/** Returns the output of an operation whose row has none. */
function outputOf(operation: string, body: IDataObject | undefined): IDataObject {
	if (operation === 'create' && body !== undefined) return body;
	if (operation.startsWith('delete')) return { id: ID, deleted: true };
	return operation === 'update' ? { id: ID, ...body } : { id: ID };
}

function fieldsOf(operation: string, type: string, body: INodeParameters | undefined) {
	if (operation === 'getAll' && type === MANAGEMENT) return { returnAll: true };
	return operation.startsWith('update') && body !== undefined ? { updateFields: body } : body;
}

function sampleOfRow(name: string, row: SampleRow, otherIds: NamedIds): OperationSample {
	const [resource = '', operation = ''] = name.split(' ');
	const described = operationOf(resource, operation, row);
	const { method, template } = described;
	const type = template.startsWith('/api/v2') ? DASHBOARD : MANAGEMENT;
	const { body, withSource, fields = fieldsOf(operation, type, body) } = row;
	const places = placesIn(described, resource, row.id);
	const idsOf = (ids: Ids) => ({ pipeId: ids.kafkaPipeId, ...ids, ...otherIds });
	const output = JSON.stringify(row.output ?? outputOf(operation, body));
	const idName = row.id ?? idParameterOf(resource);
	return {
		type,
		...(described.api === 'clickstack' && { emulator: { dashboardApi: 'clickstack' } }),
		withSource: withSource === true,
		...(operation === 'wait' && { waits: true }),
		...(/^delete|^reset$/.test(operation) && { withoutData: true }),
		...(row.reads !== undefined && { reads: row.reads }),
		...(row.readsAfter !== undefined && { readsAfter: row.readsAfter }),
		parameters: (ids) => {
			const known = idsOf(ids);
			const inPath = places.filter(({ field }) => field !== 'organizationId');
			const values = inPath.map(({ field, valueIn }) => [field, valueIn(known)] as const);
			return { resource, operation, ...Object.fromEntries(values), ...fields };
		},
		method,
		status: successOf(described).status,
		path: (ids) => {
			const known = idsOf(ids);
			const filled = places.reduce(
				(path, { name: part, valueIn }) => path.replace(`{${part}}`, valueIn(known)),
				template,
			);
			return filled.replace('/clickpipes', '/pipes');
		},
		...(body !== undefined && { body: () => body }),
		output: (ids) => {
			const known: NamedIds = idsOf(ids);
			const id = known[idName] ?? places.at(-1)?.valueIn(known) ?? '';
			return JSON.parse(output.replaceAll(ID, id)) as IDataObject;
		},
	};
}
