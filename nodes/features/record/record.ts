import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type {
	ParameterValues,
	ListOperation,
	Operation,
	OperationOutput,
	OperationTexts,
	Plan,
	PlanContext,
	ReadOperation,
	ReadTime,
} from '../../engine/operation';
import type { HttpMethod, HttpRequest, PagedList, Paging } from '../../engine/request';
import type { JsonObject } from '../../engine/json';
import { dataObject } from '../../engine/json';
import { asObject } from '../../engine/parameters/values';
import type { RequestOptionsFor } from '../../engine/options/requestOptions';
import type { ListedOperation } from '../../engine/resource';
import type { Phrase } from '../../engine/phrase';
import { identified, phrase, quoteName } from '../../engine/phrase';
import { inColumnOrder } from '../../engine/output/output';
import type { RecordOutput } from './recordOutput';
import { outputFields, outputIssues, outputRecord } from './recordOutput';
import type { Issue, WithIssues } from '../../engine/issue';
import type { RequestBody } from './draft';
import type { IdFormat } from '../../engine/parameters/pathSegment';
import { inFormat } from '../../engine/parameters/pathSegment';
import type { CollectionPath } from './paths';
import type { Step } from './steps';
import { limitedRecords, limitFields, limitIssues, wantedCount } from '../limit';

export interface RecordId {
	field: INodeProperties;
	/** Validates and encodes an ID. */
	segment: (path: string, id: unknown) => WithIssues<string>;
	/** Format of the IDs, if the API is known to have one. */
	format?: (credential: Readonly<JsonObject>) => IdFormat | undefined;
	/** Key in the record. Defaults to `id`. */
	key?: string;
}

export interface ApiRecord {
	/** Name in messages: "reverse private endpoint". */
	title: string;
	/** Plural in messages. Defaults to the title with an s. */
	plural?: string;
	parent: {
		/** Name in messages, such as "organization". */
		noun: string;
		/** Field for the parent. Set if the path starts with the parent's ID. */
		idField?: INodeProperties;
		/** Names the parent, such as "organization 3f0c…". Set if the item chose the parent by other fields. */
		describe?: (parameters: ParameterValues) => Phrase | undefined;
		options: (operation: RequestOptionsFor) => INodeProperties;
		/** Advice if the API answers a list with 404. */
		noList?: string;
		/** Set if the API is known to honor a list's limit, so the query contains the limit. */
		honorsLimit: (credential: Readonly<JsonObject>) => boolean;
	};
	/**
	 * Omitted if the API can't return a record by its ID, or if there's only one such record, such as a configuration.
	 */
	id?: RecordId;
	/** Keys of the name. The first key that contains text is used. Omitted if users can't find the records by name. */
	nameKeys?: readonly string[];
	collection: CollectionPath;
	/** How the API divides the list into pages. Omitted if it doesn't. */
	paging?: Paging;
	/**
	 * Permissions that a key needs to read and to change a record. `hasNoListPermission`: no permission is known for
	 * the list.
	 */
	permissions?: { read?: string; change?: string; hasNoListPermission?: true };
	/** Steps that every change of a record runs. */
	planSteps?: ReadonlyArray<Step<Plan>>;
	/** True if the API lists the records, but can't return them one by one. */
	isOnlyListed?: true;
	/** Makes the items. If omitted, an item is the API's record. */
	output?: RecordOutput;
}

/** An operation in the panel. `action` defaults to its name and the record's title. */
export interface RowTexts extends Pick<OperationTexts, 'permission'> {
	description: string;
	action?: string;
}

/** The field for the parent's ID. Undefined if the record's path doesn't start with this ID. */
export function parentFields({ parent: { idField } }: ApiRecord): INodeProperties[] {
	return idField === undefined ? [] : [idField];
}

export function recordFields(recordType: ApiRecord): INodeProperties[] {
	return [...parentFields(recordType), ...(recordType.id ? [recordType.id.field] : [])];
}

/** `subpath` comes after the record's path. It leads to a part with its own address, such as settings. */
export function recordPath(recordType: ApiRecord, subpath?: string): CollectionPath {
	return (parameters, credential) => {
		const { value: path, issues } = recordType.collection(parameters, credential);
		const end = subpath === undefined ? '' : `/${subpath}`;
		if (recordType.id === undefined) return { value: path + end, issues };
		const { field, format, segment: encode } = recordType.id;
		const encoded = encode(field.name, parameters[field.name]);
		const id = inFormat(encoded, format?.(credential), field.name);
		return { value: `${path}/${id.value}${end}`, issues: [...issues, ...id.issues] };
	};
}

