import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choice, property } from '../../engine/body/fields';
import { isDataObject } from '../../engine/json';
import { wordsOf } from '../../engine/text';
import type { ParameterValues } from '../../engine/operation';
import { optionsOf } from '../../engine/parameters/properties';
import { cachedField } from '../../engine/caching';
import { textList, textListIssues } from '../../engine/parameters/values';
import type { Issue } from '../../engine/issue';

export interface RecordOutput {
	/** The fields that Selected Fields offers. */
	keys: readonly string[];
	/** Makes the readable row that Simplified outputs. */
	simplify: (record: IDataObject) => IDataObject;
}

const OUTPUT_NAMES = { raw: 'Raw', selectedFields: 'Selected Fields', simplified: 'Simplified' };

const ONE_OF_TWO = { raw: OUTPUT_NAMES.raw, simplified: OUTPUT_NAMES.simplified };

/** `extraText` ends each option's description, such as ", with command and accepted". */
const outputField = cachedField(
	(
		options: Readonly<Record<string, string>>,
		description: string,
		extraText: string,
	): INodeProperties => {
		const descriptions = {
			raw: `All fields, as the API returns them${extraText}`,
			selectedFields: `Only the fields you choose${extraText}`,
			simplified: `The most important fields${extraText}`,
		};
		return property(
			'output',
			choice('Output', options, {
				selects: true,
				default: 'simplified',
				descriptions,
				description,
			}),
		);
	},
);

export function outputChoice(description: string): INodeProperties {
	return outputField(ONE_OF_TWO, description, '');
}

const selectedFields = cachedField((...keys: string[]) => ({
	displayName: 'Output Fields',
	name: 'outputFields',
	type: 'multiOptions',
	required: true,
	displayOptions: { show: { output: ['selectedFields'] } },
	options: optionsOf(keys),
	default: [],
	description:
		'Only return these fields. For other fields, use an expression that returns a list or comma-separated text.',
}));

export function outputFields(
	output: Pick<RecordOutput, 'keys'> | undefined,
	extraText = '',
): INodeProperties[] {
	if (output === undefined) return [];
	const description = 'Fields that each item contains';
	return [outputField(OUTPUT_NAMES, description, extraText), selectedFields(...output.keys)];
}

export function outputIssues({ output, outputFields: fieldNames }: ParameterValues): Issue[] {
	if (output !== 'selectedFields') return [];
	if (textList(fieldNames).length > 0) return textListIssues('outputFields', fieldNames);
	return [{ path: 'outputFields', text: 'is empty. Choose at least one field.' }];
}

export function outputRecord(
	record: IDataObject,
	{ output, outputFields: fieldNames }: ParameterValues,
	{ simplify }: Pick<RecordOutput, 'simplify'>,
): IDataObject {
	if (output === 'raw') return record;
	return output === 'selectedFields' ? pickMembers(record, textList(fieldNames)) : simplify(record);
}

/**
 * The most important fields, in order, for Simplified. For a list of objects, Simplified shows the objects' names.
 * `nameKeys` contains the key of these names by the list's field.
 */
export function recordOutput(
	all: string,
	simplified = all,
	nameKeys: Readonly<Record<string, string>> = {},
): RecordOutput {
	const names = wordsOf(simplified);
	return {
		keys: wordsOf(all),
		simplify: (record) => {
			const selected = columnsOf(record, names);
			for (const [name, key] of Object.entries(nameKeys)) {
				const list: unknown = selected[name];
				if (Array.isArray(list))
					selected[name] = list.filter(isDataObject).map((entry) => entry[key]);
			}
			return selected;
		},
	};
}

/** Missing fields are null, so that all items have the same columns. */
export function columnsOf(record: IDataObject, keys: readonly string[]): IDataObject {
	return Object.fromEntries(keys.map((name) => [name, record[name] ?? null]));
}

/** Unlike `columnsOf`, skips missing fields. */
export function pickMembers(record: IDataObject, keys: readonly unknown[]): IDataObject {
	const names = keys.map(String).filter((name) => Object.hasOwn(record, name));
	return Object.fromEntries(names.map((name) => [name, record[name]]));
}
