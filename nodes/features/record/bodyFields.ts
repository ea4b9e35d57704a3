import type { INodeProperties } from 'n8n-workflow';
import type { Description } from '../../engine/body/fields';
import { buildBody, membersOf, propertiesOf, rulesOf } from '../../engine/body/interpret';
import type { Issue, Problem } from '../../engine/issue';
import { isWithin, sentenceOf } from '../../engine/issue';
import { namesBy } from '../../engine/issues/issueTexts';
import type { JsonObject } from '../../engine/json';
import { isJsonObject } from '../../engine/json';
import type { Parameters, PlanContext } from '../../engine/operation';
import type { RequestBody } from '../../engine/parameters/json';
import {
	additionalMembersField,
	byLabel,
	requestBody,
	requestMembersField,
} from '../../engine/parameters/json';
import { collection, unresolvedSelectors } from '../../engine/parameters/properties';
import { asObject } from '../../engine/parameters/values';
import type { CurrentRecord } from './current';

/** A change's fields, and the body that they build for an item, with no keys that weren't filled in. */
export interface BodyFields {
	properties: INodeProperties[];
	buildBody: (parameters: Parameters, context: PlanContext) => RequestBody;
}

interface BodyTraits {
	/** Such a body as JSON, for keys that the form doesn't have. Left out: nothing can be added. */
	example?: string;
	/** Check the whole body. */
	rules?: ReadonlyArray<(body: JsonObject, context: PlanContext) => Iterable<Issue>>;
	/** The only described keys that can be null. Left out: the API decides. */
	nullable?: readonly string[];
	/** Returns sentences about values that are sent anyway. */
	hints?: (body: JsonObject, context: PlanContext, parameters: Parameters) => string[];
}

/** The current record, which a change replaces: values that aren't entered stay as they are there. */
export interface Replaced {
	field: INodeProperties;
	read: (parameters: Parameters) => CurrentRecord;
	/** The keys that only the API sets. */
	readOnly: readonly string[];
}

const ADDITIONAL_FIELDS = 'additionalFields';
export const UPDATE_FIELDS = 'updateFields';

/**
 * Returns the fields of a new record from its body's description, which has no name. Keys that aren't in its panel are
 * among the additional fields.
 */
export function newFields(description: Description, traits: BodyTraits = {}): BodyFields {
	const { panel = Object.keys(description.members) } = description;
	const { example } = traits;
	const others = propertiesOf(description, 'settings').sort(byLabel);
	const properties = [
		...propertiesOf(description),
		...(example === undefined ? [] : [requestMembersField(example, ...others)]),
	];
	const buildOf = bodyBuilder(description, traits, properties, (name) =>
		panel.includes(name) ? '' : `${ADDITIONAL_FIELDS}.`,
	);
	const selectorIssues = unresolvedSelectors(properties, 'Choose a value.');
	return {
		properties,
		buildBody: (parameters, context) => {
			const unresolved = selectorIssues(parameters);
			if (unresolved.length > 0) return { body: {}, issues: unresolved, hints: [] };
			const added = asObject(parameters[ADDITIONAL_FIELDS]);
			return buildOf({ ...added, ...parameters }, parameters, context);
		},
	};
}

interface ChangeTraits extends BodyTraits {
	example: string;
	replaces?: Replaced;
	/** The main fields, which are shown immediately. Empty ones change nothing. */
	direct?: readonly string[];
}

/**
 * Returns the same for a change: its fields are added one by one, and at least one must be. If it `replaces` the whole
 * record, the current one supplies the rest.
 */
export function changedFields(
	described: Description,
	{ replaces, direct = [], ...traits }: ChangeTraits,
): BodyFields {
	// Rare fields of a new record are added one by one here as well.
	const description = { ...described, panel: Object.keys(described.members) };
	const properties = [
		...(replaces ? [replaces.field] : []),
		...propertiesOf(description).filter(({ name }) => direct.includes(name)),
		collectionOf(description, direct, traits.example, replaces),
	];
	const buildOf = bodyBuilder(
		description,
		traits,
		properties,
		(name) => (direct.includes(name) ? '' : `${UPDATE_FIELDS}.`),
		UPDATE_FIELDS,
	);
	const needed = Object.entries(description.members).flatMap(([name, { required }]) =>
		required === true ? [name] : [],
	);
	const labels = new Map(propertiesOf(description).map((one) => [one.name, one.displayName]));
	return {
		properties,
		buildBody: (parameters, context) => {
			const { current, issues } = replaces?.read(parameters) ?? { issues: [] };
			if (issues.length > 0) return { body: {}, issues, hints: [] };
			const kept = Object.entries(current ?? {}).filter(
				([name]) => replaces?.readOnly.includes(name) !== true,
			);
			const shown = Object.fromEntries(direct.map((name) => [name, parameters[name]]));
			const updates = { ...asObject(parameters[UPDATE_FIELDS]), ...shown };
			const found = buildOf(updates, parameters, context, Object.fromEntries(kept));
			const { isEmpty, ...built } = found;
			const lost = needed.filter((name) => built.body[name] === undefined);
			const others = built.issues.filter(
				({ path }) => !lost.some((name) => path === `${UPDATE_FIELDS}.${name}`),
			);
			if (isEmpty && others.length === 0) {
				return { ...built, issues: [{ path: UPDATE_FIELDS, code: 'nothingToUpdate' }] };
			}
			if (replaces === undefined || lost.length === 0) return built;
			const missing = lost.map((name) => labels.get(name) ?? name);
			const issue = { path: replaces.field.name, ...lostBy(current, missing) };
			return { ...built, issues: [...others, issue] };
		},
	};
}

