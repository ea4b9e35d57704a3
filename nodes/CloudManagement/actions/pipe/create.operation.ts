import type { Finding } from '../../../core/description/findings';
import type { JsonObject } from '../../../core/json';
import { objectMember } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import { readItemOptions } from '../../../core/parameters/options';
import { asObject } from '../../../core/parameters/values';
import { inJson, isWithin, problemOf, sentenceOf } from '../../../core/validation/issue';
import { namesBy } from '../../../core/validation/fieldLabels';
import { trimTexts, unknownMemberHints } from '../../../core/validation/zodIssues';
import type { ValidationIssue, Parameters, PlanContext } from '../../../core/operation';
import type { ListedOperation } from '../../../core/resource';
import type { ValidationOptions } from '../../../core/validation/zodIssues';
import { engineSettingPrefixOf, toDialectSettings, normalizeSettings } from '../../api/dialect';
import { createDefaults } from '../../../core/record/creation';
import { requestOptions, serviceIdField } from '../shared/identifiers';
import { outputFields, outputIssues } from '../../../core/record/output';
import { shapedAs } from '../../../core/record/record';
import { withFieldMappings } from './destination';
import { dialectFindings } from './dialectRules';
import { formBody, formLabel, formPath, pipeFields, selectorIssues } from './form';
import { pipeKind } from './pipeKind';
import { pipeFindings, pipeWarnings, pipeSchema } from './pipeRules';
import { pipeSummary, pipeTarget } from './pipeSummary';
import { credentialMismatch, fillSecrets, withCredential } from './secrets';
import { repeatedSettingHints } from './settings';
import { unlistedKindsOf } from './sources';

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
