import type { INodeProperties } from 'n8n-workflow';

/** Returns an optional number that begins empty, with its bounds as hint. */
export function numberOption(
	displayName: string,
	name: string,
	{ description, min, max, precision = 0 }: NumberOption,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: {
			...(min === undefined ? {} : { minValue: min }),
			...(max === undefined ? {} : { maxValue: max }),
			numberPrecision: precision,
		},
		// Empty, not the least value: an added option changes nothing before a value is entered.
		default: '',
		...hintOf(min, max),
		description,
	};
}

interface NumberOption {
	description: string;
	min?: number;
	max?: number;
	/** How many decimal places the number may have. */
	precision?: number;
}

function hintOf(min?: number, max?: number): { hint?: string } {
	if (min === undefined) return {};
	if (max === undefined) return { hint: `At least ${min.toLocaleString('en')}` };
	return { hint: `${min.toLocaleString('en')} to ${max.toLocaleString('en')}` };
}
