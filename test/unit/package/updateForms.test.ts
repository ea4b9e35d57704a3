import type { INodeProperties } from 'n8n-workflow';

import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../../nodes/engine/operation';
import { isJsonObject } from '../../../nodes/engine/json';
import { innerFields } from '../../../nodes/engine/parameters/properties';

/** These fields of updates start with a value, for the stated reason. */
const EXCEPTIONS: ReadonlyArray<readonly [path: RegExp, reason: string]> = [
	[/^(?:authentication|dashboardInput|columnsInput|sourceKind|updateMode|output)$/, 'not sent'],
	[/^(?:sendSourceSecrets|sourceCredential)$/, 'not sent unless it is turned on'],
	[/^(?:updateFields|additionalFields)\.\w+$/, 'added one by one, and shown with its value'],
	[/\.additionalMembers$/, 'an empty object adds nothing'],
	[/^updateFields\.(?:permissions|policies)\./, 'a row of a list that is replaced as a whole'],
	[/^entries/, 'the schedule is replaced as a whole'],
	[
		/^(?:destinationColumns|tableMappingsTo(?:Add|Remove))\./,
		'a row that is added for a new entry',
	],
	[/^tiles\.(?:select|series)\./, 'a row that is added for a further value'],
	[/^tiles\.(?:metricType|periodAggFn)$/, 'None sends nothing'],
	[/^tiles\.(?:asRatio|level)$/, 'shown only after a choice that sets the chart or its value'],
];

const CHANGES = /^(?:update|set|scale)/;

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === '' ||
	(Array.isArray(value) && value.length === 0) ||
	(isJsonObject(value) && (value['value'] === '' || Object.keys(value).length === 0));

/** A form's row may have fields for other operations. */
const isInUpdate = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.['/operation']?.includes('update') ?? true;

function valued(fields: readonly INodeProperties[], parent = ''): string[] {
	return fields.filter(isInUpdate).flatMap((field) => {
		const path = `${parent}${field.name}`;
		if (path === 'options' || field.type === 'notice') return [];
		return [...(isEmpty(field.default) ? [] : [path]), ...valued(innerFields(field), `${path}.`)];
	});
}

const TABLES: OperationTable[] = [dashboardOperations, managementOperations];
const updates = TABLES.flatMap((table) =>
	Object.entries(table).flatMap(([resource, operations]) =>
		Object.entries(operations)
			.filter(([name]) => CHANGES.test(name))
			.map(([name, { properties }]) => ({ operation: `${resource} ${name}`, properties })),
	),
);

it.each(updates)('$operation sends a value only after the user enters it', ({ properties }) => {
	const paths = valued(properties);
	expect(paths.filter((path) => !EXCEPTIONS.some(([known]) => known.test(path)))).toEqual([]);
});

it.each(EXCEPTIONS)('every exception is needed: %s: %s', (known) => {
	expect(
		updates.flatMap(({ properties }) => valued(properties)).some((path) => known.test(path)),
	).toBe(true);
});
