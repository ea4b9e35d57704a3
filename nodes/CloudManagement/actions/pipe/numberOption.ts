import type { INodeProperties } from 'n8n-workflow';

/** Returns an optional number that begins empty, with its bounds as hint. */
export function numberOption(
	displayName: string,
	name: string,
	{ description, bounds, precision = 0 }: NumberOption,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: {
			...(bounds === undefined ? {} : { minValue: bounds.min, maxValue: bounds.max }),
			numberPrecision: precision,
		},
		// Empty, not the least value: an added option changes nothing before a value is entered.
		default: '',
		...(bounds === undefined ? {} : { hint: hintOf(bounds) }),
		description,
	};
}

interface Bounds {
	readonly min: number;
	readonly max: number;
}

interface NumberOption {
	description: string;
	bounds?: Bounds;
	/** How many decimal places the number may have. */
	precision?: number;
}

function hintOf({ min, max }: Bounds): string {
	return `${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
}
