import type { JsonObject } from '../../../core/json';
import { parseJsonObject } from '../../../core/parameters/parseJson';
import type { ValidationIssue, Operation, Parameters, PlanContext } from '../../../core/operation';
import { engineSettingPrefixOf, toDeploymentSettings, toNeutralSettings } from '../../api/naming';
import { pipeIssues } from '../../api/pipe/pipe';
import { objectMember } from '../../api/pipe/rule';
import { serviceIdField } from '../shared/identifiers';
import { operationFields } from '../shared/operationFields';
import { outputFields, outputIssues, outputRecord } from '../shared/output';
import { formBody, formLabel, pipeFields, selectorIssues } from './form';
import { pipeJsonField } from './json.fields';
import { pipeOutput } from './pipeOutput';
import { pipesPath } from './pipePath';
import { fillSecrets } from './source/fillSecrets';

/** Reference, "Create pipe". */
export const createPipe: Operation = {
	properties: operationFields('pipe', 'create', {
		reads: false,
		fields: [serviceIdField, ...pipeFields, ...outputFields(pipeOutput)],
	}),
	extraCredentialType: 'cloudPipeSourceApi',
	unknownOutcome:
		'The pipe may have been created. Look at the pipes of the service in the console before you run this again.',
	plan: (parameters, context) => {
		const { path, issues } = pipesPath(parameters, context.credential);
		const prefix = engineSettingPrefixOf(context.credential);
		const planned = bodyOf(parameters, context, prefix);
		const body = toDeploymentSettings(planned.body, prefix);
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...planned.issues, ...outputIssues(parameters)],
		};
	},
	shape: (element, parameters) => outputRecord(element, parameters, pipeOutput),
};

/** The body in the neutral spelling, from fields or JSON, secrets filled in, and all that is wrong with it. */
function bodyOf(
	parameters: Parameters,
	{ extraCredential, timezone }: PlanContext,
	prefix: string,
): { body: JsonObject; issues: ValidationIssue[] } {
	const unresolved = selectorIssues(parameters);
	if (unresolved.length > 0) return { body: {}, issues: unresolved };
	if (parameters.pipeInput === 'json') {
		const { value, issues } = parseJsonObject(pipeJsonField.displayName, parameters.pipeJson);
		if (value === undefined) return { body: {}, issues };
		const body = withSecrets(toNeutralSettings(value, prefix), extraCredential);
		return { body, issues: pipeIssues(body, (path) => path.join('.')) };
	}
	const form = formBody(parameters, timezone);
	const body = withSecrets(form.body, extraCredential);
	// What could not be read from a field is not in the body: one issue per field says so.
	const unread = new Set(form.issues.map(({ field }) => field));
	const bodyIssues = pipeIssues(body, formLabel).filter(({ field }) => !unread.has(field));
	return { body, issues: [...form.issues, ...bodyIssues] };
}

function withSecrets(body: JsonObject, credential: PlanContext['extraCredential']): JsonObject {
	const source = objectMember(body, 'source');
	return source === undefined ? body : { ...body, source: fillSecrets(source, credential) };
}
