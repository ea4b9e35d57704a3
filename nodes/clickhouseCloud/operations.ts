import type { INodeProperties, IDataObject } from 'n8n-workflow';
import type { Description } from '../engine/body/fields';
import type { Rule } from '../engine/body/interpret';
import { bodyOf, propertiesOf } from '../engine/body/interpret';
import type { Parameters } from '../engine/operation';
import { asObject, isText, textList } from '../engine/parameters/values';
import { isWithin } from '../engine/issue';
import type { RequestBody } from '../engine/parameters/json';
import { requestBody, requestMembersField } from '../engine/parameters/json';
import { noticeField } from '../engine/parameters/properties';
import type { ListedOperation } from '../engine/resource';
import { appendSegments, requestOptions } from './identifiers';
import type { RecordOutput } from '../features/record/output';
import { outputFields, outputIssues, outputRecord } from '../features/record/output';
import type { RecordKind } from '../features/record/record';
import {
	recordFields,
	recordName,
	recordPath,
	aboutRecord,
	outputOf,
	readRecord,
} from '../features/record/record';
import { quoteName, recordText } from '../engine/approval/sentences';
import type { WaitLabels } from '../features/wait/properties';
import { waitFields, waitIssues, waitOptions, waitRule } from '../features/wait/properties';
import { isAmong } from '../engine/wait/waitRule';
import { managementApi } from './api';
import type { KnownStates } from './states';

const UPDATE_FIELDS = 'updateFields';

/** The fields of a change, and what they make of an item: the body, with nothing in it that was not filled in. */
interface UpdateFields {
	properties: INodeProperties[];
	bodyOf: (parameters: Parameters, timezone: string) => RequestBody;
}

/**
 * Returns the fields of a change whose body is described. The description has no name: its fields are those of the
 * body. `rules` check the whole body; `example` is such a body as JSON.
 */
export function updateFields(
	description: Description,
	example: string,
	rules: readonly Rule[] = [],
): UpdateFields {
	const definedBy = bodyOf(description);
	return {
		properties: [collectionOf(description), requestMembersField(example)],
		bodyOf: (parameters, timezone) => {
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

/** What each item contains besides the fields of the record, as the panel describes it. */
const ALSO_OUTPUT = ', with command and accepted';

/** What differs between the commands. */
interface CommandTraits extends Pick<
	ListedOperation,
	'action' | 'advice' | 'description' | 'repeatable' | 'unknownOutcome'
> {
	/** The name in the selector, with which the summary begins, too. */
	name: 'Resync' | 'Start' | 'Stop' | 'Wake';
	/** What follows the name in the summary. */
	scope?: string;
	/** The states that the command asks for. */
	reached: readonly string[];
	/** What the panel warns of. */
	warning?: string;
	/** Returns a sentence about the record in the response, after a space; empty if there is none. */
	noteOn?: (record: IDataObject, shown: (text: string) => string) => string;
}

/**
 * Returns the operation that sends a record a command. An accepted command isn't done yet: the state follows later.
 * Reference, "Update pipe state"; second reference, "Services".
 */
export function recordCommand(
	kind: RecordKind & { output: RecordOutput },
	command: 'awake' | 'resync' | 'start' | 'stop',
	{ reached, warning, noteOn, scope = '', ...traits }: CommandTraits,
): ListedOperation {
	return {
		...traits,
		properties: [
			...(warning === undefined ? [] : [noticeField(`${command}Notice`, warning)]),
			...recordFields(kind),
			...outputFields(kind.output, ALSO_OUTPUT),
			requestOptions({ reads: false }),
		],
		...aboutRecord(kind),
		summarize: (_request, parameters) => `${traits.name}${scope} ${recordName(kind, parameters)}`,
		plan: (parameters, { credential }) => {
			const { path, issues } = appendSegments(recordPath(kind, parameters, credential), 'state');
			return {
				request: { method: 'PATCH', path, body: { command } },
				issues: [...issues, ...outputIssues(parameters)],
			};
		},
		isOnlyAccepted: true,
		successHint: (record, _request, shown) => {
			const { state } = record;
			if (typeof state !== 'string') return undefined;
			const note = noteOn?.(record, shown) ?? '';
			if (note === '' && reached.includes(state)) return undefined;
			return `The ${traits.name.toLowerCase()} was accepted; so far, the ${kind.title}'s state is ${shown(state)}.${note}`;
		},
		shape: (element, parameters) => ({
			command,
			accepted: true,
			...outputRecord(element, parameters, kind.output),
		}),
	};
}

/**
 * Returns the operation that reads a record again and again until it is in a state. `stateMember` is the key of the
 * record that contains its state.
 */
export function waitForState(
	kind: RecordKind,
	stateMember: string,
	states: KnownStates,
): ListedOperation {
	const { title, idField } = kind;
	const texts = textsOf(title, states);
	const valuePath = `${managementApi.payloadMember}.${stateMember}`;
	const read = readRecord(kind);
	return {
		name: 'Wait for State',
		description: `Wait until a ${title} has a certain ${stateMember}`,
		action: `Wait for ${title} ${stateMember}`,
		...read,
		properties: [
			...recordFields(kind),
			...waitFields(texts),
			...outputOf(kind.output),
			requestOptions({ reads: true, retries: false, own: waitOptions(texts) }),
		],
		summarize: (_request, parameters) => {
			const wanted = textList(parameters.waitFor).map(quoteName).join(' or ');
			return `Wait until the ${stateMember} of ${title} ${recordText(parameters, idField.name)} is ${wanted}`;
		},
		plan: (parameters, context) => {
			const plan = read.plan(parameters, context);
			return {
				...plan,
				issues: [...plan.issues, ...waitIssues(parameters, texts)],
				hints: unknownStateHints(parameters, states),
			};
		},
		wait: (parameters) =>
			waitRule(parameters, {
				...{ resource: title, noun: 'state', valuePath },
				advice: states.advice,
			}),
	};
}

function textsOf(title: string, { all, ready, final }: KnownStates): WaitLabels {
	const texts = { waitFor: ready, giveUpOn: final.join(', ') };
	return {
		resource: title,
		noun: 'state',
		defaults: texts,
		placeholders: texts,
		known: `Any state can be entered; known ones are ${all.join(', ')}.`,
	};
}

/** Says which states to wait for are not among the known ones; the API may still have them. */
function unknownStateHints({ waitFor }: Parameters, { all }: KnownStates): string[] {
	return textList(waitFor)
		.filter(isText)
		.map(String)
		.filter((state) => !isAmong(state, all))
		.map((state) => `'${state}' isn't a known state; waiting anyway.`);
}
