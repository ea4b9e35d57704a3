import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { isDataObject } from '../../engine/json';
import type { Parameters, ValidationIssue } from '../../engine/operation';
import { optionsOf } from '../../engine/parameters/properties';
import { textList, textListIssues } from '../../engine/parameters/values';

/** How the records of one resource become items. */
export interface RecordOutput {
	/** All fields of a record, for Selected Fields. */
	members: readonly string[];
	/** Returns the readable row that Simplified outputs. */
	simplify: (record: IDataObject) => IDataObject;
}

/** Returns the choice between all fields of a record and the most important ones. */
export function outputChoice(description: string): INodeProperties {
	return {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Raw', value: 'raw', description: 'All fields, as the API returns them' },
			{ name: 'Simplified', value: 'simplified', description: 'The most important fields' },
		],
		default: 'simplified',
		description,
	};
}

/** Returns the fields that choose how much of a record is output. `also` describes what else each item contains. */
export function outputFields(
	{ members }: Pick<RecordOutput, 'members'>,
	also = '',
): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Raw', value: 'raw', description: `All fields, as the API returns them${also}` },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: `Only the fields that you choose${also}`,
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: `The most important fields${also}`,
				},
			],
			default: 'simplified',
			description: 'How much of the response to output',
		},
		...updateDisplayOptions({ show: { output: ['selectedFields'] } }, [
			{
				displayName: 'Output Fields',
				name: 'outputFields',
				type: 'multiOptions',
				required: true,
				options: optionsOf(members),
				default: [],
				description:
					"The fields to output. An expression can also return names that aren't in the list, separated by commas.",
			},
		]),
	];
}

/** Returns the issue with fields that were to be chosen and are not, or cannot be read. */
export function outputIssues({ output, outputFields: chosen }: Parameters): ValidationIssue[] {
	if (output !== 'selectedFields') return [];
	if (textList(chosen).length > 0) return textListIssues('outputFields', chosen);
	return [{ path: 'outputFields', code: 'noOutputFields' }];
}

/** Returns how a record is output: simplified, raw, or with the chosen fields. */
export function outputRecord(
	record: IDataObject,
	{ output, outputFields: chosen }: Parameters,
	{ simplify }: Pick<RecordOutput, 'simplify'>,
): IDataObject {
	if (output === 'raw') return record;
	return output === 'selectedFields' ? pickMembers(record, textList(chosen)) : simplify(record);
}

/** Returns how records with roles are output: everything but `left`, and only the names of their roles. */
export function outputWithRoles(
	members: readonly string[],
	left: readonly string[] = [],
): RecordOutput {
	const simplified = members.filter((member) => !left.includes(member));
	return {
		members,
		simplify: (record) => {
			const row = pickMembers(record, simplified);
			const roles: unknown = row['assignedRoles'];
			if (!Array.isArray(roles)) return row;
			const names = roles.filter(isDataObject).map(({ roleName }) => roleName);
			return { ...row, assignedRoles: names };
		},
	};
}

/** Returns these fields of a record, in this order, without those that it doesn't have. */
export function pickMembers(record: IDataObject, members: readonly unknown[]): IDataObject {
	const names = members.map(String).filter((name) => Object.hasOwn(record, name));
	return Object.fromEntries(names.map((name) => [name, record[name]]));
}
