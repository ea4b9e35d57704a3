import type { JsonObject } from '../../../core/json';
import type { Parameters } from '../../../core/operation';
import { uuidSegment } from '../../../core/validation/pathSegment';
import type { RequestPath } from '../shared/identifiers';
import { appendSegments, pipeIdField, pipesSegment, servicePath } from '../shared/identifiers';

/** The path of a service's pipes, spelled as the credential says. */
export function pipesPath(parameters: Parameters, credential: Readonly<JsonObject>): RequestPath {
	return appendSegments(servicePath(parameters, credential), pipesSegment(credential));
}

/** The path of one pipe. */
export function pipePath(parameters: Parameters, credential: Readonly<JsonObject>): RequestPath {
	const pipe = uuidSegment(pipeIdField.name, parameters.pipeId);
	return appendSegments(pipesPath(parameters, credential), pipe);
}
