import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { OperationTable } from '../../nodes/engine/operation';
import { APIS, type Operation, operationsOf } from '../contract';
import { actionOf } from '../contract/collections';
import { exampleOf, successOf } from '../contract/example';
import type { Emulator, EmulatorOptions } from '../emulator';
import { DASHBOARD, MANAGEMENT } from '../engine/workflow';

type Ids = Emulator['ids'];

/** Sets an operation like a user, and says which request and output to expect. */
export interface OperationSample {
	type: typeof MANAGEMENT | typeof DASHBOARD;
	/** Set if the sample doesn't work with the neutral emulator. */
	emulator?: EmulatorOptions;
	/** Set if a source credential is selected. */
	withSource?: boolean;
	/** Set if the request repeats, whatever fails. */
	waits?: true;
	/** Set if a success needs no data. */
	withoutData?: true;
	reads?: number;
	readsAfter?: number;
	parameters: (ids: Ids) => INodeParameters;
	method: string;
	path: (ids: Ids) => string;
	body?: (ids: Ids) => unknown;
	status: number;
	output: (ids: Ids) => IDataObject;
}

/** Stands for the record's ID in a sample's output. */
export const ID = '{id}';

/** The contract lacks these facts about a sample. */
export interface SampleRow {
	/** The operation in the contract, if its name differs from the pattern: `role getAll` is `listRoles`. */
	operationId?: string;
	/** Needed only if the record isn't the kind's first. */
	id?: string;
	/** Parameters besides the path's IDs. By default, the body, or an update's fields. */
	fields?: INodeParameters;
	withSource?: true;
	reads?: number;
	readsAfter?: number;
	body?: INodeParameters;
	/** Defaults to the record's ID, or a creation's sent values. */
	output?: IDataObject;
}

type NamedIds = Readonly<Record<string, string>>;

/** An operation without a row needs only its IDs. `otherIds` are added to the emulator's. */
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

/** A row's operation in the contract: `role wait` is `getRole`, `pipe getSettings` is `getPipeSettings`. */
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

/** These identifiers aren't named after their resource. */
const ID_PARAMETERS = new Map([
	['member', 'userId'],
	['serviceSetting', 'settingName'],
]);

export function idParameterOf(resource: string): string {
	return ID_PARAMETERS.get(resource) ?? `${resource}Id`;
}

/** The node and the contract name path parameters differently. */
function placesIn({ api, template, parameters }: Operation, resource: string, id?: string) {
	const own = idParameterOf(resource);
	const idIn = (field: string) => (field === own ? (id ?? own) : field);
	return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
		const field = name === 'organizationId' || name === 'serviceId' ? name : own;
		const schema = parameters.find((one) => one.name === name)?.schema;
		// A new kind of record uses its example's ID.
		const valueIn = (ids: NamedIds) => ids[idIn(field)] ?? String(exampleOf(api, schema));
		return { name, field, valueIn };
	});
}

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
