import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { RequestOptionsFor } from '../../../core/parameters/options';
import { optionsField } from '../../../core/parameters/options';
import { organizationIdField } from './identifiers';

/** Returns the fields of one operation, shown for it alone, and its options, with the organization among them. */
export function operationFields(
	resource: string,
	operation: string,
	{
		reads,
		fields,
		retries = true,
		allowUnlisted = false,
		own = [],
	}: Pick<RequestOptionsFor, 'reads' | 'retries' | 'allowUnlisted' | 'own'> & {
		fields: INodeProperties[];
	},
): INodeProperties[] {
	const conditions = { resource: [resource], operation: [operation] };
	return [
		...updateDisplayOptions({ show: conditions }, fields),
		optionsField({
			reads,
			retries,
			allowUnlisted,
			displayOptions: { show: conditions },
			own: [organizationIdField, ...own],
		}),
	];
}
