import type { INodeProperties } from 'n8n-workflow';

import type { NameLookups } from '../../../nodes/engine/operation';
import { BY_NAME, listMethodOf } from '../../../nodes/engine/parameters/properties';
import { enumerated } from '../../../nodes/engine/text';
import { ended } from '../markdown';
import type { DocumentedOperation } from './resources';
import { choicesOf, SELECTORS, withoutAccess } from './resources';
import { ofNoSource } from './sources';

/** This choice's Output Fields names its own condition. */
const OUTPUT = 'output';

type DescribedOperation = Pick<DocumentedOperation, 'description' | 'fields'>;

/** The text is for people and, copied into a tool, for a model: what the operation does, needs, and can look up. */
export function toolText({ description, fields }: DescribedOperation): string {
	const shown = shownOf(fields);
	const choices = decidingChoices(shown);
	const needed = [
		...shown.filter((field) => field.required === true && isAlwaysShown(field)),
		...choices.flatMap(neededAnyway),
	];
	const optional = shown.filter((field) => takesNames(field) && field.required !== true);
	return [
		ended(description),
		needed.length === 0 ? '' : `Required: ${labelsOf(needed)}.`,
		...choices.filter((choice) => neededAnyway(choice).length === 0).map(choiceText),
		optional.length === 0 ? '' : `Optional: ${labelsOf(optional)}.`,
	]
		.filter((text) => text !== '')
		.join(' ');
}

/** `always` and `sometimes` apply once the choice has the value. */
interface Needed {
	always: INodeProperties[];
	/** These fields have a further condition. Only fields that take names are kept. */
	sometimes: INodeProperties[];
}

/** A choice's value decides which other fields are required. */
interface DecidingChoice {
	label: string;
	options: ReturnType<typeof choicesOf>;
	needs: ReadonlyMap<string, Needed>;
}

function decidingChoices(shown: readonly INodeProperties[]): DecidingChoice[] {
	const bySelector = new Map<string, Map<string, Needed>>();
	for (const field of shown.filter(({ required }) => required === true)) {
		// n8n's helper puts outer conditions last.
		const conditions = Object.entries(field.displayOptions?.show ?? {}).filter(
			([name]) => !SELECTORS.has(name),
		);
		const [selector = OUTPUT, values = []] = conditions.at(-1) ?? [];
		const isInner = conditions.length > 1;
		if (selector === OUTPUT || (isInner && !takesNames(field))) continue;
		const needs = bySelector.get(selector) ?? new Map<string, Needed>();
		for (const value of values.map(String)) {
			const { always, sometimes } = needs.get(value) ?? { always: [], sometimes: [] };
			needs.set(
				value,
				isInner
					? { always, sometimes: [...sometimes, field] }
					: { always: [...always, field], sometimes },
			);
		}
		bySelector.set(selector, needs);
	}
	return [...bySelector].map(([selector, needs]) => {
		const choice = shown.find(({ name }) => name === selector);
		return { label: choice?.displayName ?? selector, options: choicesOf(choice), needs };
	});
}

/** If every value of the choice requires a field with the same label, the choice doesn't matter. */
function neededAnyway({ options, needs }: DecidingChoice): INodeProperties[] {
	const all = [...needs.values()];
	const [first] = all;
	const isSame = new Set(all.map(neededText)).size === 1 && first?.sometimes.length === 0;
	return isSame && all.length === options.length ? first.always : [];
}

/** Such as: Required with Watch "Saved Search": Saved Search; with "Dashboard Tile": Dashboard and Tile. */
function choiceText({ label, options, needs }: DecidingChoice): string {
	const byText = new Map<string, string[]>();
	for (const { name, value } of options) {
		const needed = needs.get(value);
		if (needed === undefined) continue;
		const text = neededText(needed);
		byText.set(text, [...(byText.get(text) ?? []), `"${name}"`]);
	}
	const clauses = [...byText].map(([text, names], index) => {
		const values = enumerated(names, 'or');
		return index === 0 ? `${label} ${values}: ${text}` : `with ${values}: ${text}`;
	});
	return `Required with ${clauses.join('; ')}.`;
}

function neededText({ always, sometimes }: Needed): string {
	const alternatives = sometimes.map(({ displayName }) => displayName);
	const texts = always.map(({ displayName }) => displayName);
	if (alternatives.length > 0) texts.push(enumerated([...new Set(alternatives)], 'or'));
	return enumerated([...new Set(texts)], 'and');
}

function labelsOf(fields: readonly INodeProperties[]): string {
	return enumerated([...new Set(fields.map(({ displayName }) => displayName))], 'and');
}

/** All operations of a page share this text, which says which operations list the names that fields take. */
export function namesText(operations: readonly DescribedOperation[], lookups: NameLookups): string {
	const fields = operations.flatMap(({ fields: all }) => shownOf(all)).filter(takesNames);
	const labels = new Map<string, string>();
	for (const field of fields) {
		const { listedBy } = lookups.get(listMethodOf(field) ?? '') ?? {};
		if (listedBy !== undefined) labels.set(listedBy, field.displayName);
	}
	if (labels.size === 0) return '';
	const listed = [...labels].map(([listedBy, label]) =>
		listedBy.startsWith(`${label} →`) ? listedBy : `${listedBy} (for ${label})`,
	);
	return `For an [agent's tool](../agents.md#set-up-a-tool), add: _To find names and IDs, use ${enumerated(listed, 'and')}._`;
}

function shownOf(fields: readonly INodeProperties[]): INodeProperties[] {
	return withoutAccess(ofNoSource(fields), false);
}

function takesNames({ modes = [] }: INodeProperties): boolean {
	return modes.some(({ name }) => name === BY_NAME);
}

/** No other field may affect whether the field is shown. */
function isAlwaysShown({ displayOptions: { show = {}, hide } = {} }: INodeProperties): boolean {
	return hide === undefined && Object.keys(show).every((name) => SELECTORS.has(name));
}
