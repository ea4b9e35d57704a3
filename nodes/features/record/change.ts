import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { changesText, identified, otherFields, quoteName } from '../../engine/summary/sentences';
import { objectBody } from '../../engine/request';
import type { JsonObject } from '../../engine/json';
import type {
	ChangeOperation,
	OperationOutput,
	OperationTexts,
	Parameters,
} from '../../engine/operation';
import { noticeField } from '../../engine/parameters/properties';
import { asObject, emptyToUndefined, isText } from '../../engine/parameters/values';
import { capitalized } from '../../engine/text';
import type { ListedOperation } from '../../engine/resource';
import type { BodyFields } from './bodyFields';
import { replacementText } from './replacement';
import { withReadiness, withReplacement } from './needs';
import { hintOf, outputOnce } from './once';
import type { ShownOnce } from './once';
import type { RecordOutput } from './output';
import { outputFields, outputRecord } from './output';
import type { ApiRecord, RowTexts } from './record';
import {
	itemsBy,
	ofParent,
	parentFields,
	planRequests,
	pluralOf,
	recordFields,
	recordName,
	recordPath,
	recordSubject,
} from './record';

/** The differences between the operations that send a body. */
interface ChangeRow
	extends
		RowTexts,
		Pick<OperationTexts, 'advice'>,
		Pick<OperationOutput, 'successHint'>,
		Pick<ChangeOperation, 'extraCredentialType' | 'unknownOutcome'> {
	fields: BodyFields;
	/** Whether the body has enumerations, whose unlisted values can be left to the API. */
	allowUnlisted?: true;
	/** Describes the change by its body, and by the record that it replaces. */
	summarize?: (body: JsonObject, parameters: Parameters, record: JsonObject) => string;
	output?: RecordOutput | undefined;
	once?: ShownOnce;
}

interface CreateRow extends ChangeRow {
	/** An error's name for the new record, by a key of its body that distinguishes it; or its kind. */
	subject: string | readonly [noun: string, key: string];
}

export function create(
	kind: ApiRecord,
	{
		fields,
		allowUnlisted,
		summarize,
		subject,
		once,
		output,
		successHint,
		advice,
		permission = kind.permissions?.change,
		...row
	}: CreateRow,
): ListedOperation<ChangeOperation> {
	const { title, parent } = kind;
	const [noun, key] = typeof subject === 'string' ? [title, 'name'] : subject;
	const secrets = once && outputOnce(once, output);
	return {
		kind: 'change',
		name: 'Create',
		action: `Create ${title}`,
		unknownOutcome: [`The ${title} may have been created`, checkThem(kind)],
		...row,
		isEmptySuccess: isBodilessSuccess,
		properties: [
			...parentFields(kind),
			...fields.properties,
			...outputFields(output),
			parent.options({ reads: false, allowUnlisted }),
		],
		texts: {
			advice,
			permission,
			isNew: true,
			subjectOf: (request) =>
				typeof subject === 'string' ? subject : identified(noun, objectBody(request)[key]),
			summarize: (request, parameters) => {
				const body = objectBody(request);
				if (summarize !== undefined) return summarize(body, parameters, {});
				const otherFieldsText = otherFields(body, [key]);
				return `Create ${noun} ${quoteName(body[key])}${ofParent(parent, parameters, '')}${otherFieldsText}`;
			},
		},
		output: {
			...itemsBy(output),
			...secrets,
			successHint: (payload, request, show) => {
				const { id } = once?.record === undefined ? payload : asObject(payload[once.record]);
				const isFound = isText(emptyToUndefined(id));
				return hintOf(
					!isFound &&
						`The ${title} was created, but the response contains no ID. Find it in the console.`,
					secrets?.successHint(payload, request, show),
					isFound && successHint?.(payload, request, show),
				);
			},
		},
		plan: withReadiness(kind, planRequests('POST', kind.collection, fields.buildBody)),
	};
}

/** Created, and done without a body: the status confirms it. */
const DONE_STATUSES: readonly number[] = [201, 204];

/**
 * True if a response without `result` is a success: by its status, or as the envelope of one. The neutral contract
 * doesn't show the response of pipe creation.
 */
