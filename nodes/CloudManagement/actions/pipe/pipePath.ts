import type { Issue, JsonObject, Parameters } from '../../../core/operation';
import { pipesSegmentOf } from '../../api/naming';
import { identifier, pipeIdField, servicePath, under, uuid } from '../identifiers';

/** The path of a service's pipes, spelled as the credential says. */
export function pipesPath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): { path: string; issues: Issue[] } {
	const segment = identifier('Pipes Path Segment in the credential', pipesSegmentOf(credential));
	return under(servicePath(parameters, credential), segment);
}

/** The path of one pipe. */
export function pipePath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): { path: string; issues: Issue[] } {
	const pipe = uuid(pipeIdField.displayName, parameters.pipeId);
	return under(pipesPath(parameters, credential), pipe);
}
