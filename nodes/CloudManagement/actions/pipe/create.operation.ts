import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import { collection, filledMembers, optional } from '../../../core/parameters/values';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import { readItemOptions } from '../../../core/parameters/options';
import { fieldLabels, withLabels } from '../../../core/validation/fieldLabels';
import { unknownMemberHints } from '../../../core/validation/unknownMembers';
import type { ValidationIssue, Operation, Parameters, PlanContext } from '../../../core/operation';
import type { ValidationOptions } from '../../../core/validation/zodIssues';
import { engineSettingPrefixOf, toDeploymentSettings, toNeutralSettings } from '../../api/naming';
import { unknownColumns, withFieldMappings } from '../../api/pipe/destination';
import { objectMember } from '../../api/pipe/members';
import { pipeIssues, pipeSchema } from '../../api/pipe/pipe';
import { unlistedKindsOf } from '../../api/pipe/source';
import { organizationIdField, serviceIdField } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { destinationBody, fieldMappingsBody } from './destination.body';
import { destinationFields } from './destination.fields';
import { jsonFields } from './json.fields';
import { nameField } from './name.field';
import { pipesPath } from './pipePath';
import { scalingField } from './scaling.field';
import { settingsBody, settingsField } from './settings.field';
import { sourceBody, sourceFields } from './source';
import { credentialMismatch, fillSecrets, withoutSecretPaths } from './source/secrets';
import { credentialNeedFields } from './credentialNeed';

const formFields: INodeProperties[] = [
	nameField,
	...sourceFields,
	...destinationFields,
	scalingField,
	settingsField,
	...credentialNeedFields,
];

/** Reference, "Create pipe". */
export const createPipe: Operation = {
	properties: operationFields('pipe', 'create', {
		reads: false,
		allowUnlisted: true,
		fields: [
			serviceIdField,
			...jsonFields,
			...updateDisplayOptions({ show: { pipeInput: ['fields'] } }, formFields),
			organizationIdField,
		],
	}),
	extraCredentialType: 'cloudPipeSourceApi',
	unknownOutcome:
		'The pipe may have been created. Look at the pipes of the service in the console before you run this again.',
	plan: (parameters, context) => {
		const { path, issues } = pipesPath(parameters, context.credential);
		const prefix = engineSettingPrefixOf(context.credential);
		const { allowUnlisted } = readItemOptions(parameters.options);
		const planned =
			parameters.pipeInput === 'json'
				? jsonPlan(parameters, context, { prefix, allowUnlisted })
				: formPlan(parameters, context, { allowUnlisted });
		return {
			request: { method: 'POST', path, body: toDeploymentSettings(planned.body, prefix) },
			issues: [...issues, ...planned.issues],
			hints: planned.hints,
		};
	},
};

/** A body in the neutral spelling, secrets filled in, with what is wrong and what is remarkable about it. */
interface PlannedBody {
	body: JsonObject;
	issues: ValidationIssue[];
	hints: string[];
}

function jsonPlan(
	parameters: Parameters,
	context: PlanContext,
	{ prefix, allowUnlisted }: { prefix: string; allowUnlisted: boolean },
): PlannedBody {
	const { value, issues } = parseJsonObject('JSON', parameters.pipeJson);
	if (value === undefined) return { body: {}, issues, hints: [] };
	const given = toNeutralSettings(value, prefix);
	const planned = withSecrets(withFieldMappings(given), context, { input: 'json', allowUnlisted });
	return {
		...planned,
		hints: [
			...unknownMemberHints(pipeSchema, given),
			...unusedCredentialHints(given, context),
			...unknownColumnHints(given, (path) => `"${path}"`),
		],
	};
}

function formPlan(
	parameters: Parameters,
	context: PlanContext,
	{ allowUnlisted }: { allowUnlisted: boolean },
): PlannedBody {
	const source = sourceBody(parameters, context.timezone);
	const given = formBody(parameters, source.body);
	const { body, issues } = withSecrets(given, context, { input: 'fields', allowUnlisted });
	const worded = withoutSecretPaths(issues, source.body, context);
	return {
		body,
		issues: [...source.issues, ...withLabels(worded, formLabel)],
		hints: unknownColumnHints(given, formLabel),
	};
}

/** Fills in the secrets and validates the whole. */
function withSecrets(
	body: JsonObject,
	context: PlanContext,
	options: ValidationOptions,
): { body: JsonObject; issues: ValidationIssue[] } {
	const source = objectMember(body, 'source');
	if (source === undefined) return { body, issues: pipeIssues(body, options) };
	const mismatch = credentialMismatch(source, context);
	if (mismatch !== undefined) return { body, issues: [mismatch] };
	const filled = { ...body, source: fillSecrets(source, context.extraCredential) };
	return { body: filled, issues: pipeIssues(filled, options) };
}

function formBody(parameters: Parameters, source: JsonObject): JsonObject {
	return withoutUndefined({
		name: optional(parameters.name),
		source,
		destination: destinationBody(parameters),
		fieldMappings: fieldMappingsBody(parameters),
		scaling: filledMembers(parameters.scaling),
		settings: settingsBody(collection(parameters.settings)),
	});
}

function unusedCredentialHints(body: JsonObject, { extraCredential }: PlanContext): string[] {
	const [kind] = unlistedKindsOf(objectMember(body, 'source') ?? {});
	if (kind === undefined || extraCredential === undefined) return [];
	return [
		`The Cloud Pipe Source API credential is not used: which secrets '${kind}' takes is not in the reference. Put them into the JSON.`,
	];
}

function unknownColumnHints(body: JsonObject, labelFor: (path: string) => string): string[] {
	return unknownColumns(body).map(
		({ field, name }) =>
			`${labelFor(field)} names '${name}', which is none of the columns; sent as it is.`,
	);
}

const labelOf = fieldLabels(formFields, ['source']);

/** Mappings have no field of their own: the rows of columns hold them. */
function formLabel(path: string): string {
	if (path === 'source') return 'Source';
	const [list, row = '', member] = path.split('.');
	if (list !== 'fieldMappings') return labelOf(path);
	return labelOf(`destination.columns.${row}.${member === 'sourceField' ? 'sourceField' : 'name'}`);
}
