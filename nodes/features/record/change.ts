import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { changesText, identified, otherFields, quoted } from '../../engine/summary/sentences';
import { checkFirst } from '../../engine/errors/nodeErrors';
import { objectBody } from '../../engine/request';
import type { JsonObject } from '../../engine/json';
import { isAbsent, isJsonObject } from '../../engine/json';
import type {
	ChangeOperation,
	Facts,
	OperationOutput,
	OperationTexts,
	Parameters,
} from '../../engine/operation';
import { noticeField } from '../../engine/parameters/properties';
import { asObject, emptyToUndefined, isText } from '../../engine/parameters/values';
import { capitalized } from '../../engine/text';
import type { ListedOperation } from '../../engine/resource';
import type { BodyFields } from './bodyFields';
import { RECORD_FACT, replacementText } from './replacement';
import { withPrerequisites, withReplacement, withSummaryRead } from './needs';
import { joinHints, outputOnce, SHOWN_ONCE_NOTICE } from './once';
import type { ShownOnce } from './once';
import type { RecordOutput } from './output';
import { outputFields, outputRecord } from './output';
import type { ApiRecord, RowTexts } from './record';
import {
	itemOutput,
	parentPhrase,
	parentFields,
	planRequests,
	pluralOf,
	recordFields,
	recordPhrase,
	recordPath,
	recordSubject,
} from './record';

interface ChangeRow
	extends
		RowTexts,
		Pick<OperationTexts, 'advice'>,
		Pick<OperationOutput, 'successHint'>,
		Pick<ChangeOperation, 'extraCredentialType' | 'unknownOutcome'> {
	fields: BodyFields;
	/** Set if the body has enumerations whose unlisted values can be left to the API. */
	allowUnlisted?: true;
	/** Describes the change by its body, the replaced record and all facts. */
	summarize?: (
		body: JsonObject,
		parameters: Parameters,
		record: JsonObject,
		facts: Facts,
	) => string;
	output?: RecordOutput | undefined;
	shownOnce?: ShownOnce;
}

interface CreateRow extends ChangeRow {
	/** An error's name for the new record: a key of its body that identifies it, or the kind. */
	subject: string | readonly [noun: string, key: string];
	/** End of the summary, after the new record's name and parent. Lists the other fields by default. */
	details?: (body: JsonObject) => string;
}

export function create(
	record: ApiRecord,
	{
		fields,
		allowUnlisted,
		summarize,
		subject,
		details,
		shownOnce,
		output,
		successHint,
		advice,
		permission = record.permissions?.change,
		...row
	}: CreateRow,
): ListedOperation<ChangeOperation> {
	const { title, parent } = record;
	const [noun, key] = typeof subject === 'string' ? [title, 'name'] : subject;
	const secrets = shownOnce && outputOnce(shownOnce, output);
	return {
		kind: 'change',
		name: 'Create',
		action: `Create ${title}`,
		unknownOutcome: [
			`The ${title} may have been created`,
			checkFirst(whereToCheck(record), `the new ${title} is there`),
		],
		...row,
		properties: [
			...(shownOnce ? [SHOWN_ONCE_NOTICE] : []),
			...parentFields(record),
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
			summarize: (request, parameters, facts) => {
				const body = objectBody(request);
				if (summarize !== undefined) return summarize(body, parameters, {}, facts);
				const text = details?.(body) ?? otherFields(body, [key]);
				return `Create ${noun} ${quoted(body[key])}${parentPhrase(parent, parameters, '')}${text}`;
			},
		},
		output: {
			...itemOutput(output),
			...secrets,
			isEmptySuccess: isBodilessSuccess,
			successHint: (payload, request, show) => {
				const { id } =
					shownOnce?.record === undefined ? payload : asObject(payload[shownOnce.record]);
				const isFound = isText(emptyToUndefined(id));
				return joinHints(
					!isFound &&
						`The ${title} was created, but the response contains no ID. Find it in the console.`,
					secrets?.successHint(payload, request, show),
					isFound && successHint?.(payload, request, show),
				);
			},
		},
		plan: withPrerequisites(record, planRequests('POST', record.collection, fields.buildBody)),
	};
}

