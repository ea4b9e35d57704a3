import type { INodeProperties } from 'n8n-workflow';
import type { Description } from '../../engine/body/fields';
import type { Member } from '../../engine/body/interpret';
import { membersOf } from '../../engine/body/interpret';
import type { Issue } from '../../engine/issue';
import { inJson, isWithin } from '../../engine/issue';
import { fieldLabel } from '../../engine/issues/issueMessages';
import type { JsonObject } from '../../engine/json';
import { includesAll, isJsonObject, valueAt } from '../../engine/json';
import type { ParameterValues, PlanContext } from '../../engine/operation';
import { currentRecord } from '../../engine/operation';
import type { BodyOptions } from './bodyCheck';
import { bodyCheck } from './bodyCheck';
import type { Draft, RequestBody } from './draft';
import type { Replacement } from './replacement';
import { mergedRecord } from './replacement';
import { inSteps } from './steps';

interface BodyForm {
	description: Description;
	properties: readonly INodeProperties[];
	/** Collection with all fields except the main ones. Empty if there are no others. */
	collection: string;
	replacement?: Replacement | undefined;
}

/** Completes an item's input with the steps and the stored record, checks it, and moves issues to their fields. */
export function checkedBodyBuilder(
	form: BodyForm,
	options: BodyOptions,
): (input: Draft, parameters: ParameterValues, context: PlanContext) => RequestBody {
	const { bodySteps = [], reword = (issue: Issue) => issue } = options;
	const { description, replacement } = form;
	const members = panelMembers(form);
	const bodyIssues = bodyCheck(description, options, replacement);
	return (input, parameters, context) => {
		const enteredDraft = inSteps(input, bodySteps, parameters, context);
		const record = replacement && currentRecord(context.facts);
		const merged =
			record && mergedRecord(enteredDraft.body, record, replacement, description.members);
		const { body } = merged ?? enteredDraft;
		const bodyToSend = merged ? body : (enteredDraft.bodyToSend ?? body);
		const draft = { ...enteredDraft, body };
		const issues = bodyIssues(enteredDraft, merged, parameters, context).map((issue) =>
			reword(atField(issue, draft, merged?.stored, form, members), body, parameters),
		);
		return { body: bodyToSend, issues, needs: enteredDraft.needs ?? [] };
	};
}

function panelMembers({ description, collection }: BodyForm): Member[] {
	return membersOf(description).map((member) => {
		const isInside = collection !== '' && !member.isMainField;
		return isInside ? { ...member, parameter: `${collection}.${member.parameter}` } : member;
	});
}

/** Moves an issue to the field that fills its key, if such a field exists. */
function atField(
	issue: Issue,
	{ body, json, isJson }: Draft,
	stored: JsonObject | undefined,
	{ description, properties }: BodyForm,
	members: readonly Member[],
): Issue {
	const { path } = issue;
	if (isJson) return inJson(issue, body);
	const member = members.find(({ path: outer }) => isWithin(path, outer));
	// An object has no field, but a selector may decide about its fields.
	if (member === undefined) return { ...issue, path: description.members[path]?.parameter ?? path };
	// Without a value, the issue is about the list or object that lacks it.
	const enteredPath = valueAt(body, path) === undefined ? member.path : path;
	const isJsonValue = isFromJson(valueAt(body, enteredPath), valueAt(json, enteredPath));
	// If the record contains the key, the issue stays at the field, because the field could change the key.
	if (isJsonValue && valueAt(stored, member.path) === undefined) return inJson(issue, body);
	const hasField = fieldLabel(properties, member.parameter) !== undefined;
	if (!hasField) return issue;
	return { ...issue, path: fieldPath(path, member, properties), bodyPath: path };
}

/** False for an object if a field also fills it. */
function isFromJson(value: unknown, jsonValue: unknown): boolean {
	if (isJsonObject(value)) return includesAll(jsonValue, value);
	return value !== undefined && jsonValue !== undefined;
}

/** A field that takes a whole object also gets the issues of inner keys without a field. */
function fieldPath(
	path: string,
	{ field, parameter, ...member }: Member,
	properties: readonly INodeProperties[],
) {
	const inside = path.slice(member.path.length);
	const readsObject = !field.rowDescription && /\.\D/.test(inside);
	const innerPath = parameter + inside;
	return readsObject && fieldLabel(properties, innerPath) === undefined ? parameter : innerPath;
}
