import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { isJsonObject } from '../json';
import { emptyToUndefined, rows } from '../parameters/values';
import type { Fields, SingleField, Traits } from './fields';
import { description, field } from './fields';
import { buildBody, propertiesOf } from './interpret';

interface RowsTraits extends Omit<Traits, 'placeholder' | 'read'> {
	/** Whether a list without rows is sent as well. */
	sendsEmpty?: true;
}

/** A list of objects, in the panel one row each, or from an expression the list itself. `row` is what one is called. */
export function rowList(
	label: string,
	row: string,
	members: Fields,
	{ sendsEmpty, ...traits }: RowsTraits = {},
): SingleField {
	const described = description('', members);
	const rowBody = buildBody(described);
	const options: INodeProperties['options'] = [
		{ displayName: row, name: 'values', values: propertiesOf(described) },
	];
	const typeOptions = { multipleValues: true };
	const shown = { type: 'fixedCollection', typeOptions, default: {}, options } as const;
	return {
		...field(label, shown, z.array(described.schema), {
			placeholder: `Add ${row}`,
			read: (value, timezone) => {
				const entered = Array.isArray(value) ? value.filter(isJsonObject) : rows(value);
				const list = entered.map((one) => rowBody(one, timezone));
				return sendsEmpty ? list : emptyToUndefined(list);
			},
			...traits,
		}),
		row: described,
	};
}