/** A success without body that the status confirms: 201 Created or 204. */
const DONE_STATUSES: readonly number[] = [201, 204];

/**
 * Accepts a response without `result` by its status, or if it's a success envelope, because the neutral contract
 * doesn't define pipe creation's response.
 */
function isBodilessSuccess({ requestId, status, result }: JsonObject, httpStatus: number): boolean {
	const isEnvelope = emptyToUndefined(requestId) !== undefined || status === 200;
	const isSuccess = isEnvelope || DONE_STATUSES.includes(httpStatus);
	return isSuccess && isAbsent(result);
}

interface UpdateRow extends ChangeRow, Pick<ChangeOperation, 'repeatable'> {
	/** Name in the selector. */
	name?: string;
	method?: 'PATCH' | 'POST' | 'PUT';
	/** Path segment after the record, if only part of it is changed. */
	segment?: string;
	/** Start of the summary, before the record's name. */
	verb?: string;
	/** End of the summary, after the name. */
	changes?: (body: JsonObject, record: JsonObject) => string;
	/** Options specific to this operation. */
	extraOptions?: INodeProperties[];
}

/** Changes a record or part of it. Sending it twice is harmless. */
export function update(
	record: ApiRecord,
	{
		fields,
		name = 'Update',
		method = fields.replaces === undefined ? 'PATCH' : 'PUT',
		segment,
		verb = name,
		allowUnlisted,
		extraOptions,
		output,
		shownOnce,
		changes = (body, current) =>
			fields.replaces
				? replacementText(body, current, fields.replaces)
				: changesText(body, [], current),
		summarize = (body, parameters, current) =>
			`${verb} ${recordPhrase(record, parameters)}: ${changes(body, current)}`,
		successHint,
		advice,
		permission = record.permissions?.change,
		...row
	}: UpdateRow,
): ListedOperation<ChangeOperation> {
	const { id, parent } = record;
	const { replaces } = fields;
	const secrets = shownOnce && outputOnce(shownOnce, output);
	const plan = planRequests(method, recordPath(record, segment), fields.buildBody);
	return {
		kind: 'change',
		name,
		action: `${name} ${record.title}`,
		unknownOutcome: [
			`The ${record.title} may have been changed`,
			checkFirst(whereToCheck(record), 'your change is there'),
		],
		repeatable: true,
		...row,
		idParameter: id?.field.name,
		properties: [
			...(shownOnce ? [SHOWN_ONCE_NOTICE] : []),
			...recordFields(record),
			...fields.properties,
			...outputFields(output),
			parent.options({ reads: false, allowUnlisted, extraOptions }),
		],
		texts: {
			advice,
			permission,
			subjectOf: recordSubject(record),
			summarize: (request, parameters, facts) => {
				const current = partOf(asObject(facts[RECORD_FACT]), segment);
				return summarize(objectBody(request), parameters, current, facts);
			},
		},
		output: {
			...itemOutput(output, id?.key),
			...secrets,
			successHint: (...response) =>
				joinHints(secrets?.successHint(...response), successHint?.(...response)),
		},
		plan: withPrerequisites(
			record,
			replaces && id
				? withReplacement({ ...record, id }, replaces, plan)
				: withSummaryRead(record, plan),
		),
	};
}

/** The part of a record that a path segment changes, if the record has it. */
function partOf(record: JsonObject, segment = ''): JsonObject {
	const part = record[segment];
	return isJsonObject(part) ? part : record;
}

interface CommandRow
	extends RowTexts, Pick<OperationTexts, 'advice'>, Pick<ChangeOperation, 'repeatable'> {
	action: string;
	/** Name in the selector and start of the summary. */
	name: 'Resync' | 'Start' | 'Stop' | 'Wake';
	/** The command's effect in the past tense: "started". */
	done: string;
	/** The summary's text after the name. */
	scope?: string;
	/** States that the command leads to. */
	reached: readonly string[];
	/** Warning in the panel. */
	warning?: string;
	/** A sentence about the record in the response, with a leading space, or empty. */
	noteOn?: (record: IDataObject, show: (text: string) => string) => string;
}

