import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Phrase } from '../../engine/phrase';
import { identified, phrase, quoted } from '../../engine/phrase';
import { changesText, otherFields } from '../../engine/summary/sentences';
import { checkFirst } from '../../engine/errors/nodeErrors';
import { CREATED, NO_CONTENT, objectBody } from '../../engine/request';
import type { JsonObject } from '../../engine/json';
import { isJsonObject } from '../../engine/json';
import type {
	Api,
	ChangeOperation,
	Facts,
	OperationOutput,
	OperationTexts,
	ParameterValues,
	Plan,
} from '../../engine/operation';
import { currentRecord } from '../../engine/operation';
import { noticeField } from '../../engine/parameters/properties';
import { asObject, emptyToUndefined, isText } from '../../engine/parameters/values';
import { capitalized } from '../../engine/text';
import type { ListedOperation } from '../../engine/resource';
import type { BodyFields } from './bodyFields';
import type { CollectionPath } from './paths';
import { replacementText } from './replacement';
import { readOldValues, readReplacedRecord } from './needs';
import type { Step } from './steps';
import { planInSteps } from './steps';
import { joinHints, secretsShownOnce } from './shownOnce';
import type { ShownOnce } from './shownOnce';
import type { RecordOutput } from './recordOutput';
import { outputFields, outputRecord } from './recordOutput';
import type { ApiRecord, RecordId, RowTexts } from './record';
import { sameNames } from './sameNames';
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
	/** Steps of this operation. They run before the steps of the record. */
	planSteps?: ReadonlyArray<Step<Plan>>;
	/** Set if the body contains enumerations, and the API may decide about values that aren't listed. */
	offersAllowUnusual?: true;
	/** Describes the change by its body, the replaced record, and all facts. */
	summarize?: (
		body: JsonObject,
		parameters: ParameterValues,
		record: JsonObject,
		facts: Facts,
	) => Phrase;
	output?: RecordOutput | undefined;
	shownOnce?: ShownOnce;
}

interface CreateRow extends ChangeRow, Pick<ChangeOperation, 'repeatable'> {
	/**
	 * The body's key that tells new records apart, in errors and in an agent's repeated calls. Defaults to the name.
	 */
	key?: string;
	/** Word before the key's value in texts. Defaults to the record's title. */
	noun?: string;
	/** Key of the new record's ID in the response. Defaults to the record's key. */
	idKey?: string;
	/** Key of the new record in the response, if the API returns it beside its secrets. */
	recordKey?: string;
	/** End of the summary, after the new record's name and parent. Gets all other fields. Lists them by default. */
	summaryEnd?: (otherMembers: JsonObject) => Phrase;
}

export function create(
	recordType: ApiRecord,
	{
		fields,
		planSteps = [],
		offersAllowUnusual,
		summarize,
		key = 'name',
		noun = recordType.title,
		idKey = recordType.id?.key ?? 'id',
		recordKey,
		summaryEnd,
		shownOnce,
		output,
		successHint,
		advice,
		permission = recordType.permissions?.change,
		...row
	}: CreateRow,
): ListedOperation<ChangeOperation> {
	const { title, parent } = recordType;
	const secrets = shownOnce && secretsShownOnce(shownOnce);
	return {
		kind: 'change',
		name: 'Create',
		action: `Create ${title}`,
		unknownOutcome: [
			`The ${title} may have been created`,
			checkFirst(whereToCheck(recordType), `the new ${title} is there`, row.repeatable),
		],
		...row,
		properties: [
			...parentFields(recordType),
			...fields.properties,
			...outputFields(output),
			parent.options({ reads: false, offersAllowUnusual }),
		],
		texts: {
			advice,
			permission,
			createsSubject: true,
			subjectOf: (request) => identified(noun, objectBody(request)[key]) ?? `the ${title}`,
			summarize: (request, parameters, facts) => {
				const body = objectBody(request);
				if (summarize !== undefined) return summarize(body, parameters, {}, facts);
				const { [key]: name, ...otherMembers } = body;
				const text = summaryEnd?.(otherMembers) ?? otherFields(otherMembers);
				return phrase`Create ${noun} ${quoted(name)}${parentPhrase(parent, parameters, '')}${text}`;
			},
		},
		output: {
			...itemOutput(output, idKey, recordKey),
			...secrets,
			isSuccessWithoutPayload: isCreated,
			successHint: (payload, ...context) => {
				const created = recordKey === undefined ? payload : asObject(payload[recordKey]);
				const isFound = isText(emptyToUndefined(created[idKey]));
				return joinHints(
					!isFound &&
						`The ${title} was created, but the response contains no ID. Find it in the console.`,
					secrets?.successHint(payload, ...context),
					isFound && successHint?.(payload, ...context),
				);
			},
		},
		plan: planInSteps(planRequests('POST', recordType.collection, fields.buildBody), [
			// If a create is harmless to repeat, the API returns the existing record.
			...(row.repeatable === undefined ? [sameNames(recordType, key)] : []),
			...planSteps,
			...(recordType.planSteps ?? []),
		]),
	};
}

