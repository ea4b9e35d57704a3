import type { JsonObject } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import { readItemOptions } from '../../../core/parameters/options';
import { inJson, isWithin, problemOf } from '../../../core/validation/issue';
import { namesBy } from '../../../core/validation/fieldLabels';
import { trimTexts, unknownMemberHints } from '../../../core/validation/zodIssues';
import type { ValidationIssue, Parameters, PlanContext } from '../../../core/operation';
import type { ListedOperation } from '../../../core/resource';
import type { ValidationOptions } from '../../../core/validation/zodIssues';
import { engineSettingPrefixOf, toDeploymentSettings, toNeutralSettings } from '../../api/naming';
import { unknownColumns, withFieldMappings } from '../../api/pipe/destination';
import { pipeGaps } from '../../api/pipe/gaps';
import { objectMember } from '../../api/pipe/members';
import { pipeIssues, pipeSchema } from '../../api/pipe/pipe';
import { openIssues, unlistedKindsOf } from '../../api/pipe/source';
import { unusualMembers } from '../../api/pipe/unusual';
import { creationOf } from '../shared/creation';
import { requestOptions, serviceIdField } from '../shared/identifiers';
import { outputFields, outputIssues } from '../shared/output';
import { shapedAs } from '../shared/record';
import { formBody, formLabel, formPath, pipeFields, selectorIssues } from './form';
import { pipeKind } from './pipeKind';
import { pipeSummary, pipeTarget } from './pipeSummary';
import {
	credentialMismatch,
	fillSecrets,
	noSecretsHints,
	withCredentialIssues,
} from './source/secrets';

/** Reference, "Create pipe". */
export const createPipe: ListedOperation = {
	name: 'Create',
	description:
		'Create a pipe that loads data from Kafka, Kinesis, object storage or Postgres into a table',
	action: 'Create pipe',
	...creationOf('pipe'),
	...shapedAs(pipeKind.output),
	properties: [
		serviceIdField,
		...pipeFields,
		...outputFields(pipeKind.output),
		requestOptions({ reads: false, allowUnlisted: true }),
	],
	labelOf: formLabel,
	extraCredentialType: 'cloudPipeSourceApi',
	unknownOutcome:
		'The pipe may have been created. Look at the pipes of the service in the console before you run this again.',
	target: pipeTarget,
	summarize: pipeSummary,
	plan: (parameters, context) => {
		const { path, issues } = pipeKind.collection(parameters, context.credential);
		const prefix = engineSettingPrefixOf(context.credential);
		const planned = plannedBody(parameters, context, prefix);
		return {
			request: { method: 'POST', path, body: toDeploymentSettings(planned.body, prefix) },
			issues: [...issues, ...planned.issues, ...outputIssues(parameters)],
			hints: planned.hints,
		};
	},
};

const nameOf = namesBy(createPipe);
const formName = (path: string): string => nameOf({ path });

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
	const given = trimTexts(pipeSchema, toNeutralSettings(value, prefix));
	const planned = withSecrets(withFieldMappings(given), context, { input: 'json', allowUnlisted });
	return {
		body: planned.body,
		issues: inJson(planned.issues),
		hints: [
			...unknownMemberHints(pipeSchema, given),
			...unusedCredentialHints(given, context),
			...openHints(planned.body),
			...unknownColumnHints(given, inDoubleQuotes),
			...unusualHints(given, inDoubleQuotes),
			...gapHints(given),
		],
	};
}

function formPlan(
	parameters: Parameters,
	context: PlanContext,
	{ allowUnlisted }: { allowUnlisted: boolean },
): PlannedBody {
	const form = formBody(parameters, context.timezone);
	const { source, issues: unread } = form;
	const given = trimTexts(pipeSchema, form.body);
	const { body, issues } = withSecrets(given, context, { input: 'fields', allowUnlisted });
	const found = [...withCredentialIssues(issues, source, context), ...pipeGaps(given)];
	const ofFields = found.map((issue) => ({ ...issue, path: formPath(issue.path) }));
	return {
		body,
		issues: [...unread, ...withoutUnread(ofFields, unread)],
		hints: [
			...form.hints,
			...noSecretsHints(body),
			...unknownColumnHints(given, formName),
			...unusualHints(given, formName),
		],
	};
}

/**
 * Leaves out the issues of fields that could not be read: their issues say so already. An entry of a list that could
 * not be read is not in the body, where those after it have other numbers, so this leaves out the list's issues.
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
): { body: JsonObject; issues: ValidationIssue[] } {
	const source = objectMember(body, 'source');
	if (source === undefined) return { body, issues: pipeIssues(body, options) };
	const mismatch = credentialMismatch(source, context, options);
	if (mismatch !== undefined) return { body, issues: [mismatch] };
	const filled = { ...body, source: fillSecrets(source, context.extraCredential, options) };
	return { body: filled, issues: pipeIssues(filled, options) };
}

/** Returns a hint for each member whose absence by JSON is left to the API. */
function openHints(body: JsonObject): string[] {
	const source = objectMember(body, 'source') ?? {};
	return [
		...openIssues(source).map(({ path }) => `'source.${path}' is missing: the API decides.`),
		...noSecretsHints(body),
	];
}

/** Returns a hint where a credential is selected and nothing of it is filled in. */
function unusedCredentialHints(body: JsonObject, { extraCredential }: PlanContext): string[] {
	const source = objectMember(body, 'source') ?? {};
	if (extraCredential === undefined) return [];
	if (fillSecrets(source, extraCredential, { input: 'json' }) !== source) return [];
	const [kind] = unlistedKindsOf(source);
	return [
		kind === undefined
			? 'The Cloud Pipe Source API credential is not used: the source contains its secrets already, or its authentication takes none that are known. Correct the JSON, or clear the credential.'
			: `The Cloud Pipe Source API credential is not used: which secrets '${kind}' takes is not in the reference. Put them into the JSON.`,
	];
}

/** By JSON, the API decides: says what is missing, without what to do about it. */
function gapHints(body: JsonObject): string[] {
	return pipeGaps(body).map((issue) => `"${issue.path}" ${problemOf(issue)}; sent as it is.`);
}

/** Tells what looks like a slip; whether it is one, the API decides. */
function unusualHints(body: JsonObject, nameFor: (path: string) => string): string[] {
	return unusualMembers(objectMember(body, 'source') ?? {}).map(
		({ field, problem }) => `${nameFor(field)} ${problem}; sent as it is.`,
	);
}

function inDoubleQuotes(path: string): string {
	return `"${path}"`;
}

function unknownColumnHints(body: JsonObject, nameFor: (path: string) => string): string[] {
	return unknownColumns(body).map(
		({ field, name }) =>
			`${nameFor(field)} names '${name}', which is none of the columns; sent as it is.`,
	);
}
