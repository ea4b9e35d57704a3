import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { changesText, identified, otherFields, quoteName } from '../../engine/approval/sentences';
import type { Description } from '../../engine/body/fields';
import type { Rule } from '../../engine/body/interpret';
import { buildBody, propertiesOf } from '../../engine/body/interpret';
import { objectBody } from '../../engine/operation';
import { isWithin } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import type { Operation, Parameters, PlanContext } from '../../engine/operation';
import type { RequestBody } from '../../engine/parameters/json';
import { requestBody, requestMembersField } from '../../engine/parameters/json';
import { noticeField } from '../../engine/parameters/properties';
import { asObject, emptyToUndefined, isText } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import type { RecordOutput } from './output';
import { outputFields, outputRecord } from './output';
import type { ListType, OperationTexts, RecordType } from './record';
import {
	aboutRecord,
	ofParent,
	outputOf,
	parentFields,
	planOf,
	pluralOf,
	recordFields,
	recordName,
	recordPath,
	shapedAs,
} from './record';
import type { Issue } from '../../engine/issue';

/** The fields of a change, and what they make of an item: the body, with nothing in it that wasn't filled in. */
export interface BodyFields {
	properties: INodeProperties[];
	buildBody: (parameters: Parameters, context: PlanContext) => RequestBody;
}

interface BodyTraits {
	/** Such a body as JSON, for what the form doesn't have. Left out: nothing can be added. */
	example?: string;
	/** Check the whole body. */
	rules?: ReadonlyArray<(body: JsonObject, context: PlanContext) => Iterable<Issue>>;
	/** Returns sentences about what is sent all the same. */
	hints?: (body: JsonObject, context: PlanContext) => string[];
}

/** Returns the fields of a new record, whose body is described. The description has no name. */
export function newFields(
	description: Description,
	{ example, rules = [], hints }: BodyTraits = {},
): BodyFields {
	const definedBy = buildBody(description);
	return {
		properties: [
			...propertiesOf(description),
			...(example === undefined ? [] : [requestMembersField(example)]),
		],
		buildBody: (parameters, context) => {
			const members = definedBy(parameters, context.timezone);
			const found = requestBody(description.schema, members, parameters);
			const { body } = found;
			const ofRules = rules.flatMap((rule) => [...rule(body, context)]);
			return {
				body,
				issues: [...found.issues, ...ofRules],
				hints: [...found.hints, ...(hints?.(body, context) ?? [])],
			};
		},
	};
}

const UPDATE_FIELDS = 'updateFields';

/** Returns the same for a change: its fields are added one by one, and at least one must be. */
export function changedFields(
	description: Description,
	{ example, rules = [] }: { example: string; rules?: readonly Rule[] },
): BodyFields {
	const definedBy = buildBody(description);
	return {
		properties: [collectionOf(description), requestMembersField(example)],
		buildBody: (parameters, { timezone }) => {
			const members = definedBy(asObject(parameters[UPDATE_FIELDS]), timezone);
			const { body, issues, hints } = requestBody(description.schema, members, parameters);
			const found = [...issues, ...rules.flatMap((rule) => [...rule(body)])];
			if (found.length === 0 && Object.keys(body).length === 0) {
				return { body, issues: [{ path: UPDATE_FIELDS, code: 'nothingToUpdate' }], hints };
			}
			const isByJson = (name: string) => Object.hasOwn(body, name) && !Object.hasOwn(members, name);
			const fields = Object.keys(description.members).filter((name) => !isByJson(name));
			const placed = found.map((issue) =>
				fields.some((name) => isWithin(issue.path, name))
					? { ...issue, path: `${UPDATE_FIELDS}.${issue.path}` }
					: issue,
			);
			return { body, issues: placed, hints };
		},
	};
}

function collectionOf(description: Description): INodeProperties {
	return {
		displayName: 'Update Fields',
		name: UPDATE_FIELDS,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'The fields to change. Only these are sent; everything else stays the same.',
		options: propertiesOf(description).sort((one, other) =>
			one.displayName.localeCompare(other.displayName),
		),
	};
}

