import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import { withoutUndefined } from '../../../core/json';
import { collection, optional, optionalObject } from '../../../core/parameters/values';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import { fieldLabels } from '../../../core/validation/fieldLabels';
import type { ValidationIssue, Operation, Parameters, PlanContext } from '../../../core/operation';
import type { MemberPath } from '../../../core/validation/zodIssues';
import { engineSettingPrefixOf, toDeploymentSettings, toNeutralSettings } from '../../api/naming';
import { pipeIssues } from '../../api/pipe/pipe';
import { objectMember } from '../../api/pipe/rule';
import { organizationIdField, serviceIdField } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { destinationBody, fieldMappingsBody } from './destination.body';
import { destinationFields } from './destination.fields';
import { jsonFields } from './json.fields';
import { nameField } from './name.field';
import { pipesPath } from './pipePath';
import { scalingField } from './scaling.field';
import { settingsBody, settingsField } from './settings.field';
import { fillSecrets } from './source/fillSecrets';
import { sourceBody, sourceFields } from './source';
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
		const planned = bodyOf(parameters, context, prefix);
		const body = toDeploymentSettings(planned.body, prefix);
		return { request: { method: 'POST', path, body }, issues: [...issues, ...planned.issues] };
	},
};

/** The body in the neutral spelling, from fields or JSON, secrets filled in, and all that is wrong with it. */
function bodyOf(
	parameters: Parameters,
	{ extraCredential, timezone }: PlanContext,
	prefix: string,
): { body: JsonObject; issues: ValidationIssue[] } {
	if (parameters.pipeInput === 'json') {
		const { value, issues } = parseJsonObject('JSON', parameters.pipeJson);
		if (value === undefined) return { body: {}, issues };
		const body = withSecrets(toNeutralSettings(value, prefix), extraCredential);
		return { body, issues: pipeIssues(body, (path) => path.join('.')) };
	}
	const body = withSecrets(formBody(parameters, timezone), extraCredential);
	return { body, issues: pipeIssues(body, formLabel) };
}

function formBody(parameters: Parameters, timezone: string): JsonObject {
	return withoutUndefined({
		name: optional(parameters.name),
		source: sourceBody(parameters, timezone),
		destination: destinationBody(parameters),
		fieldMappings: fieldMappingsBody(parameters),
		scaling: optionalObject(collection(parameters.scaling)),
		settings: settingsBody(collection(parameters.settings)),
	});
}

function withSecrets(body: JsonObject, credential: PlanContext['extraCredential']): JsonObject {
	const source = objectMember(body, 'source');
	return source === undefined ? body : { ...body, source: fillSecrets(source, credential) };
}

const labelOf = fieldLabels(formFields, ['source']);

/** Secrets have no field in the form: their name in the credential follows from the message. */
function formLabel(path: MemberPath): string {
	if (path.length === 1 && path[0] === 'source') return 'Source';
	return labelOf(path);
}