const DONE_STATUSES: readonly number[] = [CREATED, NO_CONTENT];

/**
 * True if a success without a record shows that a record was created: the API confirms it, or the body is empty and the
 * status says so.
 */
function isCreated(body: JsonObject, status: number, api: Api): boolean {
	const isBodiless = Object.keys(body).length === 0;
	return api.confirmsCreate?.(body, status) ?? (isBodiless && DONE_STATUSES.includes(status));
}

interface UpdateRow extends ChangeRow, Pick<ChangeOperation, 'repeatable'> {
	name?: string;
	method?: 'PATCH' | 'POST' | 'PUT';
	/** End of the path, after the record's. Set if the request changes only a part of the record. */
	subpath?: string;
	/** The change's path, if it isn't the record's. */
	path?: CollectionPath;
	/** Start of the summary, before the record's name. */
	verb?: string;
	/** End of the summary, after the name. */
	describeChanges?: (body: JsonObject, record: JsonObject) => Phrase;
	/** Options specific to this operation. */
	extraOptions?: INodeProperties[];
}

/** Changes a record or a part of it. By default, sending it twice is harmless. */
export function update(
	recordType: ApiRecord,
	{
		fields,
		planSteps = [],
		name = 'Update',
		method = fields.replacement ? 'PUT' : 'PATCH',
		subpath,
		path = recordPath(recordType, subpath),
		verb = name,
		offersAllowUnusual,
		extraOptions,
		output,
		shownOnce,
		describeChanges = (body, stored) =>
			fields.replacement
				? replacementText(body, stored, fields.replacement)
				: changesText(body, [], stored),
		summarize = (body, parameters, stored) =>
			phrase`${verb} ${recordPhrase(recordType, parameters)}: ${describeChanges(body, stored)}`,
		successHint,
		advice,
		permission = recordType.permissions?.change,
		...row
	}: UpdateRow,
): ListedOperation<ChangeOperation> {
	const { id, parent } = recordType;
	const { replacement } = fields;
	// At a subpath, the whole record would replace a part.
	if (replacement && (!id || subpath !== undefined))
		throw new Error(`A ${recordType.title} can't be read before it's replaced.`);
	const secrets = shownOnce && secretsShownOnce(shownOnce);
	return {
		kind: 'change',
		name,
		action: `${name} ${recordType.title}`,
		unknownOutcome: [
			`The ${recordType.title} may have been changed`,
			checkFirst(whereToCheck(recordType), 'your change is there', row.repeatable ?? true),
		],
		repeatable: true,
		...row,
		idParameter: id?.field.name,
		properties: [
			...recordFields(recordType),
			...fields.properties,
			...outputFields(output),
			parent.options({ reads: false, offersAllowUnusual, extraOptions }),
		],
		texts: {
			advice,
			permission,
			subjectOf: recordSubject(recordType),
			summarize: (request, parameters, facts) => {
				const stored = partOf(currentRecord(facts) ?? {}, subpath);
				return summarize(objectBody(request), parameters, stored, facts);
			},
		},
		output: {
			...(secrets && id ? { toItem: withIdOf(id) } : itemOutput(output, id?.key)),
			...secrets,
			successHint: (...response) =>
				joinHints(secrets?.successHint(...response), successHint?.(...response)),
		},
		plan: planInSteps(planRequests(method, path, fields.buildBody), [
			replacement && id
				? readReplacedRecord({ ...recordType, id }, replacement)
				: readOldValues(recordType),
			...planSteps,
			...(recordType.planSteps ?? []),
		]),
	};
}

/** Adds the ID to an item that contains only secrets, so later nodes know whose secrets these are. */
function withIdOf({ field: { name } }: RecordId): Required<OperationOutput>['toItem'] {
	return (payload, parameters) => ({ ...payload, id: String(parameters[name]).trim() });
}

/** The record may contain the part under the subpath's name. */
function partOf(record: JsonObject, subpath: string | undefined): JsonObject {
	const part = subpath === undefined ? undefined : record[subpath];
	return isJsonObject(part) ? part : record;
}

interface CommandRow
	extends RowTexts, Pick<OperationTexts, 'advice'>, Pick<ChangeOperation, 'repeatable'> {
	action: string;
	/** Name in the selector and start of the summary. */
	name: 'Resync' | 'Start' | 'Stop' | 'Wake';
	/** The command's effect in the past tense: "started". */
	done: string;
	/** Words in the summary, between the command's name and the record. */
	summaryWords?: string;
	/** States that the command leads to. */
	reached: readonly string[];
	/** States in which another command is still being carried out, so this command may have no effect. */
	busy?: readonly string[];
	warning?: string;
	/** A sentence about the record in the response, starting with a space. Empty if there's nothing to say. */
	noteOn?: (record: IDataObject, redact: (text: string) => string) => string;
}