/** What differs between the operations that send a body. */
interface ChangeTraits
	extends OperationTexts, Pick<Operation, 'advice' | 'labelOf' | 'unknownOutcome'> {
	fields: BodyFields;
	/** Whether the body has enumerations, whose unlisted values can be left to the API. */
	allowUnlisted?: true;
	/** Describes the change by its body. */
	summarize?: (body: JsonObject, parameters: Parameters) => string;
}

interface CreateTraits extends ChangeTraits {
	/** What an error calls the new record, by a key of its body that tells it from others; or what it's one of. */
	target: string | readonly [noun: string, key: string];
}

/** Returns the operation that creates a record. */
export function create(
	kind: ListType,
	{ fields, allowUnlisted, summarize, target, ...traits }: CreateTraits,
): ListedOperation {
	const { title, parent } = kind;
	const [noun, key] = typeof target === 'string' ? [title, 'name'] : target;
	return {
		name: 'Create',
		action: `Create ${title}`,
		unknownOutcome: [`The ${title} may have been created`, checkThem(kind)],
		...traits,
		isDone,
		successHint: ({ id }) =>
			isText(emptyToUndefined(id))
				? undefined
				: `The ${title} was created, but the response contains no ID. Find it in the console.`,
		properties: [...parentFields(kind), ...fields.properties, optionsOf(kind, allowUnlisted)],
		target: (request) =>
			typeof target === 'string' ? target : identified(noun, objectBody(request)[key]),
		summarize: (request, parameters) => {
			const body = objectBody(request);
			if (summarize !== undefined) return summarize(body, parameters);
			const others = otherFields(body, [key]);
			return `Create ${noun} ${quoteName(body[key])}${ofParent(parent, parameters, '')}${others}`;
		},
		plan: planOf('POST', kind.collection, fields.buildBody),
	};
}

/** Created, and done without a body: the status confirms it. */
const DONE_STATUSES: readonly number[] = [201, 204];

/**
 * Returns whether a response without `result` is a success: by its status, or as the envelope of one. Reference,
 * "Envelopes"; it does not show the response of pipe creation.
 */
function isDone({ requestId, status, result, error }: JsonObject, httpStatus: number): boolean {
	const isEnvelope = emptyToUndefined(requestId) !== undefined || status === 200;
	const isSuccess = isEnvelope || DONE_STATUSES.includes(httpStatus);
	return isSuccess && (result ?? error ?? undefined) === undefined;
}

interface UpdateTraits
	extends ChangeTraits, Pick<Operation, 'extraCredentialType' | 'repeatable' | 'successHint'> {
	/** In the selector. */
	name?: string;
	method?: 'PATCH' | 'PUT';
	/** The segment of the path after the record, if only a part of it is changed. */
	segment?: string;
	/** With what the summary begins, before the name of the record. */
	verb?: string;
	/** Options that only this operation has. */
	own?: INodeProperties[];
	/** Whether the response has the new name, while the summary is about the record by its old one. */
	renames?: true;
	output?: RecordOutput | undefined;
}

/** Returns the operation that changes a record, or a part of it. Sent twice, it does no harm. */
export function update(
	kind: RecordType,
	{
		fields,
		name = 'Update',
		method = 'PATCH',
		segment,
		verb = name,
		allowUnlisted,
		own,
		renames,
		output,
		summarize = (body, parameters) =>
			`${verb} ${recordName(kind, parameters)}: ${changesText(body)}`,
		...traits
	}: UpdateTraits,
): ListedOperation {
	const { record, target } = aboutRecord(kind);
	return {
		name,
		action: `${name} ${kind.title}`,
		unknownOutcome: [`The ${kind.title} may have been changed`, checkThem(kind)],
		repeatable: true,
		...traits,
		properties: [
			...recordFields(kind),
			...fields.properties,
			...outputOf(output),
			optionsOf(kind, allowUnlisted, own),
		],
		...(!renames && { record }),
		target,
		summarize: (request, parameters) => summarize(objectBody(request), parameters),
		plan: planOf(method, recordPath(kind, segment), fields.buildBody),
		...shapedAs(output),
	};
}

