import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../../core/operation';
import { collection } from '../../../core/parameters/values';
import { destinationOptions } from './destination';
import { scalingOptions } from './scaling';
import { settingOptions } from './settings';
import { sourceOptions } from './source';

/** The less common fields of a pipe, each named like a field: by its path in the body. */
export const additionalOptions: INodeProperties[] = [
	...sourceOptions,
	...destinationOptions,
	...scalingOptions,
	...settingOptions,
].sort((one, other) => one.displayName.localeCompare(other.displayName));

/** The collection of the less common fields, each shown for the sources that it concerns. */
export const additionalOptionsField: INodeProperties = {
	displayName: 'Pipe Settings',
	name: 'additionalOptions',
	type: 'collection',
	placeholder: 'Add setting',
	default: {},
	options: additionalOptions,
};

/** Returns all fields of the form in one object: those of the collection beside the others. */
export function withAdditionalOptions(parameters: Parameters): Parameters {
	return { ...parameters, ...collection(parameters.additionalOptions) };
}
