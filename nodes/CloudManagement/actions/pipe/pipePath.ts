import type { JsonObject } from '../../../core/json';
import type { ValidationIssue, Parameters } from '../../../core/operation';
import { pipesSegmentOf } from '../../api/naming';
import { pathSegment, pipeIdField, servicePath, under, uuidSegment } from '../shared/identifiers';

/** The path of a service's pipes, spelled as the credential says. */
export function pipesPath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): { path: string; issues: ValidationIssue[] } {
	const segment = pathSegment('Pipes Path Segment in the credential', pipesSegmentOf(credential));
	return under(servicePath(parameters, credential), segment);
}

/** The path of one pipe. */
export function pipePath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): { path: string; issues: ValidationIssue[] } {
	const pipe = uuidSegment(pipeIdField.displayName, parameters.pipeId);
	return under(pipesPath(parameters, credential), pipe);
}