/** What each item contains besides the fields of the record, as the panel describes it. */
const ALSO_OUTPUT = ', with command and accepted';

/** What differs between the commands. */
interface CommandTraits extends Required<OperationTexts>, Pick<Operation, 'advice' | 'repeatable'> {
	/** The name in the selector, with which the summary begins, too. */
	name: 'Resync' | 'Start' | 'Stop' | 'Wake';
	/** What may have been done to the record: "started". */
	done: string;
	/** What follows the name in the summary. */
	scope?: string;
	/** The states that the command asks for. */
	reached: readonly string[];
	/** What the panel warns of. */
	warning?: string;
	/** Returns a sentence about the record in the response, after a space; empty if there is none. */
	noteOn?: (record: IDataObject, shown: (text: string) => string) => string;
}

/** Returns the operation that sends a record a command. An accepted one isn't done yet: the state follows later. */
export function command(
	kind: RecordType & { output: RecordOutput },
	sent: 'awake' | 'resync' | 'start' | 'stop',
	{ done, reached, warning, noteOn, scope = '', ...traits }: CommandTraits,
): ListedOperation {
	const { title, output, parent } = kind;
	const buildBody = () => ({ body: { command: sent }, issues: [], hints: [] });
	return {
		...traits,
		properties: [
			...(warning === undefined ? [] : [noticeField(`${sent}Notice`, warning)]),
			...recordFields(kind),
			...outputFields(output, ALSO_OUTPUT),
			parent.options({ reads: false }),
		],
		unknownOutcome: [
			`The ${title} may have been ${done}`,
			`Check the ${title}'s state in the console before you run the node again.`,
		],
		...aboutRecord(kind),
		summarize: (_request, parameters) => `${traits.name}${scope} ${recordName(kind, parameters)}`,
		plan: planOf('PATCH', recordPath(kind, 'state'), buildBody),
		isOnlyAccepted: true,
		successHint: (record, _request, shown) => {
			const { state } = record;
			if (typeof state !== 'string') return undefined;
			const note = noteOn?.(record, shown) ?? '';
			if (note === '' && reached.includes(state)) return undefined;
			return `The ${traits.name.toLowerCase()} was accepted; so far, the ${title}'s state is ${shown(state)}.${note}`;
		},
		shape: (element, parameters) => ({
			command: sent,
			accepted: true,
			...outputRecord(element, parameters, output),
		}),
	};
}

/** Returns the operation that deletes one record for good. */
export function remove(
	kind: RecordType,
	texts: OperationTexts & Pick<Operation, 'advice'>,
): ListedOperation {
	const { title, parent, idField, goesWithIt } = kind;
	const also = goesWithIt === undefined ? '' : ` and ${goesWithIt}`;
	return {
		name: 'Delete',
		action: `Delete ${title}`,
		...texts,
		properties: [
			noticeField('deleteNotice', `Deletes the ${title}${also} permanently. This can't be undone.`),
			...recordFields(kind),
			parent.options({ reads: false }),
		],
		unknownOutcome: [`The ${title} may have been deleted`, checkThem(kind)],
		repeatable: true,
		emptyResult: (parameters) => ({ id: String(parameters[idField.name]).trim(), deleted: true }),
		...aboutRecord(kind),
		summarize: (_request, parameters) =>
			`Delete ${recordName(kind, parameters)}${also} permanently`,
		plan: planOf('DELETE', recordPath(kind)),
	};
}

function optionsOf(
	{ parent }: Pick<ListType, 'parent'>,
	allowUnlisted = false,
	own: INodeProperties[] = [],
): INodeProperties {
	return parent.options({ reads: false, allowUnlisted, own });
}

/** How to find out whether a change was made. */
function checkThem(kind: ListType): string {
	return `Check the ${pluralOf(kind)} of the ${kind.parent.noun} in the console before you run the node again.`;
}