/** Sends a command such as Stop. The API accepts the command first. The state changes later. */
export function command(
	recordType: ApiRecord & { output: RecordOutput },
	commandName: 'awake' | 'resync' | 'start' | 'stop',
	{
		done,
		reached,
		busy = [],
		warning,
		noteOn,
		summaryWords = '',
		advice,
		permission = recordType.permissions?.change,
		...row
	}: CommandRow,
): ListedOperation<ChangeOperation> {
	const { title, output, parent, id } = recordType;
	const commandBody = () => ({ body: { command: commandName }, issues: [] });
	return {
		kind: 'change',
		...row,
		properties: [
			...(warning === undefined ? [] : [noticeField(`${commandName}Notice`, warning)]),
			...recordFields(recordType),
			...outputFields(output, ', with command and accepted'),
			parent.options({ reads: false }),
		],
		unknownOutcome: [
			`The ${title} may have been ${done}`,
			checkFirst(`Check the ${title}'s state`, 'it has changed', row.repeatable),
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
			subjectOf: recordSubject(recordType),
			summarize: (_request, parameters) =>
				phrase`${row.name}${summaryWords} ${recordPhrase(recordType, parameters)}`,
		},
		output: {
			...itemOutput(output),
			toItem: (element, parameters) => ({
				command: commandName,
				accepted: true,
				...outputRecord(element, parameters, output),
			}),
			successHint: (payload, _request, redact) => {
				const { state } = payload;
				if (typeof state !== 'string') return undefined;
				const wait = busy.includes(state)
					? ` Wait until the state changes. If the ${title} isn't ${done} then, use ${row.name} again.`
					: '';
				const note = wait + (noteOn?.(payload, redact) ?? '');
				if (note === '' && reached.includes(state)) return undefined;
				return `The API accepted the ${row.name.toLowerCase()}. The ${title}'s state is still ${redact(state)}.${note}`;
			},
		},
		plan: planInSteps(
			planRequests('PATCH', recordPath(recordType, 'state'), commandBody),
			recordType.planSteps,
		),
	};
}

const REMOVED = { Delete: 'deleted', Remove: 'removed', Reset: 'reset' };

interface RemoveRow
	extends RowTexts, Pick<OperationTexts, 'advice'>, Pick<OperationOutput, 'successHint'> {
	name?: string;
	verb?: keyof typeof REMOVED;
	/** End of the action and the summary. Defaults to " permanently". */
	actionEnd?: string;
	/** Records that the API deletes together with this record: "its alerts". */
	goesWithIt?: string;
	/** Side effects, as a clause: "alerts that use it stop working". */
	breaks?: string;
	/** Steps of this operation. They run before the steps of the record. */
	planSteps?: ReadonlyArray<Step<Plan>>;
	/** How to create an equal record again. Replaces the warning that a delete can't be undone. */
	restore?: string;
	/** Set if a step stops unusual values. */
	offersAllowUnusual?: true;
}

export function remove(
	recordType: ApiRecord,
	{
		verb = 'Delete',
		restore,
		actionEnd = restore === undefined ? ' permanently' : '',
		goesWithIt = '',
		breaks = '',
		planSteps = [],
		offersAllowUnusual,
		successHint,
		advice,
		permission = recordType.permissions?.change,
		...row
	}: RemoveRow,
): ListedOperation<ChangeOperation> {
	const { title, parent, id } = recordType;
	const also = goesWithIt === '' ? '' : ` and ${goesWithIt}`;
	const lost = breaks === '' ? '' : ` ${capitalized(breaks)}.`;
	const after = restore ?? (verb === 'Delete' ? "This can't be undone." : '');
	return {
		kind: 'change',
		name: 'Delete',
		action: `${verb} ${title}${also}${actionEnd}`,
		...row,
		properties: [
			noticeField(
				'deleteNotice',
				`${verb}s the ${title}${also}${actionEnd}. ${after}`.trimEnd() + lost,
			),
			...recordFields(recordType),
			parent.options({ reads: false, offersAllowUnusual }),
		],
		unknownOutcome: [
			`The ${title} may have been ${REMOVED[verb]}`,
			checkFirst(whereToCheck(recordType), `it was ${REMOVED[verb]}`, true),
		],
		repeatable: true,
		idParameter: id?.field.name,
		texts: {
			advice,
			permission,
			subjectOf: recordSubject(recordType),
			summarize: (_request, parameters) =>
				phrase`${verb} ${recordPhrase(recordType, parameters)}${also}${actionEnd}${breaks && `; ${breaks}`}`,
		},
		output: {
			emptyResult: (parameters) => ({
				...(id && { id: String(parameters[id.field.name]).trim() }),
				deleted: true,
			}),
			...(successHint && { successHint }),
		},
		plan: planInSteps(planRequests('DELETE', recordPath(recordType)), [
			...planSteps,
			...(recordType.planSteps ?? []),
		]),
	};
}

/** Where to look after an unknown outcome: in the list, or at the record itself if the record has no ID. */
function whereToCheck(recordType: ApiRecord): string {
	return `Check the ${recordType.parent.noun}'s ${recordType.id ? pluralOf(recordType) : recordType.title}`;
}
