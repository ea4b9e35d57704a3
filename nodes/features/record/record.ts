import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { describeBody, flag, number } from '../../engine/body/fields';
import { propertiesOf } from '../../engine/body/interpret';
import type {
	Parameters,
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
import type { RequestOptionsFor } from '../../engine/options/requestOptions';
import type { ListedOperation } from '../../engine/resource';
import { identified, recordText } from '../../engine/summary/sentences';
import { inColumnOrder } from '../../engine/output/columns';
import type { RecordOutput } from './output';
import { outputFields, outputIssues, outputRecord } from './output';
import type { Issue } from '../../engine/issue';
import type { RequestBody } from '../../engine/body/interpret';
import type { PathSegment } from '../../engine/issues/pathSegment';
import type { CollectionPath } from './paths';

export const limitFields = propertiesOf(
	describeBody('', {
		returnAll: flag('Return All', {
			description: 'Whether to return all results or only up to a given limit',
		}),
		limit: number('Limit', {
			bounds: [1, Infinity],
			precision: Infinity,
			default: 50,
			when: { returnAll: [false] },
			description: 'Max number of results to return',
		}),
	}),
);

export function limitIssues({ returnAll, limit }: Parameters): Issue[] {
	if (returnAll === true || limit === undefined) return [];
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return [];
	return [{ path: 'limit', text: 'must be a whole number of at least 1.' }];
}

export function limited(
	records: readonly IDataObject[],
	{ returnAll, limit }: Parameters,
): IDataObject[] {
	return records.slice(0, wantedCount({ returnAll, limit }));
}

export function wantedCount({ returnAll, limit }: Parameters): number {
	return returnAll === true || typeof limit !== 'number' ? Infinity : limit;
}

/** What must come before an item's change, as a part of its plan. */
export type Readiness = (
	parameters: Parameters,
	context: PlanContext,
) => Pick<Plan, 'hints' | 'issues' | 'needs' | 'preparation'>;

/** The records' parent, and what all operations on them share. */
interface Parent {
	/** Its name in messages: "organization". */
	noun: string;
	/** The field for the record's parent, if the path starts with the parent's ID. */
	idField?: INodeProperties;
	/** A sentence's name for the parent that an item chose by other fields: "organization 3f0c…". */
	describe?: (parameters: Parameters) => string | undefined;
	/** The options of an operation. */
	options: (operation: RequestOptionsFor) => INodeProperties;
	/** The advice if the API answers 404 for a list. */
	noList?: string;
	/** Whether the API is known to read how many records of a paged list are wanted. */
	readsLimit: (credential: Readonly<JsonObject>) => boolean;
}

/** What tells the records of a kind apart. */
export interface RecordId {
	field: INodeProperties;
	/** Validates and encodes an ID. */
	segment: (path: string, id: unknown) => PathSegment;
	/** Its key in a record. Left out: `id`. */
	key?: string;
}

/** One kind of record of the API: its name, its address, and how one becomes an item. */
export interface ApiRecord {
	/** Its name in messages: "reverse private endpoint". */
	title: string;
	/** Its plural in messages. Left out: the title with an s. */
	plural?: string;
	parent: Parent;
	/** Left out: there is only one, such as a configuration, or the API returns none by its ID. */
	id?: RecordId;
	/** The keys of its name: the first with text counts. Left out: it has none to find it by. */
	nameKeys?: readonly string[];
	collection: CollectionPath;
	/** Set if its list is paged. */
	paging?: Paging;
	/** The permissions that a key needs to read one and to change one, and whether none is known for the list. */
	permissions?: { read?: string; change?: string; isListFree?: true };
	/** What changes of them need: left out, nothing. */
	readiness?: Readiness;
	/** Whether the API has them only in its list. */
	isOnlyListed?: true;
	/** Left out: an item is the API's record. */
	output?: RecordOutput;
}

/** The panel's texts for an operation. Left out, the action is its name and the record. */
export interface RowTexts extends Pick<OperationTexts, 'permission'> {
	description: string;
	action?: string;
}

/** Empty unless the path of a record starts with its parent's ID. */
export function parentFields({ parent: { idField } }: ApiRecord): INodeProperties[] {
	return idField === undefined ? [] : [idField];
}

export function recordFields(kind: ApiRecord): INodeProperties[] {
	return [...parentFields(kind), ...(kind.id ? [kind.id.field] : [])];
}

/** The path of one record, or of a `part` of it. */
export function recordPath(kind: ApiRecord, part?: string): CollectionPath {
	return (parameters, credential) => {
		const { path, issues } = kind.collection(parameters, credential);
		const end = part === undefined ? '' : `/${part}`;
		if (kind.id === undefined) return { path: path + end, issues };
		const { name } = kind.id.field;
		const { segment, issues: ofId } = kind.id.segment(name, parameters[name]);
		return { path: `${path}/${segment}${end}`, issues: [...issues, ...ofId] };
	};
}

/** Plans an operation's requests, with the body that `buildBody` makes of an item. */
export function planRequests(
	method: HttpMethod,
	pathOf: CollectionPath,
	buildBody?: (parameters: Parameters, context: PlanContext) => RequestBody,
	access: Pick<HttpRequest, 'reads'> = {},
): Operation['plan'] {
	return (parameters, context) => {
		const { path, issues } = pathOf(parameters, context.credential);
		const {
			body,
			issues: ofBody = [],
			hints = [],
			...replaced
		} = buildBody?.(parameters, context) ?? {};
		return {
			request: { method, path, ...(body && { body }), ...access },
			issues: [...issues, ...ofBody, ...outputIssues(parameters)],
			hints,
			...replaced,
		};
	};
}

/** A summary's name for a record: "backup 5b7e… of service 'Shop' (3f0c…)", "the scaling schedule of …". */
export function recordName(kind: ApiRecord, parameters: Parameters): string {
	const { title, parent, id } = kind;
	const name = id ? `${title} ${recordText(parameters, id.field.name)}` : `the ${title}`;
	return name + ofParent(parent, parameters, '');
}

/** A record's name in errors. */
export function recordSubject(kind: ApiRecord): Required<OperationTexts>['subjectOf'] {
	const { title, parent, id } = kind;
	if (id === undefined) return (_request, parameters) => title + ofParent(parent, parameters, '');
	const { name } = id.field;
	return (_request, parameters) =>
		identified(title, parameters[name]) && `${title} ${recordText(parameters, name)}`;
}

/** How the API's records become items. */
export function itemsBy(
	output: RecordOutput | undefined,
): Pick<OperationOutput, 'isUnchanged' | 'toItem'> {
	if (output === undefined) return { toItem: (element) => inColumnOrder(element, 'id') };
	return {
		toItem: (element, parameters) => outputRecord(element, parameters, output),
		isUnchanged: ({ output: choice }) => choice === 'raw',
	};
}

/** The read of one record, without its panel. */
export function recordRead(kind: ApiRecord): Omit<ReadOperation, 'properties'> {
	return {
		kind: 'read',
		texts: { permission: kind.permissions?.read, subjectOf: recordSubject(kind) },
		output: itemsBy(kind.output),
		plan: planRequests('GET', recordPath(kind)),
	};
}

/** The differences between the operations that read one record, or a `part` of it that has its own address. */
interface GetRow extends RowTexts, Pick<OperationTexts, 'advice' | 'summarize'> {
	name?: string;
	part?: string;
}

/** The operation that reads one record, or a part of it. */
export function get(
	kind: ApiRecord,
	{
		part,
		advice,
		permission = kind.permissions?.read,
		summarize = (_request, parameters) =>
			`Read ${part === undefined ? '' : `the ${part} of `}${recordName(kind, parameters)}`,
		...row
	}: GetRow,
): ListedOperation<ReadOperation> {
	const output = part === undefined ? kind.output : undefined;
	return {
		kind: 'read',
		name: 'Get',
		action: `Get ${kind.title}`,
		...row,
		properties: [
			...recordFields(kind),
			...outputFields(output),
			kind.parent.options({ reads: true }),
		],
		texts: { advice, permission, summarize, subjectOf: recordSubject(kind) },
		output: itemsBy(output),
		plan: planRequests('GET', recordPath(kind, part)),
	};
}

/** The differences between the lists of records. */
export interface ListRow {
	/** The fields that filter and sort. */
	fields?: INodeProperties[];
	/** Whether these fields have listed values, and others can be left to the API. */
	allowUnlisted?: boolean;
	issues?: (parameters: Parameters, context: PlanContext) => Issue[];
	/** The parts of the query that the filters make, encoded. */
	query?: (parameters: Parameters, context: PlanContext) => string[];
	/** The records to output, in order, before the limit. */
	pick?: (
		records: readonly IDataObject[],
		parameters: Parameters,
		time: ReadTime,
	) => readonly IDataObject[];
}

/** The read of the records of a kind, without its panel. */
export function listRead(kind: ApiRecord, row: ListRow = {}): Omit<ListOperation, 'properties'> {
	const { issues: fieldIssues, query, pick } = row;
	const { parent, permissions } = kind;
	return {
		kind: 'list',
		texts: {
			permission: permissions?.isListFree ? undefined : permissions?.read,
			advice: parent.noList === undefined ? undefined : { 404: parent.noList },
			subjectOf: (_request, parameters) => listName(kind, parameters),
		},
		plan: (parameters, context) => {
			const { path, issues } = kind.collection(parameters, context.credential);
			const invalid = [
				...issues,
				...(fieldIssues?.(parameters, context) ?? []),
				...limitIssues(parameters),
				...outputIssues(parameters),
			];
			const parts = [
				...(invalid.length === 0 ? (query?.(parameters, context) ?? []) : []),
				...limitQuery(kind, pagedList(kind, row, parameters), context),
			];
			const asked = parts.length === 0 ? '' : `?${parts.join('&')}`;
			return { request: { method: 'GET', path: path + asked }, issues: invalid };
		},
		pages: (parameters) => pagedList(kind, row, parameters),
		output: {
			pick: (records, parameters, time) =>
				limited(pick?.(records, parameters, time) ?? records, parameters),
			...itemsBy(kind.output),
		},
	};
}

/** Undefined if the list isn't paged. Records that a filter leaves out must be read as well. */
function pagedList(
	{ paging }: ApiRecord,
	{ pick }: ListRow,
	parameters: Parameters,
): PagedList | undefined {
	if (paging === undefined) return undefined;
	return { paging, wanted: pick === undefined ? wantedCount(parameters) : Infinity };
}

/** The part of the query that asks for no more records than are wanted. */
function limitQuery(
	{ parent }: ApiRecord,
	list: PagedList | undefined,
	{ credential }: PlanContext,
): string[] {
	if (list === undefined || !parent.readsLimit(credential)) return [];
	return [`limit=${String(Math.min(list.wanted, list.paging.most))}`];
}

/** The operation that reads all records of a kind, and outputs as many as are wanted. */
export function getMany(
	kind: ApiRecord,
	{
		description: about,
		action = `Get many ${pluralOf(kind)}`,
		permission,
		...row
	}: ListRow & RowTexts,
): ListedOperation<ListOperation> {
	const list = listRead(kind, row);
	return {
		...list,
		name: 'Get Many',
		description: about,
		action,
		properties: [
			...parentFields(kind),
			...limitFields,
			...(row.fields ?? []),
			...outputFields(kind.output),
			kind.parent.options({ reads: true, allowUnlisted: row.allowUnlisted }),
		],
		texts: {
			...list.texts,
			summarize: (_request, parameters) => `Read the ${listName(kind, parameters)}`,
			...(permission !== undefined && { permission }),
		},
	};
}

/** A list's name in summaries and errors: "pipes of service 3f0c…". */
function listName(kind: ApiRecord, parameters: Parameters): string {
	const { parent } = kind;
	return pluralOf(kind) + ofParent(parent, parameters, ` of the ${parent.noun}`);
}

export function pluralOf({
	title,
	plural = `${title}s`,
}: Pick<ApiRecord, 'plural' | 'title'>): string {
	return plural;
}

/** Which of several parents is meant, or the description of the `only` one. */
export function ofParent(
	{ noun, idField, describe }: ApiRecord['parent'],
	parameters: Parameters,
	only: string,
): string {
	const parentName = idField && `${noun} ${recordText(parameters, idField.name)}`;
	const name = parentName ?? describe?.(parameters);
	return name === undefined ? only : ` of ${name}`;
}