function isBodilessSuccess(
	{ requestId, status, result, error }: JsonObject,
	httpStatus: number,
): boolean {
	const isEnvelope = emptyToUndefined(requestId) !== undefined || status === 200;
	const isSuccess = isEnvelope || DONE_STATUSES.includes(httpStatus);
	return isSuccess && (result ?? error ?? undefined) === undefined;
}

interface UpdateRow extends ChangeRow, Pick<ChangeOperation, 'repeatable'> {
	/** In the selector. */
	name?: string;
	method?: 'PATCH' | 'POST' | 'PUT';
	/** The segment of the path after the record, if only a part of it is changed. */
	segment?: string;
	/** The start of the summary, before the name of the record. */
	verb?: string;
	/** The end of the summary, after that name. */
	changes?: (body: JsonObject, record: JsonObject) => string;
	/** Options that only this operation has. */
	extraOptions?: INodeProperties[];
	/** Whether the response has the new name, while the summary is about the record by its old one. */
	renames?: true;
}

/** The operation that changes a record, or a part of it. Sent twice, it does no harm. */
export function update(
	kind: ApiRecord,
	{
		fields,
		name = 'Update',
		method = fields.replaces === undefined ? 'PATCH' : 'PUT',
		segment,
		verb = name,
		allowUnlisted,
		extraOptions,
		renames,
		output,
		once,
		changes = (body, record) =>
			fields.replaces ? replacementText(body, record, fields.replaces) : changesText(body),
		summarize = (body, parameters, record) =>
			`${verb} ${recordName(kind, parameters)}: ${changes(body, record)}`,
		successHint,
		advice,
		permission = kind.permissions?.change,
		...row
	}: UpdateRow,
): ListedOperation<ChangeOperation> {
	const { id, parent } = kind;
	const { replaces } = fields;
	const secrets = once && outputOnce(once, output);
	const plan = planRequests(method, recordPath(kind, segment), fields.buildBody);
	return {
		kind: 'change',
		name,
		action: `${name} ${kind.title}`,
		unknownOutcome: [`The ${kind.title} may have been changed`, checkIt(kind)],
		repeatable: true,
		...row,
		idParameter: renames || replaces ? undefined : id?.field.name,
		properties: [
			...recordFields(kind),
			...fields.properties,
			...outputFields(output),
			parent.options({ reads: false, allowUnlisted, extraOptions }),
		],
		texts: {
			advice,
			permission,
			subjectOf: recordSubject(kind),
			summarize: (request, parameters, facts) =>
				summarize(objectBody(request), parameters, asObject(facts['record'])),
		},
		output: {
			...itemsBy(output),
			...secrets,
			successHint: (...response) =>
				hintOf(secrets?.successHint(...response), successHint?.(...response)),
		},
		plan: withReadiness(
			kind,
			replaces && id ? withReplacement({ ...kind, id }, replaces, plan) : plan,
		),
	};
}

/** The differences between the commands. */
interface CommandRow
	extends RowTexts, Pick<OperationTexts, 'advice'>, Pick<ChangeOperation, 'repeatable'> {
	action: string;
	/** The name in the selector, which starts the summary as well. */
	name: 'Resync' | 'Start' | 'Stop' | 'Wake';
	/** The command's possible effect on the record: "started". */
	done: string;
	/** The summary's text after the name. */
	scope?: string;
	/** The states that the command asks for. */
	reached: readonly string[];
	/** The panel's warning. */
	warning?: string;
	/** A sentence about the record in the response, after a space; empty if there is none. */
	noteOn?: (record: IDataObject, show: (text: string) => string) => string;
}

