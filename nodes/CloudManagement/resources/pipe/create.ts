import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { bodyOf, propertiesOf } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { withoutUndefined, objectMember } from '../../../engine/json';
import type { Parameters, ValidationIssue, PlanContext } from '../../../engine/operation';
import { overriddenHints, parseJsonObject } from '../../../engine/parameters/json';
import { unresolvedSelectors } from '../../../engine/parameters/properties';
import { asObject, emptyToUndefined, optionalObject } from '../../../engine/parameters/values';
import { fieldLabels, namesBy } from '../../../engine/issues/issueTexts';
import { unknownMemberHints, trimTexts } from '../../../engine/issues/checks';
import { destination, destinationBody, withFieldMappings } from './destination';
import { jsonFields, pipeInputField } from './jsonFields';
import { pipeSchema, pipeFindings, pipeWarnings } from './rules';
import { scaling, pipeOptions, settings, repeatedSettingHints } from './commands';
import {
	sourceBody,
	sourceCredentialFields,
	sourceFields,
	sourceOptions,
	unlistedKindsOf,
} from './sources';
import type { Finding } from '../../../engine/body/interpret';
import { readItemOptions } from '../../../engine/parameters/options';
import { inJson, isWithin, problemOf, sentenceOf } from '../../../engine/issue';
import type { ListedOperation } from '../../../engine/resource';
import type { ValidationOptions } from '../../../engine/issues/checks';
import {
	engineSettingPrefixOf,
	toDialectSettings,
	normalizeSettings,
} from '../../../clickhouseCloud/api';
import { createDefaults, shapedAs } from '../../../features/record/record';
import { requestOptions, serviceIdField } from '../../../clickhouseCloud/identifiers';
import { outputFields, outputIssues } from '../../../features/record/output';
import { dialectFindings } from './dialectRules';
import { pipeKind } from '../../../clickhouseCloud/records';
import { pipeSummary, pipeTarget } from './summary';
import { credentialMismatch, fillSecrets, withCredential } from './secrets';

const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Orders',
	description: 'The name of the pipe',
};

const formFields = [nameField, ...sourceFields, ...propertiesOf(destination)];

/** The less common fields of a pipe, each named by its path in the body. */
const additionalOptions: INodeProperties[] = [
	...sourceOptions,
	...[destination, pipeOptions, scaling, settings].flatMap((part) =>
		propertiesOf(part, 'settings'),
	),
].sort((one, other) => one.displayName.localeCompare(other.displayName));

/** The collection of the less common fields, each shown for the sources that it concerns. */
const additionalOptionsField: INodeProperties = {
	displayName: 'Pipe Settings',
	name: 'additionalOptions',
	type: 'collection',
	placeholder: 'Add setting',
	default: {},
	options: additionalOptions,
};

/** The fields that define a pipe, by fields or by JSON. */
const pipeFields: INodeProperties[] = [
	pipeInputField,
	...jsonFields,
	...updateDisplayOptions({ show: { pipeInput: ['fields'] } }, [
		...formFields,
		additionalOptionsField,
	]),
	...sourceCredentialFields,
];

const scalingBody = bodyOf(scaling);
const settingsBody = bodyOf(settings);
const pipeOptionsBody = bodyOf(pipeOptions);

/** What a form defines. */
interface FormBody {
	/** The body of the new pipe, without its secrets. */
	body: JsonObject;
	source: JsonObject;
	issues: ValidationIssue[];
	hints: string[];
}

/** Returns the body of a new pipe from the fields, with the issues and hints of the fields. */
function formBody(parameters: Parameters, timezone: string): FormBody {
	const fields = { ...parameters, ...asObject(parameters.additionalOptions) };
	const { source, added, overridden, issues: sourceIssues } = sourceBody(fields, timezone);
	const { issues: columnIssues, ...written } = destinationBody(fields, timezone);
	const body = withoutUndefined({
		name: emptyToUndefined(fields.name),
		source,
		...written,
		scaling: optionalObject(scalingBody(fields, timezone)),
		settings: optionalObject(settingsBody(fields, timezone)),
		...pipeOptionsBody(fields, timezone),
	});
	const hints = [
		...overriddenHints(overridden, formLabel),
		...unknownMemberHints(pipeSchema, added),
	];
	return { body, source, issues: [...sourceIssues, ...columnIssues], hints };
}

/** Returns an issue for each selector that contains an expression. */
const selectorIssues = unresolvedSelectors(
	pipeFields,
	'Choose a value, or define the pipe by JSON.',
);

const labelOf = fieldLabels([...formFields, ...additionalOptions], ['source']);

/** Returns the field's label for a key of the body. */
function formLabel(path: string): string | undefined {
	return path === 'source' ? 'Source' : labelOf(path);
}

/** Returns where the form has a key of the body. Mappings have no field of their own: the columns contain them. */
export function formPath(path: string): string {
	const [list, row, member] = path.split('.');
	if (list !== 'fieldMappings' || row === undefined) return path;
	return `destination.columns.${row}.${member === 'sourceField' ? 'sourceField' : 'name'}`;
}

