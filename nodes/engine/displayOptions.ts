import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** Adds conditions to the fields. n8n's own function copies them deeply, which is ten times slower. */
export function withDisplayOptions(
	{ show, hide }: Pick<IDisplayOptions, 'hide' | 'show'>,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => {
		const { displayOptions } = field;
		return {
			...field,
			displayOptions: {
				...displayOptions,
				...(show && { show: { ...displayOptions?.show, ...show } }),
				...(hide && { hide: { ...displayOptions?.hide, ...hide } }),
			},
		};
	});
}
