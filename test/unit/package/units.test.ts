import type { INodeProperties } from 'n8n-workflow';

import { managementTrigger } from '../../../nodes/CloudManagementTrigger/trigger';
import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../../nodes/engine/operation';
import { innerFields } from '../../../nodes/engine/parameters/properties';
import { triggerProperties } from '../../../nodes/features/watch/poll';

const UNIT =
	/\((?:Bytes|Checks|Days|GB|Hours|Millicores|Milliseconds|Minutes|Seconds|UTC)\)$|\bBytes$/;
const COUNTED = /\b(?:Count|Replicas|Rows per Partition|Tables|Threads)$/;
const COUNT = /\bnumber of\b|^(?:In (?:rows|tables)$|Rows|Threads|Workers)\b/i;
const PLAIN =
	/^(?:Height|Parallel Distributed Insert Select|Port|Server ID|Threshold(?: Max)?|Width|X|Y)$/;

function numbers(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => [
		...(field.type === 'number' ? [field] : []),
		...numbers(innerFields(field)),
	]);
}

const TABLES: OperationTable[] = [dashboardOperations, managementOperations];
const fields = [
	...TABLES.flatMap((table) => Object.values(table).flatMap((row) => Object.values(row))).flatMap(
		({ properties }) => properties,
	),
	...triggerProperties(managementTrigger),
];
const labels = new Map(numbers(fields).map((field) => [field.displayName, field]));

it.each([...labels])(
	'the field %s names its unit or what it counts',
	(label, { description = '' }) => {
		const isClear =
			[UNIT, COUNTED, PLAIN].some((pattern) => pattern.test(label)) || COUNT.test(description);
		expect({ label, description, isClear }).toMatchObject({ isClear: true });
	},
);
