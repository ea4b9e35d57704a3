import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { choice, property } from '../../engine/body/fields';
import { isDataObject } from '../../engine/json';
import { wordsOf } from '../../engine/text';
import type { ParameterValues } from '../../engine/operation';
import { optionsOf } from '../../engine/parameters/properties';
import { cachedField } from '../../engine/caching';
import { textList, textListIssues } from '../../engine/parameters/values';
import type { Issue } from '../../engine/issue';

/** What Simplified and Selected Fields show of a record. */
export interface RecordOutput {
	/** A record's fields, for Selected Fields. */
	keys: readonly string[];
	/** The readable row that Simplified outputs. */
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

/** A choice between all fields and the most important fields. */
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
		'Fields to output. For other fields, use an expression that returns a list or comma-separated text.',
}));

/** Fields that choose how much of a record is output. `extraText` ends the options' descriptions. */
export function outputFields(
	output: Pick<RecordOutput, 'keys'> | undefined,
	extraText = '',
): INodeProperties[] {
	if (output === undefined) return [];
	const description = 'Fields that each item contains';
	return [outputField(OUTPUT_NAMES, description, extraText), selectedFields(...output.keys)];
}

/** Reports Output Fields that are empty or unreadable. */
export function outputIssues({ output, outputFields: fieldNames }: ParameterValues): Issue[] {
	if (output !== 'selectedFields') return [];
	if (textList(fieldNames).length > 0) return textListIssues('outputFields', fieldNames);
	return [{ path: 'outputFields', text: 'is empty. Choose at least one field.' }];
}

/** Simplified, raw, or with the chosen fields. */
export function outputRecord(
	record: IDataObject,
	{ output, outputFields: fieldNames }: ParameterValues,
	{ simplify }: Pick<RecordOutput, 'simplify'>,
): IDataObject {
	if (output === 'raw') return record;
	return output === 'selectedFields' ? pickMembers(record, textList(fieldNames)) : simplify(record);
}

/**
 * Output for records with these fields. Simplified shows the most important fields in order. `nameKeys` are the keys of
 * the names that it shows for a list of objects, by the list's field.
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

/** Picks the fields in this order. Missing fields are null, so that all items have the same columns. */
export function columnsOf(record: IDataObject, keys: readonly string[]): IDataObject {
	return Object.fromEntries(keys.map((name) => [name, record[name] ?? null]));
}

/** Picks the fields in this order, skipping missing fields. */
export function pickMembers(record: IDataObject, keys: readonly unknown[]): IDataObject {
	const names = keys.map(String).filter((name) => Object.hasOwn(record, name));
	return Object.fromEntries(names.map((name) => [name, record[name]]));
}
