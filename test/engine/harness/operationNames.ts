import type { INodeTypeDescription } from 'n8n-workflow';

/** The operations that a node offers, as "resource operation". */
export function operationNames({ properties }: INodeTypeDescription): string[] {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) => {
			const resources = (displayOptions?.show?.['resource'] ?? []).filter(
				(resource) => typeof resource === 'string',
			);
			const operations = options.flatMap((option) => ('value' in option ? [option.value] : []));
			return resources.flatMap((resource) =>
				operations.map((operation) => `${resource} ${String(operation)}`),
			);
		});
}
