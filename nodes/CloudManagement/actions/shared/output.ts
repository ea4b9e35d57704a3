import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../../core/operation';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Keeps the named members of each record, unless Simplify is off. */
export function simplified(
	members: readonly string[],
): (elements: IDataObject[], parameters: Parameters) => IDataObject[] {
	return (elements, parameters) => {
		if (parameters.simplify === false) return elements;
		return elements.map((element) =>
			Object.fromEntries(
				members.filter((name) => name in element).map((name) => [name, element[name]]),
			),
		);
	};
}