export function planRequests(
	method: HttpMethod,
	pathOf: CollectionPath,
	buildBody?: (parameters: ParameterValues, context: PlanContext) => RequestBody,
	flags: Pick<HttpRequest, 'onlyReads'> = {},
): Operation['plan'] {
	return (parameters, context) => {
		const { value: path, issues } = pathOf(parameters, context.credential);
		const { body, issues: bodyIssues = [], ...parts } = buildBody?.(parameters, context) ?? {};
		return {
			...parts,
			request: { method, path, ...(body && { body }), ...flags },
			issues: [...issues, ...bodyIssues, ...outputIssues(parameters)],
		};
	};
}

/** Names the record and its parent: "backup 5b7e… of service 'Shop' (3f0c…)" or "the scaling schedule of …". */
export function recordPhrase(recordType: ApiRecord, parameters: ParameterValues): Phrase {
	const { title, parent, id } = recordType;
	const name = id ? phrase`${title} ${quoteName(parameters[id.field.name])}` : `the ${title}`;
	return [name, parentPhrase(parent, parameters, '')];
}

/**
 * What errors call the record. A record without an ID also needs its parent. Undefined until the user enters the ID.
 */
export function recordSubject(recordType: ApiRecord): Required<OperationTexts>['subjectOf'] {
	const { title, parent, id } = recordType;
	if (id === undefined)
		return (_request, parameters) => [title, parentPhrase(parent, parameters, '')];
	const { name } = id.field;
	return (_request, parameters) =>
		identified(title, parameters[name]) && phrase`${title} ${quoteName(parameters[name])}`;
}

/**
 * The field Output decides how each record is output. If the operation lacks the field, only sorts the keys. If the
 * payload contains the record under `recordKey`, the payload's other values, such as a new password, come after the
 * record's.
 */
export function itemOutput(
	output: RecordOutput | undefined,
	idKey = 'id',
	recordKey?: string,
): Pick<OperationOutput, 'choosesRaw' | 'toItem'> {
	const outputOf = (record: IDataObject, parameters: ParameterValues) =>
		output ? outputRecord(record, parameters, output) : inColumnOrder(record, idKey);
	return {
		toItem: (element, parameters) => {
			if (recordKey === undefined) return outputOf(element, parameters);
			const { [recordKey]: record, ...otherValues } = element;
			return { ...outputOf(dataObject(asObject(record)), parameters), ...otherValues };
		},
		...(output && { choosesRaw: ({ output: choice }) => choice === 'raw' }),
	};
}

/** The request of Get, and the fields of its path. With `subpath`, reads only a part of the record. */
export function recordRead(recordType: ApiRecord, subpath?: string): ReadOperation {
	return {
		kind: 'read',
		properties: recordFields(recordType),
		texts: { permission: recordType.permissions?.read, subjectOf: recordSubject(recordType) },
		output: itemOutput(subpath === undefined ? recordType.output : undefined),
		plan: planRequests('GET', recordPath(recordType, subpath)),
	};
}

export function get(
	recordType: ApiRecord,
	{
		subpath,
		advice,
		permission = recordType.permissions?.read,
		summarize = (_request, parameters) =>
			phrase`Read ${subpath === undefined ? '' : `the ${subpath} of `}${recordPhrase(recordType, parameters)}`,
		...row
	}: RowTexts & Pick<OperationTexts, 'advice' | 'summarize'> & { name?: string; subpath?: string },
): ListedOperation<ReadOperation> {
	const read = recordRead(recordType, subpath);
	return {
		...read,
		name: 'Get',
		action: `Get ${recordType.title}`,
		...row,
		properties: [
			...recordFields(recordType),
			...outputFields(subpath === undefined ? recordType.output : undefined),
			recordType.parent.options({ reads: true }),
		],
		texts: { ...read.texts, advice, permission, summarize },
	};
}