/** Reference, "Create pipe". */
export const createPipe: ListedOperation = {
	name: 'Create',
	description:
		'Create a pipe that loads data from a stream, object storage or a database into a service',
	action: 'Create pipe',
	...createDefaults('pipe'),
	...shapedAs(pipeKind.output),
	properties: [
		serviceIdField,
		...pipeFields,
		...outputFields(pipeKind.output),
		requestOptions({ reads: false, allowUnlisted: true }),
	],
	labelOf: formLabel,
	extraCredentialType: 'cloudPipeSourceApi',
	unknownOutcome: [
		'The pipe may have been created',
		'Check the pipes of the service in the console before you run the node again.',
	],
	target: pipeTarget,
	summarize: pipeSummary,
	plan: (parameters, context) => {
		const { path, issues } = pipeKind.collection(parameters, context.credential);
		const prefix = engineSettingPrefixOf(context.credential);
		const planned = plannedBody(parameters, context, prefix);
		return {
			request: { method: 'POST', path, body: toDialectSettings(planned.body, prefix) },
			issues: [...issues, ...planned.issues, ...outputIssues(parameters)],
			hints: planned.hints,
		};
	},
};

const nameOf = namesBy(createPipe);

/** A body in the neutral spelling, secrets filled in, with what is wrong and what is remarkable about it. */
interface PlannedBody {
	body: JsonObject;
	issues: ValidationIssue[];
	hints: string[];
}

function plannedBody(parameters: Parameters, context: PlanContext, prefix: string): PlannedBody {
	const unresolved = selectorIssues(parameters);
	if (unresolved.length > 0) return { body: {}, issues: unresolved, hints: [] };
	const { allowUnlisted } = readItemOptions(parameters.options);
	return parameters.pipeInput === 'json'
		? jsonPlan(parameters, context, { prefix, allowUnlisted })
		: formPlan(parameters, context, { allowUnlisted });
}

function jsonPlan(
	parameters: Parameters,
	context: PlanContext,
	{ prefix, allowUnlisted }: { prefix: string; allowUnlisted: boolean },
): PlannedBody {
	const { value, issues } = parseJsonObject('pipeJson', parameters.pipeJson);
	if (value === undefined) return { body: {}, issues, hints: [] };
	const repeated = repeatedSettingHints(asObject(value.settings), context.credential);
	const given = withFieldMappings(trimTexts(pipeSchema, normalizeSettings(value, prefix)));
	const { body, findings } = withSecrets(given, context, { input: 'json', allowUnlisted });
	const errors = findings.filter(({ severity }) => severity === 'error');
	return {
		body,
		issues: inJson(errors),
		hints: [
			...repeated,
			...unknownMemberHints(pipeSchema, given),
			...unusedCredentialHints(given, context),
			...findings.filter(({ severity }) => severity !== 'error').map(hintByJson),
		],
	};
}

function formPlan(
	parameters: Parameters,
	context: PlanContext,
	{ allowUnlisted }: { allowUnlisted: boolean },
): PlannedBody {
	const form = formBody(parameters, context.timezone);
	const given = trimTexts(pipeSchema, form.body);
	const { body, findings } = withSecrets(given, context, { input: 'fields', allowUnlisted });
	const issues = findings.filter(({ severity }) => severity !== 'warning');
	const warnings = findings.filter(({ severity }) => severity === 'warning');
	const ofFields = withCredential(issues, form.source, context).map((issue) => ({
		...issue,
		path: formPath(issue.path),
	}));
	return {
		body,
		issues: [...form.issues, ...withoutUnread(ofFields, form.issues)],
		hints: [...form.hints, ...warnings.map((one) => `${nameOf(one)} ${sentenceOf(one)}`)],
	};
}

/**
 * Leaves out the issues of fields that couldn't be read: they have an issue already. An entry of a list that couldn't
 * be read isn't in the body, so those after it have other numbers, and this leaves out the list's issues.
 */
function withoutUnread(
	issues: readonly ValidationIssue[],
	unread: readonly ValidationIssue[],
): ValidationIssue[] {
	const lists = unread.map(({ path }) => path.replace(/\.\d+$/, ''));
	return issues.filter(({ path }) => !lists.some((list) => isWithin(path, list)));
}

/** Fills in the secrets and validates the whole. */
function withSecrets(
	body: JsonObject,
	context: PlanContext,
	options: ValidationOptions,
): { body: JsonObject; findings: Finding[] } {
	const source = objectMember(body, 'source');
	if (source === undefined) return { body, findings: pipeFindings(body, options) };
	const mismatch = credentialMismatch(source, context, options);
	if (mismatch !== undefined) return { body, findings: [mismatch, ...pipeWarnings(body)] };
	const filled = { ...body, source: fillSecrets(source, context.extraCredential, options) };
	return {
		body: filled,
		findings: [...pipeFindings(filled, options), ...dialectFindings(body, context.credential)],
	};
}

/** By JSON, the API decides: states what was found, without what to do about it. */
export function hintByJson(found: Finding): string {
	if (found.severity === 'apiDecides') return `'${found.path}' isn't set; the API chooses.`;
	const name = nameOf({ ...found, inJson: true });
	if (found.severity === 'warning') return `${name} ${sentenceOf(found)}`;
	return `${name} ${problemOf(found)}; left unchanged.`;
}

/** Returns a hint if a credential is selected and nothing of it is filled in. */
function unusedCredentialHints(body: JsonObject, { extraCredential }: PlanContext): string[] {
	const source = objectMember(body, 'source') ?? {};
	if (extraCredential === undefined) return [];
	if (fillSecrets(source, extraCredential, { input: 'json' }) !== source) return [];
	const [kind] = unlistedKindsOf(source);
	return [
		kind === undefined
			? "The ClickHouse Cloud Pipe Source API credential isn't used: the source contains its secrets already, or its authentication uses no known secrets. Correct the JSON, or clear the credential."
			: `The ClickHouse Cloud Pipe Source API credential isn't used: the API reference doesn't list the secrets of '${kind}'. Put them into the JSON.`,
	];
}
