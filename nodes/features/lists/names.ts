import type { ErrorText } from '../../engine/errorDetails';
import type { JsonObject } from '../../engine/json';
import { recordsIn } from '../../engine/json';
import type {
	NameLookup,
	NameLookups,
	Need,
	Parameters,
	PlanContext,
} from '../../engine/operation';
import {
	capitalized,
	formatted,
	MAX_NAME_LENGTH,
	nearestKnown,
	shortened,
	withoutHtml,
} from '../../engine/text';
import { listed } from '../../engine/summary/sentences';
import { listMethodOf } from '../../engine/parameters/properties';
import { asObject, isText } from '../../engine/parameters/values';
import { summaryNeed } from '../record/needs';
import type { ApiRecord } from '../record/record';
import { listRead, pluralOf } from '../record/record';

const ISO_DATE_LENGTH = 10;
/** Maximum number of records in an error. */
const MAX_SUGGESTIONS = 5;

/** Lookups for named records, by the methods of their lists. */
export function nameLookups(kinds: readonly NamedRecord[]): NameLookups {
	const lookupsOf = (kind: NamedRecord) => ({ idOf: idLookup(kind), nameOf: nameLookup(kind) });
	return new Map(kinds.map((kind) => [listMethodOf(kind.id.field) ?? '', lookupsOf(kind)]));
}

/** A kind of record with names, and a list to search. */
export type NamedRecord = ApiRecord &
	Required<Pick<ApiRecord, 'id' | 'nameKeys'>> & {
		/** Operation that lists the names. Defaults to Get Many of the resource called by the title. */
		listedBy?: string;
	};

/** Reads a record for its name. */
export function nameLookup(kind: NamedRecord): NameLookup {
	return (_id, parameters, context) => {
		const need = summaryNeed(kind, parameters, context);
		if (need === undefined) return undefined;
		const nameIn = (payload: unknown) => {
			const fact = need.factIn(payload);
			return 'value' in fact ? nameOf(asObject(fact.value), kind) : undefined;
		};
		return { ...need, factIn: (payload) => ({ value: nameIn(payload) ?? null }) };
	};
}

function idLookup(kind: NamedRecord): NameLookup {
	return (name, parameters, context) => {
		const need = listNeed(kind, kind.title, parameters, context);
		return (
			need && {
				...need,
				factIn: (payload) =>
					idIn(recordsIn(payload), name, {
						...kind,
						idKey: kind.id.key,
						label: kind.id.field.displayName,
					}),
			}
		);
	};
}

/**
 * Reads all records of a kind to find a `title` by name, because names aren't unique. Undefined until their parent is
 * known.
 */
export function listNeed(
	record: ApiRecord,
	title: string,
	parameters: Parameters,
	context: PlanContext,
): Omit<Need, 'fact' | 'factIn'> | undefined {
	const list = listRead(record);
	const listParameters = { ...parameters, returnAll: true };
	const { request, issues } = list.plan(listParameters, context);
	if (issues.length > 0) return undefined;
	return {
		purpose: lookupPurpose(title),
		subject: list.texts?.subjectOf?.(request, listParameters),
		permission: list.texts?.permission,
		advice: list.texts?.advice,
		request: { ...request, method: 'GET' },
		pages: list.pages?.(listParameters),
	};
}

/** Explains a read that looks for a `title`. */
export function lookupPurpose(title: string): string {
	return `The ${title} is chosen by its name, so the node looks for it first.`;
}

/** Texts and keys for a lookup. */
type Names = Pick<NamedRecord, 'listedBy' | 'nameKeys' | 'plural' | 'title'> & {
	label: string;
	idKey?: string | undefined;
};

/** The only match's ID, or the problem. */
export function idIn(
	listedRecords: readonly JsonObject[],
	name: string,
	kind: Names,
): { value: string } | { problem: ErrorText } {
	const records = listedRecords.flatMap((record) => {
		const id = record[kind.idKey ?? 'id'];
		return typeof id === 'string' ? [{ id, name: nameOf(record, kind), record }] : [];
	});
	const matches = records.filter((record) => record.name === name);
	const [match] = matches;
	if (match === undefined) return { problem: noneNamed(name, records, kind) };
	return matches.length === 1
		? { value: match.id }
		: { problem: severalNamed(name, matches, kind) };
}

/** Uses the first of several keys that has text. */
function nameOf(record: JsonObject, { nameKeys }: Pick<Names, 'nameKeys'>): string | undefined {
	const texts = nameKeys.map((key) => record[key]);
	return texts
		.filter((text) => typeof text === 'string')
		.find((text) => text.trim() !== '')
		?.trim();
}

function noneNamed(
	name: string,
	records: ReadonlyArray<{ name: string | undefined }>,
	kind: Names,
): ErrorText {
	const names = [...new Set(records.flatMap((record) => record.name ?? []))];
	const resource = kind.title.split(' ').map(capitalized).join(' ');
	const { listedBy = `${resource} → Get Many` } = kind;
	const near =
		nearestKnown(name, names) ?? names.find((listedName) => isSameButCase(listedName, name));
	const sorted = names.sort((first, second) => first.localeCompare(second));
	const there =
		names.length === 0
			? `The list has no ${pluralOf(kind)} with a name.`
			: `There are: ${listed(sorted, shownName, MAX_SUGGESTIONS)}.`;
	const advice = near === undefined ? there : `Did you mean ${shownName(near)}?`;
	return {
		message: `No ${kind.title} has the name ${shownName(name)}.`,
		description: `${advice} Names are case-sensitive. Correct ${kind.label}, or choose the ${kind.title} from the list. ${listedBy} lists the names.`,
	};
}

function isSameButCase(first: string, second: string): boolean {
	return first.toLowerCase() === second.toLowerCase();
}

function severalNamed(
	name: string,
	matches: ReadonlyArray<{ id: string; record: JsonObject }>,
	kind: Names,
): ErrorText {
	const ids = listed(matches, ({ id, record }) => id + marksOf(record), MAX_SUGGESTIONS);
	return {
		message: `${formatted(matches.length)} ${pluralOf(kind)} have the name ${shownName(name)}.`,
		description: `Choose By ID in ${kind.label}, and enter the right one: ${ids}.`,
	};
}

/** Tells records of the same name apart: " (Running, created 2026-05-31)". */
function marksOf({ state, status = state, createdAt }: JsonObject): string {
	const created = isText(createdAt)
		? [`created ${String(createdAt).slice(0, ISO_DATE_LENGTH)}`]
		: [];
	const marks = [...(isText(status) ? [String(status)] : []), ...created];
	return marks.length === 0 ? '' : ` (${withoutHtml(marks.join(', '))})`;
}

function shownName(name: string): string {
	return `"${shortened(withoutHtml(name), MAX_NAME_LENGTH)}"`;
}
