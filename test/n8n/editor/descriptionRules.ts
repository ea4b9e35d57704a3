import {
	type INodeCredentialDescription,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyMode,
	type INodePropertyTypeOptions,
	type INodeTypeDescription,
	isINodePropertiesList,
} from 'n8n-workflow';

import { Panel } from '../../../tools/panel/panel';

/**
 * The expected lines for a node's panel by n8n's rules for a description, in the form of `linesOfPanel`: the editor
 * must show the same.
 */
export function linesOf(description: INodeTypeDescription, parameters: INodeParameters): string[] {
	const { fields, values, shown } = opened(description, parameters);
	const { credentials = [] } = description;
	const selectors = credentials.filter((credential) => shown(credential, values));
	return [
		...selectors.map(({ displayName = 'Credential' }) => displayName),
		...fieldLines(fields, values, shown),
	];
}

/** The parameters with the defaults of shown fields, these fields, and the rule that shows them. */
function opened(description: INodeTypeDescription, parameters: INodeParameters) {
	const panel = new Panel(description);
	const { fields, values } = panel.opened(parameters);
	const shown: Shown = (field, beside) => panel.isShown(field, beside, values);
	return { fields, values, shown };
}

/** The options of the panel's selectors by the same rules, by their label. */
export function offersOf(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): Record<string, string[]> {
	const { fields } = opened(description, parameters);
	const offers = fields
		.filter(isInList)
		.flatMap(({ displayName, type, modes = [], options = [], typeOptions }) => {
			const names = options.map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			if (type === 'resourceLocator') return [[displayName, modes.map(modeName)]];
			const isSelector = type === 'options' || type === 'multiOptions';
			return isSelector && typeOptions?.loadOptionsMethod === undefined
				? [[displayName, names]]
				: [];
		});
	return Object.fromEntries(offers);
}

/** The editor has its own words for the list. */
const modeName = ({ name, displayName }: INodePropertyMode) =>
	name === 'list' ? 'From list' : displayName;

type Shown = (
	field: INodeProperties | INodeCredentialDescription,
	beside: INodeParameters,
) => boolean;

/** The editor has Authentication in the dialog of the credential. */
const isInList = ({ name, type }: INodeProperties) =>
	type !== 'hidden' && name !== 'authentication';

function fieldLines(
	fields: readonly INodeProperties[],
	values: INodeParameters,
	shown: Shown,
): string[] {
	return fields
		.filter((field) => isInList(field) && shown(field, values))
		.flatMap((field) => linesOfField(field, values[field.name], shown));
}

function linesOfField(field: INodeProperties, value: unknown, shown: Shown): string[] {
	const { type, displayName } = field;
	if (type === 'notice') return [`! ${plain(displayName)}`];
	if (type === 'collection')
		return [displayName, ...within(collection(field, Object(value), shown))];
	if (type === 'fixedCollection')
		return [displayName, ...within(rows(field, Object(value), shown))];
	return [displayName];
}

function collection(
	{ options = [], placeholder = '' }: INodeProperties,
	given: INodeParameters,
	shown: Shown,
): string[] {
	if (!isINodePropertiesList(options)) return [];
	const members = options.filter((member) => shown(member, given));
	const added = members.filter(({ name }) => name in given);
	const left = members.filter(({ name }) => !(name in given));
	// If a collection has only one field, a button adds it.
	const offer = options.length === 1 ? placeholder : namesOf(left);
	return [...fieldLines(added, given, shown), ...(left.length === 0 ? [] : [`+ ${offer}`])];
}

function rows(
	{ options = [], typeOptions = {}, placeholder = '' }: INodeProperties,
	given: INodeParameters,
	shown: Shown,
): string[] {
	const [group] = options;
	if (group === undefined || !('values' in group)) return [];
	const all: INodeParameters[] = [Object(given)[group.name] ?? []].flat();
	const lines = all.flatMap((row) => rowLines(group, row, typeOptions, shown));
	const isFull = all.length > 0 && typeOptions.multipleValues !== true;
	return [...lines, ...(isFull ? [] : [`+ ${placeholder}`])];
}

function rowLines(
	{ values }: INodePropertyCollection,
	row: INodeParameters,
	{ hideOptionalFields = false }: INodePropertyTypeOptions,
	shown: Shown,
): string[] {
	const fields = values.filter((field) => shown(field, row));
	const optional = fields.filter((field) => hideOptionalFields && isOptional(field));
	const hidden = new Set(optional.filter((field) => !isGiven(field, row)));
	return [
		...fieldLines(
			fields.filter((field) => !hidden.has(field)),
			row,
			shown,
		),
		...(optional.length > 0 ? [`+ ${namesOf(optional)}`] : []),
	];
}

const isOptional = ({ required, typeOptions }: INodeProperties) =>
	required !== true && typeOptions?.showEvenWhenOptional !== true;

function isGiven({ name, default: usual }: INodeProperties, row: INodeParameters): boolean {
	const value = row[name];
	return value !== undefined && value !== '' && JSON.stringify(value) !== JSON.stringify(usual);
}

const namesOf = (fields: readonly INodeProperties[]) =>
	fields.map(({ displayName }) => displayName).join(' | ');

const plain = (html: string) => html.replace(/<[^>]+>/g, '').trim();
const within = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