/** The operation that sends a record a command. An accepted one isn't done yet: the state follows later. */
export function command(
	kind: ApiRecord & { output: RecordOutput },
	sent: 'awake' | 'resync' | 'start' | 'stop',
	{
		done,
		reached,
		warning,
		noteOn,
		scope = '',
		advice,
		permission = kind.permissions?.change,
		...row
	}: CommandRow,
): ListedOperation<ChangeOperation> {
	const { title, output, parent, id } = kind;
	const buildBody = () => ({ body: { command: sent }, issues: [], hints: [] });
	return {
		kind: 'change',
		...row,
		properties: [
			...(warning === undefined ? [] : [noticeField(`${sent}Notice`, warning)]),
			...recordFields(kind),
			...outputFields(output, ', with command and accepted'),
			parent.options({ reads: false }),
		],
		unknownOutcome: [
			`The ${title} may have been ${done}`,
			`Check the ${title}'s state in the console before you run the node again.`,
		],
		followsLater: true,
		idParameter: id?.field.name,
		texts: {
			permission,
			advice: {
				...(row.repeatable && {
					400: `If the ${title} is already ${reached.join(' or ').toLowerCase()}, there's nothing to do. Otherwise, check whether its state allows this.`,
				}),
				...advice,
			},
			subjectOf: recordSubject(kind),
			summarize: (_request, parameters) => `${row.name}${scope} ${recordName(kind, parameters)}`,
		},
		output: {
			...itemsBy(output),
			toItem: (element, parameters) => ({
				command: sent,
				accepted: true,
				...outputRecord(element, parameters, output),
			}),
			successHint: (record, _request, show) => {
				const { state } = record;
				if (typeof state !== 'string') return undefined;
				const note = noteOn?.(record, show) ?? '';
				if (note === '' && reached.includes(state)) return undefined;
				return `The API accepted the ${row.name.toLowerCase()}. The ${title}'s state is still ${show(state)}.${note}`;
			},
		},
		plan: withReadiness(kind, planRequests('PATCH', recordPath(kind, 'state'), buildBody)),
	};
}

/** What may have happened to a record, by the operation's verb. */
const REMOVED = { Delete: 'deleted', Remove: 'removed', Reset: 'reset' };

interface RemoveRow
	extends RowTexts, Pick<OperationTexts, 'advice'>, Pick<OperationOutput, 'successHint'> {
	name?: string;
	/** Its name in texts, and their text after the record. */
	verb?: keyof typeof REMOVED;
	from?: string;
	/** The records deleted with it: "its alerts". */
	goesWithIt?: string;
	/** The effect on others, as a clause: "alerts that use it stop working". */
	breaks?: string;
}

export function remove(
	kind: ApiRecord,
	{
		verb = 'Delete',
		from = ' permanently',
		goesWithIt = '',
		breaks = '',
		successHint,
		advice,
		permission = kind.permissions?.change,
		...row
	}: RemoveRow,
): ListedOperation<ChangeOperation> {
	const { title, parent, id } = kind;
	const also = goesWithIt === '' ? '' : ` and ${goesWithIt}`;
	const lost = breaks === '' ? '' : ` ${capitalized(breaks)}.`;
	return {
		kind: 'change',
		name: 'Delete',
		action: `${verb} ${title}${also}${from}`,
		...row,
		properties: [
			noticeField(
				'deleteNotice',
				`${verb}s the ${title}${also}${from}.${verb === 'Delete' ? " This can't be undone." : ''}${lost}`,
			),
			...recordFields(kind),
			parent.options({ reads: false }),
		],
		unknownOutcome: [`The ${title} may have been ${REMOVED[verb]}`, checkIt(kind)],
		repeatable: true,
		idParameter: id?.field.name,
		texts: {
			advice,
			permission,
			subjectOf: recordSubject(kind),
			summarize: (_request, parameters) =>
				`${verb} ${recordName(kind, parameters)}${also}${from}${breaks && `; ${breaks}`}`,
		},
		output: {
			emptyResult: (parameters) => ({
				...(id && { id: String(parameters[id.field.name]).trim() }),
				deleted: true,
			}),
			...(successHint && { successHint }),
		},
		plan: withReadiness(kind, planRequests('DELETE', recordPath(kind))),
	};
}

/** How to find out whether a record was created. */
function checkThem(kind: ApiRecord, what = pluralOf(kind)): string {
	return `Check the ${what} of the ${kind.parent.noun} in the console before you run the node again.`;
}

/** How to find out whether a record was changed. */
const checkIt = (kind: ApiRecord) => checkThem(kind, kind.id ? undefined : kind.title);