/** Sends a command. An accepted command isn't finished, because the state follows later. */
export function command(
	record: ApiRecord & { output: RecordOutput },
	commandName: 'awake' | 'resync' | 'start' | 'stop',
	{
		done,
		reached,
		warning,
		noteOn,
		scope = '',
		advice,
		permission = record.permissions?.change,
		...row
	}: CommandRow,
): ListedOperation<ChangeOperation> {
	const { title, output, parent, id } = record;
	const commandBody = () => ({ body: { command: commandName }, issues: [] });
	return {
		kind: 'change',
		...row,
		properties: [
			...(warning === undefined ? [] : [noticeField(`${commandName}Notice`, warning)]),
			...recordFields(record),
			...outputFields(output, ', with command and accepted'),
			parent.options({ reads: false }),
		],
		unknownOutcome: [
			`The ${title} may have been ${done}`,
			checkFirst(`Check the ${title}'s state`, 'it has changed'),
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
			subjectOf: recordSubject(record),
			summarize: (_request, parameters) =>
				`${row.name}${scope} ${recordPhrase(record, parameters)}`,
		},
		output: {
			...itemOutput(output),
			toItem: (element, parameters) => ({
				command: commandName,
				accepted: true,
				...outputRecord(element, parameters, output),
			}),
			successHint: (payload, _request, show) => {
				const { state } = payload;
				if (typeof state !== 'string') return undefined;
				const note = noteOn?.(payload, show) ?? '';
				if (note === '' && reached.includes(state)) return undefined;
				return `The API accepted the ${row.name.toLowerCase()}. The ${title}'s state is still ${show(state)}.${note}`;
			},
		},
		plan: withPrerequisites(
			record,
			planRequests('PATCH', recordPath(record, 'state'), commandBody),
		),
	};
}

/** Past participles by the operation's verb. */
const REMOVED = { Delete: 'deleted', Remove: 'removed', Reset: 'reset' };

interface RemoveRow
	extends RowTexts, Pick<OperationTexts, 'advice'>, Pick<OperationOutput, 'successHint'> {
	name?: string;
	/** Verb for the texts. */
	verb?: keyof typeof REMOVED;
	/** Words after the record in the action. */
	from?: string;
	/** Records deleted with it: "its alerts". */
	goesWithIt?: string;
	/** Side effects, as a clause: "alerts that use it stop working". */
	breaks?: string;
}

export function remove(
	record: ApiRecord,
	{
		verb = 'Delete',
		from = ' permanently',
		goesWithIt = '',
		breaks = '',
		successHint,
		advice,
		permission = record.permissions?.change,
		...row
	}: RemoveRow,
): ListedOperation<ChangeOperation> {
	const { title, parent, id } = record;
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
			...recordFields(record),
			parent.options({ reads: false }),
		],
		unknownOutcome: [
			`The ${title} may have been ${REMOVED[verb]}`,
			checkFirst(whereToCheck(record), `it was ${REMOVED[verb]}`),
		],
		repeatable: true,
		idParameter: id?.field.name,
		texts: {
			advice,
			permission,
			subjectOf: recordSubject(record),
			summarize: (_request, parameters) =>
				`${verb} ${recordPhrase(record, parameters)}${also}${from}${breaks && `; ${breaks}`}`,
		},
		output: {
			emptyResult: (parameters) => ({
				...(id && { id: String(parameters[id.field.name]).trim() }),
				deleted: true,
			}),
			...(successHint && { successHint }),
		},
		plan: withPrerequisites(record, planRequests('DELETE', recordPath(record))),
	};
}

/** Where a record shows: in its list or, for a record without ID, by itself. */
function whereToCheck(record: ApiRecord): string {
	return `Check the ${record.parent.noun}'s ${record.id ? pluralOf(record) : record.title}`;
}