/** Returns why a change would lose values: there is no current record, or it isn't a whole one. */
export function lostBy(current: JsonObject | undefined, missing: readonly string[]): Problem {
	return current === undefined
		? { code: 'noCurrent', missing }
		: { code: 'partialCurrent', missing };
}

/**
 * Returns the function that builds and checks a body. `startOf` returns the start of the path of the parameter that
 * fills a key of the body.
 */
function bodyBuilder(
	description: Description,
	{ rules = [], nullable, hints }: BodyTraits,
	properties: INodeProperties[],
	startOf: (name: string) => string,
	box = ADDITIONAL_FIELDS,
): (
	entered: JsonObject,
	parameters: Parameters,
	context: PlanContext,
	kept?: JsonObject,
) => RequestBody & { isEmpty: boolean } {
	const definedBy = buildBody(description);
	const fields = membersOf(description);
	const described = rulesOf(description);
	const nameOf = namesBy({ properties });
	const names = Object.keys(description.members);
	const notNull = nullable === undefined ? [] : names.filter((name) => !nullable.includes(name));
	const sentEmpty = fields.filter(({ field }) => field.sendsEmpty);
	return (entered, parameters, context, kept) => {
		const members = withKept(definedBy(entered, context.timezone), kept, description);
		const empty = Object.fromEntries(sentEmpty.map(({ name }) => [name, []]));
		const defaults = { ...empty, ...kept };
		const found = requestBody(description.schema, members, parameters, defaults, box);
		const { body } = found;
		const all = [
			...found.issues,
			...notNull
				.flatMap((name) => nullIssues(name, body[name]))
				.filter(({ path }) => !found.issues.some((issue) => issue.path === path)),
			...described.flatMap((rule) => [...rule(body)]),
			...rules.flatMap((rule) => [...rule(body, context)]),
		].map((issue) => {
			const { path } = issue;
			const own = fields.find((one) => isWithin(path, one.path));
			const name = path.split('.', 1).join('');
			const isByJson = Object.hasOwn(body, name) && !Object.hasOwn(members, name);
			if (own === undefined || isByJson) return issue;
			const { parameter = own.path, row } = own.field;
			const inside = path.slice(own.path.length);
			// The panel has no field for a key in the object that a single field fills.
			const isWhole = row === undefined && /\.\D/.test(inside);
			return { ...issue, path: startOf(name) + parameter + (isWhole ? '' : inside) };
		});
		const remarks = all.filter(({ level }) => level === 'hint');
		return {
			body,
			isEmpty: Object.keys(found.entered).length === 0,
			issues: all.filter(({ level }) => level !== 'hint'),
			hints: [
				...found.hints,
				...remarks.map((issue) => `${nameOf(issue)} ${sentenceOf(issue)}`),
				...(hints?.(body, context, parameters) ?? []),
			],
		};
	};
}

/** Returns a body whose objects of fields keep the current ones' values for fields that aren't entered. */
function withKept(body: JsonObject, kept: JsonObject = {}, { members }: Description): JsonObject {
	const objects = Object.entries(body).flatMap(([name, value]) => {
		const isPartial = members[name]?.members !== undefined && isJsonObject(value);
		return isPartial ? [[name, { ...asObject(kept[name]), ...value }] as const] : [];
	});
	return { ...body, ...Object.fromEntries(objects) };
}

/** Finds null, including in lists and objects. */
function nullIssues(path: string, value: unknown): Issue[] {
	if (value === null) return [{ path, code: 'isNull' }];
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, inner]) => nullIssues(`${path}.${name}`, inner));
}

/** n8n would demand a field marked as required even if it isn't added. */
function unmarked(property: INodeProperties): INodeProperties {
	const field = { ...property };
	delete field.required;
	return field;
}

function collectionOf(
	description: Description,
	direct: readonly string[],
	example: string,
	replaces?: Replaced,
): INodeProperties {
	const rest = replaces
		? `Everything else stays as it is in ${replaces.field.displayName}`
		: 'Only these are sent; everything else stays the same';
	const added = propertiesOf(description).filter(({ name }) => !direct.includes(name));
	const options = [...added.map(unmarked), additionalMembersField('request', example)];
	const said = `The fields to change. ${rest}.`;
	return collection('Update Fields', UPDATE_FIELDS, 'Add Field', options.sort(byLabel), said);
}
