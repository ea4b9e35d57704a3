import type { Finding } from '../../../core/description/findings';
import type { JsonObject } from '../../../core/json';
import { objectMember } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import { readItemOptions } from '../../../core/parameters/options';
import { withLabels } from '../../../core/validation/fieldLabels';
import { trimTexts, unknownMemberHints } from '../../../core/validation/zodIssues';
import type { ValidationIssue, Operation, Parameters, PlanContext } from '../../../core/operation';
import { rowName } from '../../../core/text';
import type { ValidationOptions } from '../../../core/validation/zodIssues';
import { sentence } from '../../../core/validation/issueTexts';
import { engineSettingPrefixOf, toDeploymentSettings, toNeutralSettings } from '../../api/naming';
import { creationOf } from '../shared/creation';
import { serviceIdField } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { outputFields, outputIssues, outputRecord } from '../shared/output';
import { withFieldMappings } from './destination';
import { formBody, formLabel, pipeFields, selectorIssues } from './form';
import { pipeJsonField } from './json.fields';
import { pipeOutput } from './pipeOutput';
import { pipesPath } from './pipePath';
import { pipeFindings, pipeGaps, pipeSchema } from './pipeRules';
import { pipeSummary, pipeTarget } from './pipeSummary';
import { credentialMismatch, fillSecrets, withCredential } from './secrets';
import { unlistedKindsOf } from './sources';

/** Reference, "Create pipe". */
export const createPipe: Operation = {
	...creationOf('pipe'),
	properties: operationFields('pipe', 'create', {
		reads: false,
		allowUnlisted: true,
		fields: [serviceIdField, ...pipeFields, ...outputFields(pipeOutput)],
	}),
	extraCredentialType: 'cloudPipeSourceApi',
	unknownOutcome:
		'The pipe may have been created. Look at the pipes of the service in the console before you run this again.',
	target: pipeTarget,
	summarize: pipeSummary,
	plan: (parameters, context) => {
		const { path, issues } = pipesPath(parameters, context.credential);
		const prefix = engineSettingPrefixOf(context.credential);
		const planned = plannedBody(parameters, context, prefix);
		return {
			request: { method: 'POST', path, body: toDeploymentSettings(planned.body, prefix) },
			issues: [...issues, ...planned.issues, ...outputIssues(parameters)],
			hints: planned.hints,
		};
	},
	shape: (element, parameters) => outputRecord(element, parameters, pipeOutput),
};

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
	const { value, issues } = parseJsonObject(pipeJsonField.displayName, parameters.pipeJson);
	if (value === undefined) return { body: {}, issues, hints: [] };
	const given = withFieldMappings(trimTexts(pipeSchema, toNeutralSettings(value, prefix)));
	const { body, findings } = withSecrets(given, context, { input: 'json', allowUnlisted });
	const errors = findings.filter(({ severity }) => severity === 'error');
	return {
		body,
		issues: withLabels(errors, (path) => path),
		hints: [
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
	const issues = findings.filter(({ severity }) => severity !== 'unusual');
	const hints = findings.filter(({ severity }) => severity === 'unusual');
	const labelled = withLabels(withCredential(issues, form.source, context), formLabel);
	return {
		body,
		issues: [...form.issues, ...withoutUnread(labelled, form.issues)],
		hints: [...form.hints, ...withLabels(hints, formLabel).map(sentence)],
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
	// "Columns" and "Column 2" are one list.
	const listOf = (field: string): string => rowName(field.replace(/ \d+$/, ''), 0);
	const fields = new Set(unread.map(({ field }) => listOf(field)));
	return issues.filter(
		({ field }) =>
			!fields.has(listOf(field)) && !fields.has(listOf(field.replace(/ \d+, .*$/, ''))),
	);
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
	if (mismatch !== undefined) return { body, findings: [mismatch, ...pipeGaps(body)] };
	const filled = { ...body, source: fillSecrets(source, context.extraCredential, options) };
	return { body: filled, findings: pipeFindings(filled, options) };
}

/** By JSON, the API decides: says what was found, without what to do about it. */
function hintByJson({ severity, field, message }: Finding): string {
	if (severity === 'open') return `'${field}' is missing: the API decides.`;
	if (severity === 'unusual') return sentence({ field, message });
	return sentence({ field, message: `${message.replace(/\. .*$/, '')}; sent as it is.` });
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
