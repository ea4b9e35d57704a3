import type { INodePropertyOptions } from 'n8n-workflow';

import { optional } from '../../../../core/parameters/values';

/** What a selector stores where the API chooses: the body then does not have the member. */
const API_DEFAULT = 'apiDefault';

/** The first option of a selector whose member may be left out. */
export const apiDefaultOption: INodePropertyOptions = {
	name: 'API Default',
	value: API_DEFAULT,
	description: 'Not sent: the API decides',
};

/** Returns the value of such a selector, or undefined where the API chooses. */
export function unlessApiDefault(value: unknown): unknown {
	return value === API_DEFAULT ? undefined : optional(value);
}