export interface ListRow {
	/** Fields that filter and sort. */
	fields?: INodeProperties[];
	/** Set if these fields list their values, and the API may decide about values that aren't listed. */
	offersAllowUnusual?: boolean;
	fieldIssues?: (parameters: ParameterValues, context: PlanContext) => Issue[];
	/** The filters as encoded parts of the query. */
	query?: (parameters: ParameterValues, context: PlanContext) => string[];
	/** Selects and sorts records before the limit applies. */
	pick?: (
		records: readonly IDataObject[],
		parameters: ParameterValues,
		time: ReadTime,
	) => readonly IDataObject[];
}

/** The request of Get Many, and the fields of its path. Triggers, lists, and steps also use it. */
export function listRead(recordType: ApiRecord, row: ListRow = {}): ListOperation {
	const { fieldIssues, query, pick } = row;
	const { parent, permissions } = recordType;
	return {
		kind: 'list',
		properties: recordFields(recordType),
		texts: {
			permission: permissions?.hasNoListPermission ? undefined : permissions?.read,
			advice: parent.noList === undefined ? undefined : { 404: parent.noList },
			subjectOf: (_request, parameters) => listName(recordType, parameters),
		},
		plan: (parameters, context) => {
			const { value: path, issues } = recordType.collection(parameters, context.credential);
			const allIssues = [
				...issues,
				...(fieldIssues?.(parameters, context) ?? []),
				...limitIssues(parameters),
				...outputIssues(parameters),
			];
			// An unusual value can be in a query, but some errors can't.
			const hasError = allIssues.some(({ verdict }) => verdict === undefined);
			const parts = [
				...(hasError ? [] : (query?.(parameters, context) ?? [])),
				...limitQuery(recordType, pagedList(recordType, row, parameters), context),
			];
			const queryText = parts.length === 0 ? '' : `?${parts.join('&')}`;
			return { request: { method: 'GET', path: path + queryText }, issues: allIssues };
		},
		pages: (parameters) => pagedList(recordType, row, parameters),
		output: {
			pick: (records, parameters, time) =>
				limitedRecords(pick?.(records, parameters, time) ?? records, parameters),
			...itemOutput(recordType.output),
		},
	};
}

/** How many records to read for a list. Reads all if a filter may drop some. */
function pagedList(
	{ paging }: ApiRecord,
	{ pick }: ListRow,
	parameters: ParameterValues,
): PagedList | undefined {
	if (paging === undefined) return undefined;
	return { paging, maxRecords: pick === undefined ? wantedCount(parameters) : Infinity };
}

function limitQuery(
	{ parent }: ApiRecord,
	list: PagedList | undefined,
	{ credential }: PlanContext,
): string[] {
	if (list === undefined || !parent.honorsLimit(credential)) return [];
	return [`limit=${String(Math.min(list.maxRecords, list.paging.pageSize))}`];
}

export function getMany(
	recordType: ApiRecord,
	{
		description,
		action = `Get many ${pluralOf(recordType)}`,
		permission,
		...row
	}: ListRow & RowTexts,
): ListedOperation<ListOperation> {
	const list = listRead(recordType, row);
	return {
		...list,
		name: 'Get Many',
		description,
		action,
		properties: [
			...parentFields(recordType),
			...limitFields,
			...(row.fields ?? []),
			...outputFields(recordType.output),
			recordType.parent.options({ reads: true, offersAllowUnusual: row.offersAllowUnusual }),
		],
		texts: {
			...list.texts,
			summarize: (_request, parameters) => phrase`Read the ${listName(recordType, parameters)}`,
			...(permission !== undefined && { permission }),
		},
	};
}

/** For example, "pipes of service 3f0c…". */
function listName(recordType: ApiRecord, parameters: ParameterValues): Phrase {
	const { parent } = recordType;
	return [pluralOf(recordType), parentPhrase(parent, parameters, ` of the ${parent.noun}`)];
}

export function pluralOf({
	title,
	plural = `${title}s`,
}: Pick<ApiRecord, 'plural' | 'title'>): string {
	return plural;
}

/** `otherwise` is the text for an item that chose no parent. */
export function parentPhrase(
	{ noun, idField, describe }: ApiRecord['parent'],
	parameters: ParameterValues,
	otherwise: string,
): Phrase {
	const parentName = idField && phrase`${noun} ${quoteName(parameters[idField.name])}`;
	const name = parentName ?? describe?.(parameters);
	return name === undefined ? otherwise : phrase` of ${name}`;
}
