import type { INodeProperties } from 'n8n-workflow';
import type { ErrorText } from '../../engine/errorDetails';
import type { JsonObject } from '../../engine/json';
import { recordsIn } from '../../engine/json';
import type { ListLookup, NameRead, NamesRead, PlanContext } from '../../engine/operation';
import { NAMES_OF } from '../../engine/operation';
import {
	capitalized,
	enumerated,
	formatted,
	isSameName,
	MAX_NAME_LENGTH,
	nearestKnown,
	shortened,
	withoutHtml,
	listed,
} from '../../engine/text';
import { asObject, isText, nameUnder } from '../../engine/parameters/values';
import { listNeed, summaryNeed } from '../record/needs';
import type { ApiRecord } from '../record/record';
import { pluralOf } from '../record/record';

const ISO_DATE_LENGTH = 10;
/** An error suggests at most this many records. */
const MAX_SUGGESTIONS = 5;

export function recordLookup(recordType: NamedRecord): ListLookup {
	return {
		idOf: idNeed(recordType),
		nameOf: nameNeed(recordType),
		listedBy: listingOperation(recordType),
		parentField: recordType.parent.idField?.name,
	};
}

/** Keys are what the IDs of a record type start with, such as `user/`. */
export function choiceLookup(recordTypes: Readonly<Record<string, NamedRecord>>): ListLookup {
	const entries = Object.entries(recordTypes);
	return {
		listedBy: enumerated(
			entries.map(([, recordType]) => listingOperation(recordType)),
			'and',
		),
		namesOf: entries.map(([start, recordType]) => namesNeed(recordType, start)),
	};
}

export function namesNeed(recordType: NamedRecord, start: string): NamesRead {
	const listedNames = (payload: unknown) =>
		recordsWithId(recordsIn(payload), recordType.id.key).flatMap(({ id, record }) => {
			const name = nameOfRecord(record, recordType);
			return name === undefined ? [] : [[start + id, name] as const];
		});
	return (parameters, context) => {
		const need = listNeed(recordType, '', parameters, context);
		return (
			need && {
				...need,
				fact: NAMES_OF + start + pluralOf(recordType),
				// The item changes a different record, so its errors shouldn't mention this list.
				subject: undefined,
				factIn: (payload) => ({ value: Object.fromEntries(listedNames(payload)) }),
				factOfFailure: () => null,
			}
		);
	};
}

export type NamedRecord = ApiRecord &
	Required<Pick<ApiRecord, 'id' | 'nameKeys'>> & {
		/** Operation that lists the names. Defaults to Get Many of the resource called by the title. */
		listedBy?: string;
	};

function listingOperation({ title, listedBy }: Pick<NamedRecord, 'listedBy' | 'title'>): string {
	return listedBy ?? `${title.split(' ').map(capitalized).join(' ')} → Get Many`;
}

function nameNeed(recordType: NamedRecord): NameRead {
	return (_id, parameters, context) => {
		const need = summaryNeed(recordType, parameters, context);
		if (need === undefined) return undefined;
		const fetchedName = (payload: unknown) => {
			const fact = need.factIn(payload);
			return 'value' in fact ? nameOfRecord(asObject(fact.value), recordType) : undefined;
		};
		return { ...need, factIn: (payload) => ({ value: fetchedName(payload) ?? null }) };
	};
}

function idNeed(recordType: NamedRecord): NameRead {
	return (name, parameters, context) => {
		const need = listNeed(recordType, lookupPurpose(recordType.title), parameters, context);
		return (
			need && {
				...need,
				factIn: (payload) => idIn(recordsIn(payload), name, recordType, context),
			}
		);
	};
}

export function lookupPurpose(title: string): string {
	return `The ${title} is chosen by its name, so the node looks for it first.`;
}

type Names = Pick<NamedRecord, 'listedBy' | 'nameKeys' | 'plural' | 'title'> & {
	id: { key?: string; field: Pick<INodeProperties, 'displayName'> };
};

/**
 * The ID of the record with this name, or the problem: there may be no such record, or several. Text from an agent's
 * model may also be an ID, because a model can't choose the field's mode.
 */
export function idIn(
	listedRecords: readonly JsonObject[],
	name: string,
	recordType: Names,
	{ isTool }: Pick<PlanContext, 'isTool'>,
): { value: string } | { problem: ErrorText } {
	const records = recordsWithId(listedRecords, recordType.id.key).map(({ id, record }) => ({
		id,
		name: nameOfRecord(record, recordType),
		record,
	}));
	const matches = records.filter((record) => record.name === name);
	const [match = isTool && records.find(({ id }) => id === name)] = matches;
	if (!match) return { problem: noneNamed(name, records, recordType) };
	return matches.length <= 1
		? { value: match.id }
		: { problem: severalNamed(name, matches, recordType) };
}

function recordsWithId(records: readonly JsonObject[], idKey = 'id') {
	return records.flatMap((record) => {
		const id = record[idKey];
		return typeof id === 'string' ? [{ id, record }] : [];
	});
}

function nameOfRecord(
	record: JsonObject,
	{ nameKeys }: Pick<Names, 'nameKeys'>,
): string | undefined {
	const name = nameUnder(nameKeys, record);
	return name === undefined ? undefined : String(name).trim();
}

function noneNamed(
	name: string,
	records: ReadonlyArray<{ name: string | undefined }>,
	recordType: Names,
): ErrorText {
	const names = [...new Set(records.flatMap((record) => record.name ?? []))];
	const similarName =
		nearestKnown(name, names) ?? names.find((listedName) => isSameName(listedName, name));
	const there =
		names.length === 0
			? `The list has no ${pluralOf(recordType)} with a name.`
			: `There are: ${listed(names, shownName, MAX_SUGGESTIONS)}.`;
	const advice = similarName === undefined ? there : `Did you mean ${shownName(similarName)}?`;
	return {
		message: `No ${recordType.title} has the name ${shownName(name)}.`,
		description: `${advice} Names are case-sensitive. Check ${recordType.id.field.displayName}. You can also choose the ${recordType.title} from the list. ${listingOperation(recordType)} lists the names.`,
	};
}

function severalNamed(
	name: string,
	matches: ReadonlyArray<{ id: string; record: JsonObject }>,
	recordType: Names,
): ErrorText {
	const ids = listed(matches, ({ id, record }) => id + marksOf(record), MAX_SUGGESTIONS);
	return {
		message: `${formatted(matches.length)} ${pluralOf(recordType)} have the name ${shownName(name)}.`,
		description: `Enter the ID of the right ${recordType.title} in ${recordType.id.field.displayName}: ${ids}. To type an ID, choose By ID.`,
	};
}

/** Details that tell records with the same name apart, such as " (Running, created 2026-05-31)". */
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
