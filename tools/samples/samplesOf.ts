import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../emulator';
import { DASHBOARD, MANAGEMENT } from '../engine/workflow';

type Ids = Emulator['ids'];

/** One operation as a user would set it, with its expected request and output. */
export interface OperationSample {
	type: typeof MANAGEMENT | typeof DASHBOARD;
	/** Whether a source credential is selected. */
	withSource?: boolean;
	/** Whether its request is sent repeatedly, whatever fails. */
	waits?: true;
	/** Whether a success needs no data. */
	withoutData?: true;
	parameters: (ids: Ids) => INodeParameters;
	method: string;
	path: (ids: Ids) => string;
	body?: (ids: Ids) => unknown;
	/** The status of a success. */
	status: 200 | 201;
	output: (ids: Ids) => IDataObject;
}

/** A sample by its request. IDs are named in braces, in the path and in the output. */
export interface SampleRow {
	/** 200 by default. */
	status?: OperationSample['status'];
	/** Method and path: one that starts with no slash belongs to the organization. */
	request: string;
	/** The parameters besides the IDs in the path. */
	fields?: INodeParameters;
	withSource?: true;
	body?: IDataObject;
	/** By default, the last ID in the path. */
	output?: IDataObject;
}

/** Returns the samples of operations, named as "resource operation", with these IDs in addition to the emulator's. */
export function samplesOf<Name extends string>(
	rows: Readonly<Record<Name, SampleRow>>,
	otherIds: Readonly<Record<string, string>> = {},
): Record<string, OperationSample> {
	return Object.fromEntries(
		Object.entries<SampleRow>(rows).map(([name, row]) => [name, sampleOfRow(name, row, otherIds)]),
	);
}

function sampleOfRow(
	name: string,
	{ request, fields, withSource, body, output, status = 200 }: SampleRow,
	otherIds: Readonly<Record<string, string>>,
): OperationSample {
	const [resource = '', operation = ''] = name.split(/\W+/);
	const [method = '', written = ''] = request.split(' ');
	const path = written.startsWith('/') ? written : `/v1/organizations/{organizationId}/${written}`;
	const idNames = [...written.matchAll(/\{(?!organizationId)(\w+)\}/g)].map(
		([, idName = '']) => idName,
	);
	const withIds = (text: string, ids: Ids): string =>
		Object.entries({ ...ids, ...otherIds }).reduce(
			(filled, [idName, id]) => filled.replaceAll(`{${idName}}`, id),
			text,
		);
	const outputText = JSON.stringify(output ?? { id: `{${idNames.at(-1) ?? ''}}` });
	return {
		type: path.startsWith('/api/v2') ? DASHBOARD : MANAGEMENT,
		withSource: withSource === true,
		...(operation === 'wait' && { waits: true }),
		...((operation.startsWith('delete') || operation === 'send') && { withoutData: true }),
		parameters: (ids) => ({
			resource,
			operation,
			...Object.fromEntries(
				idNames.map((idName) => [
					idName.replace(/^(?:\w+(?=PipeId$)|idle|custom|second)([A-Z])/, (_, first: string) =>
						first.toLowerCase(),
					),
					withIds(`{${idName}}`, ids),
				]),
			),
			...fields,
		}),
		method,
		status,
		path: (ids) => withIds(path, ids),
		...(body !== undefined && { body: () => body }),
		output: (ids) => JSON.parse(withIds(outputText, ids)) as IDataObject,
	};
}
