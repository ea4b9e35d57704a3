import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsField } from '../../../core/parameters/options';
import { organizationIdField } from './identifiers';

/** Returns the fields of one operation, shown for it alone, and its options, with the organization among them. */
export function operationFields(
	resource: string,
	operation: string,
	{
		reads,
		fields,
		allowUnlisted = false,
	}: { reads: boolean; fields: INodeProperties[]; allowUnlisted?: boolean },
): INodeProperties[] {
	const conditions = { resource: [resource], operation: [operation] };
	return [
		...updateDisplayOptions({ show: conditions }, fields),
		optionsField({
			reads,
			allowUnlisted,
			displayOptions: { show: conditions },
			own: [organizationIdField],
		}),
	];
}
